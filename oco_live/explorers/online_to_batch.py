"""From sequential to statistical risk: T13 on many training sets with the risk computed exactly, link by link.

Each training set of size m is the first m of 5000 examples drawn from a law of `oco_core.laws`. Online gradient
descent plays it once (A1, square loss; T11 to T14, erratum E15), and what is measured is er(w̄) − er(u*), where er is a
mean over the law. The second bridge is the Perceptron's: it plays once, and T16 bounds the zero-one risk of its last w
(erratum E36).
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from oco_core import bounds, laws, learners, losses, play

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, apart, at_least, at_most, compared, joined, listed, out_of, percent, text_of, times
from ..style import MEASURED, RIVAL, Style

TUNED = 2**0.5 / 4  # √2·U/G with G = 4UX², for X = 1 as in all these laws
ETAS = tuple(TUNED * factor for factor in (0.1, 0.2, 0.5, 1, 2, 5, 10))
RADII = (0.25, 0.5, 1.0, 1.5, 2.0, 4.0)
SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
DELTAS = (0.01, 0.05, 0.1, 0.5, 0.9)
NOISES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
WORDS = {"regression": "linear regression", "coin": "a biased coin", "mail": "real mail",
         "perceptron": "a halfspace", "perceptron_mail": "real mail"}
PERCEPTRON = ("perceptron", "perceptron_mail")
SEEDS = tuple(range(20))
LOWEST, HIGHEST = 1e-6, 300.0  # of the risks in the pictures
CHUNK = 5_000_000  # numbers in the w of the runs that are played at a time
LINKS = {"jensen": "Jensen’s inequality (T12)", "martingale": "the martingale step (T11)",
         "regret": "the regret bound (T3)", "hoeffding": "Hoeffding’s bound (T14)"}
CHAIN_SERIES = ("chain_measured", "chain_proof", "chain_bars", "chain_levels")
PRINTED = ("printed_at", "sharp_at", "printed_m", "sharp_m", "chain_printed", "chain_sharp")  # what T13 promises
PROOF = ("proof_at", "proof_m")
COMPRESSION = ("compression_share", "compression_m")
KNOWN = {"m", "delta", "n_runs", "allowed", "largest_loss"}  # facts that no training set decides, and those of T13:
KNOWN_OF_DESCENT = KNOWN | {"risk_best", "rounding", "bound", "bound_sharp", "bound_proof", "bound_holds", "U", "UX", "Y", "eta",
                            "eta_star", "unit", "proof_mean"}
ROWS = ("risk measured", "Jensen, T12", "martingale, T11", "regret, T3", "Hoeffding, T14", "sketch, T16", "sum",
        "T13, sharper", "T13, printed")


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
    """What is measured on the training sets: ``parts()`` brings it for some at a time, as arrays with a row for each."""

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
    """What does not depend on δ, as `Sets` of arrays (n_runs, sizes): a run each, read at every m of SIZES and ``extra``.

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
    """w_{m+1} = Σ y_s x_s over the mistakes s ≤ m, and w_1 + ... + w_m = m w_{m+1} − Σ s y_s x_s: the path is not kept."""
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
    """The least value that at least this share of the training sets (axis 0) does not exceed; where that is so of exactly this
    share, the middle between it and the next one. ``quantile(values, 1/2)`` is the median."""
    k, ordered = share * len(values), np.sort(values, axis=0)
    low, high = max(0, int(np.ceil(k - 1e-9)) - 1), min(len(values) - 1, int(np.floor(k + 1e-9)))
    return (ordered[low] + ordered[high]) / 2


def median(values):
    return quantile(values, 0.5)


def _shares(values):
    """The distribution over the training sets, as at most 200 points: values, and the share up to there."""
    n = len(values)
    chosen = np.unique(np.linspace(0, n - 1, min(n, 200)).round().astype(int))
    return np.sort(values)[chosen], (chosen + 0.5) / n


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


def _upright(x):
    return [x, x], [0, 1]


def _of_descent(stream, m, delta, U, eta, noise, at, data, k):
    """(facts, amounts of the links, series, statuses, notes, sentence) for the average predictor of gradient descent."""
    law, (u, risk_best) = law_of(stream, noise), best_of(stream, noise, U)
    printed, sharp, terms = _promised(law, m, delta, U, eta)
    all_printed, all_sharp, all_terms = _promised(law, at, delta, U, eta)
    proof = sum(terms.values())
    average = data["average"][:, k]
    labels_fit = bool(law.Y <= U * law.X * (1 + 1e-12))
    is_tuned = abs(eta - TUNED / law.X**2) <= 1e-9 * eta
    holds = labels_fit and is_tuned
    mean = {name: float(values[:, k].mean()) for name, values in data.items()}
    amounts = {"jensen": mean["jensen"], "martingale": terms["martingale"] - mean["deviation"],
               "regret": terms["regret"] - mean["regret"], "hoeffding": terms["hoeffding"] - mean["luck"]}
    above = {name: int((average > bound).sum()) for name, bound in
             (("above", printed), ("above_sharp", sharp), ("above_proof", proof))}
    facts = {
        "measured": mean["average"], "risk_best": risk_best, "rounding": rounding_of(law, u, U),
        "bound": printed, "bound_sharp": sharp, "bound_proof": proof, "bound_holds": holds, **above,
        "largest_loss": (U * law.X + law.Y) ** 2, "U": U, "UX": U * law.X, "Y": law.Y,
        "eta": eta, "eta_star": TUNED / law.X**2, "unit": max(proof, printed), "proof_mean": proof,
    }
    series = {
        "printed_at": _upright(printed), "sharp_at": _upright(sharp), "proof_at": _upright(proof),
        "printed_m": (at, all_printed), "sharp_m": (at, all_sharp), "proof_m": (at, sum(all_terms.values())),
        "chain_sharp": ([0, sharp / facts["unit"]], [1, 1]), "chain_printed": ([0, printed / facts["unit"]], [0, 0]),
    }
    status = dict.fromkeys(PRINTED, "holds" if holds else "fails") | dict.fromkeys(PROOF, "holds")
    status |= dict.fromkeys(COMPRESSION, "absent")
    notes = (f"excess risk above er(u*) = {text_of(risk_best)}, which is the least risk in the ball",
             "excess risk above er(u*): training sets grow, the law stays",
             "means over the training sets, each link from level to level")
    return facts, amounts, series, status, notes, lambda facts: _sentence(stream, facts, labels_fit, is_tuned)


def _of_perceptron(stream, m, delta, U, eta, noise, at, data, k):
    """The same for the Perceptron's last w, whose bound depends on the training set."""
    root = bounds.perceptron_compression(at, data["M"], delta)
    all_bounds, applies = data["outside"] + root, data["M"] <= at / 2
    fits, everywhere = applies[:, k], applies.all(axis=0)
    last, bound = data["last"][fits, k], all_bounds[fits, k]  # where T16 says something
    known = len(bound) > 0
    facts = {
        "measured": float(last.mean()) if known else float(data["last"][:, k].mean()),
        "bound": float(median(bound)) if known else 0.0, "bound_holds": bool(fits.all()),
        "bound_sharp": 0.0, "bound_proof": 0.0,  # of legends that are hidden here
        "M_median": float(median(data["M"][:, k])), "M_largest": int(data["M"][:, k].max()),
        "outside_median": float(median(data["outside"][:, k])), "root_median": float(median(root[:, k])),
        "applies": int(fits.sum()), "above": int((last > bound).sum()), "largest_loss": 1.0, "rounding": 0.0,
        "unit": float(bound.mean()) if known else 1.0, "proof_mean": float(bound.mean()) if known else 0.0,
    }
    amounts = {"sketch": facts["proof_mean"] - facts["measured"] if known else 0.0}
    series = {"compression_share": _shares(bound) if known else ([], []),
              "compression_m": (at[everywhere], median(all_bounds)[everywhere])}
    status = dict.fromkeys((*PRINTED, *PROOF), "absent")
    status |= {"compression_share": "holds" if fits.all() else "fails", "compression_m": "holds"}
    if not known:
        status |= dict.fromkeys(CHAIN_SERIES, "absent")
    notes = ("zero-one risk er(h) itself; T16’s bound differs from one training set to the next",
             "zero-one risk; T16 drawn where it applies to every training set",
             "means over the training sets" + ("" if fits.all() else " to which T16 applies" if known else "")
             + ("; T16 is one step" if known else "; T16 applies to none of them"))
    return facts, amounts, series, status, notes, lambda facts: _sentence_perceptron(stream, facts)


def _chain(measured, amounts, unit):
    """The waterfall: the risk measured in row 8, a bar for each amount, their sum in row 2, and what joins them."""
    names = [name for name in (*LINKS, "sketch") if name in amounts]
    rows = [7 - (*LINKS, "sketch").index(name) for name in names]
    levels = np.cumsum([measured, *(amounts[name] for name in names)]) / unit
    every = [8, *rows, 2]
    return {
        "chain_measured": ([0, levels[0]], [8, 8]), "chain_proof": ([0, levels[-1]], [2, 2]),
        "chain_bars": (np.column_stack([levels[:-1], levels[1:]]).ravel(), np.repeat(rows, 2)),
        "chain_levels": (np.repeat(levels, 2), np.ravel([(a - 0.3, b + 0.3) for a, b in zip(every, every[1:])])),
    }


def frames(stream, m, delta, U, eta, noise, n_runs, seed):
    params = {"stream": stream, "m": m, "delta": delta, "U": U, "eta": eta, "noise": noise, "n_runs": n_runs, "seed": seed}
    at, sets = measured(stream, noise, n_runs, seed, U, eta, None if m in SIZES else m)
    for data in sets:
        whole = _frame(params, at, data)
        yield whole if len(data["average"]) == n_runs else _early(whole)


def _early(frame):
    """A picture of the first training sets, without what they do not decide: all numbers of the sets, and T16, which needs
    them for its bound and for its unit."""
    perceptron = frame.params["stream"] in PERCEPTRON
    hidden, known = (COMPRESSION + CHAIN_SERIES, KNOWN) if perceptron else ((), KNOWN_OF_DESCENT)
    facts = {name: value for name, value in frame.facts.items() if name in known}
    series, status = ({name: value for name, value in part.items() if name not in hidden} for part in (frame.series, frame.status))
    return replace(frame, series=series, status=status, facts=facts, sentence="")


def _frame(params, at, data):
    stream, m, delta, U, eta, noise, n_runs, _ = params.values()
    k = int(np.flatnonzero(at == m)[0])
    of_bridge = _of_perceptron if stream in PERCEPTRON else _of_descent
    facts, amounts, series, status, notes, sentence = of_bridge(stream, m, delta, U, eta, noise, at, data, k)
    facts = {
        "m": m, "delta": delta, "n_runs": n_runs, "allowed": 1 - delta,
        **{f"{name}_median": float(median(data[name][:, k])) for name in ("average", "last")},
        **{f"{name}_quantile": float(quantile(data[name][:, k], 1 - delta)) for name in ("average", "last")},
        **facts, **amounts,
    }
    chain = {} if status.get("chain_proof") == "absent" else _chain(facts["measured"], amounts, facts["unit"])
    series = {s.name: ([], []) for s in explorer.series} | series | chain | {
        "average_share": _shares(data["average"][:, k]), "last_share": _shares(data["last"][:, k]),
        "allowed": ([LOWEST, HIGHEST], [1 - delta] * 2),
        "average_median": (at, median(data["average"])),
        "average_quantile": (at, quantile(data["average"], 1 - delta)),
        "last_quantile": (at, quantile(data["last"], 1 - delta)),
        "size": ([m, m], [LOWEST, HIGHEST]),
    }
    return Frame(params=params, series=explorer.clipped(series), facts=facts, sentence=sentence(facts),
                 texts=dict(zip(("shares.note", "growth.note", "chain.note"), notes)), status=status)


def _risk(f, risk):
    """A risk for people; what rounding leaves of 0 is called that."""
    return "0 up to rounding" if 0 != abs(risk) <= f["rounding"] else text_of(risk)


def _most(f, risk):
    return _risk(f, risk) if abs(risk) <= f["rounding"] else f"at most {at_most(risk)}"


def _spread(f, name, by=""):
    """The median and the (1 − δ)-quantile of a risk in words, and that quantile's name."""
    middle, most = _risk(f, f[f"{name}_median"]), _most(f, f[f"{name}_quantile"])
    if abs(f["allowed"] - 0.5) < 1e-9:  # one and the same
        return f"{by}{middle} in the median", "median"
    share = percent(f["allowed"])
    return f"{by}{middle} in the median, and {by}{most} on {share} of them", f"{share} quantile"


def _compared(f, risk, other):
    """The first risk against the other one, in words; 10 % are nothing."""
    if max(abs(risk), abs(other)) <= f["rounding"]:
        return "as good"
    return compared(risk, other, "better", "about as good", "worse", 0.1)


def _vacuous(f, bound):
    if bound < f["largest_loss"]:
        return []
    return [f"As no loss exceeds {at_most(f['largest_loss'])}, the bound {text_of(bound)} says nothing yet."]


def _sentence(stream, f, labels_fit, is_tuned):
    """The excess risk, the bounds and how many training sets lie above them, the last iterate, the costliest link."""
    sets, (spread, level) = f["n_runs"], _spread(f, "average", "by ")
    above = lambda k: f"{out_of(k, sets, 'training set')} {agree(k, 'exceeds', 'exceed')} the bound"
    said = [f"Over {sets} training sets of {f['m']} examples from {WORDS[stream]}, the average predictor’s risk is above er(u*) "
            f"{spread}."]
    if f["bound_holds"]:
        ratio = f["average_quantile"] > f["rounding"] and f", {times(f['bound'] / f['average_quantile'])} that {level}"
        said.append(f"T13 promises the bound {text_of(f['bound'])} with probability at least {at_least(f['allowed'])}{ratio or ''}; "
                    f"{above(f['above'])}, and {f['above_sharp'] or 'none'} the sharper one, {text_of(f['bound_sharp'])}.")
    else:
        why = []
        if not labels_fit:
            why.append("|y| can be {}, more than UX = {}".format(*apart(f["Y"], f["UX"])))
        if not is_tuned:
            why.append("η = {} is not the tuned √2/(4X²) = {}".format(*apart(f["eta"], f["eta_star"])))
        said.append(f"T13 does not apply: {listed(why)}. Its proof at this η, U and |y| ≤ {text_of(f['Y'])}, through T3, "
                    f"gives the bound {text_of(f['bound_proof'])}; {above(f['above_proof'])}.")
    said += _vacuous(f, f["bound"] if f["bound_holds"] else f["bound_proof"])
    said.append(f"Compared by the {level}, the last iterate, of which T13 says nothing, is "
                f"{_compared(f, f['last_quantile'], f['average_quantile'])} here: {_risk(f, f['last_quantile'])}.")
    first = max(LINKS, key=lambda link: f[link])
    here = f" at this η, U and |y| ≤ {text_of(f['Y'])}" if f["bound_holds"] else ""
    said.append(f"On average over the training sets the link that loses most is {LINKS[first]}, {text_of(f[first])} of "
                f"{text_of(f['bound_proof'])}, the proof’s bound{here}.")
    return joined(said)


def _sentence_perceptron(stream, f):
    """The risk of the last w, the size of its sketch, T16's bound and where it does not apply, the average."""
    sets, fits, (spread, level) = f["n_runs"], f["applies"], _spread(f, "last")
    above = f"{f['above'] or 'none'} of these {agree(f['above'], 'has a risk above its bound', 'have a risk above their bound')}"
    said = [f"Over {sets} training sets of {f['m']} examples from {WORDS[stream]}, the Perceptron’s last w after one pass "
            f"errs with probability {spread}.",
            f"In the median its sketch holds M = {text_of(f['M_median'], 4)} {agree(f['M_median'], 'example', 'examples')}, it errs "
            f"on {percent(f['outside_median'])} of the others, and T16’s root is {text_of(f['root_median'])}."]
    if fits == sets:
        said.append(f"Share and root add up to T16’s bound, {text_of(f['bound'])} in the median over the training sets, which holds "
                    f"with probability at least {at_least(f['allowed'])}; {above}.")
    elif fits:
        said.append(f"T16 asks for M ≤ m/2 and does not apply to {sets - fits} of the {sets} training sets; for the other "
                    + (f"{fits} its bound is {text_of(f['bound'])} in the median, and {above}." if fits > 1 else
                       f"one its bound is {text_of(f['bound'])}, {'below' if f['above'] else 'above'} its risk."))
    else:
        said.append("T16 asks for M ≤ m/2 and does not apply to any of these training sets.")
    if fits:
        said += _vacuous(f, f["bound"])
    said.append(f"Compared by the {level}, the average of the iterates, of which T16 says nothing, is "
                f"{_compared(f, f['average_quantile'], f['last_quantile'])} here: {text_of(f['average_quantile'])}.")
    return joined(said)


_RISKS = (1e-6, 1e-4, 0.01, 1, 100)
SHARES = Panel(
    "shares", "The risk over the training sets",
    x=Axis("risk", (LOWEST, HIGHEST), _RISKS, scale="log"),
    y=Axis("share of the training sets up to there", (0, 1), (0, 0.25, 0.5, 0.75, 1)),
)
GROWTH = Panel(
    "growth", "The risk against the sample size",
    x=Axis("m", (SIZES[0], SIZES[-1]), (10, 100, 1000), scale="log"),
    y=Axis("risk", (LOWEST, HIGHEST), _RISKS, scale="log"), ratio=("average_quantile", "proof_m"),
)
CHAIN = Panel(
    "chain", "Which step loses how much",
    x=Axis("risk", (0, 1), (0, 0.25, 0.5, 0.75, 1), unit="unit"),
    y=Axis("from the risk to its bound", (-0.6, 8.6), tuple(range(9)), words=ROWS[::-1]),
)

explorer = Explorer(
    name="online_to_batch",
    title="From sequential to statistical risk: what the average predictor’s bound promises, and what happens",
    controls=(
        Control("m", "sample size m", "slider", SIZES, 1000, symbol="m", integer=True, baked=True, play=True),
        Control("delta", "confidence δ", "slider", DELTAS, 0.1, symbol="δ", baked=True),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True, allowed=dict.fromkeys(PERCEPTRON, ())),
        Control("stream", "law of the examples", "choice", tuple(WORDS), "regression",
                labels=("linear regression", "biased coin", "real mail", "Perceptron: halfspace", "Perceptron: mail")),
        Control("eta", "step η", "slider", ETAS, TUNED, symbol="η", allowed=dict.fromkeys(PERCEPTRON, ())),
        Control("noise", "noise", "slider", NOISES, {None: 0.3, "coin": 0.5, "perceptron": 0.0}, symbol="noise",
                allowed={"mail": (), "perceptron_mail": ()}),
        Control("n_runs", "training sets", "slider", (25, 50, 100, 200, 400),
                {None: 200, "mail": 100, "perceptron_mail": 100}, symbol="training sets", integer=True,
                allowed=dict.fromkeys(("mail", "perceptron_mail"), (25, 50, 100))),
        Control("seed", "seed", "slider", SEEDS, 0, symbol="seed", integer=True),
    ),
    panels=(SHARES, GROWTH, CHAIN),
    series=(
        Series("allowed", "shares", "the share 1 − δ = {allowed}", Style("soft", "fine", 1)),
        Series("printed_at", "shares", "T13’s bound 14(UX)²√((2/m) ln(2/δ)): {bound}", Style("bound", "long", 2)),
        Series("sharp_at", "shares", "T13, sharper, (UX)²√(2/m)(8 + 4√ln(2/δ)): {bound_sharp}", Style("bound", "even")),
        Series("proof_at", "shares", "the proof at this η, U, Y: {bound_proof}", Style("ink", "longest", 1)),
        Series("compression_share", "shares", "T16’s bound on each: {bound} in the median", Style("bound", "long", 2)),
        Series("last_share", "shares", "the last iterate", RIVAL),
        Series("average_share", "shares", "the average w̄", MEASURED),
        Series("size", "growth", "", Style("soft", "fine", 1)),
        Series("printed_m", "growth", "T13’s bound", Style("bound", "long", 2)),
        Series("sharp_m", "growth", "T13, sharper", Style("bound", "even")),
        Series("proof_m", "growth", "the proof at this η, U, Y", Style("ink", "longest", 1)),
        Series("compression_m", "growth", "T16’s bound, median", Style("bound", "long", 2)),
        Series("last_quantile", "growth", "last iterate, (1 − δ)-quantile: {last_quantile} at m", RIVAL, pinned=True),
        Series("average_quantile", "growth", "average, (1 − δ)-quantile: {average_quantile} at m",
               MEASURED, pinned=True),
        Series("average_median", "growth", "average, median: {average_median} at m",
               Style("measured", width=1), pinned=True),
        Series("chain_levels", "chain", "", Style("soft", width=0.8), kind="segments"),
        Series("chain_printed", "chain", "T13’s bound: {bound}", Style("bound", width=11), kind="segments"),
        Series("chain_sharp", "chain", "T13, sharper: {bound_sharp}", Style("bound", "medium", 11), kind="segments"),
        Series("chain_proof", "chain", "sum of the links, the proof’s bound: {proof_mean}",
               Style("ink", width=11), kind="segments"),
        Series("chain_bars", "chain", "what each link loses", Style("ink", width=11), kind="segments"),
        Series("chain_measured", "chain", "risk measured: {measured}", Style("measured", width=11), kind="segments"),
    ),
    compute=frames,
    presets=(
        Preset("m too small: the bound says nothing", {"m": SIZES[0]},
               lambda f: f["bound_holds"] and f["bound"] >= f["largest_loss"]),
        Preset("a bound thousands of times too large", {"m": SIZES[-1]},
               lambda f: f["bound_holds"] and f["bound"] > 1000 * f["average_quantile"]),
        Preset("the last iterate is worse", {"stream": "coin"}, lambda f: f["last_quantile"] > 5 * f["average_quantile"]),
        Preset("U too small: T13 does not apply", {"U": RADII[0]}, lambda f: not f["bound_holds"] and f["Y"] > f["UX"]),
        Preset("the Perceptron’s small sketch", {"stream": "perceptron", "m": SIZES[-1]},
               lambda f: f["bound_holds"] and f["M_median"] < 0.01 * f["m"]),
    ),
)
