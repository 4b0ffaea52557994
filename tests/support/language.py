"""Is what a frame says English, and is it so? Mechanical checks of sentences, notes, texts and legends: nouns that do
not agree with their numbers, percentages of nothing and of more than all, numbers that are rounding noise, bounds
printed below what they bound, comparisons against the facts.
"""

import re

from oco_live.phrasing import fact_of, plain, read, text_of

from .claims import CLAIMS, NUMBER

__all__ = ["said", "slips", "spoken"]

NOUNS = ("bit", "coefficient", "coin", "error", "example", "feature", "game", "label", "line", "link", "loss",
         "message",
         "mistake", "proof", "point", "position", "round", "run", "set", "sign", "step", "vector", "word")
PLURALS = tuple({"loss": "losses"}.get(noun, noun + "s") for noun in NOUNS)
ONE, MANY = r"(?<![\d.,−√^/=⌈])(?<!= )1", r"(?<![\d.,−√^/])(?:0|[2-9]|[1-9]\d+)"
ADJECTIVES = r"(?:(?:other|more|support|training|wrong|such|of the) )*"

#: Each is wrong wherever it stands.
WRONG = {
    "one of many": rf"{ONE} {ADJECTIVES}(?:{'|'.join(PLURALS)})\b",
    "many of one": rf"{MANY} {ADJECTIVES}(?:{'|'.join(NOUNS)})\b(?! \d)",
    "one with a plural verb": rf"{ONE} (?:of (?:the |these |its )?\d+ \w+ )?(?:were|are|have|lie|err|cost|do|leave)\b",
    "many with a singular verb":
    rf"{MANY} of (?:the |these |its )?\d+ \w+ (?:was|is|has|lies|errs|costs|does|leaves)\b",
    "one as all": r"\b(?:all|of the|these) 1 \w+s\b",
    "two as all": r"\b[Aa]ll (?:2|two) \w+s\b",
    "no number": r"\b(?:nan|NaN|inf)\b|(?:=|is|has|of|and) None\b|np\.|float64|[{}]",
    "what rounding leaves": r"e−(?:1[3-9]|[2-9]\d)",
    "at most nothing": r"at most (?:−|0(?![.\d]))",
    "more digits than are read": r"\d\.\d{8,}|\d{9,}|(?<![\d.])[1-9]\d*\.\d{7,}",
    "smaller by a factor": r"times (?:smaller|less|shorter|fewer|worse)\b",
    "once as large": r"(?<![\d.])1 times\b|(?<![\d.])1·[A-Za-z√ηU]|\b0 times\b",
    "a share below zero": r"−\d[\d.]*(?:e−?\d+)? %",
    "a share too small to tell": r"e−\d+ %",
    "blanks or points": r"  | [,.;:)]|[(] |\.\.|,\.|,,|;\.|:\.|\(\)",
    "a word twice": r"\b(\w{2,}) \1\b",
    "a sentence that begins small": r"[.] [a-z]",
}
WORDS, LONG = 15, 28  # at most, in a headline and in a sentence
MARKED = re.compile(r"\[([^\]]*)\]\((\w+)\)")
PROMISED = re.compile(rf"(?:at most|guarantee\w*|no more than)(?: (?:by )?|: )({NUMBER})")  # not to be below the bound
_WRONG = {slip: re.compile(pattern) for slip, pattern in WRONG.items()}

#: explorer -> fact -> how its number is introduced in the sentence; group 1 is the number.
PRINTED = {
    "ogd": {"regret": rf"^Regret ({NUMBER})", "bound": rf"[Tt]he bound:? ({NUMBER})", "G": rf"G = ({NUMBER}) bounds",
            "bound_tuned": rf"UG√\(8T\) = ({NUMBER})", "eta_star": rf"√2·U/G = ({NUMBER})",
            "regret_least": rf"has the least regret, ({NUMBER})"},
    "ogd_proof": {"regret": rf"From regret ({NUMBER})", "bound": rf"to bound ({NUMBER})",
                  "eta_star": rf"√2·U/G = ({NUMBER})",
                  "bound_tuned": rf"UG√\(8T\) = ({NUMBER})", "lost": rf"gives away ({NUMBER})",
                  "excess": rf"is worse by ({NUMBER})"},
    "strong_convexity": {"regret": rf"^Regret ({NUMBER})", "bound": rf"[Tt]he bound:? ({NUMBER})",
                         "bound_printed": rf"ln\(T\+1\) = ({NUMBER})",
                         "regret_rival": rf"steps η/√t have ({NUMBER})|have regret ({NUMBER})",
                         "bound_rival": rf"T3 promises them at most ({NUMBER})", "G": rf"with G = ({NUMBER})"},
    "adversary": {"regret": rf"^(?:Regret|.*? costs? (?:the|this) learner|.*? hold the record,) ({NUMBER})",
                  "promise": rf"(?:bound is|\(G²/2σ\)·H_T =) ({NUMBER})", "ratio": rf": the regret is ({NUMBER})·",
                  "least": rf"can promise less than (?:UG√T = )?({NUMBER})",
                  "record": rf"(?:record is |worst costs .*?)({NUMBER})(?:\.(?!\d)| = [^ ]*UG√16)",
                  "mean": rf"over all these games is ({NUMBER})"},
    "sgd": {"average": rf"min f = ({NUMBER}) for the average", "last": rf"That run has ({NUMBER}) for the last",
            "mean": rf"f\(w̄\) is (?:on average )?({NUMBER}) above", "start": rf"f\(w₁\) − min f is ({NUMBER})",
            "mean_gd": rf"Gradient descent has ({NUMBER}) for the average",
            "last_gd": rf"Gradient descent has .* average and ({NUMBER}) for the last",
            "bound": rf"(?:the promise is|3GD/\(2√T\) =) ({NUMBER})", "bound_here": rf"bound, ({NUMBER}), says nothing",
            "bound_any": rf"(?:proof gives|a bound is) ({NUMBER})", "error": rf"standard error of ({NUMBER})"},
    "losses": {"hinge": rf"bounds the error: ({NUMBER}) against", "zero_one": rf"against ({NUMBER}) at z",
               "base_2": rf"logistic loss is ({NUMBER}) in base 2", "nats": rf"({NUMBER}) in nats",
               "mean_hinge": rf"mean hinge loss is ({NUMBER})(?! up to)",
               "mean_zero_one": rf"against ({NUMBER}) on average",
               "mean_base_2": rf"logistic loss in base 2 is ({NUMBER})"},
    "protocol": {"prediction": rf"predicted ({NUMBER}),", "label": rf"label ({NUMBER}),", "loss": rf"loss ({NUMBER});",
                 "moved": rf"w moves by ({NUMBER})", "risk": rf"sequential risk is ({NUMBER})",
                 "risk_best": rf"best fixed u has ({NUMBER})",
                 "regret_per_round": rf"difference is ({NUMBER})", "regret": rf"The regret[^.]* is ({NUMBER})",
                 "comparator_to_last": rf"another one, ({NUMBER}) away",
                 "regret_last": rf"learner stands at ({NUMBER})"},
    "spam": {"errors_percent": rf"misjudged ({NUMBER}) %", "errors_best_percent": rf"best fixed one ({NUMBER}) %",
             "loss": rf"The filter’s mean loss is ({NUMBER})",
             "loss_best": rf"best fixed filter’s mean loss is ({NUMBER})(?! up to)",
             "loss_blind": rf"the mean loss ({NUMBER})", "regret": rf"The regret is ({NUMBER})",
             "bound": rf"√t = ({NUMBER})",
             "sharp": rf"for long streams ({NUMBER})", "top_weight": rf"of largest size is ({NUMBER})"},
    "perceptron": {"M": rf"^({NUMBER}) mistakes? in", "bound_separable": rf"\(X/γ\*\)² = ({NUMBER})",
                   "margin": rf"margin of ({NUMBER})", "M_last": rf"there will be ({NUMBER}) mistakes",
                   "bound_U_last": rf"T9 allows ({NUMBER})",
                   "norm_best": rf"of all has norm ({NUMBER})", "bound_best_last": rf"and allows ({NUMBER})",
                   "implicit_last": rf"L \+ ‖u‖X√M gives ({NUMBER})", "norm_w": rf"length ‖w‖ is ({NUMBER})"},
    "kernels": {"M": rf"^({NUMBER}) mistakes? in", "M_last": rf"there will be ({NUMBER}) mistakes",
                "bound_last": rf"(?:T10 allows|% of the|nearly all of the) ({NUMBER})(?: that T10 allows| mistakes)",
                "margin": rf"γ\* = ({NUMBER})"},
    "regularisation": {"regret_A": rf"A, steps 1/\(λt\): regret ({NUMBER})",
                       "bound_A": rf"A, [^;]*; T19’s bound is ({NUMBER})",
                       "regret_B": rf"B, steps [^:]*: regret ({NUMBER})",
                       "bound_B": rf"B, [^;]*; T19’s bound is ({NUMBER})", "movement": rf"by up to ({NUMBER})",
                       "stability": rf"/\(λm\) = ({NUMBER})",
                       "mean": rf"^Mean excess ({NUMBER})", "bound_here": rf"of the bound ({NUMBER})",
                       "bound_T18": rf"√\(8/m\) = ({NUMBER})", "lam_sharp": rf"2ρ/\(B√m\) = ({NUMBER})",
                       "bound_sharp": rf"2ρB/√m = ({NUMBER})",
                       "excess_largest": rf"a larger excess than ({NUMBER})"},
    "online_to_batch": {"average_median": rf"excess risk is ({NUMBER}) in the median",
                        "last_median": rf"with probability ({NUMBER}) in the median",
                        "average_quantile": rf"^Excess risk up to ({NUMBER})",
                        "last_quantile": rf"^Risk up to ({NUMBER})",
                        "bound": rf"(?:the promise(?: is|,)|its bound is) ({NUMBER})",
                        "bound_sharp": rf"form of T13, ({NUMBER})", "bound_proof": rf"gives the bound ({NUMBER})",
                        "constants": rf"rounding of the constants, ({NUMBER})",
                        "M_median": rf"holds M = ({NUMBER})", "root_median": rf"T16’s root is ({NUMBER})",
                        "UX": rf"more than UX = ({NUMBER})"},
}
#: Of these pairs the second is no bound that the reader is given for the first, or both are printed with as many
#: digits.
ALIKE = {("bound_best_last", "bound_U_last"), ("mean", "record"), ("bound_sharp", "bound_here"),
         ("regret_last", "regret"), ("movement", "stability")}


def spoken(frame):
    """The headline, its numbers unmarked, and all that is said besides."""
    return f"{plain(frame.headline)} {frame.sentence}"


def said(explorer, frame):
    """Where -> text, of all that the frame says: headline, sentence, texts, and the legends of what is there."""
    legends = {f"legend of {s.name}": re.sub(r"\{(\w+)\}", lambda hole: fact_of(frame.facts[hole[1]]), s.label)
               for s in explorer.series if s.label and frame.status.get(s.name) != "absent"}
    return {"headline": plain(frame.headline), "sentence": frame.sentence} | dict(frame.texts) | legends


def slips(explorer, frame):
    """What is wrong with what a frame says, as a list of words; empty if nothing was found."""
    found = []
    for where, text in said(explorer, frame).items():
        if "chance" in text:  # that of an event may be as small as it is
            text = re.sub(rf"chance {NUMBER}", "chance", text)
        if explorer.name == "sgd":  # f − min f is known to 1e-15 on the valley
            text = re.sub(r"e−1[345]", "", text)
        if explorer.name == "regularisation":  # a mean over all training sets, exact
            text = re.sub(rf"(?<=Mean excess ){NUMBER}|(?<=exact: ){NUMBER}|(?<=this λ: ){NUMBER}", "0.1", text)
        if explorer.name == "online_to_batch":  # exact as well, but for what its facts call rounding
            text = re.sub(r"e−(?:1[3-9]|2\d)", "", text)
        found += [f"{where}: {slip}: …{text[max(0, m.start() - 40):m.end() + 40]}…"
                  for slip, pattern in _WRONG.items() if (m := pattern.search(text))]
        found += [f"{where}: {m[0]}" for m in re.finditer(rf"({NUMBER}) %", text)
                  if read(m[1].replace("e−", "e-")) > 100]
        found += [f"{where}: {m[0]}"
                  for m in re.finditer(rf"({NUMBER}), (more|less) than (?:[^\d\s]+ = )?({NUMBER})", text)
                  if (read(m[1]) > read(m[3])) != (m[2] == "more") or read(m[1]) == read(m[3])]
        found += [f"{where}: {m[0]}" for m in PROMISED.finditer(text) if _below(read(m[1]), frame.facts)]
        if text.count("(") != text.count(")") or text.count("“") != text.count("”"):
            found.append(f"{where}: brackets or quotes: {text}")
    for where, text in (("headline", plain(frame.headline)), ("sentence", frame.sentence)):
        if not re.fullmatch(r"[A-ZΑ-Ωη‖\d].*[.]", text):
            found.append(f"{where}: neither begins nor ends as one: {text}")
    found += [f"sentence: {len(one.split())} words: {one}"
              for one in re.split(r"(?<=[.]) ", frame.sentence) if len(one.split()) > LONG]
    found += _headline(explorer, frame)
    found += _numbers(explorer.name, frame)
    found += [f"claim: {what}: {spoken(frame)}"
              for what, so in CLAIMS.get(explorer.name, lambda f, s: ())(frame.facts, spoken(frame)) if not so]
    return found


def _headline(explorer, frame):
    """Its length; each marked number is one of its curve's facts, with the digits that the curve's end has."""
    words = plain(frame.headline).split()
    if len(words) > WORDS:
        yield f"headline: {len(words)} words: {frame.headline}"
    if re.search(r"[\[\]]", plain(frame.headline)):
        yield f"headline: a mark that is none: {frame.headline}"
    series = {s.name: s for s in explorer.series}
    for text, name in MARKED.findall(frame.headline):
        if name not in series or frame.status.get(name) == "absent":
            yield f"headline: no curve {name}: {frame.headline}"
            continue
        facts = [series[name].value] if series[name].value else re.findall(r"\{(\w+)\}", series[name].label)
        given = [frame.facts[fact] for fact in facts]
        if not any(text == fact_of(value) or text == "0" and abs(value) < 1e-9 for value in given):
            yield f"headline: {text} is none of {dict(zip(facts, given))}: {frame.headline}"


def _below(number, facts):
    """Whether a number is one of the facts, rounded down."""
    near = [float(value) for value in facts.values() if abs(value - number) <= 0.006 * abs(value)]
    return bool(near) and min(near) > number * (1 + 1e-11)


def _numbers(name, frame):
    """Printed numbers against the facts: each as near as three digits are (a share or standard error two), a bound not
    below what is shown of what it bounds."""
    from support.off_grid import BOUNDS

    printed = {}
    for fact, pattern in PRINTED.get(name, {}).items():
        match = re.search(pattern, spoken(frame))
        if match:
            number = next(filter(None, match.groups()))
            printed[fact] = read(number)
            true = float(frame.facts[fact])
            digits = 0.051 if fact == "error" else 0.0101
            if abs(printed[fact] - true) > digits * abs(true) + 1e-12:
                yield f"{fact} = {true!r} is printed as {number}: {spoken(frame)}"
    facts = frame.facts | {"zero": 0.0} | ({"expected": 0.0} if "delta" in frame.facts else {})
    for less, more, slack, where in BOUNDS.get(name, lambda facts: ())(facts):
        if not where or more not in printed or (less, more) in ALIKE:
            continue
        least = facts[less] if isinstance(facts[less], int) else min(facts[less], read(text_of(facts[less])))
        if printed[more] < least - slack - 1e-8 * (1 + abs(least)):
            yield f"{more}, which bounds {less} = {facts[less]!r}, is printed as {printed[more]!r}: {spoken(frame)}"
