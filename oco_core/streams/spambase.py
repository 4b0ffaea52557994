"""Real mail: Spambase, 4601 messages (``data/README.md``)."""

import gzip
from functools import lru_cache
from importlib.resources import files

import numpy as np

from ..engine import check
from .stream import Stream

__all__ = ["MAIL_SIZE", "mail", "mail_words", "spam"]

MAIL_SIZE = 4601


@lru_cache(maxsize=1)
def _spambase():
    """Words, their fractions (4601, 49) with a 49th column for all other words, and labels ±1, in file order."""
    text = gzip.decompress(files("oco_core").joinpath("data/spambase.csv.gz").read_bytes()).decode("ascii")
    table = np.loadtxt(text.splitlines()[1:], delimiter=",")
    words = tuple(text[: text.index("\n")].split(",")[:48]) + ("(all other words)",)
    X = np.empty((MAIL_SIZE, 49))
    X[:, :48] = table[:, :48] / 100
    X[:, 48] = np.maximum(0.0, 1 - X[:, :48].sum(axis=1))
    y = 2 * table[:, -1] - 1
    X.setflags(write=False)
    y.setflags(write=False)
    return words, X, y


def mail_words(words="all"):
    """What the 49 features of ``mail`` and ``spam`` count: 48 words, and last "(all other words)".

    With ``words="counted"``, as in ``spam``, the last is "(none of the 48)". ValueError for other ``words``.
    """
    _known_words(words)
    counted = _spambase()[0]
    return counted if words == "all" else counted[:48] + ("(none of the 48)",)


def _known_words(words):
    if words not in ("all", "counted"):
        check.fail("words", words, "'all' or 'counted'")


def mail(T=MAIL_SIZE, order="shuffled", seed=0):
    """Real e-mail: Spambase, 49 word fractions that sum to 1 (so ‖x_t‖ ≤ 1), y_t = +1 for spam and −1 for other mail.

    order: "shuffled" (by the seed), "file" (all 1813 spam messages first) or "alternating" (spam and other mail in turn
    up to message 3626, then the other mail that is left); the seed is used for "shuffled" alone. The first T of
    4601 messages in that order. Source and licence (CC BY 4.0): oco_core/data/README.md.
    Raises ValueError for T outside 0..4601, another order, seed < 0.
    """
    T = check.count("T", T)
    if T > MAIL_SIZE:
        check.fail("T", T, f"at most {MAIL_SIZE}, the number of messages")
    if order not in ("shuffled", "file", "alternating"):
        check.fail("order", order, "'shuffled', 'file' or 'alternating'")
    rng = np.random.default_rng(check.count("seed", seed))
    _, X, y = _spambase()
    if order == "shuffled":  # argsort of uniform numbers, not permutation(): on 32-bit integers, as in the browser, too
        rows = np.argsort(rng.random(MAIL_SIZE), kind="stable")
    elif order == "file":
        rows = np.arange(MAIL_SIZE)
    else:  # the k-th message of each kind, spam first
        rows = np.lexsort((-y, np.where(y > 0, np.cumsum(y > 0), np.cumsum(y < 0))))
    return Stream(f"mail_{order}", X[rows[:T]], y[rows[:T]])


def spam(T=MAIL_SIZE, order="shuffled", seed=0, words="all"):
    """``mail`` as the notes' spam model has it (catalogue D21): percentages x_t ≥ 0 with Σ_i x_{t,i} = 100; y_t = 1,
    spam, or 0.

    words: "all", percent of all words of the message; or "counted", percent of those words of the message that are
    among the 48 (erratum E37). Entry 49 is the percentage of all other words; with "counted" it is 100 for a message
    that has none of the 48, else 0. T, order, seed and what is raised as in ``mail``; ValueError for other ``words``.
    """
    made = mail(T, order, seed)
    _known_words(words)
    X = 100 * made.X
    if words == "counted":
        X[:, 48] = np.where(X[:, :48].any(axis=1), 0.0, 100.0)
        X *= 100 / X.sum(axis=1, keepdims=True)
    return Stream(f"spam_{order}", X, (made.y + 1) / 2)
