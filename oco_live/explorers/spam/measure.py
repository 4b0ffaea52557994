"""The online filter, the one that forgets y_t, and the best fixed one."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, streams
from oco_core.engine import check

from ..written import OWN

ORDERS = ("shuffled", "file", "alternating")
T = streams.MAIL_SIZE  # of all streams but the reader's own
SPAM = 1813  # in file order the last spam; alternating mail has no more spam after message 2·SPAM
ROUNDS = (1, 9, 30, 100, 300, 1000, SPAM, SPAM + 1, 2000, 2800, 2 * SPAM, T)
OWN_ROUNDS = (*range(1, 11), 16, 30, 60, 100, 300)  # after the last message that is written nothing comes
EXAMPLES = ("100,0:1;50,50:0;0,100:0;100,0:1;50,50:1;0,100:0", "100,0;100,0;100,0:0")
STEPS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
TUNED = 2**0.5  # the c of the least bound
FIRST = 30  # the first message of the errors that are drawn: of fewer, a share is noise
RADII = (0.25, 1.0, 4.0)  # powers of 2: here rounding scales with U as well, and nothing moves by a single bit
SHOWN = 10  # words

# Where the best filter is found, and where the learner is looked at: as many early as late rounds, on both kinds of
# axis.
AT = np.union1d(ROUNDS, [2, 4, 6, 16, 55, 180, 550, 700, 1400, 1840, 1900, 2200, 2400, 2600, 3000, 3200, 3400, 4100])
GRID = np.unique(np.concatenate([AT, np.linspace(1, T**0.5, 70) ** 2, np.geomspace(1, 200, 30)]).round().astype(int))


def messages(text):
    """`streams.written`, of percentages that add up to 100, with labels 1 for spam and 0 for other mail."""
    stream = streams.written(text)
    for t, (x, y) in enumerate(zip(stream.X, stream.y), 1):
        if x.min() < 0 or abs(x.sum() - 100) > 1e-6:
            check.fail("rounds", text, f"percentages that add up to 100 in message {t}")
        if y not in (0, 1):
            check.fail("rounds", text, f"the label 1, spam, or 0 of message {t}")
    return stream


@lru_cache(maxsize=8)
def _mail(order, words, seed):
    """The mail in that order, or the messages that ``order`` has written down."""
    return streams.spam(T, order, seed, words) if order in ORDERS else messages(order)


def _rounds(T):
    """`AT` and `GRID` up to T."""
    return (np.append(rounds[rounds < T], T) for rounds in (AT, GRID))


@lru_cache(maxsize=32)
def _run(order, words, seed, U, c, blind):
    """Total loss and errors after 0 .. T messages, and w_1 .. w_{T+1}; ``blind``: steps that take no message for
    spam."""
    data, loss = _mail(order, words, seed), losses.spam(U)
    run = play(learners.ogd(c * U * U, U), loss, data.X, 0.0 * data.y if blind else data.y)
    p = np.vecdot(run.w[:-1], data.X)
    total = lambda charged: np.insert(np.cumsum(charged), 0, 0.0)
    return total(loss.value(p, data.y)), total(losses.zero_one.value(p, 2 * data.y - 1)), run.w


def _filter_at(order, words, seed, U, best, k, t):
    """What fixed filter k of ``best`` does on the first t messages: errors, least and largest confidence."""
    data = _mail(order, words, seed)
    p = data.X[:t] @ best.u[k]
    a = (p / (100 * U) + 1) / 2
    p[abs(p) <= 1e-9 * 100 * U] = 0.0  # u is known so far: a confidence of ½ is an error, on each machine
    return int(losses.zero_one.value(p, 2 * data.y[:t] - 1).sum()), float(a.min()), float(a.max())


@lru_cache(maxsize=24)
def _best(order, words, seed, U):
    """The best filter at the rounds AT, and what each does on its own messages; none depends on the step."""
    data = _mail(order, words, seed)
    at, _ = _rounds(len(data.y))
    best = hindsight.comparators(losses.spam(U), data.X, data.y, U, at)
    return best, [_filter_at(order, words, seed, U, best, k, int(t)) for k, t in enumerate(at)]


def _best_at(order, words, seed, U, t):
    """u*_t, its total loss, the gap of its certificate, and what it does on the t messages."""
    best, done = _best(order, words, seed, U)
    at, _ = _rounds(len(_mail(order, words, seed).y))
    if t in at:
        k = int(np.searchsorted(at, t))
        return best.u[k], float(best.value[k]), float(best.value[k] - best.lower[k]), done[k]
    data = _mail(order, words, seed)
    best = hindsight.comparators(losses.spam(U), data.X, data.y, U, [t])
    done = _filter_at(order, words, seed, U, best, 0, t)
    return best.u[0], float(best.value[0]), float(best.value[0] - best.lower[0]), done


def word(i, words):
    """Feature i as the page writes it."""
    return streams.mail_words(words)[i].strip("()").removeprefix("num")


def measure(t, c, U, words, stream, rounds, seed):
    """The online filter, the one that forgets y_t, and the best fixed one, with the bounds of the regret."""
    key = rounds if stream == OWN else stream, words, seed, U
    y = _mail(*key[:3]).y
    t, (at, grid) = min(t, len(y)), _rounds(len(y))
    loss, errors, w = _run(*key, c, False)
    loss_blind, errors_blind, _ = _run(*key, c, True)
    best, done = _best(*key)
    u, value, gap, of_best = _best_at(*key, t)
    top = np.argsort(-abs(w[t]), kind="stable")[:SHOWN]
    return SimpleNamespace(
        t=t, T=len(y), at=at, grid=grid, first=1 if stream == OWN else FIRST, c=c, U=U, words=words, stream=stream,
        loss=loss, errors=errors, w=w[t], loss_blind=loss_blind, errors_blind=errors_blind,
        best=best, done=done, u=u, gap=gap, of_best=of_best,
        value=0.0 if value <= gap else value,  # as far as its certificate knows
        y=y, limit=bounds.ogd(1, c * U * U, U, 1 / U),
        top=top[w[t][top] != 0])  # the words of the largest weights
