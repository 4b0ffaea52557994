"""Is what a frame says English, and is it so? Mechanical checks of sentences, notes, texts and legends.

They look for what random frames break first: nouns that do not agree with their numbers, percentages of nothing and of
more than all, numbers that are rounding noise, bounds printed below what they bound, comparisons against the facts.
"""

import re

from oco_live.phrasing import read, text_of

__all__ = ["said", "slips"]

NOUNS = ("bit", "coefficient", "coin", "error", "example", "feature", "game", "label", "line", "link", "loss", "message",
         "mistake", "proof", "point", "position", "round", "run", "set", "sign", "step", "vector", "word")
PLURALS = tuple({"loss": "losses"}.get(noun, noun + "s") for noun in NOUNS)
ONE, MANY = r"(?<![\d.,−√^/=⌈])(?<!= )1", r"(?<![\d.,−√^/])(?:0|[2-9]|[1-9]\d+)"
ADJECTIVES = r"(?:(?:other|more|support|training|wrong|such|of the) )*"
NUMBER = r"−?\d+(?:\.\d+)?(?:e−?\d+)?"

#: Each is wrong wherever it stands.
WRONG = {
    "one of many": rf"{ONE} {ADJECTIVES}(?:{'|'.join(PLURALS)})\b",
    "many of one": rf"{MANY} {ADJECTIVES}(?:{'|'.join(NOUNS)})\b(?! \d)",
    "one with a plural verb": rf"{ONE} (?:of (?:the |these |its )?\d+ \w+ )?(?:were|are|have|lie|err|cost|do|leave)\b",
    "many with a singular verb": rf"{MANY} of (?:the |these |its )?\d+ \w+ (?:was|is|has|lies|errs|costs|does|leaves)\b",
    "one as all": r"\b(?:all|of the|these) 1 \w+s\b",
    "two as all": r"\b[Aa]ll (?:2|two) \w+s\b",
    "no number": r"\b(?:nan|NaN|inf)\b|(?:=|is|has|of|and) None\b|np\.|float64|[{}]",
    "what rounding leaves": r"e−(?:1[3-9]|[2-9]\d)",
    "at most nothing": r"at most (?:−|0(?![.\d]))",
    "more digits than are read": r"\d\.\d{8,}|\d{9,}|(?<![\d.])[1-9]\d*\.\d{7,}",
    "smaller by a factor": r"times (?:smaller|less|shorter|fewer|worse)\b",
    "once as large": r"(?<![\d.])1 times\b|(?<![\d.])1·[A-Za-z√ηU]|\b0 times\b",
    "a share below zero": rf"−\d[\d.]*(?:e−?\d+)? %",
    "a share too small to tell": r"e−\d+ %",
    "blanks or points": r"  | [,.;:)]|[(] |\.\.|,\.|,,|;\.|:\.|\(\)",
    "a word twice": r"\b(\w{2,}) \1\b",
    "a sentence that begins small": r"[.] [a-z]",
}
_WRONG = {slip: re.compile(pattern) for slip, pattern in WRONG.items()}

#: explorer -> fact -> how its number is introduced in the sentence; group 1 is the number.
PRINTED = {
    "ogd": {"regret": rf"the regret (?:is )?({NUMBER})", "bound": rf"T3’s bound (?:is )?({NUMBER})",
            "bound_tuned": rf"guarantees ({NUMBER})", "eta_star": rf"√2·U/G = ({NUMBER})",
            "regret_least": rf"has the least regret, ({NUMBER})"},
    "ogd_proof": {"regret": rf"the regret (?:is )?({NUMBER})", "bound": rf"T3’s bound (?:is )?({NUMBER})",
                  "bound_tuned": rf"UG√\(8T\) = ({NUMBER})", "lost": rf"gives away (?:the other )?({NUMBER})",
                  "excess": rf"is worse by ({NUMBER})"},
    "strong_convexity": {"regret": rf"steps 1/\(σt\) is ({NUMBER})", "bound": rf"\(G²/2σ\)·H_T (?:=|is) ({NUMBER})",
                         "bound_printed": rf"ln\(T\+1\) = ({NUMBER})", "regret_rival": rf"have regret ({NUMBER})",
                         "bound_rival": rf"T3 promises at most ({NUMBER})", "G": rf"with G = ({NUMBER})"},
    "adversary": {"regret": rf"the regret is ({NUMBER})", "promise": rf"(?:Its bound,|\(G²/2σ\)·H_T =) ({NUMBER})",
                  "least": rf"can promise less than (?:UG√T = )?({NUMBER})", "record": rf"(?:record among them is |worst costs .*?)({NUMBER})(?:\.(?!\d)| = [^ ]*UG√16)",
                  "mean": rf"over all these games is ({NUMBER})"},
    "sgd": {"average": rf"min f = ({NUMBER}) for the average", "last": rf"and ({NUMBER}) for the last", "mean": rf"has ({NUMBER}) in the mean",
            "bound": rf"3GD/\(2√T\) = ({NUMBER})", "bound_any": rf"its proof gives ({NUMBER})", "error": rf"standard error ({NUMBER})"},
    "losses": {"zero_one": rf"the zero-one loss is ({NUMBER})", "hinge": rf"the hinge loss ({NUMBER})", "base_2": rf"the logistic loss ({NUMBER})",
               "nats": rf"({NUMBER}) in nats", "mean_hinge": rf"mean losses are(?: at least that)?: hinge ({NUMBER})", "mean_base_2": rf"logistic in base 2 ({NUMBER})"},
    "protocol": {"prediction": rf"the prediction ({NUMBER}) meets", "label": rf"the label ({NUMBER})", "loss": rf"the loss ({NUMBER}) is",
                 "moved": rf"w moves by ({NUMBER})", "risk": rf"sequential risk is ({NUMBER})", "risk_best": rf"best fixed u has ({NUMBER})",
                 "regret_per_round": rf"difference is ({NUMBER})", "regret": rf"the regret is ({NUMBER})",
                 "comparator_to_last": rf"another one, ({NUMBER}) away", "regret_last": rf"learner stands at ({NUMBER})"},
    "spam": {"loss": rf"has erred .*?, with mean loss ({NUMBER})", "loss_best": rf"errs .*?, with mean loss ({NUMBER})",
             "loss_blind": rf"the mean loss ({NUMBER})", "regret": rf"The regret is ({NUMBER})", "bound": rf"√t = ({NUMBER})",
             "sharp": rf"for long streams ({NUMBER})", "top_weight": rf"of largest size is ({NUMBER})"},
    "perceptron": {"bound_separable": rf"\(X/γ\*\)² = ({NUMBER})", "margin": rf"γ\* = ({NUMBER})", "bound_U_last": rf"T9 allows ({NUMBER})",
                   "norm_best": rf"of all has norm ({NUMBER})", "bound_best_last": rf"and allows ({NUMBER})",
                   "implicit_last": rf"L \+ ‖u‖X√M gives ({NUMBER})", "norm_w": rf"‖w‖ (?:is|=) ({NUMBER})"},
    "kernels": {"bound_last": rf"(?:T10 allows|% of the) ({NUMBER})(?: that T10 allows|, no less)", "margin": rf"γ\* = ({NUMBER})"},
    "regularisation": {"regret_A": rf"have regret ({NUMBER})", "bound_A": rf"T19’s bound is ({NUMBER})", "regret_B": rf"\(B\) has ({NUMBER})",
                       "bound_B": rf"and its bound is ({NUMBER})", "movement": rf"by up to ({NUMBER})", "stability": rf"/\(λm\) = ({NUMBER})",
                       "mean": rf"training sets is ({NUMBER})", "bound_here": rf"at most ({NUMBER}) by T18", "bound_T18": rf"√\(8/m\) = ({NUMBER})",
                       "excess_largest": rf"has more than ({NUMBER})"},
    "online_to_batch": {"average_median": rf"er\(u\*\) by ({NUMBER}) in the median", "last_median": rf"with probability ({NUMBER}) in the median",
                        "bound": rf"(?:T13 promises the bound|T16’s bound,|its bound is) ({NUMBER})",
                        "bound_sharp": rf"the sharper one, ({NUMBER})", "bound_proof": rf"gives the bound ({NUMBER})",
                        "M_median": rf"holds M = ({NUMBER})", "root_median": rf"T16’s root is ({NUMBER})", "UX": rf"more than UX = ({NUMBER})"},
}
#: Of these pairs the second is no bound that the reader is given for the first, or both are printed with as many digits.
ALIKE = {("bound_best_last", "bound_U_last"), ("mean", "record"), ("bound_sharp", "bound_here"), ("regret_last", "regret"), ("movement", "stability")}
#: explorer -> facts and sentence -> (what is said, whether it is so) for each claim that stands there, and each that should.
CLAIMS = {}


def claims(name):
    def keep(function):
        CLAIMS[name] = function
        return function
    return keep


def said(explorer, frame):
    """Where -> text, of all that the frame says: the sentence, its texts, and the legends of what is there."""
    legends = {f"legend of {s.name}": re.sub(r"\{(\w+)\}", lambda hole: text_of(frame.facts[hole[1]]), s.label)
               for s in explorer.series if s.label and frame.status.get(s.name) != "absent"}
    return {"sentence": frame.sentence} | dict(frame.texts) | legends


def slips(explorer, frame):
    """What is wrong with what a frame says, as a list of words; empty if nothing was found."""
    found = []
    for where, text in said(explorer, frame).items():
        if "chance" in text:  # that of an event may be as small as it is
            text = re.sub(rf"chance {NUMBER}", "chance", text)
        if explorer.name == "sgd":  # f − min f is known to 1e-15 on the valley
            text = re.sub(r"e−1[345]", "", text)
        if explorer.name == "regularisation":  # a mean over all training sets, exact
            text = re.sub(rf"(?<=training sets is ){NUMBER}|(?<=exact: ){NUMBER}", "0.1", text)
        if explorer.name == "online_to_batch":  # exact as well, but for what its facts call rounding
            text = re.sub(r"e−(?:1[3-9]|2\d)", "", text)
        found += [f"{where}: {slip}: …{text[max(0, m.start() - 40):m.end() + 40]}…"
                  for slip, pattern in _WRONG.items() if (m := pattern.search(text))]
        found += [f"{where}: {m[0]}" for m in re.finditer(rf"({NUMBER}) %", text) if read(m[1].replace("e−", "e-")) > 100]
        found += [f"{where}: {m[0]}" for m in re.finditer(rf"({NUMBER}), (more|less) than (?:[^\d\s]+ = )?({NUMBER})", text)
                  if (read(m[1]) > read(m[3])) != (m[2] == "more") or read(m[1]) == read(m[3])]
        if text.count("(") != text.count(")") or text.count("“") != text.count("”"):
            found.append(f"{where}: brackets or quotes: {text}")
    if not re.fullmatch(r"[A-ZΑ-Ωη].*[.]", frame.sentence):
        found.append(f"sentence: neither begins nor ends as one: {frame.sentence}")
    found += _numbers(explorer.name, frame)
    found += [f"claim: {what}: {frame.sentence}" for what, so in CLAIMS.get(explorer.name, lambda f, s: ())(frame.facts, frame.sentence) if not so]
    return found


def _numbers(name, frame):
    """Printed numbers against the facts: each as near as three digits are (a share or standard error two), a bound not
    below what it bounds."""
    from support.off_grid import BOUNDS

    printed = {}
    for fact, pattern in PRINTED.get(name, {}).items():
        match = re.search(pattern, frame.sentence)
        if match:
            printed[fact] = read(match[1])
            true = float(frame.facts[fact])
            digits = 0.051 if fact == "error" else 0.0101
            if abs(printed[fact] - true) > digits * abs(true) + 1e-12:
                yield f"{fact} = {true!r} is printed as {match[1]}: {frame.sentence}"
    facts = frame.facts | {"zero": 0.0} | ({"expected": 0.0} if "delta" in frame.facts else {})
    for less, more, slack, where in BOUNDS[name](facts):
        if where and more in printed and (less, more) not in ALIKE and printed[more] < facts[less] - slack - 1e-8 * (1 + abs(facts[less])):
            yield f"{more}, which bounds {less} = {facts[less]!r}, is printed as {printed[more]!r}: {frame.sentence}"


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
    yield from _percentages(r"is ([\d.]+) % of T3’s", f, s, "regret", "bound")


@claims("ogd_proof")
def _ogd_proof(f, s):
    lines = ("convexity", "projection", "telescoping", "dropped_term", "diameter", "gradient", "sum")
    most = re.search(r"loses most is ([a-z ]+), ", s)[1].replace(" ", "_")
    yield "loses most", f[most] == max(f[line] for line in lines)
    yield "below zero", ("below zero" in s) == (f["regret"] < -1e-12 * f["bound"])
    named = re.findall(r"(?:then |, | and )([a-z][a-z ]*?) (?:[\d.]+ times the bound|about the whole bound|[\d.]+ %)", s.split("loses most is")[1].split(".")[0])
    yield "the other lines", ("other line" in s) == (len(named) + 1 < len(lines)) or bool(named) is False
    if match := re.search(r"Measured, it (costs|saves) ", s):
        yield match[0], (match[1] == "costs") == (f["regret_change"] > 0)
    yield from _percentages(r"is ([\d.]+) % of T3’s", f, s, "regret", "bound")


@claims("strong_convexity")
def _strong_convexity(f, s):
    if not f["exploded"]:
        yield "T7 holds", f["T7_holds"]
        yield "below zero", ("below zero" in s) == (f["regret"] < -1e-12 * f["bound"])
        yield "above the printed", ("It is above the printed" in s) == f["above_printed"]
        yield "stays below", ("stays below the printed" in s) == (not f["above_from"])
        yield from _percentages(r": ([\d.]+) % of T7’s", f, s, "regret", "bound")
    if match := re.search(r"(less than|more than|about as much as) steps 1", s):
        ours, rival = f["regret"], f["regret_rival"]
        near = abs(ours - rival) <= 0.01 * max(abs(ours), abs(rival))
        yield match[0], match[1] == ("about as much as" if near else "less than" if rival < ours else "more than")
    yield "T3 promises nothing", ("T3 promises nothing" in s) == (not f["T3_holds"])
    yield "worst case", "worst-case quadratics" not in s or f["regret"] >= f["bound"] * (1 - 1e-8)


@claims("adversary")
def _adversary(f, s):
    yield "record", ("You hold the record" in s) == ("your signs" in s and f["harder"] == 0 and f["record_times"] < 65536)
    yield "harder", "cost it more" not in s and "costs it more" not in s or str(f["harder"]) in s
    yield "above", ("the regret is above it" in s) == (not f["bound_holds"] and f["regret"] > f["promise"])
    yield "holds", (" at this T, holds" in s) == f["bound_holds"] and (not f["bound_holds"] or f["regret"] <= f["promise"] * (1 + 1e-9))
    yield "the push costs more", "the push costs more" not in s or f["regret"] > f["record"]


@claims("sgd")
def _sgd(f, s):
    yield "held", ("where it is held" in s) == f["ran_away"] == (f["away_gd"] + f["away_sgd"] + f["away_mini"] > 0)
    yield "T22", ("This is T22’s step" in s) == f["T22_holds"] and ("neither bound applies" in s) == (not f["any_holds"])


@claims("losses")
def _losses(f, s):
    yield "less than the zero-one loss", ("less than the zero-one loss" in s) == (f["nats"] < f["zero_one"])
    yield "as good as any", ("as good as any" in s) == (0 < f["mean_zero_one"] <= f["fewest"] + 1e-12)
    yield "not the fewest", ("not the fewest" in s) == (f["mean_zero_one"] > f["fewest"] + 1e-12)
    yield "errors of none", ("errs on none of" in s) == (f["mean_zero_one"] == 0)
    yield "at least that", min(f["mean_hinge"], f["mean_base_2"]) >= f["mean_zero_one"] - 1e-9
    yield "wrong labels", "wrong label" not in s or f["wrong"] > 0
    yield from _percentages(r"errs on ([\d.]+) %", f | {"one": 1.0}, s, "mean_zero_one", "one")
    yield from _percentages(r"on fewer than ([\d.]+) %", f | {"one": 1.0}, s, "fewest", "one")


@claims("protocol")
def _protocol(f, s):
    yield "below zero", ("It is negative" in s) == (f["regret"] < -f["gap"])
    yield "another", ("is another one" in s) == (f["comparator_to_last"] > 1e-9)
    if match := re.search(rf"risk is ({NUMBER}), and the best fixed u has ({NUMBER}):", s):
        yield "two risks look alike", (match[1] == match[2]) == (f["risk"] == f["risk_best"])
    if "spam" in f and f["t"] > 1:
        constant = min(f["spam"], 1 - f["spam"])
        yield "neither filters", ("neither filters" in s) == (0 < constant <= min(f["errors"], f["errors_best"]))
        yield "all so far", ("all so far are" in s) == (constant == 0) and "all so far are other" not in s or f["spam"] == 0
        yield from _percentages(r"learner has erred on ([\d.]+) %", f | {"one": 1.0}, s, "errors", "one")
        yield from _percentages(r"best fixed u on ([\d.]+) %", f | {"one": 1.0}, s, "errors_best", "one")


@claims("spam")
def _spam(f, s):
    one = f | {"one": 1.0}
    yield "useless", ("no fewer errors than" in s) == (f["errors_best"] >= f["errors_constant"] > 0)
    yield "all alike", bool(re.search(r": (?:it is|all of them are) (?:spam|other mail)\.", s)) == (f["errors_constant"] == 0)
    called = re.search(r"if all were called (spam|other mail|the same)", s)
    yield "what most are", not called or called[1] == ("the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "other mail")
    yield "says nothing", ("says nothing yet" in s) == f["vacuous"] == (f["bound"] >= f["t"])
    yield "the smaller form", "long streams" not in s or f["sharp"] < f["bound"]
    yield "below zero", ("It is negative" in s) == (f["regret"] < -5e-4)
    for part, words in (("errors", "has erred on"), ("errors_best", "errs on"), ("errors_constant", "it would be"), ("errors_blind", "the errors would be")):
        yield from _percentages(rf"{words} ([\d.]+) %", one, s, part, "one")


@claims("perceptron")
def _perceptron(f, s):
    yield "says nothing", s.count("which says nothing") == sum(f[b] >= f["T"] for b in ("bound_U_last", "bound_best_last")) + (
        f["separable"] and f["bound_separable"] >= f["T"])
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
    yield "T18", ("holds for this λ as well" in s) == f["T18_holds"] and ("nothing for this one" in s) == (not f["T18_holds"])
    for what, says in (("stability", "as all minimisers"), ("bound_here", "for this λ, which says nothing"), ("bound_T18", "well, but says nothing")):
        most = 2 if what == "stability" else f["excess_largest"]
        yield f"{what} says nothing", (says in s) == (f[what] >= most and (what != "bound_T18" or f["T18_holds"]))
    yield "chances", ("a larger excess" in s) == (f["T18_holds"] and f["bound_T18"] < f["excess_largest"])


@claims("online_to_batch")
def _online_to_batch(f, s):
    perceptron, half = "M_median" in f, abs(f["allowed"] - 0.5) < 1e-9
    risk, other = ((f[f"{name}_quantile"] for name in (("average", "last") if perceptron else ("last", "average"))))
    near = abs(risk - other) <= 0.1 * max(abs(risk), abs(other))
    words = {"as good"} if max(abs(risk), abs(other)) <= f["rounding"] else {"about as good"} if near else {"better" if risk < other else "worse"}
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
