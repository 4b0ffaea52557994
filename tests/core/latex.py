"""What a formula in LaTeX is worth: enough of LaTeX for the bounds of the book, read without their Python formulas."""

import math
import re

SIZES = re.compile(r"\s|\\[,;:! ]|\\(?:[Bb]igg?[lr]|textstyle)")  # what only sets a formula
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.S)


def value(latex, symbols):
    """The formula's value, with numbers for its symbols: letters, commands such as \\eta, or longer texts as they
    stand.

    A definition that follows after \\quad, as in "A^2,\\quad A=\\|u\\|X", is read first.
    """
    formula, *definitions = re.split(r",\\quad\s*", latex)
    symbols = dict(symbols)
    for definition in definitions:
        name, _, meaning = definition.partition("=")
        symbols[name] = value(meaning, symbols)
    for place, name in enumerate(sorted(symbols, key=len, reverse=True)):
        if len(TOKEN.findall(name)) > 1:  # it becomes one character
            formula = formula.replace(name, chr(0xE000 + place))
            symbols[chr(0xE000 + place)] = symbols[name]
    reader = _Reader([token for token in TOKEN.findall(formula) if not SIZES.fullmatch(token)], symbols)
    found = reader.sum()
    if reader.tokens:
        raise ValueError(f"{latex}: not read: {''.join(reader.tokens)}")
    return found


class _Reader:
    """Sums of products of powers of atoms; ``tokens`` are those still to be read."""

    def __init__(self, tokens, symbols):
        self.tokens, self.symbols = tokens, symbols

    def next(self, expected=None):
        token = self.tokens.pop(0)
        if expected not in (None, token):
            raise ValueError(f"{token} where {expected} was expected")
        return token

    def at(self, *tokens):
        return bool(self.tokens) and self.tokens[0] in tokens

    def sum(self):
        found = -self.product() if self.at("-") and self.next() else self.product()
        while self.at("+", "-"):
            found += self.product() if self.next() == "+" else -self.product()
        return found

    def product(self):
        found = self.power()
        while self.tokens and not self.at("+", "-", ")", "}", "]"):
            if self.at("/"):  # as in T^{3/4}: by the next factor alone, and what follows multiplies again
                self.next()
                found /= self.power()
            else:
                found *= self.power()
        return found

    def power(self):
        found = self.atom()
        return found ** self.argument() if self.at("^") and self.next() else found

    def argument(self):
        """One token, or a group: \\frac1m, \\sqrt{2T}."""
        if self.at("{"):
            return self.group("{", "}")
        return float(self.next()) if self.tokens[0].isdigit() else self.atom()

    def group(self, start, end):
        self.next(start)
        found = self.sum()
        self.next(end)
        return found

    def atom(self):
        if self.at("(", "{"):
            return self.group(self.tokens[0], ")" if self.at("(") else "}")
        token = self.next()
        if token.isdigit():
            while self.tokens and self.tokens[0].isdigit():
                token += self.next()
            return float(token)
        if token in ("\\frac", "\\tfrac"):
            above = self.argument()
            return above / self.argument()
        if token == "\\binom":
            n = self.argument()
            return math.comb(round(n), round(self.argument()))
        if token == "\\sqrt":
            root = self.group("[", "]") if self.at("[") else 2
            return self.argument() ** (1 / root)
        if token == "\\ln":
            return math.log(self.power())
        if token == "e":
            return math.e
        return self.symbols[token]
