"""The formulas of a plain text, such as an assumption of a `Bound`, set as LaTeX for Markdown: `with_formulas`."""

import re

_TOKEN = re.compile(r"[^\W\d_]_(?:\{[^}]*\}|\w)|R\^d|[^\W\d_²³½]+|\d*\.?\d+|.", re.S)
_NAMES = {"ln", "exp", "min", "max"}
_SIGNS = set(" =≤≥<>±+−·/^√‖|()[]²³½∈…'")
_LATEX = {"‖": r"\|", "·": r"\cdot ", "²": "^2", "³": "^3", "½": r"\tfrac12 ", "Σ": r"\sum ", "R^d": r"\mathbb R^d"}
_LATEX |= {name: rf"\{name} " for name in _NAMES}


def with_formulas(text):
    r"""Markdown of a plain text: each formula that has an index, η_t = D/(G√t), is set as a whole, $η_t = D/(G\sqrt{t})$.

    A formula is what stands together of single letters, numbers and signs, brackets and what they hold included; a text such
    as "d = 2" without an index reads well as it is."""
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


def _end_of_formula(tokens, start):
    """Where the formula that begins at ``start`` ends; ``start`` if none does: the last place with all brackets closed."""
    end, depth, bars = start, 0, {"|": 0, "‖": 0}
    for i, token in enumerate(tokens[start:], start):
        if not (token in _SIGNS or token in _NAMES or "_" in token or token[-1].isdigit() or token == "R^d" or token == "," and depth
                or token.isalpha() and token not in ("a", "A") and len(token) <= (2 if token.isupper() else 1)):
            break
        if i == start and token == " ":
            break
        depth += (token in "([") - (token in ")]")
        if depth < 0:
            break
        if token in bars:
            bars[token] += 1
        if token != " " and not depth and not any(count % 2 for count in bars.values()):
            end = i + 1
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
