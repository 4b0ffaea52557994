"""The questions of the chapter on gradient descent on a training set: the way it takes, what is returned, what a batch
buys, and what keeps it in place."""

import numpy as np

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n


def _off(f):
    """Degrees between the first step of gradient descent and the way to the minimum."""
    series = f.start["series"]
    path, least = (np.array([series[name][way] for way in "xy"]).T for name in ("path_gd", "least"))
    step, there = path[1] - path[0], least[0] - path[0]
    return float(np.degrees(np.arccos(step @ there / np.linalg.norm(step) / np.linalg.norm(there))))


STRAIGHT = Question(
    name="sgd-straight", explorer="sgd", kind="number", title="The first step",
    text="By how many degrees does the first step of gradient descent miss the direction to the minimum?",
    states={"start": {}},
    truth=lambda f: round(_off(f)), limits=(0, 90, 1), unit="degrees",
    picture=Pictured(panel="plane", note="a narrow valley", curves=(
        Curve("contour_1", given=True), Curve("contour_2", given=True), Curve("contour_3", given=True),
        Curve("contour_4", given=True), Curve("path_gd"), Curve("start", given=True),
        Curve("least", given=True))),
    said=(
        Said((0, 5), lambda f: f"You let it walk straight. It is {measured(round(_off(f)))}° off: the gradient points "
                               "across the valley."),
        Said((36, 50), lambda f: f"About so much: {measured(round(_off(f)))}°. The gradient points across the valley."),
        Said(None, lambda f: f"You expected {{you}}°; it is {measured(round(_off(f)))}°. The gradient points across "
                             "the valley."),
    ),
    plain=lambda f: f"By {measured(round(_off(f)))}°: the gradient points across the valley, and not along it.",
    detail="It is at right angles to the level set, and only a round one has the minimum straight ahead.",
    claim=lambda f: 36 < _off(f) < 50,
    show=(Move("Show me: the narrow valley", {}),),
)

ONE = {"b": 1}
RETURNED = Question(
    name="sgd-average", explorer="sgd", kind="choose", title="Average or last iterate",
    text="Which has the lower *f* after 400 steps in the valley, the average of the iterates or the last one?",
    states={"start": {}, "one": ONE},
    truth=lambda f: ("depends" if (f.start["mean"] < f.start["mean_last"]) != (f.one["mean"] < f.one["mean_last"])
                     else "average" if f.start["mean"] < f.start["mean_last"] else "last"),
    options={"average": "The average", "last": "The last one", "depends": "It depends on the batch"},
    picture=Pictured(panel="excess", note="narrow valley, mean of 50 runs", curves=(
        Curve("excess_last", end="last, b = 5"), Curve("excess_last", "one", end="last, b = 1"),
        Curve("excess_mean", end="average, b = 5"), Curve("excess_mean", "one", end="average, b = 1"))),
    said=(
        Said("average", lambda f: f"With *b* = {f.one['b']} it has: {measured(f.one['mean'])} against "
                                  f"{measured(f.one['mean_last'])}. With *b* = {f.start['b']} the last is lower, "
                                  f"{measured(f.start['mean_last'])} against {measured(f.start['mean'])}."),
        Said("last", lambda f: f"With *b* = {f.start['b']} it has: {measured(f.start['mean_last'])} against "
                               f"{measured(f.start['mean'])}. With *b* = {f.one['b']} the average is lower, "
                               f"{measured(f.one['mean'])} against {measured(f.one['mean_last'])}."),
        Said("depends", lambda f: f"With *b* = {f.start['b']} the last is lower, {measured(f.start['mean_last'])} "
                                  f"against {measured(f.start['mean'])}; with *b* = {f.one['b']} the average, "
                                  f"{measured(f.one['mean'])} against {measured(f.one['mean_last'])}."),
    ),
    plain=lambda f: f"It depends: with *b* = {f.start['b']} the last is lower, {measured(f.start['mean_last'])} "
                    f"against {measured(f.start['mean'])}; with *b* = {f.one['b']} the average, "
                    f"{measured(f.one['mean'])} against {measured(f.one['mean_last'])}.",
    detail="The last iterate keeps the noise of its steps. The average averages it out, and drags the first steps "
           "along.",
    claim=lambda f: f.start["mean_last"] < 0.3 * f.start["mean"] and f.one["mean"] < f.one["mean_last"],
    show=(Move("Show me: b = 1", ONE), Move("b = 5", {})),
)

HINGE = {"stream": "hinge"}
BATCH = Question(
    name="sgd-batch", explorer="sgd", kind="number", title="What a batch buys",
    text="With the hinge loss *b* goes from 1 to 10, at ten times the price. By which factor does the bound fall?",
    states={"start": HINGE | ONE, "ten": HINGE | {"b": 10}},
    truth=lambda f: f.start["bound_here"] / f.ten["bound_here"], limits=(1, 10, 0.1), unit="times",
    picture=Pictured(panel="excess", note="hinge loss, mean of 50 runs", curves=(
        Curve("bound_here", given=True, end="bound, b = 1", faint=True),
        Curve("excess_mean", given=True, end="b = 1", faint=True),
        Curve("bound_here", "ten", end="bound, b = 10"), Curve("excess_mean", "ten", end="b = 10"))),
    said=(
        Said((1, 1.1), lambda f: f"Not at all: it stays {bound(f.ten['bound_here'])}. What is measured falls."),
        Said((2.8, 3.5), lambda f: "You let it fall by √10, as the noise of a batch does. It stays "
                                   f"{bound(f.ten['bound_here'])}: it is made for the longest gradient."),
        Said((9, 10), lambda f: "You let it fall as the price rises. It stays "
                                f"{bound(f.ten['bound_here'])}: it is made for the longest gradient."),
        Said(None, lambda f: f"You expected {{you}}; it stays {bound(f.ten['bound_here'])}: it is made for the longest "
                             "gradient."),
    ),
    plain=lambda f: f"It does not fall: it stays {bound(f.ten['bound_here'])}. What is measured falls.",
    detail=lambda f: f"The mean of *f*(w̄) − min *f* goes from {measured(f.start['mean'])} to "
                     f"{measured(f.ten['mean'])}.",
    claim=lambda f: f.start["bound_here"] == f.ten["bound_here"] and f.ten["mean"] < 0.2 * f.start["mean"]
                    and f.start["G"] == f.ten["G"],
    show=(Move("Show me: b = 10", HINGE | {"b": 10}), Move("b = 1", HINGE | ONE)),
    why=Why("Why does the bound not see the batch?", (
        Reason("A larger batch does not help.",
               lambda f: f"It does: {n(f.start['mean'])} becomes {n(f.ten['mean'])}. A bound is no prediction."),
        Reason("It asks only how long a gradient can be.",
               lambda f: f"*G* = {n(f.start['G'])} is right for every *b*. How much of a step is noise does not enter.",
               right=True),
        Reason("It is so tight already that nothing is left to gain.",
               lambda f: f"It is {bound_over(f.start)} times what is measured with *b* = 1, and "
                         f"{bound_over(f.ten)} times with *b* = 10."))),
)


def bound_over(f):
    """How many times what is measured a bound is."""
    return n(f["bound_here"] / f["mean"], 2)


PRICE = Question(
    name="sgd-price", explorer="sgd", kind="draw", title="What 400 gradients buy",
    text=lambda f: f"A step of gradient descent costs {f.start['m']} gradients, a step of SGD one. Draw *f*(w̄) − min "
                   "*f* of SGD.",
    states={"start": {}},
    picture=Pictured(panel="work", note="narrow valley", range=(1e-4, 1), across=(20, 400), yours="work_sgd-start",
                     curves=(Curve("work_gd", given=True, end="descent"), Curve("work_sgd", end="SGD"))),
    said=(
        Said("falls", lambda f: f"You let it fall. It does, and is far ahead: {_reached(f)}"),
        Said("flat", lambda f: "You drew a flat line: a single example is too noisy. It falls all the way: "
                               f"{_reached(f)}"),
        Said("valley", lambda f: f"You let it rise again: the noise catches up. It falls all the way: {_reached(f)}"),
        Said("hill", lambda f: f"You let it rise at first. It falls all the way: {_reached(f)}"),
        Said("rises", lambda f: "You let it rise: a single example leads astray. It falls all the way: "
                                f"{_reached(f)}"),
    ),
    plain=lambda f: f"It falls, and is far ahead of gradient descent: {_reached(f)}",
    detail=lambda f: f"{f.start['T']} gradients are {f.start['T'] // f.start['m']} steps of gradient descent, and "
                     f"{f.start['T']} of SGD, each with an example drawn by chance.",
    claim=lambda f: _last(f, "work_sgd")[1] < 0.1 * _last(f, "work_gd")[1] and f.start["T"] == 400
                    and bool(np.all(np.diff(f.start["series"]["work_sgd"]["y"]) < 0)),
    show=(Move("Show me: the price", {}),),
)


def _last(f, name):
    """The last point of a curve over the price up to 400 gradients."""
    series = f.start["series"][name]
    i = np.searchsorted(series["x"], f.start["T"], "right") - 1
    return int(series["x"][i]), float(series["y"][i])


def _reached(f):
    (one, sgd), (many, gd) = _last(f, "work_sgd"), _last(f, "work_gd")
    return f"after {one} gradients it is at {measured(sgd)}, gradient descent after {many} at {measured(gd)}."


TEN = {"eta": 10.0}
FREE = Question(
    name="sgd-no-projection", explorer="sgd", kind="choose", title="Without the projection",
    text="Steps are ten times as long, and nothing takes *w* back to the ball. What becomes of the average?",
    states={"start": TEN, "free": TEN | {"projection": "none"}, "short": {"eta": 0.1}},
    truth=lambda f: "away" if f.free["ran_away"] and f.free["mean"] > 1e3 else "same",
    options={"same": "Much the same: the steps become short", "worse": "It is some ten times worse",
             "away": "It is of no use: w runs away"},
    picture=Pictured(panel="excess", note="narrow valley, η = 10 *D*/*G*", curves=(
        Curve("excess_mean", end="on the ball"), Curve("excess_mean", "free", end="no projection"))),
    said=(
        Said("same", lambda f: "You trusted the steps to become short. Until then "
                               f"{f.free['away_mini']} of {f.free['n_runs']} runs have gone out to 10⁶, and the "
                               "average remembers it."),
        Said("worse", lambda f: f"Far worse: {f.free['away_mini']} of {f.free['n_runs']} runs go out to 10⁶, and the "
                                "average remembers it."),
        Said("away", lambda f: f"It is: {f.free['away_mini']} of {f.free['n_runs']} runs go out to 10⁶, where they are "
                               "held, and the average remembers it."),
    ),
    plain=lambda f: f"It is of no use: {f.free['away_mini']} of {f.free['n_runs']} runs go out to 10⁶, and the average "
                    "remembers it.",
    detail=lambda f: f"On the ball the same steps bring it to {measured(f.start['mean'])} above the minimum. A small "
                     f"step is not the safe one: η = {n(f.short['eta'])} *D*/*G* leaves {measured(f.short['mean'])}.",
    claim=lambda f: f.free["reach"] == 1e6 and f.free["away_mini"] > 0 and f.start["mean"] < 1e-4
                    and f.short["mean"] > 100 * f.start["mean"] and f.free["mean_last"] < 0.01,
    show=(Move("Show me: no projection", TEN | {"projection": "none"}), Move("On the ball", TEN)),
)

QUESTIONS = (STRAIGHT, RETURNED, BATCH, PRICE, FREE)
