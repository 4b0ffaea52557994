"""The questions of the chapter on strongly convex losses: a tenth of σ, the rival, the bound as printed, a quartic."""

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n

TENTH = Question(
    name="sc-tenth-sigma", explorer="strong_convexity", kind="number", title="The bound and σ",
    text="σ goes from 1 to 0.1. By which factor does the bound of steps 1/(σ*t*) grow?",
    states={"start": {}, "tenth": {"sigma": 0.1}, "random": {"stream": "random"},
            "random_tenth": {"stream": "random", "sigma": 0.1}},
    truth=lambda f: f.tenth["bound"] / f.start["bound"], limits=(1, 20, 0.5), unit="times",
    picture=Pictured(
        panel="regret", note="worst case, *G* = 1", range=(0, 80), yours="harmonic-start",
        curves=(Curve("harmonic", given=True, faint=True, end="before"), Curve("harmonic", "tenth"),
                Curve("regret", "tenth", end="regret"))),
    said=(
        Said((9.5, 10.5), lambda f: f"Tenfold it is: {bound(f.start['bound'])} becomes {bound(f.tenth['bound'])}."),
        Said((3, 3.5), "You took the root of ten. It is tenfold: σ divides all of the bound."),
        Said((1, 1.3), "You let the bound stay. It grows tenfold: σ divides all of it."),
        Said(None, "You expected {you} times as much; it is tenfold."),
    ),
    plain=lambda f: f"The bound grows tenfold, from {bound(f.start['bound'])} to {bound(f.tenth['bound'])}.",
    detail=lambda f: f"The regret does so, too. On the worst case it lies on the bound; on random quadratics it goes "
                     f"from {measured(f.random['regret'])} to {measured(f.random_tenth['regret'])}.",
    claim=lambda f: all(abs(b / a - 10) < 1e-6 for a, b in (
        (f.start["bound"], f.tenth["bound"]), (f.start["regret"], f.tenth["regret"]),
        (f.random["regret"], f.random_tenth["regret"]))) and abs(f.tenth["regret"] / f.tenth["bound"] - 1) < 1e-6,
    show=(Move("Show me: σ = 0.1", {"sigma": 0.1}),),
)

AHEAD = Question(
    name="sc-who-is-ahead", explorer="strong_convexity", kind="choose", title="Which steps are ahead",
    text=lambda f: f"On random quadratics with σ = 1, steps 1/(σ*t*) have regret {n(f.start['regret'])}, steps η/√*t* "
                   f"{n(f.start['regret_rival'])}. Which are ahead with σ = 0.1?",
    states={"start": {"stream": "random"}, "tenth": {"stream": "random", "sigma": 0.1}, "worst": {"sigma": 0.1},
            "wide": {"sigma": 0.1, "U": 10.0}},
    truth=lambda f: "ours" if f.tenth["regret"] < f.tenth["regret_rival"] else "rival",
    options={"ours": "1/(σ*t*)", "rival": "η/√*t*"},
    picture=Pictured(
        panel="regret", note="random quadratics", curves=(
            Curve("rival", given=True, faint=True, end="η/√t before"),
            Curve("regret", given=True, faint=True, end="1/(σt) before"),
            Curve("rival", "tenth"), Curve("regret", "tenth"))),
    said=(
        Said("ours", lambda f: "You kept 1/(σ*t*) ahead. Now they have regret " + measured(f.tenth["regret"])
                               + f", and steps η/√*t* {n(f.tenth['regret_rival'])}."),
        Said("rival", lambda f: f"Steps η/√*t*, yes: {n(f.tenth['regret_rival'])}, against "
                                f"{measured(f.tenth['regret'])} of steps 1/(σ*t*)."),
    ),
    plain=lambda f: f"Steps η/√*t*: {n(f.tenth['regret_rival'])}, against {measured(f.tenth['regret'])}.",
    detail=lambda f: f"But they must know a ball that holds the best *u*. On the worst case this *u* has norm "
                     f"{n(f.worst['norm_comparator'])}, outside *U* = {n(f.worst['U'])}, and their regret is "
                     f"{n(f.worst['regret_rival'])}; with *U* = {n(f.wide['U'])} it is {n(f.wide['regret_rival'])}.",
    claim=lambda f: f.start["regret"] < f.start["regret_rival"] and f.tenth["regret"] > f.tenth["regret_rival"]
                    and f.worst["norm_comparator"] > f.worst["U"] and f.wide["norm_comparator"] < f.wide["U"]
                    and abs(f.tenth["norm_largest"] / f.start["norm_largest"] - 10) < 1e-6
                    and f.tenth["eta"] == f.start["eta"],
    show=(Move("Show me: random, σ = 0.1", {"stream": "random", "sigma": 0.1}),),
    why=Why("Why do steps 1/(σ*t*) lose more now?", (
        Reason("They have become too short.",
               lambda f: "They are ten times as long, 10/*t*. The largest ‖*w*‖ goes from "
                         f"{n(f.start['norm_largest'])} to {n(f.tenth['norm_largest'])}."),
        Reason("Their bound has grown, so their regret had to.",
               lambda f: f"A bound forces nothing up. {n(f.tenth['bound'])} allows {n(f.tenth['regret'])}, and it "
                         f"would allow {n(f.start['regret'])}."),
        Reason("They move *w* ten times as far, and a gradient costs what it did.",
               lambda f: f"The flatter losses have their minima farther apart, and *w* follows: up to "
                         f"{n(f.tenth['norm_largest'])} from 0, in place of {n(f.start['norm_largest'])}.",
               right=True))),
)

PRINTED = Question(
    name="sc-printed-bound", explorer="strong_convexity", kind="choose", title="A bound as printed",
    text="Two of the lecture notes have ln(*T* + 1) in place of 1 + ln *T*. Can the regret be above that bound?",
    states={"start": {}, "random": {"stream": "random"}},
    truth=lambda f: "yes" if f.start["regret"] > f.start["bound_printed"] else "no", options={"yes": "Yes", "no": "No"},
    picture=Pictured(panel="regret", note="worst case, σ = 1", curves=(
        Curve("printed"), Curve("harmonic"), Curve("regret", end="regret"))),
    said=(
        Said("yes", lambda f: f"You said yes. On the worst case it is, {measured(f.start['regret'])} against "
                              f"{bound(f.start['bound_printed'])}, and from the first round on."),
        Said("no", lambda f: f"You said no. On the worst case it is, {measured(f.start['regret'])} against "
                             f"{bound(f.start['bound_printed'])}, and from the first round on."),
    ),
    plain=lambda f: f"It can. On the worst case it is {measured(f.start['regret'])}, against "
                    f"{bound(f.start['bound_printed'])}.",
    detail=lambda f: "There it lies on *G*²/(2σ)·(1 + 1/2 + … + 1/*t*) at every *t*. On random quadratics nothing "
                     f"shows the slip: {n(f.random['regret'])} is below both. The example “the bound of the notes is "
                     "crossed” draws that line.",
    claim=lambda f: f.start["above_from"] == 1 and f.start["regret"] > f.start["bound_printed"]
                    and abs(f.start["regret"] / f.start["bound"] - 1) < 1e-9 and not f.random["above_printed"],
    show=(Move("Show me: the worst case", {}),),
)

QUARTIC = Question(
    name="sc-quartic-steps", explorer="strong_convexity", kind="choose", title="Steps down a quartic",
    text="One quartic with minimum at 2 in every round, *w*₁ = 0, no projection. Where is *w*₆?",
    states={"start": {"stream": "quartic"}, "ball": {"stream": "quartic", "projection": "ball"}},
    truth=lambda f: "far" if f.start["norm_largest"] > 1e6 else "near" if f.start["distance_last"] < 1 else "swings",
    options={"near": "near 2", "swings": "some tens away", "far": "beyond a million"},
    picture=Pictured(panel="distance", note="quartic", curves=(
        Curve("distance", "ball", end="projected"), Curve("distance", end="free"))),
    said=(
        Said("near", lambda f: f"You put it near 2. It is at about {measured(f.start['norm_largest'])}."),
        Said("swings", lambda f: f"You let it swing. It does, and goes to {measured(f.start['norm_largest'])}."),
        Said("far", lambda f: f"Beyond a million, yes: at about {measured(f.start['norm_largest'])}."),
    ),
    plain=lambda f: f"At about {measured(f.start['norm_largest'])}.",
    detail=lambda f: f"Far from 2 a quartic has gradients beyond any *G*, and T7 does not apply. Projected on radius "
                     f"{n(f.ball['U'])} the steps end {measured(f.ball['series']['distance']['y'][-1])} from 2.",
    claim=lambda f: f.start["rounds"] == 5 and f.start["norm_largest"] > 1e6 and not f.start["T7_holds"]
                    and f.ball["T7_holds"] and f.ball["distance_last"] < 1e-3,
    show=(Move("Show me: quartic", {"stream": "quartic"}),
          Move("Projected", {"stream": "quartic", "projection": "ball"})),
)

QUESTIONS = (TENTH, AHEAD, PRINTED, QUARTIC)
