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
        yield f"{match[0]} for {share}", abs(read(match[1]) / 100 - share) <= 0.061 * share


def _beside(f, s):
    """The headline that `phrasing.beside` makes."""
    yield "below zero", ("beats every fixed u" in s) == (f["regret"] < -1e-12 * f["bound"])
    yield "above", "is above the bound" not in s or f["regret"] > f["bound"]
    yield from _percentages(r"is (?:about )?([\d.]+) % of the bound", f, s, "regret", "bound")


@claims("ogd")
def _ogd(f, s):
    yield "this η has less", ("This η has less" in s) == (f["regret_least"] - f["regret"] > 1e-9 * f["unit"])
    yield "projections", ("left the ball" in s) == (f["projections"] > 0)
    yield "all", (f"All {f['T']} steps" in s) == (f["projections"] == f["T"] > 2)
    yield "tuned", ("η is the tuned step" in s) == f["T4_holds"]
    yield from _beside(f, s)


@claims("ogd_proof")
def _ogd_proof(f, s):
    lines = ("convexity", "projection", "telescoping", "dropped_term", "diameter", "gradient", "sum")
    most = re.search(r": (?:the )?([a-z ]+) alone loses ", s)[1].replace(" ", "_")
    yield "loses most", f[most] == max(f[line] for line in lines)
    parts = re.search(r"As parts of the bound: ([^:]+?[a-z%])\.", s)[1]
    named = [line for line in lines if re.search(rf"\b{line.replace('_', ' ')} ", parts)]
    yield "the parts", {line for line in lines if f[line] >= 0.001 * f["bound"]} in (set(named), set())
    for line in named:
        yield from _percentages(rf"\b{line.replace('_', ' ')} (?:about )?([\d.]+) %", f, parts, line, "bound")
    if match := re.search(r"Measured, this η (costs|saves) ", s):
        yield match[0], (match[1] == "costs") == (f["regret_change"] > 0)


@claims("strong_convexity")
def _strong_convexity(f, s):
    yield "explodes", ("iterates explode" in s) == f["exploded"] == ("bound does not apply" in s)
    if not f["exploded"]:
        yield "T7 holds", f["T7_holds"]
        yield "above the printed", ("regret is above the printed" in s) == f["above_printed"]
        yield "stays below", ("stays below the printed" in s) == (not f["above_from"])
        yield from _beside(f, s)
    if match := re.search(r"(less|more|about as much) regret (?:than|as) steps 1", s):
        ours, rival = f["regret"], f["regret_rival"]
        near = abs(ours - rival) <= 0.01 * max(abs(ours), abs(rival))
        yield match[0], match[1] == ("about as much" if near else "less" if rival < ours else "more")
    yield "T3 promises nothing", ("T3 promises them nothing" in s) == (not f["T3_holds"])
    yield "worst case", "the worst case only without projection" not in s or f["regret"] < f["bound"]


@claims("adversary")
def _adversary(f, s):
    signs = re.search(r"(?:Y|y)our (?:16 )?signs", s) is not None
    held = signs and f["harder"] == 0 and f["record_times"] < 65536
    yield "record", ("You hold the record" in s) == held and ("signs hold the record" in s) <= held
    yield "harder", "cost it more" not in s and "costs it more" not in s or f"{f['harder']} of the" in s
    yield "above", ("the regret is above it" in s) == (not f["bound_holds"] and f["regret"] > f["promise"])
    yield "not above", ("the regret is not above it" in s) == (not f["bound_holds"] and f["regret"] <= f["promise"])
    yield (
        "holds", (re.search("its bound is (?!void)", s) is not None) == f["bound_holds"] != ("its bound is void" in s)
        and (not f["bound_holds"] or f["regret"] <= f["promise"] * (1 + 1e-9)))
    yield "beaten", ("beat every fixed point" in s) == (f["regret"] < -1e-12 * f["T"])
    yield "whatever", ("Whatever your signs" in s) == (signs and f["record_times"] == 65536)
    yield "the push costs more", "push costs more" not in s or f["regret"] > f["record"]


@claims("sgd")
def _sgd(f, s):
    yield (
        "held", ("There it is held" in s or "There they are held" in s) == f["ran_away"]
        == (f["away_gd"] + f["away_sgd"] + f["away_mini"] > 0) == ("a run went 10⁶ away" in s))
    yield (
        "T22", ("This is T22’s step" in s) == f["T22_holds"] and ("neither bound applies" in s) == (not f["any_holds"]))
    vacuous = f["any_holds"] and f["bound_here"] >= f["start"]
    yield "says nothing", ("says nothing." in s.split(". ")[0] + ".") == vacuous
    yield "no bound", ("no bound applies" in s) == (not f["any_holds"])
    yield "on average", "on average f(w̄)" not in s.lower() and "is on average" not in s or f["b"] < f["m"]


@claims("losses")
def _losses(f, s):
    yield "less than the zero-one loss", ("less than the zero-one loss" in s) == (f["nats"] < f["zero_one"])
    yield "as good as any", ("as good as any" in s) == (0 < f["mean_zero_one"] <= f["fewest"] + 1e-12)
    yield "not the fewest", ("not the fewest" in s) == (f["mean_zero_one"] > f["fewest"] + 1e-12)
    yield "errors of none", ("errs on none of" in s) == (f["mean_zero_one"] == 0)
    yield "the hinge bounds the error", f["hinge"] >= f["zero_one"] and f["mean_hinge"] >= f["mean_zero_one"] - 1e-9
    yield "wrong labels", "wrong label" not in s or f["wrong"] > 0
    yield from _percentages(r"errs on ([\d.]+) %", f | {"one": 1.0}, s, "mean_zero_one", "one")
    yield from _percentages(r"on less than ([\d.]+) %", f | {"one": 1.0}, s, "fewest", "one")


@claims("protocol")
def _protocol(f, s):
    yield "below zero", ("The regret is below zero" in s) == (f["regret"] < -f["gap"])
    yield "another", ("is another one" in s) == (f["comparator_to_last"] > 1e-9)
    yield "pulled back", ("pulled back" in s) == f["projected"]
    match = re.search(rf"risk is ({NUMBER}), and the best fixed u has ({NUMBER})\.(?!\d)", s)
    yield "two risks look alike", (match[1] == match[2]) == (f["risk"] == f["risk_best"])
    if "spam" in f and f["t"] > 1:
        constant = min(f["spam"], 1 - f["spam"])
        yield "neither filters", ("neither filters" in s) == (0 < constant <= min(f["errors"], f["errors_best"]))
        yield "all so far", ("so far are" in s) == (constant == 0) and ("are other mail" not in s or f["spam"] == 0)
        yield from _percentages(r"learner has erred on ([\d.]+) %", f | {"one": 1.0}, s, "errors", "one")
        yield from _percentages(r"best fixed u errs on ([\d.]+) %", f | {"one": 1.0}, s, "errors_best", "one")


@claims("spam")
def _spam(f, s):
    one = f | {"one": 1.0}
    yield "useless", ("no fewer errors than" in s) == (f["errors_best"] >= f["errors_constant"] > 0)
    yield "all alike", bool(re.search(r"so far (?:is|are) (?:spam|other mail)\.", s)) == (f["errors_constant"] == 0)
    called = re.search(r"if all were called (spam|other mail|the same)", s, re.IGNORECASE)
    yield (
        "what most are",
        not called or called[1] == ("the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "other mail"))
    yield "says nothing", ("says nothing yet" in s) == f["vacuous"] == (f["bound"] >= f["t"])
    yield "the smaller form", "long streams" not in s or f["sharp"] < f["bound"]
    yield "below zero", ("The regret is below zero" in s) == (f["regret"] < -5e-4)
    yield "the first", "the first message" not in s or f["t"] == 1
    for part, words in (("errors", "the filter misjudged"), ("errors_best", "the best fixed one"),
                        ("errors_constant", r"called (?:spam|other mail|the same),"),
                        ("errors_blind", "the errors would be")):
        yield from _percentages(rf"{words} ([\d.]+) %", one, s, part, "one")
        if counts := re.search(rf"{words} (none|\d+)(?: of {f['t']}\b|[,.] |\.$)", s):
            yield counts[0], abs(int(counts[1].replace("none", "0")) - f[part] * f["t"]) < 1e-6


@claims("perceptron")
def _perceptron(f, s):
    rows = ("bound_U_last", "bound_best_last", *["bound_separable"] * f["separable"])
    yield "says nothing", s.count("rounds, which says nothing.") == sum(f[b] >= f["T"] for b in rows)
    yield "separable", ("so the bound (X/γ)² does not apply" in s) == (not f["separable"]) == (" to bound them." in s)
    headline = s.partition(". ")[0]
    yield "nothing yet", ("which says nothing" in headline) == (f["separable"] and f["bound_separable"] >= f["t"])
    met = f["separable"] and abs(f["M"] - f["bound_separable"]) < 1e-6 * f["M"]
    yield "exactly", ("exactly the" in headline) == (met and f["bound_separable"] < f["t"])
    yield "wrong labels", (f["wrong_labels"] > 0) == bool(re.search(r"with \d+ wrong labels?\b", s))
    yield "no more", ("will be no more" in s) == (f["M"] == f["M_last"] and f["t"] < f["T"])
    yield "exactly as many", "here there" not in s or abs(f["M_last"] - f["bound_separable"]) < 1e-6 * f["M_last"]
    yield "longer", "A longer one" not in s or f["norm_best"] < f["U"]
    yield "shorter", "A shorter one" not in s or f["norm_best"] > f["U"]
    yield "the same mistakes", f["same_mistakes"] and "not the same" not in s


@claims("kernels")
def _kernels(f, s):
    yield "says nothing", ("which says nothing" in s) == (f["bound_last"] >= f["T"])
    yield "wrong now", ("right side" in s) == (f["wrong_now"] == 0)
    if match := re.search(r"even now (\d+) of the (\d+) examples", s):
        yield match[0], (int(match[1]), int(match[2])) == (f["wrong_now"], f["t"])
    yield "no more", ("will be no more" in s) == (f["M"] == f["M_last"] and f["t"] < f["T"])
    yield "margin", ("fixed by" in s) == f["certified"] and ("No f was found" in s) == (not f["separable"])
    yield from _percentages(r"rounds (?:is|are) ([\d.]+) %", f, s, "M_last", "bound_last")


@claims("regularisation")
def _regularisation(f, s):
    yield "all that is allowed", ("all that stability" in s) == (f["movement"] >= f["stability"] * (1 - 1e-9))
    if match := re.search(rf"by up to ({NUMBER}), less than .*?= ({NUMBER})", s):
        yield "less", read(match[1]) < read(match[2])
    yield (
        "T18",
        ("holds for this λ as well" in s) == f["T18_holds"] and ("nothing for this one" in s) == (not f["T18_holds"]))
    for what, says in (
        ("stability", "as all minimisers"), ("bound_here", ", which says nothing."), ("bound_here", "no w with |w|"),
        ("bound_T18", "well, but says nothing")):
        most = 2 if what == "stability" else f["excess_largest"]
        yield f"{what} says nothing", (says in s) == (f[what] >= most and (what != "bound_T18" or f["T18_holds"]))
    yield "chances", ("a larger excess than that" in s) == (f["T18_holds"] and f["bound_T18"] < f["excess_largest"])
    yield "the least bound", ("has the least bound" in s) == (f["lam"] == f["lam_sharp"])
    yield from _percentages(r"is (?:about )?([\d.]+) % of the bound", f, s, "mean", "bound_here")


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
    yield from _percentages(r"on ([\d.]+) % of runs", f | {"one": 1.0}, s, "allowed", "one")
    if perceptron:
        yield "applies", ("does not apply" in s) == (f["applies"] < f["n_runs"]) == ("; the theorem covers" in s)
        yield "says nothing", ("says nothing yet" in s) == (f["applies"] > 0 and f["bound"] >= 1)
        yield "the headline", (", says nothing." in s) == (f["bound_holds"] and f["bound"] >= 1)
    else:
        bound = f["bound"] if f["bound_holds"] else f["bound_proof"]
        yield "T13 applies", ("T13 does not apply" in s) == (not f["bound_holds"]) == ("the promise" not in s)
        yield "says nothing", ("says nothing yet" in s) == (bound >= f["largest_loss"])
        yield "the headline", (", says nothing." in s) == (f["bound_holds"] and f["bound"] >= f["largest_loss"])
        links = {"Jensen’s inequality": "jensen", "the martingale step": "martingale", "the regret bound": "regret",
                 "Hoeffding’s bound": "hoeffding", "the rounding of the constants": "constants"}
        most = re.search(r"the link that loses most is ([^,(]+?)(?: \(T\d+\))?, ", s)[1]
        yield "loses most", f[links[most]] == max(f[link] for link in links.values())
        for greater, less in re.findall(rf"can be ({NUMBER}), more than UX = ({NUMBER})", s):
            yield "more than", read(greater) > read(less)
        for one, tuned in re.findall(rf"η = ({NUMBER}) is not the tuned √2/\(4X²\) = ({NUMBER})", s):
            yield "not the tuned", one != tuned
