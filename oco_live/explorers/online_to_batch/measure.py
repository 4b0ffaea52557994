"""Many training sets, played once each, and what T13 and T16 promise of them."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, laws, learners, losses, play

TUNED = 2**0.5 / 4  # √2·U/G with G = 4UX², for X = 1 as in all these laws
ETAS = (0.05, 0.1, 0.2, TUNED, 0.5, 1.0, 2.0, 4.0)
RADII = (0.25, 0.5, 1.0, 1.5, 2.0, 4.0)
SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
DELTAS = (0.01, 0.05, 0.1, 0.5, 0.9)
NOISES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
PERCEPTRON = ("perceptron", "perceptron_mail")
SEEDS = tuple(range(20))
CHUNK = 5_000_000  # numbers in the w of the runs that are played at a time


@lru_cache(maxsize=8)
def law_of(stream, noise):
    if stream == "mail":  # the risk of every w_t is measured
        return laws.mail("principal")
    if stream == "perceptron_mail":  # in words: turned, a tie y w·x = 0 would be one no longer
        return laws.mail()
    return {"regression": laws.regression, "coin": laws.coin, "perceptron": laws.halfspace}[stream](noise)


@lru_cache(maxsize=32)
def best_of(stream, noise, U):
    """u* of the law and er(u*), certified."""
    found = law_of(stream, noise).best(U)
    return found.u, float(found.value)


def rounding_of(law, u, U):
    """What rounding may leave of an excess risk that is 0: excess(w, u) with w − u of size ε·U in place of 0."""
    off = 8 * np.finfo(float).eps * U
    return float(off * (np.linalg.norm(2 * (law.A @ u - law.b)) + off))


def training_sets(law, n_runs, seed):
    """The samples of 5000 examples, (X, y) of some runs at a time; nobody keeps them."""
    step = max(1, CHUNK // (SIZES[-1] * len(law.b)))
    for i, first in enumerate(range(0, n_runs, step)):
        yield law.draw(min(step, n_runs - first), SIZES[-1], seed + len(SEEDS) * i)


class Sets:
    """What is measured on the training sets: ``parts()`` brings it for some at a time, as arrays with a row for
    each."""

    def __init__(self, n_runs, parts):
        self.n_runs, self.parts, self.all = n_runs, parts, None

    def __iter__(self):
        """The first of them, if the rest is not known yet, and then all."""
        if self.all is None:
            parts = []
            for part in self.parts():
                parts.append(part)
                if len(parts) == 1 and len(part["average"]) < self.n_runs:
                    yield part
            self.all = {name: np.concatenate([part[name] for part in parts]) for name in part}
        yield self.all


@lru_cache(maxsize=16)
def measured(stream, noise, n_runs, seed, U, eta, extra=None):
    """What does not depend on δ, as `Sets` of arrays (n_runs, sizes): a run each, read at every m of SIZES and
    ``extra``.

    Gradient descent:  average, last: er − er(u*) of w̄ and of w_{m+1};  jensen = mean er(w_t) − er(w̄);
                       deviation = mean er(w_t) − mean l_t(w_t);  regret = mean l_t(w_t) − mean l_t(u*);
                       luck = mean l_t(u*) − er(u*).  The excess of w̄ is regret + deviation + luck − jensen.
    Perceptron:        average, last: zero-one risks;  M examples in the sketch, ``outside`` the errors on the others.
    """
    law = law_of(stream, noise)
    at = np.array(sorted({*SIZES} if extra is None else {*SIZES, extra}))
    if stream in PERCEPTRON:
        of_sets = lambda X, y: _perceptron(law, X, y, at)
    else:
        of_sets = lambda X, y: _descent(law, X, y, at, eta, U, *best_of(stream, noise, U))
    return at, Sets(n_runs, lambda: (of_sets(X, y) for X, y in training_sets(law, n_runs, seed)))


def _sums(values, at):
    """The sums of the first m values of each run, m in ``at``, whose last is their number."""
    return np.cumsum(np.add.reduceat(values, np.append(0, at[:-1]), axis=1), axis=1)


def _means(values, at):
    """Their means."""
    return _sums(values, at) / (at if values.ndim == 2 else at[:, None])


def _descent(law, X, y, at, eta, U, u, risk_u):
    run = play(learners.ogd(eta, U), losses.square, X, y)
    excess = law.excess(run.w, u)
    mean_excess = _means(excess[:, :-1], at)
    average = law.excess(_means(run.w[:, :-1], at), u)
    own, best = _means(run.losses, at), _means(losses.square.value(X @ u, y), at)
    return {"average": average, "last": excess[:, at], "jensen": mean_excess - average,
            "deviation": mean_excess + risk_u - own, "regret": own - best, "luck": best - risk_u}


def _perceptron(law, X, y, at):
    """w_{m+1} = Σ y_s x_s over the mistakes s ≤ m, and w_1 + ... + w_m = m w_{m+1} − Σ s y_s x_s: the path is not
    kept."""
    run = play(learners.perceptron(), losses.hinge, X, y, record="losses")
    signs, rounds = np.where(run.updates, y, 0.0)[..., None] * X, np.arange(1.0, len(X[0]) + 1)[:, None]
    last = _sums(signs, at)
    average = last - _means(rounds * signs, at)
    outside = np.empty((len(X), len(at)))
    for k, m in enumerate(at):
        wrong = y[:, :m] * (X[:, :m] @ last[:, k, :, None])[..., 0] <= 0
        rest = ~run.updates[:, :m]
        outside[:, k] = (wrong & rest).sum(axis=1) / np.maximum(rest.sum(axis=1), 1)
    return {"average": law.errors(average), "last": law.errors(last),
            "M": np.cumsum(run.updates, axis=1)[:, at - 1].astype(float), "outside": outside}


def quantile(values, share):
    """The least value that at least this share of the training sets (axis 0) does not exceed; where that is so of
    exactly this share, the middle between it and the next one. ``quantile(values, 1/2)`` is the median."""
    k, ordered = share * len(values), np.sort(values, axis=0)
    low, high = max(0, int(np.ceil(k - 1e-9)) - 1), min(len(values) - 1, int(np.floor(k + 1e-9)))
    return (ordered[low] + ordered[high]) / 2


def median(values):
    return quantile(values, 0.5)


def _promised(law, m, delta, U, eta):
    """T13 printed and sharp, and the terms of its proof with T3, T11 sharp and T14.

    The terms add up to a bound for every η and U, with |y| ≤ Y of the law in place of |y| ≤ UX: to the sharp one where
    T13 applies and Y = UX."""
    X, Y = law.X, law.Y
    largest = (U * X + Y) ** 2  # of a square loss in the ball
    terms = {"martingale": bounds.martingale_sharp(m, delta / 2, largest),
             "regret": bounds.ogd(m, eta, U, 2 * X * (U * X + Y)) / m,
             "hoeffding": largest * bounds.hoeffding(m, delta)}
    return bounds.online_to_batch(m, delta, U, X), bounds.online_to_batch_sharp(m, delta, U, X), terms


def measure(at, data, stream, m, delta, U, eta, noise, n_runs, seed):
    """What ``data``, the `measured` of some training sets, says at the size m, with the bounds."""
    m = SimpleNamespace(at=at, data=data, k=int(np.flatnonzero(at == m)[0]), stream=stream, m=m,
                        delta=delta, U=U, eta=eta,
                        n_runs=n_runs, perceptron=stream in PERCEPTRON)
    m.here = {name: values[:, m.k] for name, values in data.items()}
    if m.perceptron:
        _compression(m)
    else:
        _average_predictor(m, noise)
    return m


def _average_predictor(m, noise):
    """The bounds of the average predictor of gradient descent, and what each link of the proof loses, in the mean."""
    m.law = law = law_of(m.stream, noise)
    u, m.risk_best = best_of(m.stream, noise, m.U)
    m.printed, m.sharp, terms = _promised(law, m.m, m.delta, m.U, m.eta)
    m.all_printed, m.all_sharp, all_terms = _promised(law, m.at, m.delta, m.U, m.eta)
    m.proof, m.all_proof = sum(terms.values()), sum(all_terms.values())
    m.labels_fit = bool(law.Y <= m.U * law.X * (1 + 1e-12))
    m.is_tuned = abs(m.eta - TUNED / law.X**2) <= 1e-9 * m.eta
    m.holds, m.rounding = m.labels_fit and m.is_tuned, rounding_of(law, u, m.U)
    mean = {name: float(values.mean()) for name, values in m.here.items()}
    m.measured, m.unit, m.proof_mean = mean["average"], max(m.proof, m.printed), m.proof
    m.largest, m.apart = float((m.U * law.X + law.Y) ** 2), abs(m.sharp - m.proof) > 1e-9 * m.sharp
    m.amounts = {"jensen": mean["jensen"], "martingale": terms["martingale"] - mean["deviation"],
                 "regret": terms["regret"] - mean["regret"], "hoeffding": terms["hoeffding"] - mean["luck"]}
    if m.holds:  # from the proof's bound to T13's: |y| may be UX, and one root in place of two terms
        m.amounts["constants"] = m.printed - m.proof


def _compression(m):
    """T16's bound for the Perceptron's last w, which depends on the training set, where it applies."""
    root = bounds.perceptron_compression(m.at, m.data["M"], m.delta)
    m.root, m.all_bounds, m.applies = root[:, m.k], m.data["outside"] + root, m.data["M"] <= m.at / 2
    m.fits = m.applies[:, m.k]
    m.last, m.bound = m.here["last"][m.fits], m.all_bounds[m.fits, m.k]  # where T16 says something
    m.known, m.holds = len(m.bound) > 0, bool(m.fits.all())
    m.measured = float(m.last.mean()) if m.known else float(m.here["last"].mean())
    m.unit = float(m.bound.mean()) if m.known else 1.0
    m.proof_mean = float(m.bound.mean()) if m.known else 0.0
    m.largest, m.amounts = 1.0, {"sketch": m.proof_mean - m.measured if m.known else 0.0}
