"""The questions of the chapter on kernels: which degree, which width, and what wrong labels leave to separate."""

from ..explorers.kernels import DEGREES
from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n

LAST = {"t": 120}
BY_DEGREE = {f"degree{degree}": degree for degree in DEGREES}  # states


def _first(f, right):
    """The least degree whose facts are right."""
    return next(degree for state, degree in BY_DEGREE.items() if right(getattr(f, state)))


XOR = Question(
    name="kernels-xor", explorer="kernels", kind="choose", title="A kernel for XOR",
    text="Which is the least degree with which the kernel Perceptron learns XOR: all 120 examples right at the end?",
    states={"start": LAST, "line": LAST | {"degree": 1}}
           | {state: LAST | {"degree": degree} for state, degree in BY_DEGREE.items()},
    truth=lambda f: str(_first(f, lambda one: one["wrong_now"] == 0)),
    options={"1": "Degree 1, a straight edge", "2": "Degree 2", "3": "Degree 3", "4": "Degree 4"},
    picture=Pictured(panel="counts", note="XOR", curves=(Curve("mistakes", "line", end="degree 1"),
                                                         Curve("mistakes", end="degree 2"))),
    said=(
        Said("1", lambda f: "You trusted a straight edge. Every mistake throws it about, and in the end "
                            f"{measured(f.line['wrong_now'])} of {f.line['t']} are wrong. Degree 2 it is."),
        Said("2", lambda f: f"Degree 2 it is. After {measured(f.start['M_last'])} mistakes all are right; degree 1 "
                            f"makes {measured(f.line['M_last'])}."),
        Said("3", lambda f: f"You asked for more than it takes: with degree 2 it makes {measured(f.start['M_last'])} "
                            "mistakes, and then all are right."),
        Said("4", lambda f: f"You asked for more than it takes: with degree 2 it makes {measured(f.start['M_last'])} "
                            "mistakes, and then all are right."),
    ),
    plain=lambda f: f"Degree 2: it makes {measured(f.start['M_last'])} mistakes, and then all are right.",
    detail=lambda f: "The product *x*₁*x*₂ has the sign that is asked for. A straight edge makes "
                     f"{measured(f.line['M_last'])} mistakes.",
    claim=lambda f: f.line["wrong_now"] > 40 and f.start["wrong_now"] == 0 and f.line["features"] == 3,
    show=(Move("Show me: degree 1", LAST | {"degree": 1}), Move("Degree 2", LAST)),
)

MOONS = {"stream": "moons_polynomial"} | LAST
TWO_MOONS = Question(
    name="kernels-moons", explorer="kernels", kind="number", title="A degree for two moons",
    text="Which is the least degree that separates these 120 points?",
    states={"start": MOONS | {"degree": 3}, "two": MOONS}
           | {state: MOONS | {"degree": degree} for state, degree in BY_DEGREE.items()},
    truth=lambda f: _first(f, lambda one: one["certified"]), limits=(1, 6, 1), unit="degree",
    picture=Pictured(panel="margin", note="two moons", curves=(
        Curve("edge_margin", end="f* = 0"), Curve("minus_margin", given=True, end="−1"),
        Curve("plus_margin", given=True, end="+1"), Curve("support"))),
    said=(
        Said((3, 3), "Three it is, on these points."),
        Said((1, 2), "You expected {you}. The moons interlock: it takes a curve that turns twice, of degree three."),
        Said(None, "You expected {you}. Three will do: a curve that turns twice."),
    ),
    plain="Three: the moons interlock, and it takes a curve that turns twice.",
    detail=lambda f: f"With degree 2 no *f* was found that separates them. With degree 3 it has "
                     f"{f.start['features']} coefficients, and {measured(f.start['support'])} points fix the largest "
                     f"margin. The Perceptron is not there yet: after {f.start['t']} rounds it has "
                     f"{measured(f.start['wrong_now'])} wrong.",
    claim=lambda f: not f.two["separable"] and f.start["certified"] and f.start["wrong_now"] > 0,
    show=(Move("Show me: degree 2", MOONS), Move("Degree 3", MOONS | {"degree": 3})),
)

GAUSSIAN = {"stream": "moons_gaussian"} | LAST
NARROW = Question(
    name="kernels-narrow", explorer="kernels", kind="number", title="A narrow Gaussian",
    text=lambda f: f"With γ = {n(0.1)} the Gaussian errs {measured(f.start['M_last'])} times, and "
                   f"{measured(f.start['support'])} of the {f.start['T']} points fix the largest margin. How many with "
                   f"γ = {n(0.01)}?",
    states={"start": GAUSSIAN, "narrow": GAUSSIAN | {"gamma": 0.01}, "wide": GAUSSIAN | {"gamma": 1.0},
            "least": GAUSSIAN | {"gamma": 0.03}},
    truth=lambda f: f.narrow["support"], limits=(0, 120, 1), unit="points",
    picture=Pictured(panel="margin", note="two moons, γ = 0.01", curves=(
        Curve("edge_margin", "narrow", end="f* = 0"), Curve("minus_margin", given=True, end="−1"),
        Curve("plus_margin", given=True, end="+1"), Curve("support", "narrow"))),
    said=(
        Said((40, 60), lambda f: f"About so many: {measured(f.narrow['support'])}."),
        Said((0, 9), lambda f: f"You expected {{you}}, fewer than before. There are {measured(f.narrow['support'])}: "
                               "each speaks for its own neighbourhood."),
        Said((9, 14), lambda f: "You let them stay, as the mistakes do. There are "
                                f"{measured(f.narrow['support'])}: each speaks for its own neighbourhood."),
        Said((110, 120), lambda f: f"You expected (nearly) all. There are {measured(f.narrow['support'])} so far."),
        Said(None, lambda f: f"You expected {{you}}; there are {measured(f.narrow['support'])}."),
    ),
    plain=lambda f: f"{measured(f.narrow['support'])}: each speaks for its own neighbourhood.",
    detail=lambda f: f"The mistakes stay {measured(f.narrow['M_last'])}. From γ = 1 to 0.1 they fell from "
                     f"{measured(f.wide['M_last'])}, and the support vectors grew from {measured(f.wide['support'])}: "
                     "the two do not move together, nor does the bound, "
                     f"{bound(f.wide['bound_last'])}, then {bound(f.start['bound_last'])}, then "
                     f"{bound(f.narrow['bound_last'])}.",
    claim=lambda f: f.narrow["M_last"] == f.start["M_last"] < f.wide["M_last"]
                    and f.wide["support"] < f.start["support"] < f.narrow["support"]
                    and f.least["bound_last"] < f.start["bound_last"] < f.narrow["bound_last"] < f.wide["bound_last"]
                    and f.narrow["margin"] < f.start["margin"],
    show=(Move("Show me: γ = 0.01", GAUSSIAN | {"gamma": 0.01}), Move("γ = 1", GAUSSIAN | {"gamma": 1.0})),
    why=Why("Why are there more support vectors and no more mistakes?", (
        Reason("The margin has grown, and a larger margin needs more of them.",
               lambda f: f"It has shrunk a little, from {n(f.start['margin'])} to {n(f.narrow['margin'])}. And with "
                         f"γ = 1, at margin {n(f.wide['margin'])}, there are {f.wide['support']}."),
        Reason("A narrow kernel knows only what is near a point it has seen.",
               lambda f: "So it takes many points to hold the margin everywhere. The mistakes are few as long as new "
                         "points come near old ones.", right=True),
        Reason("The bound on the mistakes has fallen.",
               lambda f: f"It has risen, from {n(f.start['bound_last'])} to {n(f.narrow['bound_last'])}, and the "
                         f"mistakes have not moved: {f.narrow['M_last']}. A bound is no prediction."))),
)

NOISY = LAST | {"noise": 0.1}
NOISY_GAUSSIAN = NOISY | {"stream": "xor_gaussian", "gamma": 0.01}
WRONG = Question(
    name="kernels-wrong-labels", explorer="kernels", kind="choose", title="A tenth wrong labels",
    text="A tenth of the labels of XOR are wrong. Which kernels still separate all 120 examples?",
    states={"start": NOISY_GAUSSIAN, "wide": NOISY_GAUSSIAN | {"gamma": 0.3}, "wider": NOISY_GAUSSIAN | {"gamma": 1.0},
            "two": NOISY, "four": NOISY | {"degree": 4}, "six": NOISY | {"degree": 6}},
    truth=lambda f: "high" if f.six["certified"] and f.start["certified"] else "none",
    options={"none": "None: wrong labels cannot be separated", "two": "Degree 2, as before",
             "high": "A high degree, and narrow Gaussians"},
    picture=Pictured(panel="margin", note="γ = 0.01", curves=(
        Curve("edge_margin", end="f* = 0"), Curve("minus_margin", given=True, end="−1"),
        Curve("plus_margin", given=True, end="+1"))),
    said=(
        Said("none", "You said none. A narrow enough Gaussian separates any different points, whatever their labels."),
        Said("two", lambda f: "You kept degree 2. Its edge cannot wind around single points; degree 6 and the "
                              "Gaussians can, up to γ = 0.3."),
        Said("high", "They do: degree 6, and the Gaussians up to γ = 0.3. Their edge winds around single points."),
    ),
    plain="Degree 6, and the Gaussians up to γ = 0.3: their edge winds around single points.",
    detail=lambda f: f"It is no gain. The margin is {measured(f.start['margin'])} at γ = 0.01 and "
                     f"{measured(f.six['margin'])} at degree 6; at γ = 1 rounding hides it. The Perceptron still "
                     f"has {measured(f.start['wrong_now'])} of {f.start['t']} wrong at γ = 0.01.",
    claim=lambda f: f.start["certified"] and f.wide["certified"] and f.six["certified"] and f.start["wrong_now"] > 0
                    and f.wider["separable"] and not f.wider["certified"]
                    and not f.two["separable"] and not f.four["separable"],
    show=(Move("Show me: γ = 0.01", NOISY_GAUSSIAN), Move("Degree 2", NOISY)),
)

QUESTIONS = (XOR, TWO_MOONS, NARROW, WRONG)
