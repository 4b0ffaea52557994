"""Which streams an explorer can offer, with what goes with each: losses, lengths, seed, noise.

One table for all explorers, so that no combination is offered that makes no sense, and every explorer means the same
stream by the same word.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from oco_core import losses, streams
from oco_core.engine import check

from ..explorer import Control
from .written import OWN, OWN_WORDS, rounds_control

LENGTHS = (100, 200, 500, 1000, 2000, 5000)
MAIL_LENGTHS = LENGTHS[:-1] + (streams.MAIL_SIZE,)
EXAMPLES = ("1,0;-1,0;0,1;0,-1;-1,0;-1,0", "1;-1:1;0.5:-1;1")  # the first: to and fro, then a push


@dataclass(frozen=True)
class Source:
    """A stream by name: ``words`` for the reader, ``make(T, seed, noise, rounds)``, the losses that go with it (the
    first is the one to start with), the T to start with, and whether seed, noise and the reader's text mean
    anything."""

    words: str
    make: Callable
    losses: tuple
    T: int = 1000
    seeded: bool = True
    noisy: bool = False
    written: bool = False
    lengths: tuple = LENGTHS


SOURCES = {
    "random_signs": Source("random signs", lambda T, seed, *_: streams.random_signs(T, seed=seed), ("linear",)),
    "regression": Source("linear regression", lambda T, seed, noise, _: streams.regression(T, noise=noise, seed=seed),
                         ("square", "absolute"), noisy=True),
    "drifting": Source("a drifting target", lambda T, seed, noise, _: streams.drifting(T, noise=noise, seed=seed),
                       ("square", "absolute"), noisy=True),
    "zigzag": Source("zig-zag and push", lambda T, *_: streams.zigzag(T), ("linear",), T=5000, seeded=False),
    "orthogonal": Source("the orthogonal adversary", lambda *_: streams.orthogonal(), ("linear",),
                         seeded=False),
    "mail_shuffled": Source("real mail, shuffled", lambda T, seed, *_: streams.mail(T, seed=seed),
                            ("square", "absolute", "hinge", "logistic"), T=2000, lengths=MAIL_LENGTHS),
    "mail_file": Source("real mail, in file order", lambda T, *_: streams.mail(T, order="file"),
                        ("square", "absolute", "hinge", "logistic"), T=streams.MAIL_SIZE, seeded=False,
                        lengths=MAIL_LENGTHS),
    OWN: Source(OWN_WORDS, lambda T, seed, noise, rounds: streams.written(rounds),
                ("linear", "square", "absolute", "hinge", "logistic"), seeded=False, written=True, lengths=()),
}


def stream_words(stream):
    return SOURCES[stream].words


@lru_cache(maxsize=16)
def data(stream, T, seed, noise, rounds=""):
    """The `Stream`, or the `Adversary`: it depends on neither η nor U."""
    return SOURCES[stream].make(T, seed, noise, rounds)


def rounds_fit(params):
    """Raises ValueError where the loss, linear if there is no choice, cannot be played on what the reader wrote: labels
    other than ±1, or linear losses that are all 0."""
    if params["stream"] != OWN:
        return
    stream, loss = streams.written(params["rounds"]), params.get("loss", "linear")
    odd = [t for t, y in enumerate(stream.y, 1) if abs(y) != 1]
    if odd and loss_named(loss).labels == "signs":
        check.fail("rounds", params["rounds"], f"labels 1 or -1, as the {loss} loss needs, in round {odd[0]}")
    if loss == "linear" and not (stream.y[:, None] * stream.X).any():
        check.fail("rounds", params["rounds"], "a round whose gradient y·x is not 0")


def loss_named(name):
    return getattr(losses, name)


def controls(names):
    """Controls for stream, the reader's rounds, loss, T, seed and noise, offering only what goes together."""
    chosen = {name: SOURCES[name] for name in names}
    offered = dict.fromkeys(loss for source in chosen.values() for loss in source.losses)
    first = chosen[names[0]]
    return (
        Control("stream", "stream", "choice", tuple(names), names[0], labels=tuple(s.words for s in chosen.values())),
        *([rounds_control(EXAMPLES, [n for n, s in chosen.items() if not s.written])] if OWN in chosen else []),
        Control("loss", "loss", "choice", tuple(offered),
                {None: first.losses[0]} | {name: s.losses[0] for name, s in chosen.items()},
                allowed={name: s.losses for name, s in chosen.items()}),
        Control("T", "rounds T", "slider", tuple(sorted({T for s in chosen.values() for T in s.lengths})),
                {None: first.T} | {name: s.T for name, s in chosen.items()}, symbol="T", integer=True,
                allowed={name: s.lengths for name, s in chosen.items()}),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={name: () for name, s in chosen.items() if not s.seeded}),
        Control("noise", "noise", "slider", tuple(k / 20 for k in range(11)), 0.1, symbol="noise",
                allowed={name: () for name, s in chosen.items() if not s.noisy}),
    )
