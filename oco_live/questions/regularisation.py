"""The questions of the chapter on regularisation: the regret in its unit, A or B, one coin turned, the best λ, and one
training set."""

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n


def _in_units(f):
    return f["regret_A"] / f["unit"]


UNITS = Question(
    name="reg-regret-in-units", explorer="regularisation", kind="number", title="The regret in its unit",
    text=lambda f: f"On mail with λ = 0.01, A’s regret is {n(_in_units(f.start))} times ρ²/(2λ). How many times is it "
                   "with λ = 5?",
    states={"start": {"lam": 0.01}, "large": {"lam": 5.0}, "turns": {"stream": "alternating", "lam": 0.01},
            "turns_large": {"stream": "alternating", "lam": 5.0}},
    truth=lambda f: _in_units(f.large), limits=(0, 20, 0.1), unit="times",
    picture=Pictured(panel="regret", note="in units of ρ²/(2λ)", natural=True, curves=(
        Curve("regret_A", given=True, end="λ = 0.01"), Curve("regret_A", "large", end="λ = 5"))),
    said=(
        Said((6.4, 7.4), lambda f: f"It moves a little, yes: to {measured(_in_units(f.large))}."),
        Said((4.3, 5.4), lambda f: f"You let it stay. It moves a little, to {measured(_in_units(f.large))}."),
        Said((0, 1), lambda f: f"You let it vanish. The regret nearly does, but its unit shrinks with it: "
                               f"{measured(_in_units(f.large))} times."),
        Said(None, lambda f: f"You expected {{you}}; it is {measured(_in_units(f.large))}."),
    ),
    plain=lambda f: f"It is {measured(_in_units(f.large))} times.",
    detail=lambda f: f"The regret itself falls from {measured(f.start['regret_A'])} to "
                     f"{measured(f.large['regret_A'])}, the unit from {n(f.start['unit'])} to {n(f.large['unit'])}. On "
                     f"*alternating* losses it is {n(_in_units(f.turns))} times, whatever λ is.",
    claim=lambda f: abs(_in_units(f.turns) / _in_units(f.turns_large) - 1) < 1e-6
                    and _in_units(f.start) < _in_units(f.large) < 2 * _in_units(f.start)
                    and f.large["regret_A"] < f.start["regret_A"] / 100,
    show=(Move("Show me: λ = 5", {"lam": 5.0}), Move("λ = 0.01", {"lam": 0.01})),
)

PAYS = Question(
    name="reg-who-pays-more", explorer="regularisation", kind="choose", title="A or B",
    text="Which has more regret on mail: A, steps 1/(λ*t*), or B, steps 1/(λ(*t* + 1))?",
    states={"start": {}, "tenth": {"lam": 0.1}},
    truth=lambda f: "depends" if (f.start["regret_A"] < f.start["regret_B"])
                    != (f.tenth["regret_A"] < f.tenth["regret_B"]) else "A",
    options={"A": "A", "B": "B", "depends": "it depends on λ"},
    picture=Pictured(panel="regret", note="mail", curves=(
        Curve("regret_A", "tenth", end="A, λ = 0.1"), Curve("regret_B", "tenth", end="B, λ = 0.1"),
        Curve("regret_A", end="A, λ = 0.5"), Curve("regret_B", end="B"))),
    said=(
        Said("A", lambda f: f"You said A. So it is with λ = 0.1, {n(f.tenth['regret_A'])} against "
                            f"{n(f.tenth['regret_B'])}; with λ = 0.5 it is B, {n(f.start['regret_B'])} against "
                            f"{n(f.start['regret_A'])}."),
        Said("B", lambda f: f"You said B. So it is with λ = 0.5, {n(f.start['regret_B'])} against "
                            f"{n(f.start['regret_A'])}; with λ = 0.1 it is A, {n(f.tenth['regret_A'])} against "
                            f"{n(f.tenth['regret_B'])}."),
        Said("depends", lambda f: f"It does. λ = 0.5: {n(f.start['regret_A'])} for A, {n(f.start['regret_B'])} for B. "
                                  f"λ = 0.1: {n(f.tenth['regret_A'])} and {n(f.tenth['regret_B'])}."),
    ),
    plain=lambda f: f"It depends on λ. At 0.5 A has {n(f.start['regret_A'])} and B {n(f.start['regret_B'])}; at 0.1 "
                    f"{n(f.tenth['regret_A'])} and {n(f.tenth['regret_B'])}.",
    detail=lambda f: f"B has the smaller bound both times, {bound(f.start['bound_B'])} against "
                     f"{bound(f.start['bound_A'])}, and {bound(f.tenth['bound_B'])} against "
                     f"{bound(f.tenth['bound_A'])}. A bound does not say who is ahead.",
    claim=lambda f: f.start["regret_A"] < f.start["regret_B"] and f.tenth["regret_A"] > f.tenth["regret_B"]
                    and all(one["bound_B"] < one["bound_A"] for one in (f.start, f.tenth)),
    show=(Move("Show me: λ = 0.5", {"lam": 0.5}), Move("λ = 0.1", {"lam": 0.1})),
)


def _moved(f):
    return [y * f["stability"] for y in f["series"]["moved"]["y"]]


def _middle_only(moved, most):
    """Whether it is the most in the middle and nothing at both ends, and one of the two everywhere."""
    shares = [value / most for value in moved]
    return shares[0] == 0 == shares[-1] and abs(shares[len(shares) // 2] - 1) < 1e-9 and all(
        share == 0 or abs(share - 1) < 1e-9 for share in shares)


EDGES = ("You let it depend on the side. It does not: heads and tails play the same part, and where nearly all coins "
         "agree nothing moves.")

COIN = Question(
    name="reg-one-coin-turned", explorer="regularisation", kind="draw", title="One coin is turned",
    text=lambda f: f"One of {f.start['m']} coins is turned. How far does the minimiser move, for each share of heads? "
                   "Draw it.",
    states={"start": {}, "strong": {"lam": 2.0}},
    picture=Pictured(
        panel="moved", note="λ = 0.5", range=(0, 0.16), yours="moved-start",
        curves=(Curve("moves_at_most", given=True, end="at most"), Curve("moved", end="moved")),
        ceiling=("moves_at_most-start", "Part of it lies above the bound, where nothing can be.")),
    said=(
        Said("along", "You drew the bound. It is reached in the middle; where nearly all coins agree, nothing moves."),
        Said("hill", lambda f: f"You drew a hill. In the middle it moves by {measured(max(_moved(f.start)))}, all that "
                               "the bound allows, and at both ends not at all."),
        Said("flat", "You drew a flat line. It moves as far as the bound allows, or not at all."),
        Said("valley", "You let it move most where nearly all coins agree. There it does not move; it does where they "
                       "are divided."),
        Said(("falls", "rises"), EDGES),
    ),
    plain=lambda f: f"In the middle by {measured(max(_moved(f.start)))}, all that the bound allows; at both ends not.",
    detail="Where nearly all coins agree it stands at 1 or −1, before and after. With λ = 2 it never gets there, and "
           "every dot lies on the bound.",
    claim=lambda f: _middle_only(_moved(f.start), f.start["stability"])
                    and all(abs(v / f.strong["stability"] - 1) < 1e-9 for v in _moved(f.strong)),
    show=(Move("Show me", {}), Move("λ = 2", {"lam": 2.0})),
)

def _lower(before, after):
    return after < before - 1e-12


LAMBDA = Question(
    name="reg-best-lambda", explorer="regularisation", kind="draw", title="The best λ",
    text=lambda f: f"The bound on the mean excess risk is least at λ = {n(f.start['lam_sharp'])}. Draw the mean excess "
                   "risk.",
    states={"start": {}, "small": {"lam": 0.01}, "large": {"lam": 5.0}},
    picture=Pictured(
        panel="excess", note="32 coins, *p* = 0.7", range=(1e-3, 100), yours="excess-start", valley="lam_sharp",
        curves=(Curve("excess_bound", given=True), Curve("excess")),
        ceiling=("excess_bound-start", "Part of it lies above the bound, where no mean can be.")),
    said=(
        Said("along", "You drew the bound. What is measured lies below it, and has no valley there."),
        Said("rises", lambda f: f"You let it rise with λ. So it does, from {measured(f.small['mean'])} at 0.01 to "
                                f"{measured(f.large['mean'])} at 5."),
        Said(("valley there", "valley"), lambda f: "You gave it a valley. It has none: on these coins the least λ is "
                                                   f"best, {measured(f.small['mean'])} at 0.01."),
        Said("falls", lambda f: "You let small λ cost most. On these coins they cost least, "
                                f"{measured(f.small['mean'])} at 0.01."),
        Said("hill", lambda f: f"You drew a hill. It only rises, to {measured(f.large['mean'])} at λ = 5."),
        Said("flat", lambda f: f"You drew a flat line. It rises, from {measured(f.small['mean'])} at 0.01 to "
                               f"{measured(f.large['mean'])} at 5."),
    ),
    plain=lambda f: f"It rises with λ, from {measured(f.small['mean'])} at 0.01 to {measured(f.large['mean'])} at 5.",
    detail=lambda f: f"The bound is {bound(f.small['bound_here'])} and {bound(f.large['bound_here'])} there. It is for "
                     "the worst law, where a small λ lets one example decide.",
    claim=lambda f: f.small["mean"] < f.start["mean"] < f.large["mean"]
                    and not any(map(_lower, f.start["series"]["excess"]["y"], f.start["series"]["excess"]["y"][1:]))
                    and f.start["bound_sharp"] < min(f.small["bound_here"], f.large["bound_here"]),
    show=(Move("Show me: λ = 0.01", {"lam": 0.01}), Move("λ = 5", {"lam": 5.0})),
)

SINGLE = Question(
    name="reg-one-training-set", explorer="regularisation", kind="choose", title="One unlucky training set",
    text=lambda f: f"T18 bounds the mean excess risk by {n(f.start['bound_T18'])}. Can one training set have more?",
    states={"start": {}, "more": {"m": 64}},
    truth=lambda f: "yes" if f.start["exceeding"] > 0 else "no", options={"yes": "Yes", "no": "No"},
    picture=Pictured(panel="excess", note="", curves=()),
    said=(
        Said("yes", lambda f: f"You said yes. The chance of it is {measured(f.start['exceeding'])}."),
        Said("no", lambda f: f"You said no. It can, with chance {measured(f.start['exceeding'])}."),
    ),
    plain=lambda f: f"It can, with chance {measured(f.start['exceeding'])}.",
    detail=lambda f: f"The worst set has {n(f.start['excess_largest'])}. *More about this run* gives the chance.",
    claim=lambda f: all(0 < one["exceeding"] < 0.01 and one["mean"] < one["bound_T18"] < one["excess_largest"]
                        and one["T18_holds"] for one in (f.start, f.more))
                    and f.more["exceeding"] > f.start["exceeding"],
    show=(Move("Show me", {}),),
    why=Why("How can that be?", (
        Reason("T18 does not hold for this λ.",
               lambda f: f"It does. The mean over all training sets is {n(f.start['mean'])}, below "
                         f"{n(f.start['bound_T18'])}."),
        Reason("T18 speaks of the mean over all training sets.",
               lambda f: f"A few may lie above it, since nearly all lie far below: the mean is {n(f.start['mean'])}.",
               right=True),
        Reason("32 coins are few; with more it cannot happen.",
               lambda f: f"With 64 the bound is {n(f.more['bound_T18'])}, and more sets lie above it: their chance is "
                         f"{n(f.more['exceeding'])}."))),
)

QUESTIONS = (UNITS, PAYS, COIN, LAMBDA, SINGLE)
