"""What the sentences claim, beside the facts: for each explorer, what is said and whether it is so."""

import re

from oco_live.phrasing import read

__all__ = ["CLAIMS", "NUMBER"]

NUMBER = r"−?\d+(?:\.\d+)?(?:e−?\d+)?"
#: explorer -> facts and sentence -> (what is said, whether it is so) for each claim that stands there, and each that
#: should.
CLAIMS = {}


def claims(name):
    def keep(function):
        CLAIMS[name] = function
        return function
    return keep


def _percentages(pattern, facts, sentence, part, whole):
    """A percentage in the sentence agrees with the facts that it is of."""
    if match := re.search(pattern, sentence):
        share = facts[part] / facts[whole]
        yield f"{match[0]} for {share}", abs(read(match[1]) / 100 - share) <= 0.051 * share


@claims("ogd")
def _ogd(f, s):
    yield "this η has less", ("this η has less" in s) == (f["regret_least"] - f["regret"] > 1e-9 * f["unit"])
    yield "below zero", ("beat every fixed u" in s) == (f["regret"] < -1e-12 * f["unit"])
    yield "projections", ("left the ball" in s) == (f["projections"] > 0)
    yield "all", (f"All {f['T']} steps" in s) == (f["projections"] == f["T"] > 2)
    yield "tuned", ("η is the tuned step" in s) == f["T4_holds"]
    yield from _percentages(r"is (?:about )?([\d.]+) % of T3’s", f, s, "regret", "bound")


@claims("ogd_proof")
def _ogd_proof(f, s):
    lines = ("convexity", "projection", "telescoping", "dropped_term", "diameter", "gradient", "sum")
    most = re.search(r"loses most is ([a-z ]+), ", s)[1].replace(" ", "_")
    yield "loses most", f[most] == max(f[line] for line in lines)
    yield "below zero", ("below zero" in s) == (f["regret"] < -1e-12 * f["bound"])
    named = re.findall(
        r"(?:then |, | and )([a-z][a-z ]*?) (?:[\d.]+ times the bound|about the whole bound|nearly all|less than 0.1 "
        r"%|(?:about )?[\d.]+ %)",
        s.split("loses most is")[1].split(".")[0])
    yield "the other lines", ("other line" in s) == (len(named) + 1 < len(lines)) or bool(named) is False
    if match := re.search(r"Measured, it (costs|saves) ", s):
        yield match[0], (match[1] == "costs") == (f["regret_change"] > 0)
    yield from _percentages(r"is (?:about )?([\d.]+) % of T3’s", f, s, "regret", "bound")


@claims("strong_convexity")
def _strong_convexity(f, s):
    if not f["exploded"]:
        yield "T7 holds", f["T7_holds"]
        yield "below zero", ("below zero" in s) == (f["regret"] < -1e-12 * f["bound"])
        yield "above the printed", ("It is above the printed" in s) == f["above_printed"]
        yield "stays below", ("stays below the printed" in s) == (not f["above_from"])
        yield from _percentages(r": (?:about )?([\d.]+) % of T7’s", f, s, "regret", "bound")
    if match := re.search(r"(less than|more than|about as much as) steps 1", s):
        ours, rival = f["regret"], f["regret_rival"]
        near = abs(ours - rival) <= 0.01 * max(abs(ours), abs(rival))
        yield match[0], match[1] == ("about as much as" if near else "less than" if rival < ours else "more than")
    yield "T3 promises nothing", ("T3 promises nothing" in s) == (not f["T3_holds"])
    yield "worst case", "worst-case quadratics" not in s or f["regret"] >= f["bound"] * (1 - 1e-8)


@claims("adversary")
def _adversary(f, s):
    yield (
        "record",
        ("You hold the record" in s) == ("your signs" in s and f["harder"] == 0 and f["record_times"] < 65536))
    yield "harder", "cost it more" not in s and "costs it more" not in s or str(f["harder"]) in s
    yield "above", ("the regret is above it" in s) == (not f["bound_holds"] and f["regret"] > f["promise"])
    yield (
        "holds", (" at this T, holds" in s) == f["bound_holds"]
        and (not f["bound_holds"] or f["regret"] <= f["promise"] * (1 + 1e-9)))
    yield "the push costs more", "the push costs more" not in s or f["regret"] > f["record"]


@claims("sgd")
def _sgd(f, s):
    yield (
        "held", ("where it is held" in s or "where they are held" in s) == f["ran_away"]
        == (f["away_gd"] + f["away_sgd"] + f["away_mini"] > 0))
    yield (
        "T22", ("This is T22’s step" in s) == f["T22_holds"] and ("neither bound applies" in s) == (not f["any_holds"]))


@claims("losses")
def _losses(f, s):
    yield "less than the zero-one loss", ("less than the zero-one loss" in s) == (f["nats"] < f["zero_one"])
    yield "as good as any", ("as good as any" in s) == (0 < f["mean_zero_one"] <= f["fewest"] + 1e-12)
    yield "not the fewest", ("not the fewest" in s) == (f["mean_zero_one"] > f["fewest"] + 1e-12)
    yield "errors of none", ("errs on none of" in s) == (f["mean_zero_one"] == 0)
    yield "at least that", min(f["mean_hinge"], f["mean_base_2"]) >= f["mean_zero_one"] - 1e-9
    yield "wrong labels", "wrong label" not in s or f["wrong"] > 0
    yield from _percentages(r"errs on ([\d.]+) %", f | {"one": 1.0}, s, "mean_zero_one", "one")
    yield from _percentages(r"on less than ([\d.]+) %", f | {"one": 1.0}, s, "fewest", "one")


@claims("protocol")
def _protocol(f, s):
    yield "below zero", ("The regret is below zero" in s) == (f["regret"] < -f["gap"])
    yield "another", ("is another one" in s) == (f["comparator_to_last"] > 1e-9)
    if match := re.search(rf"risk is ({NUMBER}), and the best fixed u has ({NUMBER}):", s):
        yield "two risks look alike", (match[1] == match[2]) == (f["risk"] == f["risk_best"])
    if "spam" in f and f["t"] > 1:
        constant = min(f["spam"], 1 - f["spam"])
        yield "neither filters", ("neither filters" in s) == (0 < constant <= min(f["errors"], f["errors_best"]))
        yield (
            "all so far",
            ("all so far are" in s) == (constant == 0) and ("all so far are other" not in s or f["spam"] == 0))
        yield from _percentages(r"learner has erred on ([\d.]+) %", f | {"one": 1.0}, s, "errors", "one")
        yield from _percentages(r"best fixed u on ([\d.]+) %", f | {"one": 1.0}, s, "errors_best", "one")


@claims("spam")
def _spam(f, s):
    one = f | {"one": 1.0}
    yield "useless", ("no fewer errors than" in s) == (f["errors_best"] >= f["errors_constant"] > 0)
    yield (
        "all alike",
        bool(re.search(r": (?:it is|all of them are) (?:spam|other mail)\.", s)) == (f["errors_constant"] == 0))
    called = re.search(r"if all were called (spam|other mail|the same)", s)
    yield (
        "what most are",
        not called or called[1] == ("the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "other mail"))
    yield "says nothing", ("says nothing yet" in s) == f["vacuous"] == (f["bound"] >= f["t"])
    yield "the smaller form", "long streams" not in s or f["sharp"] < f["bound"]
    yield "below zero", ("The regret is below zero" in s) == (f["regret"] < -5e-4)
    for part, words in (
        ("errors", "has erred on"), ("errors_best", "errs on"), ("errors_constant", "it would be"),
        ("errors_blind", "the errors would be")):
        yield from _percentages(rf"{words} ([\d.]+) %", one, s, part, "one")


@claims("perceptron")
def _perceptron(f, s):
    yield (
        "says nothing", s.count("which says nothing")
        == sum(f[b] >= f["T"] for b in ("bound_U_last", "bound_best_last"))
        + (f["separable"] and f["bound_separable"] >= f["T"]))
    yield "separable", ("does not apply" in s) == (not f["separable"])
    yield "wrong labels", (f["wrong_labels"] > 0) == bool(re.search(r"with \d+ wrong labels?\b", s))
    yield "no more", ("will be no more" in s) == (f["M"] == f["M_last"] and f["t"] < f["T"])
    yield "exactly as many", "here there" not in s or abs(f["M_last"] - f["bound_separable"]) < 1e-6 * f["M_last"]
    yield "longer", "for a longer one" not in s or f["norm_best"] < f["U"]
    yield "shorter", "for a shorter one" not in s or f["norm_best"] > f["U"]
    yield "the same mistakes", f["same_mistakes"] and "not the same" not in s


@claims("kernels")
def _kernels(f, s):
    yield "says nothing", ("which says nothing" in s) == (f["bound_last"] >= f["T"])
    yield "wrong now", f["t"] == 1 or f"errs on {f['wrong_now'] or 'none'} of the {f['t']} seen" in s
    yield "margin", ("fixed by" in s) == f["certified"] and ("No f was found" in s) == (not f["separable"])
    yield from _percentages(r"it makes \d+, ([\d.]+) %", f, s, "M_last", "bound_last")


@claims("regularisation")
def _regularisation(f, s):
    yield "all that is allowed", ("all that stability" in s) == (f["movement"] >= f["stability"] * (1 - 1e-9))
    if match := re.search(rf"by up to ({NUMBER}), less than .*?= ({NUMBER})", s):
        yield "less", read(match[1]) < read(match[2])
    yield (
        "T18",
        ("holds for this λ as well" in s) == f["T18_holds"] and ("nothing for this one" in s) == (not f["T18_holds"]))
    for what, says in (
        ("stability", "as all minimisers"), ("bound_here", "which says nothing, as no w"),
        ("bound_T18", "well, but says nothing")):
        most = 2 if what == "stability" else f["excess_largest"]
        yield f"{what} says nothing", (says in s) == (f[what] >= most and (what != "bound_T18" or f["T18_holds"]))
    yield "chances", ("a larger excess" in s) == (f["T18_holds"] and f["bound_T18"] < f["excess_largest"])


@claims("online_to_batch")
def _online_to_batch(f, s):
    perceptron, half = "M_median" in f, abs(f["allowed"] - 0.5) < 1e-9
    risk, other = (f[f"{name}_quantile"] for name in (("average", "last") if perceptron else ("last", "average")))
    near = abs(risk - other) <= 0.1 * max(abs(risk), abs(other))
    words = (
        {"as good"} if max(abs(risk), abs(other)) <= f["rounding"] else {"about as good"} if near
        else {"better" if risk < other else "worse"})
    yield "compared", re.search(r"says nothing, is ([a-z ]+) here: ", s)[1] in words
    yield "by what", ("Compared by the median, " in s) == half
    yield "one quantile", half == (re.search(r" on [\d.]+ % of them|on more than 99.9 % of them", s) is None)
    if perceptron:
        yield "T16 applies", ("does not apply" in s) == (f["applies"] < f["n_runs"])
        yield "says nothing", ("says nothing yet" in s) == (f["applies"] > 0 and f["bound"] >= 1)
    else:
        bound = f["bound"] if f["bound_holds"] else f["bound_proof"]
        yield "T13 applies", ("T13 does not apply" in s) == (not f["bound_holds"]) == ("T13 promises" not in s)
        yield "says nothing", ("says nothing yet" in s) == (bound >= f["largest_loss"])
        for greater, less in re.findall(rf"can be ({NUMBER}), more than UX = ({NUMBER})", s):
            yield "more than", read(greater) > read(less)
        for one, tuned in re.findall(rf"η = ({NUMBER}) is not the tuned √2/\(4X²\) = ({NUMBER})", s):
            yield "not the tuned", one != tuned
