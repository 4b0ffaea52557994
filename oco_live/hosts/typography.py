"""Plain words set as a book sets them: letters of mathematics in italics, roots with their bar, subscripts, and the
numbers of a headline in the colour and the line of their curve. view/typography.js says the same for what is live."""

import html
import re

from ..phrasing import plain

_LETTER = r"[b-df-zB-DF-HJ-Z]"  # "a", "A" and "I" are words, "e" stands in 1e−5
_ALONE = r"(?<![A-Za-z_’'&#])", r"(?![A-Za-z0-9’'_]|-[a-z])"
_INDEX = dict(zip("ₜₛᵢₖₙₘₚ₀₁₂₃₄₅₆₇₈₉", "tsiknmp0123456789"))
_POWER = re.compile(r"(?:(?<![\d.])1|(?<=\d))e(−?\d+)\b")  # 1e−5 and 2.67e−4
_SUPER = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_ROOT = re.compile(r"([^\s;]/)?√(?:\(([^()]*)\)|(\d+|[A-Za-z]))")
_INDEXED = re.compile(rf"{_ALONE[0]}({_LETTER})(?:_([A-Za-z0-9])(?![A-Za-z0-9])|([{''.join(_INDEX)}]+))")
_SINGLE = re.compile(rf"{_ALONE[0]}(U[GX]|DG|{_LETTER}){_ALONE[1]}")
_MARKED = re.compile(r"\[([^\]]*)\]\((\w+)\)")
_ID = re.compile(r"\b([TEDA]\d{1,2})\b")
_PERCENT = re.compile(r"((?:<(?:b|span) [^<>]*>)?−?\d[\d.]*(?:</(?:b|span)>)?) %")
_END = re.compile(r"(?<=[.?!])\s+")


def escape(text):
    return html.escape(str(text), quote=True)


def _italic(text):
    return f"<i>{text}</i>" if text.isalpha() else text


def _indexed(match):
    index = match[2] or "".join(_INDEX[letter] for letter in match[3])
    return f"<i>{match[1]}</i><sub>{_italic(index)}</sub>"


def powers(text):
    """2.67e−4 as people write it: 2.67·10⁻⁴."""
    return _POWER.sub(lambda m: f"{'' if m[0][0] == '1' else '·'}10{m[1].translate(_SUPER)}", text)


def unbroken(words):
    """Words as HTML whose lines do not end between a number, marked or not, and its "%"."""
    return _PERCENT.sub(r'<span class="oco-unbroken">\1 %</span>', words)


def mathematics(text):
    """The words as HTML: "regret R_t, at most √(8T)"."""
    return unbroken(words(text))


def words(text):
    """The same without a care for where lines end."""
    text = powers(text)
    text = _ROOT.sub(_root, escape(text).replace("&#x27;", "'"))
    pieces = re.split(r"(<[^>]*>)", text)
    return "".join(piece if piece.startswith("<") else _SINGLE.sub(r"<i>\1</i>", piece) if "_" not in piece
                   and not set(_INDEX) & set(piece) else _letters(piece) for piece in pieces)


def _root(match):
    """A root; with what stands before it as in η/√t, of which no line ends after the stroke."""
    root = f'√<span class="oco-root">{match[2] or match[3]}</span>'
    return f'<span class="oco-unbroken">{match[1]}{root}</span>' if match[1] else root


def _letters(text):
    """Letters with an index first, then those that stand alone."""
    pieces = re.split(r"(<i>.*?</sub>)", _INDEXED.sub(_indexed, text))
    return "".join(piece if piece.startswith("<i>") else _SINGLE.sub(r"<i>\1</i>", piece) for piece in pieces)


def headline(text, explorer):
    """A frame's headline; its marked numbers wear the colour and the dashes of their curve."""
    styles = {series.name: series.style for series in explorer.series}

    def marked(match):
        style = styles[match[2]]
        return (f'<b data-of="{match[2]}" class="oco-is-{style.role} oco-dash-{style.dash or "none"}">'
                f"{escape(powers(match[1]))}</b>")

    parts = re.split(r"(\[[^\]]*\]\(\w+\))", text)
    return unbroken("".join(_MARKED.sub(marked, part) if _MARKED.fullmatch(part) else words(part) for part in parts))


def facts(sentence):
    """What a frame says besides, one fact a sentence."""
    return [fact for fact in _END.split(sentence.strip()) if fact]


def fact(text, links=None):
    """A fact as HTML; the theorems and errata it names are links where the page knows a way to them."""
    return linked(mathematics(text), links)


def linked(html, links=None):
    """The ids of the catalogue in a piece of HTML as links, where the page knows a way: id -> address."""
    links = links or {}
    return _ID.sub(lambda m: f'<a href="{escape(links[m[1]])}">{m[1]}</a>' if m[1] in links else m[1], html)


def ids(text):
    """The ids of the catalogue that a text names."""
    return set(_ID.findall(text))


def first_words(frame):
    """The headline of a frame, or the first fact of one that has none."""
    return frame.headline or next(iter(facts(frame.sentence)), "")


def spoken(frame):
    """The headline for a place without colours: a title, a text alternative."""
    return plain(first_words(frame))
