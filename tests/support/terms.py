"""Values of the formulas that Coq prints in the theorems of ``proofs/``."""

import re

import numpy as np

#: Applications by the letter that the book has for them.
LETTERS = {"norm": "norm", "count": "M", "hinge_sum": "L", "hinge_sum_of": "L", "hinge_sum_f": "L", "harmonic": "H",
           "Sum": "S", "squares": "S"}
#: ... and functions of one number.
FUNCTIONS = {"sqrt": "sqrt", "ln": "log", "exp": "exp", "INR": ""}
TOKEN = re.compile(r"\s*(\w+'?|\S)")


def conclusion(statement: str) -> str:
    """What is after the last arrow outside brackets."""
    text, depth, start = " ".join(statement.split()), 0, 0
    for i, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth and (text.startswith("-> ", i) or sign == "," and not start):
            start = i + 2
    return text[start:].strip()


def sides(statement: str) -> tuple[str, str]:
    """The two sides of the inequality that is concluded."""
    left, right = conclusion(statement).split(" <= ")
    return left, right


def arguments(term: str) -> list[str]:
    """A function and its arguments."""
    found, rest = [], term.strip()
    while rest:
        size = _atom(rest)
        found.append(rest[:size])
        rest = rest[size:].strip()
    return found


def _atom(text: str) -> int:
    """Where the bracket or the word that a text begins with ends."""
    if text[0] != "(":
        return len(re.match(r"\w+|\S", text)[0])
    depth = 0
    for i, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return i + 1
    raise ValueError(text)


def python(term: str) -> str:
    """A term of Coq as an expression of Python."""
    result, rest, number_before = [], term.strip(), False
    while rest:
        size = _atom(rest)
        atom, rest = rest[:size], rest[size:].strip()
        if atom in LETTERS or atom in FUNCTIONS:
            given = []
            while rest and (rest[0] == "(" or re.match(r"\w", rest)):
                size = _atom(rest)
                given.append(rest[:size])
                rest = rest[size:].strip()
            atom = LETTERS.get(atom) or f"{FUNCTIONS[atom]}({python(given[0])})"
        elif atom[0] == "(":
            atom = f"({python(atom[1:-1])})"
        elif atom == "/" and not number_before:
            atom = "1/"  # the inverse, which binds as strongly as Python's quotient in the statements there are
        result.append("**" if atom == "^" else atom)
        number_before = bool(re.search(r"[\w)]$", atom))
    return "".join(result)


def value(expression: str, letters: dict) -> float:
    """An expression of Python with numbers for its letters."""
    names = {"sqrt": np.sqrt, "log": np.log, "exp": np.exp}
    return float(eval(expression, {"__builtins__": {}} | names | letters))
