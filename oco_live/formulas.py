"""The formulas of a plain text, such as an assumption of a `Bound`, set as LaTeX for Markdown: `with_formulas`."""

import re

_TOKEN = re.compile(r"[^\W\d_]_(?:\{[^}]*\}|\w)|R\^d|⁻¹|ᵀ|[^\W\d_²³½ᵀ]+|\d*\.?\d+|.", re.S)
_NAMES = {"ln", "exp", "min", "max"}
_SIGNS = set(" =≤≥<>±+−·/^√‖|()[]²³½∈…'ᵀ") | {"⁻¹"}
_LATEX = {"‖": r"\|", "·": r"\cdot ", "²": "^2", "³": "^3", "½": r"\tfrac12 ", "⁻¹": "^{-1}", "ᵀ": r"^\top ",
          "Σ": r"\sum ", "R^d": r"\mathbb R^d"}
_LATEX |= {name: rf"\{name} " for name in _NAMES}


def with_formulas(text):
    r"""Markdown of a plain text: a formula that has an index, η_t = D/(G√t), is set as a whole, $η_t = D/(G\sqrt{t})$.

    A formula is what stands together of single letters, numbers and signs, brackets and what they hold included; a text
    such as "d = 2" without an index reads well as it is."""
    tokens, found, start = _TOKEN.findall(text), [], 0
    while start < len(tokens):
        end = _end_of_formula(tokens, start)
        formula = "".join(tokens[start:end])
        if "_" in formula or "R^d" in formula:
            found.append(f"${_latex(tokens[start:end])}$")
        else:
            end = max(end, start + 1)
            found += tokens[start:end]
        start = end
    return "".join(found)


def _belongs(token):
    """Whether a formula can have this token: a sign, a name, a number, an index, or letters too few for a word."""
    return (token in _SIGNS or token in _NAMES or "_" in token or token == "R^d" or token[-1].isdigit()
            or token.isalpha() and token not in ("a", "A") and len(token) <= (2 if token.isupper() else 1))


def _end_of_formula(tokens, start):
    """Where the formula that begins at ``start`` ends: the last place with no bracket open; ``start`` if none does."""
    end, depth = start, 0
    for i, token in enumerate(tokens[start:], start + 1):
        depth += (token in "([") - (token in ")]")
        if depth < 0 or not (_belongs(token) or token == "," and depth) or tokens[start] == " ":
            break
        if token != " " and not depth and not any(tokens[start:i].count(bar) % 2 for bar in "|‖"):
            end = i
    return end


def _latex(tokens):
    """One formula, token by token; a root covers the bracket or the one token behind it."""
    found, tokens = [], list(tokens)
    while tokens:
        token = tokens.pop(0)
        if token == "√":
            size = 1
            if tokens[0] == "(":
                while tokens[:size].count("(") > tokens[:size].count(")"):
                    size += 1
            inner = tokens[1 : size - 1] if size > 1 else tokens[:1]
            found.append(rf"\sqrt{{{_latex(inner)}}}")
            del tokens[:size]
        else:
            found.append(rf"\sum{token[1:]} " if token.startswith("Σ_") else _LATEX.get(token, token))
    return " ".join("".join(found).split())
