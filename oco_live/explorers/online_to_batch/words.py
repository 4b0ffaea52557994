"""What is said of the average predictor, and of the Perceptron's last w."""

from ...phrasing import agree, apart, at_least, at_most, compared, joined, listed, out_of, percent, read, text_of, times

WORDS = {"regression": "linear regression", "coin": "a biased coin", "mail": "real mail",
         "perceptron": "a halfspace", "perceptron_mail": "real mail"}
LINKS = {"jensen": "Jensen’s inequality (T12)", "martingale": "the martingale step (T11)",
         "regret": "the regret bound (T3)", "hoeffding": "Hoeffding’s bound (T14)"}


def words(m, f):
    said, notes = (_perceptron_said, _perceptron_notes) if m.perceptron else (_average_said, _average_notes)
    return {"sentence": joined(said(m, f)), "texts": dict(zip(("shares.note", "growth.note", "chain.note"), notes(m)))}


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


def _average_notes(m):
    return (f"excess risk above er(u*) = {text_of(m.risk_best)}, which is the least risk in the ball",
            "excess risk above er(u*): training sets grow, the law stays",
            "means over the training sets, each link from level to level")


def _average_said(m, f):
    """The excess risk, the bounds and how many training sets lie above them, the last iterate, the costliest link."""
    spread, level = _spread(f, "average", "by ")
    yield (f"Over {f['n_runs']} training sets of {f['m']} examples from {WORDS[m.stream]}, the average predictor’s "
           f"risk is above er(u*) {spread}.")
    yield _promised(f, level) if f["bound_holds"] else _not_promised(m, f)
    yield from _vacuous(f, f["bound"] if f["bound_holds"] else f["bound_proof"])
    yield (f"Compared by the {level}, the last iterate, of which T13 says nothing, is "
           f"{_compared(f, f['last_quantile'], f['average_quantile'])} here: {_risk(f, f['last_quantile'])}.")
    first = max(LINKS, key=lambda link: f[link])
    here = f" at this η, U and |y| ≤ {text_of(f['Y'])}" if f["bound_holds"] else ""
    yield (f"On average over the training sets the link that loses most is {LINKS[first]}, {text_of(f[first])} of "
           f"{text_of(f['bound_proof'])}, the proof’s bound{here}.")


def _exceeding(f, above):
    return f"{out_of(f[above], f['n_runs'], 'training set')} {agree(f[above], 'exceeds', 'exceed')} the bound"


def _promised(f, level):
    ratio = ""
    if f["average_quantile"] > f["rounding"]:  # what a reader computes from the two numbers shown
        many = times(read(text_of(f["bound"])) / read(at_most(f["average_quantile"])))
        ratio = f", {'about ' if many.endswith('times') else ''}{many} that {level}"
    return (f"T13 promises the bound {text_of(f['bound'])} with probability at least {at_least(f['allowed'])}{ratio}; "
            f"{_exceeding(f, 'above')}, and {f['above_sharp'] or 'none'} the sharper one, {text_of(f['bound_sharp'])}.")


def _not_promised(m, f):
    why = []
    if not m.labels_fit:
        why.append("|y| can be {}, more than UX = {}".format(*apart(f["Y"], f["UX"])))
    if not m.is_tuned:
        why.append("η = {} is not the tuned √2/(4X²) = {}".format(*apart(f["eta"], f["eta_star"])))
    return (f"T13 does not apply: {listed(why)}. Its proof at this η, U and |y| ≤ {text_of(f['Y'])}, through T3, "
            f"gives the bound {text_of(f['bound_proof'])}; {_exceeding(f, 'above_proof')}.")


def _perceptron_notes(m):
    where = "" if m.holds else " to which T16 applies" if m.known else ""
    return ("zero-one risk er(h) itself; T16’s bound differs from one training set to the next",
            "zero-one risk; T16 drawn where it applies to every training set",
            f"means over the training sets{where}; T16 {'is one step' if m.known else 'applies to none of them'}")


def _perceptron_said(m, f):
    """The risk of the last w, the size of its sketch, T16's bound and where it does not apply, the average."""
    spread, level = _spread(f, "last")
    yield (f"Over {f['n_runs']} training sets of {f['m']} examples from {WORDS[m.stream]}, the Perceptron’s last w "
           f"after one pass errs with probability {spread}.")
    yield (f"In the median its sketch holds M = {text_of(f['M_median'], 4)} "
           f"{agree(f['M_median'], 'example', 'examples')}, it errs on {percent(f['outside_median'])} of the others, "
           f"and T16’s root is {text_of(f['root_median'])}.")
    yield _sketch_bound(f)
    if f["applies"]:
        yield from _vacuous(f, f["bound"])
    yield (f"Compared by the {level}, the average of the iterates, of which T16 says nothing, is "
           f"{_compared(f, f['average_quantile'], f['last_quantile'])} here: {text_of(f['average_quantile'])}.")


def _sketch_bound(f):
    sets, fits = f["n_runs"], f["applies"]
    above = (f"{f['above'] or 'none'} of these "
             f"{agree(f['above'], 'has a risk above its bound', 'have a risk above their bound')}")
    if fits == sets:
        return (f"On each training set share and root add up to T16’s bound, in the median {text_of(f['bound'])}, "
                f"which holds with probability at least {at_least(f['allowed'])}; {above}.")
    if not fits:
        return "T16 asks for M ≤ m/2 and does not apply to any of these training sets."
    others = (f"{fits} its bound is {text_of(f['bound'])} in the median, and {above}" if fits > 1 else
              f"one its bound is {text_of(f['bound'])}, {'below' if f['above'] else 'above'} its risk")
    return (f"T16 asks for M ≤ m/2 and does not apply to {sets - fits} of the {sets} training sets; for the other "
            f"{others}.")
