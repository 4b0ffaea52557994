"""What is said of the descents."""

from ... import phrasing
from ...phrasing import agree, capital, counted, fact_of, in_units, joined, listed, of, or_rounding, or_zero, out_of
from ..written import OWN
from .measure import POINTS, RUNS, SCHEDULES, STEPS, WORDS, block_of


def words(m, f):
    """What is seen: f at the average and the last iterate, what T22 promises and to whom, and the price of a step."""
    own = m.stream == OWN
    return {"headline": _headline(f), "texts": {"plane.note": _first_step(f) if own else ""},
            "sentence": joined([*(_starts(f) if own else ()), *_found(m, f), *_promised(f), *_of_a_step(f)])}


def _first_step(f):
    batch = f"v₁ = ({or_zero(f['v1'])}, {or_zero(f['v2'])})"
    return f"aims {phrasing.text_of(f['aim'])}° off; {batch}" if f["start"] else batch


def _starts(f):
    yield f"At w₁ the first batch has the gradient v₁ = ({or_zero(f['v1'])}, {or_zero(f['v2'])})."
    if f["start"]:
        yield f"The first step of gradient descent aims {phrasing.text_of(f['aim'])}° past min f."


def _headline(f):
    """The mean of f(w̄) − min f over the runs, and its bound."""
    noisy, bound = f["b"] < f["m"], of("bound_here", fact_of(f["bound_here"]))
    excess = of("excess_mean", fact_of(f["mean"])) + " above min f" if f["mean"] else "min f up to rounding"
    if f["ran_away"]:
        return f"Without projection a run went 10⁶ away; after {f['T']} steps no bound applies."
    if f["any_holds"] and f["bound_here"] >= f["start"]:
        whose = "the theorem’s" if f["T22_holds"] else "its proof’s"
        return f"{'On average' if noisy else 'At the end'} f(w̄) is {excess}; {whose} bound, {bound}, says nothing."
    promise = ("no bound applies" if not f["any_holds"] else
               f"the promise is {bound}" if f["T22_holds"] else f"a bound is {bound}")
    return f"After {f['T']} steps f(w̄) is {'on average ' if noisy else ''}{excess}; {promise}."


def _found(m, f):
    n, b, block = or_rounding, f["b"], block_of(f["T"])
    method = "gradient descent" if b == f["m"] else "SGD" if b == 1 else f"mini-batch SGD with b = {b}"
    steps = SCHEDULES[m.schedule]
    if m.schedule == "halving":
        steps = f"η/√T, halved every {counted(block, 'step')} ({phrasing.repeated((f['T'] - 1) // block)}),"
    yield f"The steps are {steps} with η = {in_units(f['eta'], 'D/G')}, on {WORDS[m.stream]}."
    yield f"At the start f(w₁) − min f is {n(f['start'])}."
    yield f"After T = {f['T']} steps the run shown, {method}, has f(w̄) − min f = {n(f['average'])} for the average."
    yield f"That run has {n(f['last'])} for the last iterate."
    if b < f["m"]:
        yield f"The mean over {f['n_runs']} runs has a standard error of {n(f['error'], 2)}."
        yield f"Gradient descent has {n(f['mean_gd'])} for the average and {n(f['last_gd'])} for the last iterate."


def _promised(f):
    if f["T22_holds"]:
        yield "This is T22’s step, for which E f(w̄) − min f is at most 3GD/(2√T)."
        yield f"T22 says nothing of the last iterate{', nor of a single run' if f['b'] < f['m'] else ''}."
    elif f["any_holds"]:
        yield f"T22’s 3GD/(2√T) = {or_rounding(f['bound'])} is for the steps D/(G√t)."
        yield f"For the steps taken here its proof gives {phrasing.upper(f['bound_any'], f['mean'])}."
    else:
        yield "Without the projection w may go anywhere, and neither bound applies."
        if f["ran_away"]:
            yield from _away(f)
        else:
            yield f"The farthest w of all runs has norm {or_rounding(f['reach'])}."


def _of_a_step(f):
    if f["b"] < f["m"]:
        yield f"A step of gradient descent looks at {f['m']} examples, a step here at {f['b']}."
    else:
        yield "With b = m every example is in the batch, and nothing is left to chance."
    yield (f"The noise of v at the least f has standard deviation {or_zero(f['sd_least'])} for b = {f['b']} (at a "
           "kink, of the subgradient taken).")
    yield ("Every step of a path is drawn." if f["T"] < POINTS else
           f"The first {STEPS} steps of a path are drawn one by one, later ones in strides.")


def _away(f):
    """Which runs got so far, and where they are held: "Gradient descent, 3 of the 50 runs of SGD and all 50 runs with b
    = 5 got to a distance of …. There they are held."""
    runs = [("away_gd", 1, "gradient descent"), ("away_sgd", RUNS, "of SGD")]
    runs += [("away_mini", RUNS, f"with b = {f['b']}")] if 1 < f["b"] < f["m"] else []
    far = [name if many == 1 else f"{out_of(f[fact], many, 'run')} {name}" for fact, many, name in runs if f[fact]]
    yield f"{capital(listed(far))} got to a distance of 10⁶ from the origin."
    yield f"There {agree(sum(f[fact] for fact, _, _ in runs), 'it is', 'they are')} held."
