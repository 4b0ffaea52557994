"""The questions of the chapter on training sets: how many exceed the bound, δ, more examples, the last iterate."""

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, falls, measured, n

EXCEED = Question(
    name="otb-how-many-exceed", explorer="online_to_batch", kind="number", title="How many exceed the bound",
    text=lambda f: "The bound is promised to all training sets but a share δ. With δ = 0.5, how many of "
                   f"{f.start['n_runs']} exceed it?",
    states={"start": {"delta": 0.5}, "coin": {"stream": "coin", "delta": 0.9}, "most": {"delta": 0.9}},
    truth=lambda f: f.start["above"], limits=(0, 200, 1), unit="exceed it:",
    picture=Pictured(panel="shares", note="linear regression, δ = 0.5",
                     curves=(Curve("printed_at"), Curve("average_share", valued=False))),
    said=(
        Said((0, 0), "None, yes."),
        Said((80, 120), "You expected about half, as δ allows. None does: the bound is a promise, not a prediction."),
        Said(None, "You expected {you}. None does: the bound is a promise, not a prediction."),
    ),
    plain="None of them.",
    detail=lambda f: f"The bound is {bound(f.start['bound'])}, the median {measured(f.start['average_median'])}. With "
                     f"δ = 0.9 it is {bound(f.most['bound'])}, and none exceeds it, nor on the biased coin. It is for "
                     "all laws of the examples.",
    claim=lambda f: f.start["n_runs"] == 200 and all(one["above"] == 0 for one in (f.start, f.coin, f.most)),
    show=(Move("Show me: δ = 0.5", {"delta": 0.5}),),
)

DELTA = Question(
    name="otb-smaller-delta", explorer="online_to_batch", kind="number", title="The price of certainty",
    text="δ goes from 0.5 to 0.01, fifty times smaller. By which factor does the bound grow?",
    states={"start": {"delta": 0.5}, "sure": {"delta": 0.01}},
    truth=lambda f: f.sure["bound"] / f.start["bound"], limits=(1, 60, 0.5), unit="times",
    picture=Pictured(
        panel="growth", note="linear regression", range=(1e-2, 1e3), yours="printed_m-start",
        curves=(Curve("printed_m", given=True, faint=True, end="before"), Curve("printed_m", "sure"))),
    said=(
        Said((1.7, 2.2), "You see that it does not even double."),
        Said((40, 60), "You let it grow like 1/δ. But δ stands in a logarithm: the bound does not even double."),
        Said((6, 8), "You let it grow like √(1/δ). But δ stands in a logarithm: the bound does not even double."),
        Said((1, 1.3), "You let it stay. It nearly doubles."),
        Said(None, "You expected {you} times as much. It does not even double: δ stands in a logarithm."),
    ),
    plain="It does not even double: δ stands in a logarithm.",
    detail=lambda f: f"At *m* = 1000 it goes from {bound(f.start['bound'])} to {bound(f.sure['bound'])}; the sharper "
                     f"one, where the regret has its own term, from {n(f.start['bound_sharp'])} to "
                     f"{n(f.sure['bound_sharp'])}. The training sets know nothing of δ.",
    claim=lambda f: 1.7 < f.sure["bound"] / f.start["bound"] < 2
                    and f.start["average_median"] == f.sure["average_median"],
    show=(Move("Show me: δ = 0.01", {"delta": 0.01}), Move("δ = 0.5", {"delta": 0.5})),
)


def _gap(f):
    return f["bound"] / f["average_quantile"]


def _fall(few, many):
    """By what the median is divided from the few examples to the many."""
    return n(few["average_median"] / many["average_median"], 2)


MORE = Question(
    name="otb-more-examples", explorer="online_to_batch", kind="draw", title="What more examples do",
    text="Four times as many examples halve the bound. Draw what the excess risk stays below on 90 % of the training "
         "sets.",
    states={"start": {}, "few": {"m": 500}, "many": {"m": 2000}, "most": {"m": 5000}, "loose": {"delta": 0.9},
            "coin_few": {"stream": "coin", "m": 500}, "coin_many": {"stream": "coin", "m": 2000}},
    picture=Pictured(
        panel="growth", note="linear regression", range=(1e-6, 100), yours="average_quantile-start",
        curves=(Curve("printed_m", given=True), Curve("average_quantile")),
        ceiling=("printed_m-start", "Part of it lies above the bound.")),
    said=(
        Said("along", lambda f: f"You drew the bound. What is measured lies far below, {n(_gap(f.start), 2)} times at "
                                "*m* = 1000, and falls faster."),
        Said("falls", "You let it fall. So it does, and faster than the bound."),
        Said(("flat", "rises"), "You let more examples be of no use. They make the average better, and faster "
                                "than the bound."),
        Said(("valley", "hill"), "You let it turn. It falls all the way, and faster than the bound."),
    ),
    plain="It falls faster than the bound.",
    detail=lambda f: f"From *m* = 500 to 2000 the bound is halved, the median divided by {_fall(f.few, f.many)}, on "
                     f"the biased coin by {_fall(f.coin_few, f.coin_many)}.",
    claim=lambda f: abs(f.few["bound"] / f.many["bound"] - 2) < 1e-9 and _gap(f.few) < _gap(f.start) < _gap(f.most)
                    and falls(f.start["series"]["average_quantile"]["y"])
                    and f.coin_many["average_median"] < f.coin_few["average_median"] / 2,
    show=(Move("Show me: m = 2000", {"m": 2000}),),
    why=Why("Why does the bound not come near with more examples?", (
        Reason("It will, with enough of them.",
               lambda f: f"They part: the bound is {n(_gap(f.few), 2)} times what is measured at *m* = 500 and "
                         f"{n(_gap(f.most), 2)} times at 5000."),
        Reason("It must hold for every law, and this one is easier.",
               lambda f: f"Four times as many examples divide the bound by 2 on every law, and the median by "
                         f"{_fall(f.few, f.many)} here.", right=True),
        Reason("It pays for the unlucky share δ.",
               lambda f: f"That is a small part: with δ = 0.9 the bound is {n(f.loose['bound'])} in place of "
                         f"{n(f.start['bound'])}."))),
)

LAST = Question(
    name="otb-last-or-average", explorer="online_to_batch", kind="choose", title="The last or the average",
    text="The last predictor has seen all examples. Is it better than the average?",
    states={"start": {}, "clean": {"noise": 0.0}, "coin": {"stream": "coin"}},
    truth=lambda f: "depends" if (f.start["last_median"] < f.start["average_median"])
                    != (f.clean["last_median"] < f.clean["average_median"]) else "average",
    options={"last": "yes", "average": "no", "depends": "it depends on the noise"},
    picture=Pictured(panel="growth", note="noise 0", curves=(
        Curve("average_quantile", "clean", end="average"), Curve("last_quantile", "clean", end="last"))),
    said=(
        Said("last", lambda f: f"You chose the last. Without noise, yes, {n(f.clean['last_median'])} against "
                               f"{n(f.clean['average_median'])} in the median; with noise 0.3 the average is ahead, "
                               f"{n(f.start['average_median'])} against {n(f.start['last_median'])}."),
        Said("average", lambda f: f"You chose the average. With noise 0.3, yes, {n(f.start['average_median'])} against "
                                  f"{n(f.start['last_median'])} in the median; without noise the last is ahead, "
                                  f"{n(f.clean['last_median'])} against {n(f.clean['average_median'])}."),
        Said("depends", lambda f: f"It does. Without noise the last has {n(f.clean['last_median'])} in the median, the "
                                  f"average {n(f.clean['average_median'])}; with noise 0.3 {n(f.start['last_median'])} "
                                  f"and {n(f.start['average_median'])}."),
    ),
    plain=lambda f: f"It depends on the noise. Without it the last has {n(f.clean['last_median'])} in the median, the "
                    f"average {n(f.clean['average_median'])}; with noise 0.3 {n(f.start['last_median'])} and "
                    f"{n(f.start['average_median'])}.",
    detail=lambda f: "On the coin, noise 0.5, the average is ten times better: "
                     f"{n(f.coin['average_median'])} against {n(f.coin['last_median'])}.",
    claim=lambda f: f.clean["last_median"] < f.clean["average_median"] and 9.5 < f.coin["last_median"]
                    / f.coin["average_median"] < 10.5 and f.start["average_median"] < f.start["last_median"],
    show=(Move("Show me: no noise", {"noise": 0.0}), Move("The coin", {"stream": "coin"})),
)

QUESTIONS = (EXCEED, DELTA, MORE, LAST)
