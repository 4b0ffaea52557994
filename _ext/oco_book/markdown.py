"""Pieces of Markdown: text without a sign that means something, and lines as quotations, lists and blocks."""

import re
from urllib.parse import quote

_MARKS = re.compile(r"[\\`*$]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|~|!(?=\[)|\](?=[(\[])")
_START = re.compile(r"^(?:[-+](?=\s|$)|#{1,6}(?=\s|$)|>|(?:=+|-+)\s*$|(?=\d+[.)](?:\s|$)))")


def escaped(text: str) -> str:
    """Text in which no sign means anything to Markdown."""
    return _MARKS.sub(r"\\\g<0>", text)


def lines_of(text: str) -> list[str]:
    """The lines of a paragraph, none of which begins a list, a heading or a quotation."""
    def safe(line):
        number = re.match(r"(\d+)([.)](?:\s|$))", line)
        return f"{number[1]}\\{line[number.end(1):]}" if number else _START.sub(r"\\\g<0>", line)

    return [safe(line.strip()) for line in text.strip().split("\n")]


def quoted_address(address: str) -> str:
    return quote(address, safe="/#?=&:;,.~%+@!-_")


def one_line(latex: str) -> str:
    return " ".join(latex.split())


def quotation(lines: list[str]) -> list[str]:
    return [f"> {line}".rstrip() for line in lines]


def indented(first: str, lines: list[str]) -> list[str]:
    return [(first if i == 0 else " " * len(first) if line else "") + line for i, line in enumerate(lines)]


def details(summary: str, lines: list[str]) -> list[str]:
    return ["<details>", f"<summary>{summary}</summary>", "", *lines, "", "</details>"]


def joined(parts: list[list[str]]) -> list[str]:
    """Blocks, one after another, with a blank line between."""
    return [line for i, part in enumerate(part for part in parts if part) for line in ([""] if i else []) + part]
