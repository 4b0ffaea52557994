"""Which streams an explorer can offer, with what goes with each: losses, lengths, seed, noise.

One table for all explorers, so that no combination is offered that makes no sense, and every explorer means the same
stream by the same word.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from oco_core import losses, streams

from ..explorer import Control

LENGTHS = (100, 200, 500, 1000, 2000, 5000)
MAIL_LENGTHS = LENGTHS[:-1] + (streams.MAIL_SIZE,)


@dataclass(frozen=True)
class Source:
    """A stream by name: ``words`` for the reader, ``make(T, seed, noise)``, the losses that go with it (the first is
    the one to start with), the T to start with, and whether seed and noise mean anything."""

    words: str
    make: Callable
    losses: tuple
    T: int = 1000
    seeded: bool = True
    noisy: bool = False
    lengths: tuple = LENGTHS


SOURCES = {
    "random_signs": Source("random signs", lambda T, seed, noise: streams.random_signs(T, seed=seed), ("linear",)),
    "regression": Source("linear regression", lambda T, seed, noise: streams.regression(T, noise=noise, seed=seed),
                         ("square", "absolute"), noisy=True),
    "drifting": Source("a drifting target", lambda T, seed, noise: streams.drifting(T, noise=noise, seed=seed),
                       ("square", "absolute"), noisy=True),
    "zigzag": Source("zig-zag and push", lambda T, seed, noise: streams.zigzag(T), ("linear",), T=5000, seeded=False),
    "orthogonal": Source("the orthogonal adversary", lambda T, seed, noise: streams.orthogonal(), ("linear",),
                         seeded=False),
    "mail_shuffled": Source("real mail, shuffled", lambda T, seed, noise: streams.mail(T, seed=seed),
                            ("square", "absolute", "hinge", "logistic"), T=2000, lengths=MAIL_LENGTHS),
    "mail_file": Source("real mail, in file order", lambda T, seed, noise: streams.mail(T, order="file"),
                        ("square", "absolute", "hinge", "logistic"), T=streams.MAIL_SIZE, seeded=False,
                        lengths=MAIL_LENGTHS),
}


def stream_words(stream):
    return SOURCES[stream].words


@lru_cache(maxsize=16)
def data(stream, T, seed, noise):
    """The `Stream`, or the `Adversary`: it depends on neither η nor U."""
    return SOURCES[stream].make(T, seed, noise)


def loss_named(name):
    return getattr(losses, name)


def controls(names):
    """Controls for stream, loss, T, seed and noise, offering only what goes together."""
    chosen = {name: SOURCES[name] for name in names}
    offered = dict.fromkeys(loss for source in chosen.values() for loss in source.losses)
    first = chosen[names[0]]
    return (
        Control("stream", "stream", "choice", tuple(names), names[0], labels=tuple(s.words for s in chosen.values())),
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
