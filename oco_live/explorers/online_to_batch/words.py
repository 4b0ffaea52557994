"""What is said of the average predictor, and of the Perceptron's last w."""

from ... import phrasing
from ...phrasing import agree, apart, at_least, at_most, capital, compared, fact_of, of, out_of, percent, read, text_of
from .curves import ROWS, rows_of

WORDS = {"regression": "linear regression", "coin": "a biased coin", "mail": "real mail",
         "perceptron": "a halfspace", "perceptron_mail": "real mail"}
LINKS = {"jensen": "Jensen’s inequality (T12)", "martingale": "the martingale step (T11)",
         "regret": "the regret bound (T3)", "hoeffding": "Hoeffding’s bound (T14)", "sketch": "the sketch (T16)",
         "constants": "the rounding of the constants"}
ROW_WORDS = {"measured": "mean excess", "jensen": "averaging w", "martingale": "luck of the draw",
             "regret": "regret", "hoeffding": "luck with u*", "sketch": "size of the sketch",
             "proof": "= their sum", "constants": "rounding up", "printed": "= promise",
             "sharp": "= sharper form"}
PERCEPTRON_ROWS = {"measured": "mean risk", "proof": "= promise"}


def words(m, f):
    headline, said = (_perceptron_headline, _perceptron_said) if m.perceptron else (_average_headline, _average_said)
    above = "zero-one risk" if m.perceptron else f"above er(u*) = {text_of(m.risk_best)}"
    of_rows = ROW_WORDS | (PERCEPTRON_ROWS if m.perceptron else {})
    names = [of_rows[row] for row in rows_of(m)[::-1]]  # of the waterfall, from below
    rows = {f"chain.y.{k}": names[k] if k < len(names) else "" for k in range(ROWS)}
    notes = {"growth.note": above, "shares.note": f"m = {m.m}", "chain.note": "means over the runs"}
    return {"headline": headline(f), "sentence": phrasing.joined(said(m, f)), "texts": notes | rows}


# ---------------------------------------------------------------- the headline

def _runs(f, risk, curve, name):
    """What is measured: "Excess risk up to 2.67e−4 on 90 % of runs"; what rounding leaves of 0 is called that."""
    shown = _risk(f, risk) if abs(risk) <= f["rounding"] else f"up to {of(curve, fact_of(risk))}"
    return f"{name} {shown} on {percent(f['allowed'])} of runs"


def _average_headline(f):
    bound = of("printed_m", fact_of(f["bound"]))
    promise = ("the theorem does not apply" if not f["bound_holds"] else
               f"the promise is {bound}" if f["bound"] < f["largest_loss"] else f"the promise, {bound}, says nothing")
    return f"{_runs(f, f['average_quantile'], 'average_quantile', 'Excess risk')}; {promise}."


def _perceptron_headline(f):
    bound = of("compression_m", fact_of(f["bound"]))
    promise = (f"the theorem covers {f['applies'] or 'none'} of {f['n_runs']}" if not f["bound_holds"] else
               f"the promise is {bound}" if f["bound"] < f["largest_loss"] else f"the promise, {bound}, says nothing")
    return f"{_runs(f, f['last_quantile'], 'sketched_quantile', 'Risk')}; {promise}."


# ---------------------------------------------------------------- the rest

def _risk(f, risk):
    """A risk for people; what rounding leaves of 0 is called that."""
    return "0 up to rounding" if 0 != abs(risk) <= f["rounding"] else text_of(risk)


def _played(m, f, name, what):
    """How many training sets there are, and the median on them; at δ = ½ the headline has it."""
    sets = f"Over {f['n_runs']} training sets of {f['m']} examples from {WORDS[m.stream]}"
    return f"{sets} {what} {_risk(f, f[f'{name}_median'])} in the median."


def _level(f):
    """The name of the (1 − δ)-quantile."""
    return "median" if abs(f["allowed"] - 0.5) < 1e-9 else f"{percent(f['allowed'])} quantile"


def _compared(f, risk, other):
    """The first risk against the other one, in words; 10 % are nothing."""
    if max(abs(risk), abs(other)) <= f["rounding"]:
        return "as good"
    return compared(risk, other, "better", "about as good", "worse", 0.1)


def _vacuous(f, bound):
    if bound >= f["largest_loss"]:
        yield f"As no loss exceeds {at_most(f['largest_loss'])}, the bound {text_of(bound)} says nothing yet."


def _exceeding(f, above, bound):
    return f"{capital(out_of(f[above], f['n_runs'], 'training set'))} {agree(f[above], 'exceeds', 'exceed')} {bound}."


def _average_said(m, f):
    """The excess risk, the bounds and how many training sets lie above them, the last iterate, the costliest link."""
    level = _level(f)
    yield _played(m, f, "average", "the average predictor’s excess risk is")
    yield from _promised(f, level) if f["bound_holds"] else _not_promised(m, f)
    yield from _vacuous(f, f["bound"] if f["bound_holds"] else f["bound_proof"])
    yield (f"Compared by the {level}, the last iterate, of which T13 says nothing, is "
           f"{_compared(f, f['last_quantile'], f['average_quantile'])} here: {_risk(f, f['last_quantile'])}.")
    yield from _links_said(m, f)


def _promised(f, level):
    yield f"T13’s bound {text_of(f['bound'])} holds with probability at least {at_least(f['allowed'])}."
    if f["average_quantile"] > f["rounding"]:  # what a reader computes from the two numbers shown
        many = phrasing.times(read(text_of(f["bound"])) / read(text_of(f["average_quantile"])))
        yield f"It is {'about ' if many.endswith('times') else ''}{many} the {level}."
    yield _exceeding(f, "above", "T13’s bound")
    yield f"The sharper form of T13, {text_of(f['bound_sharp'])}, is exceeded by {f['above_sharp'] or 'none'}."


def _not_promised(m, f):
    if not m.labels_fit:
        yield "T13 does not apply: |y| can be {}, more than UX = {}.".format(*apart(f["Y"], f["UX"]))
    if not m.is_tuned:
        yield "T13 does not apply: η = {} is not the tuned √2/(4X²) = {}.".format(*apart(f["eta"], f["eta_star"]))
    yield (f"Its proof at this η, U and |y| ≤ {text_of(f['Y'])}, through T3, gives the bound "
           f"{text_of(f['bound_proof'])}.")
    yield _exceeding(f, "above_proof", "it")


def _links_said(m, f):
    first = max(m.amounts, key=m.amounts.get)
    total, name = (("bound", "T13’s bound") if f["bound_holds"] else ("bound_proof", "the proof’s bound"))
    yield (f"On average over the training sets the link that loses most is {LINKS[first]}, {text_of(f[first])} of "
           f"{text_of(f[total])}, {name}.")
    if f["bound_holds"]:
        yield (f"Before the constants are rounded the proof at this η, U and |y| ≤ {text_of(f['Y'])} gives the bound "
               f"{text_of(f['bound_proof'])}.")


def _perceptron_said(m, f):
    """The risk of the last w, the size of its sketch, T16's bound and where it does not apply, the average."""
    yield _played(m, f, "last", "the Perceptron’s last w errs with probability")
    yield (f"In the median its sketch holds M = {text_of(f['M_median'], 4)} "
           f"{agree(f['M_median'], 'example', 'examples')}.")
    yield f"In the median it errs on {percent(f['outside_median'])} of the others."
    yield f"T16’s root is {text_of(f['root_median'])} in the median."
    yield from _sketch_bound(f)
    if f["applies"]:
        yield from _vacuous(f, f["bound"])
    yield (f"Compared by the {_level(f)}, the average of the iterates, of which T16 says nothing, is "
           f"{_compared(f, f['average_quantile'], f['last_quantile'])} here: {text_of(f['average_quantile'])}.")


def _sketch_bound(f):
    sets, fits, bound = f["n_runs"], f["applies"], text_of(f["bound"])
    above = (f"{capital(str(f['above'] or 'none'))} of these training sets "
             f"{agree(f['above'], 'has a risk above its bound', 'have a risk above their bound')}.")
    if fits == sets:
        yield f"T16’s bound, share and root together, is {bound} in the median."
        yield f"It holds with probability at least {at_least(f['allowed'])}."
        yield above
    elif not fits:
        yield "T16 asks for M ≤ m/2 and does not apply to any of these training sets."
    else:
        yield f"T16 asks for M ≤ m/2 and does not apply to {sets - fits} of the {sets} training sets."
        if fits == 1:
            yield f"For the other one its bound is {bound}, {'below' if f['above'] else 'above'} its risk."
        else:
            yield f"For the other {fits} its bound is {bound} in the median."
            yield above
