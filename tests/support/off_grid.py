"""Random parameters of an explorer, on and between the positions of its controls."""

import math

import numpy as np

from oco_core import streams

__all__ = ["faults", "random_params"]


def random_params(explorer, rng):
    """All parameters, drawn with ``rng`` (NumPy's Generator): a choice and a text of signs uniformly, a reader's
    rounds as few or many, an integer slider anywhere between its ends, any other anywhere between, half of the time
    uniformly in the logarithm. One in eight stands at an end and one in eight at a position, where equalities lie."""
    names = explorer.control("stream").values
    stream = names[rng.integers(len(names))]
    params = {c.name: _value(c, stream, rng) for c in explorer.controls if c.values_for(stream)}
    return explorer.checked(params | {"stream": stream})


def _value(control, stream, rng):
    values = control.values_for(stream)
    if control.kind == "choice":
        return values[rng.integers(len(values))]
    if control.kind == "signs":
        return "".join(values[i] for i in rng.integers(len(values), size=len(control.default_for(stream))))
    if control.kind == "text":
        return _text(control, rng)
    low, high = min(values), max(values)
    drawn = rng.integers(8)
    if drawn < 2:
        return (low, high)[rng.integers(2)] if drawn else values[rng.integers(len(values))]
    if drawn % 2 and low > 0:
        value = math.exp(rng.uniform(math.log(low), math.log(high)))
    else:
        value = rng.uniform(low, high)
    return min(max(round(value) if control.integer else value, low), high)


def _text(control, rng):
    """Rounds, or one of the control's own examples where it does not read these."""
    text = _rounds(rng)
    try:
        control.reads(text)
    except ValueError:
        return control.values[rng.integers(len(control.values))]
    return text


def _rounds(rng):
    """A reader's rounds that every explorer takes: x in the unit ball, some of them 0, labels ±1."""
    T, d = rng.integers(1, (8, 61)[rng.integers(2)]), rng.integers(1, 4)
    X = rng.uniform(-1, 1, (T, d)) if rng.integers(2) else rng.integers(-1, 2, (T, d)).astype(float)
    X = (X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1)).round(3) * 0.99
    X[-1, 0] = X[-1, 0] if X.any() else 0.5
    return streams.written_as(X, rng.choice([-1.0, 1.0], T))


def faults(explorer, frame):
    """What is wrong with a frame, as a list of words: a number that is not finite, a curve outside its picture, a fact
    out of its range, or a bound that holds and lies below what it bounds."""
    try:
        frame.as_dict()
    except ValueError as error:
        return [str(error)]
    found = list(_pictures(explorer, frame))
    facts = frame.facts | {"zero": 0.0}
    if {"delta", "n_runs"} <= set(facts):
        facts["expected"] = facts["delta"] * facts["n_runs"]
    found += [f"{name} = {facts[name]:.6g} is no share" for name in SHARES.get(explorer.name, ())
              if not 0 <= facts[name] <= 1]
    for less, more, slack, where in BOUNDS.get(explorer.name, lambda facts: ())(facts):
        if where and not facts[less] <= facts[more] + slack + 1e-9 * (abs(facts[less]) + abs(facts[more])):
            found.append(f"{less} = {facts[less]!r} > {more} = {facts[more]!r}")
    # of a certificate: no loss here is above 1 a round at u = 0
    gap = 1e-8 * max(1.0, facts.get("T", 1)) / facts.get("unit", 1.0)
    for name, bound in CURVES.get(explorer.name, ()):
        if frame.status.get(bound, "holds") == "holds" and (
            at := _above(frame.series[name], frame.series[bound], gap)) is not None:
            found.append(f"{name} lies above {bound} at {at:.6g}")
    return found


def _pictures(explorer, frame):
    for series in explorer.series:
        panel, curve = explorer.panel(series.panel), frame.series[series.name]
        x, y = np.asarray(curve["x"]), np.asarray(curve["y"])
        for axis, values in ((panel.x, x), (panel.y, y)):
            low, high = axis.limits
            if len(x) != len(y) or np.any(values < low) or np.any(values > high):
                yield f"series {series.name} leaves its picture"
    for name in frame.status:
        if name not in frame.series:
            yield f"a status for {name!r}, which is no series"
    if not frame.sentence or any(word in frame.headline + frame.sentence + "".join(frame.texts.values())
                                 for word in ("nan", "inf,", "inf ")):
        yield "the sentence is empty or names no number"


def _above(curve, bound, slack):
    """Where a curve lies above its bound, or None. Between the bound's points its larger neighbour stands for it:
    bounds are monotone, and only what is certainly above is reported."""
    x, y = np.asarray(curve["x"]), np.asarray(curve["y"])
    at, height = np.asarray(bound["x"]), np.asarray(bound["y"])
    if not len(at):
        return None
    inside = (x >= at[0]) & (x <= at[-1])
    x, y = x[inside], y[inside]
    right = np.clip(np.searchsorted(at, x), 0, len(at) - 1)
    left = np.where(at[right] == x, right, np.maximum(right - 1, 0))
    over = y > np.maximum(height[left], height[right]) * (1 + 1e-9) + 1e-9 + slack
    return float(x[over][0]) if over.any() else None


def _chance(f):
    """Slack for a number of training sets that may be exceeded with probability delta: six standard deviations."""
    return 6 * (f["delta"] * (1 - f["delta"]) * f["n_runs"]) ** 0.5 + 6


def _ogd(f):
    yield "regret", "bound", f["gap"], f["T3_holds"]
    yield "regret", "bound_tuned", f["gap"], f["T4_holds"]
    yield "G_seen", "G", 0, True
    yield "norm_comparator", "U", 0, True


def _protocol(f):
    yield "regret_last", "regret", f["gap"], True
    yield "norm_w", "U", 0, True


def _ogd_proof(f):
    yield "regret", "bound", f["gap"], True
    yield "regret_tuned", "bound_tuned", f["gap"], True


def _strong_convexity(f):
    slack = 1e-8 * f["T"]
    yield "regret", "bound", slack, f["T7_holds"]
    yield "bound", "bound_logarithm", 0, True
    yield "regret", "bound_seen", slack, True
    yield "regret_rival", "bound_rival", slack, f["T3_holds"]
    yield "regret_rival_least", "bound_rival", slack, f["T3_holds"] and f["eta"] == f["eta_rival_least"]


def _losses(f):
    for surrogate in ("hinge", "base_2"):
        yield "zero_one", surrogate, 0, True
        yield "mean_zero_one", f"mean_{surrogate}", 0, True
    yield "fewest", "mean_zero_one", 0, True
    yield "norm", "U", 0, True


def _perceptron(f):
    for bound in ("bound_U", "bound_best", "implicit"):
        yield "M", bound, 0, True
        yield "M_last", f"{bound}_last", 0, True
    yield "M_last", "bound_separable", 0, f["separable"]
    yield "bound_best_last", "bound_U_last", f["gap_best"], True
    yield "norm_u", "U", 0, True
    yield "M", "M_last", 0, True


def _online_to_batch(f):
    if "M_median" in f:
        yield "above", "expected", _chance(f), True
        return
    yield "above_proof", "expected", _chance(f), True
    yield "above", "expected", _chance(f), f["bound_holds"]
    yield "above_sharp", "expected", _chance(f), f["bound_holds"]
    yield "bound_sharp", "bound", 0, True
    yield "zero", "jensen", 1e-15, True
    yield "zero", "regret", 1e-15, True


def _sgd(f):
    yield "mean", "bound", 6 * f["error"], f["T22_holds"]
    yield "mean", "bound_any", 6 * f["error"], f["any_holds"]
    yield "mean_gd", "bound_any", 0, f["any_holds"]


def _regularisation(f):
    for form in "AB":
        yield f"regret_{form}", f"bound_{form}", 1e-8 * max(1, f["bound_A"]), True
    yield "movement", "stability", 0, True
    yield "mean", "bound_here", 0, True
    yield "mean", "bound_T18", 0, f["T18_holds"]
    yield "mean", "bound_sharp", 0, f["lam"] == f["lam_sharp"]
    yield "bound_sharp", "bound_here", 0, True


def _kernels(f):
    yield "M", "bound", 0, True
    yield "M_last", "bound_last", 0, True
    yield "M", "bound_margin", 0, f["certified"]
    yield "margin_lower", "margin_upper", 0, True
    yield "support", "t", 0, True


def _adversary(f):
    yield "regret", "promise", 0, f["bound_holds"]
    yield "least", "promise", 0, f["bound_holds"]
    yield "mean", "record", 0, True


def _spam(f):
    yield "regret", "bound", f["gap"], True
    yield "regret", "sharp", f["gap"], True
    yield "regret", "T24", f["gap"], f["T24_holds"]
    yield "norm_w", "U", 0, True
    yield "norm_best", "U", 0, True


#: What must be at most what: (less, more, slack for certificate and chance, whether it applies).
BOUNDS = {"ogd": _ogd, "protocol": _protocol, "ogd_proof": _ogd_proof, "strong_convexity": _strong_convexity,
          "losses": _losses, "perceptron": _perceptron, "online_to_batch": _online_to_batch, "sgd": _sgd,
          "regularisation": _regularisation, "kernels": _kernels, "adversary": _adversary, "spam": _spam}
#: Curves and what bounds them, wherever the bound's status says "holds".
CURVES = {
    "ogd": (("regret", "bound"), ("regret", "tuned"), ("regret_eta", "bound_eta")),
    "strong_convexity":
    (("regret", "harmonic"), ("regret", "logarithm"), ("regret", "seen"), ("rival_eta", "rival_bound")),
    "losses": (("zero_one", "hinge"), ("zero_one", "base_2"), ("mean_zero_one", "mean_hinge"),
               ("mean_zero_one", "mean_base_2")),
    "perceptron":
    tuple((part, bound) for part in ("mistakes", "later")
          for bound in ("radius_bound", "best_bound", "implicit", "margin_bound")),
    "sgd": (),
    "regularisation":
    (("regret_A", "bound_A"), ("regret_B", "bound_B"), ("moved", "moves_at_most"), ("excess", "excess_bound")),
    "kernels": (("mistakes", "bound"), ("later", "bound")),
    "adversary":
    (("regret_t", "bound_t"), ("record_t", "bound_t"),
     *((regret, line) for regret in ("regret", "records") for line in ("guarantee", "three", "root8", "root2", "one"))),
    "spam": (("regret", "limit"), ("regret", "sharp"), ("regret", "report")),
}
SHARES = {"losses": ("zero_one", "mean_zero_one", "share_close", "share_beyond", "fewest"),
          "spam": ("errors", "errors_best", "errors_blind", "errors_constant", "a_least", "a_most", "loss",
                   "loss_best"),
          "regularisation": ("exceeding",), "online_to_batch": ("allowed",)}
