"""The questions of the chapter on online gradient descent: a hundredth of the step, twice the radius, a negative
regret; and where the proof loses most."""

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n

NOTHING = "On random signs there is nothing to learn: the regret need not follow."

SMALL_STEP = Question(
    name="ogd-small-step", explorer="ogd", kind="draw", title="The regret and the step",
    text=lambda f: f"With η a hundred times smaller the bound goes from {n(f.start['bound'])} to "
                   f"{n(f.small['bound'])}. How does the regret at *T* = {f.start['T']} depend on η? Draw it.",
    states={"start": {}, "small": {"eta": 0.01}},
    picture=Pictured(
        panel="steps", note="random signs, *U* = 1", range=(1, 1e4), yours="regret_eta-start", valley="eta_star",
        curves=(Curve("bound_eta", given=True), Curve("regret_eta")),
        ceiling=("bound_eta-start", "Part of it lies above the bound, where no regret can be.")),
    said=(
        Said("flat", "You drew a flat line. That is right on average; this one run rises and falls by chance."),
        Said("valley there", f"You put the valley of the regret under that of the bound. {NOTHING}"),
        Said("valley", "You gave the regret a valley of its own. On random signs no step is the right one: there is "
                       "nothing to learn."),
        Said("hill", "You drew a hill. This run has one, too; where it stands is chance."),
        Said("falls", lambda f: "You let small steps cost most, as in the bound. Here the smallest costs least, "
                                f"{measured(f.small['regret'])}: the bound’s first term is for the worst stream."),
        Said("rises", "You let the regret grow with the step. This run does so for a while, but by chance: on random "
                      "signs there is nothing to learn."),
    ),
    plain="On random signs there is nothing to learn: the regret need not follow the bound.",
    detail=lambda f: f"From η = 1 to 0.01 the bound rises from {bound(f.start['bound'])} to {bound(f.small['bound'])}: "
                     f"its term 2*U*²√*T*/η grows a hundredfold. The regret falls from {measured(f.start['regret'])} "
                     f"to {measured(f.small['regret'])}. With another seed another step comes out best.",
    claim=lambda f: f.start["eta"] == 1 and f.small["eta"] == 0.01 and f.small["regret"] < f.start["regret"]
                    and f.small["eta_least"] == 0.01,
    show=(Move("Show me: η = 0.01", {"eta": 0.01}),),
)

DOUBLE = Question(
    name="ogd-double-U", explorer="ogd", kind="number", title="The bound and the radius",
    text="*U* goes from 1 to 2, and η stays. By which factor does the bound grow?",
    states={"start": {}, "double": {"U": 2.0}, "both": {"U": 2.0, "eta": 2.0}},
    truth=lambda f: f.double["bound"] / f.start["bound"], limits=(1, 5, 0.1), unit="times",
    picture=Pictured(
        panel="regret", note="random signs, η = 1", range=(0, 500), yours="bound-start",
        curves=(Curve("regret", faint=True, end="before"), Curve("bound", given=True, faint=True, end="before"),
                Curve("bound", "double"), Curve("regret", "double"))),
    said=(
        Said((2.85, 3.15), lambda f: f"Threefold it is: {bound(f.start['bound'])} becomes "
                                     f"{bound(f.double['bound'])}."),
        Said((1.75, 2.25), "You expected the bound to double with *U*; it triples. It doubles if η doubles, too."),
        Said((3.75, 4.25), "You let all of the bound grow with *U*²; only its first term does, and the bound triples."),
        Said((1, 1.25), "You let the bound stay; it triples. Its first term grows with *U*²."),
        Said(None, "You expected {you} times as much; it triples."),
    ),
    plain=lambda f: f"The bound grows threefold, from {bound(f.start['bound'])} to {bound(f.double['bound'])}.",
    detail=lambda f: (
        f"2*U*²√*T*/η is {n(_first(f.start))} before and {bound(_first(f.double))} after, four times as much; "
        f"η*G*²√*T* stays {n(f.start['bound'] - _first(f.start))}. The regret goes from "
        f"{measured(f.start['regret'])} to {measured(f.double['regret'])}. Double η as well, and both have doubled: "
        f"{bound(f.both['bound'])} and {measured(f.both['regret'])}."),
    claim=lambda f: (
        abs(f.double["bound"] / f.start["bound"] - 3) < 1e-9 and abs(_first(f.double) / _first(f.start) - 4) < 1e-9
        and all(abs(f.both[fact] / f.start[fact] - 2) < 1e-9 for fact in ("bound", "regret"))),
    show=(Move("Show me: U = 2", {"U": 2.0}), Move("U = 2 and η = 2", {"U": 2.0, "eta": 2.0})),
)


def _first(f):
    """The bound's first term, 2U²√T/η."""
    return 2 * f["U"]**2 * f["T"]**0.5 / f["eta"]


NEGATIVE = Question(
    name="ogd-negative-regret", explorer="ogd", kind="choose", title="The sign of the regret",
    text="Can the regret be negative?",
    states={"start": {"stream": "mail_file"}},
    truth=lambda f: "yes" if f.start["regret"] < 0 else "no", options={"yes": "Yes", "no": "No"},
    picture=Pictured(panel="regret", note="real mail, in file order", curves=(Curve("bound"), Curve("regret"))),
    said=(
        Said("yes", lambda f: f"You said yes. On real mail, in file order, it is {measured(f.start['regret'])}."),
        Said("no", lambda f: f"You said no. On real mail, in file order, it is {measured(f.start['regret'])}."),
    ),
    plain=lambda f: f"It can. On real mail, in file order, it is {measured(f.start['regret'])}.",
    claim=lambda f: f.start["regret"] < 0 < f.start["loss_learner"] < f.start["loss_comparator"]
                    and f.start["T3_holds"],
    show=(Move("Show me: real mail, in file order", {"stream": "mail_file"}),),
    why=Why("Why does it fall so far below zero?", (
        Reason("The learner’s loss fell below zero.",
               lambda f: f"The square loss never does. The learner lost {n(f.start['loss_learner'])}, the best fixed "
                         f"*u* {n(f.start['loss_comparator'])}. The regret is their difference."),
        Reason("The learner may move; the best fixed *u* may not.",
               lambda f: "All spam comes first. The learner follows each part in turn and loses "
                         f"{n(f.start['loss_learner'])}; one *u* for both parts loses "
                         f"{n(f.start['loss_comparator'])}.", right=True),
        Reason("The mail is sorted, so the bound does not hold.",
               lambda f: f"It does: it asks nothing of the order, and {n(f.start['regret'])} ≤ {n(f.start['bound'])}. "
                         "It bounds the regret from above only."))),
)

LINES = {"convexity": "convexity", "projection": "projection", "diameter": "diameter", "gradient": "gradient"}
BARS = (*(Curve(f"link_{line}") for line in ("sum", "gradient", "diameter", "dropped_term", "projection", "convexity")),
        Curve("bound_bar", given=True), Curve("regret_bar", given=True))


def _largest(f):
    """The line that loses most of all, also of those that are no option."""
    return max((*LINES, "dropped_term", "sum", "telescoping"), key=f.get)


LINE = Question(
    name="ogd-proof-line", explorer="ogd_proof", kind="choose", title="The line that loses most",
    text=lambda f: f"On linear regression the regret is {n(f.start['regret'])}, the bound {n(f.start['bound'])}. Which "
                   "line of the proof loses most?",
    states={"start": {"stream": "regression"}, "double": {"stream": "regression", "U": 2.0}},
    truth=lambda f: _largest(f.start), options=LINES,
    picture=Pictured(panel="proof", note="linear regression, η = 1", curves=BARS),
    said=(
        Said("gradient", lambda f: f"*gradient*, yes: {measured(f.start['gradient'])} of {bound(f.start['bound'])}."),
        *(Said(line, lambda f, line=line: f"You said *{line}*. It loses {n(f.start[line])}; *gradient* loses "
                                          f"{measured(f.start['gradient'])} of {bound(f.start['bound'])}.")
          for line in ("convexity", "projection", "diameter")),
    ),
    plain=lambda f: f"*gradient*: it loses {measured(f.start['gradient'])} of {bound(f.start['bound'])}.",
    detail=lambda f: "The bound counts every gradient as long as *G*; most that are met are much shorter. Double *U*, "
                     f"and *gradient* loses {measured(f.double['gradient'])}, *diameter* {n(f.double['diameter'])} in "
                     f"place of {n(f.start['diameter'])}, while the regret stays at {n(f.double['regret'])}.",
    claim=lambda f: f.start["gradient"] > 0.95 * f.start["eta"] * f.start["G"]**2 * f.start["T"]**0.5
                    and abs(f.double["regret"] - f.start["regret"]) < 1e-6
                    and f.double["diameter"] > 4 * f.start["diameter"],
    show=(Move("Show me", {"stream": "regression"}), Move("U = 2", {"stream": "regression", "U": 2.0})),
)

TENTH = Question(
    name="ogd-proof-tenth", explorer="ogd_proof", kind="choose", title="A tenth of the step",
    text=lambda f: f"With η = 0.1 the bound goes from {n(f.start['bound'])} to {n(f.tenth['bound'])}. Which line loses "
                   "most now?",
    states={"start": {"stream": "regression"}, "tenth": {"stream": "regression", "eta": 0.1}},
    truth=lambda f: _largest(f.tenth), options=LINES,
    picture=Pictured(panel="proof", note="linear regression, η = 0.1",
                     curves=tuple(Curve(bar.series, "tenth", bar.given) for bar in BARS)),
    said=(
        Said("diameter", lambda f: f"*diameter*, yes: {measured(f.tenth['diameter'])} of {bound(f.tenth['bound'])}."),
        *(Said(line, lambda f, line=line: f"You said *{line}*. It loses {n(f.tenth[line])}; *diameter* loses "
                                          f"{measured(f.tenth['diameter'])} of {bound(f.tenth['bound'])}.")
          for line in ("convexity", "projection", "gradient")),
    ),
    plain=lambda f: f"*diameter*: it loses {measured(f.tenth['diameter'])} of {bound(f.tenth['bound'])}.",
    detail=lambda f: f"*gradient*, which goes nearly with η, loses {n(f.tenth['gradient'])} in place of "
                     f"{n(f.start['gradient'])}.",
    claim=lambda f: f.tenth["bound"] > f.start["bound"] and f.tenth["regret"] > f.start["regret"]
                    and abs(f.start["gradient"] / f.tenth["gradient"] - 10) < 0.1,
    show=(Move("Show me: η = 0.1", {"stream": "regression", "eta": 0.1}),),
    why=Why("Why does a small step cost so much there?", (
        Reason("It is the safe choice; only the regret can cost.",
               lambda f: f"Small is not safe: the regret has grown, too, from {n(f.start['regret'])} to "
                         f"{n(f.tenth['regret'])}."),
        Reason("The bound pays for the distance 2*U* and divides by η.",
               lambda f: f"2*U*²√*T*/η is {n(_first(f.tenth))} of the {n(f.tenth['bound'])}. This learner is never so "
                         f"far from *u*, and {n(f.tenth['diameter'])} of it are not used.", right=True),
        Reason("The bound has grown because the regret has.",
               lambda f: f"The bound knows nothing of the regret, which is {n(f.tenth['regret'])}: it grew by "
                         f"{n(f.tenth['bound'] - f.start['bound'])}, the regret by "
                         f"{n(f.tenth['regret'] - f.start['regret'])}."))),
)

QUESTIONS = (SMALL_STEP, DOUBLE, NEGATIVE, LINE, TENTH)
