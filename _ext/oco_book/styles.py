"""The theme's stylesheets without the rules that no page of this book can need.

They are written for every book: 420 kB, of which a page asks for a tenth, and all of it before anything is painted. A
rule stays if a page or a script anywhere in the built book has the words that its selector asks for.
"""

import re
from pathlib import Path

import tinycss2

_WORD = re.compile(r"[A-Za-z_][\w-]*")
_NAME = re.compile(r"[.#]((?:[\w-]|\\.)+)")
_CONDITIONAL = {"media", "supports", "layer", "container"}  # rules with rules in them

#: Class names that scripts put together: Bootstrap's tooltips, and what says where they are.
COMPOSED = re.compile(r"bs-|tooltip|popover")


def words(out: Path) -> set[str]:
    """Every word of the pages and scripts below a folder, whatever it means there."""
    found: set[str] = set()
    for path in out.rglob("*"):
        if path.suffix in (".html", ".js") and "_oco" not in path.relative_to(out).parts:
            found.update(_WORD.findall(path.read_text(encoding="utf8")))
    return found


def _needed(selector: str, known: set[str]) -> bool:
    """Whether the classes and ids of one selector are known. What stands in :is(), :not() and [] decides nothing."""
    while selector != (selector := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", selector)):
        pass
    names = (name.replace("\\", "") for name in _NAME.findall(selector))
    return all(name in known or COMPOSED.search(name) for name in names)


def _selectors(prelude) -> list[str]:
    """The selectors of a list, split at its own commas only."""
    parts = [[]]
    for token in prelude:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _kept(rules, known: set[str]) -> str:
    pieces = []
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [selector for selector in _selectors(rule.prelude) if _needed(selector, known)]
            if selectors:
                pieces.append(f"{','.join(selectors)}{{{tinycss2.serialize(rule.content).strip()}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in _CONDITIONAL and rule.content is not None:
            inside = _kept(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True), known)
            if inside:
                pieces.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}")
        elif rule.type == "error":
            raise ValueError(f"a stylesheet must be valid CSS: {rule.message} (line {rule.source_line})")
        elif rule.type != "comment" or rule.value.startswith("!"):  # licences stay
            pieces.append(rule.serialize())
    return "".join(pieces)


def without_unused(css: str, known: set[str]) -> str:
    """A stylesheet without the rules whose selectors ask for a class or an id that is not among the known words."""
    return _kept(tinycss2.parse_stylesheet(css, skip_whitespace=True), known)
