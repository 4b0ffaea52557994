"""The questions of the chapter on the hinge loss and the Perceptron: what a surrogate bounds, and what limits the
mistakes."""

from ..explorers.losses import BELOW
from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n

# ---------------------------------------------------------------- the losses

NATS = Question(
    name="losses-nats", explorer="losses", kind="number", title="The logistic loss in nats",
    text="The logistic loss, ln(1 + exp(−*z*)), is above the zero-one loss at *z* = −3. Up to which *z* ≤ 0?",
    states={"start": {}, "edge": {"z": float(BELOW)}, "wrong": {"z": -0.75}, "zero": {"z": 0.0}},
    truth=lambda f: f.edge["z"], limits=(-3, 0, 0.05), unit="z =",
    picture=Pictured(panel="losses", curves=(Curve("zero_one", given=True), Curve("hinge", given=True),
                                             Curve("nats", end="logistic"))),
    said=(
        Said((-0.65, -0.43), lambda f: f"About so far: from *z* = {measured(f.edge['z'])} to 0 it is below 1."),
        Said((-0.05, 0), lambda f: "You let it stay above up to 0, as the hinge loss does. From "
                                   f"{measured(f.edge['z'])} on it is below 1."),
        Said(None, lambda f: f"You expected {{you}}; it is {measured(f.edge['z'])}."),
    ),
    plain=lambda f: f"Up to {measured(f.edge['z'])}: from there to 0 it is below 1, and bounds no error.",
    detail=lambda f: f"At *z* = {n(f.wrong['z'])} it is {measured(f.wrong['nats'])}, at {n(f.start['z'])} "
                     f"{measured(f.start['nats'])}, at 0 {measured(f.zero['nats'])}. With the logarithm in base 2 it "
                     f"is {n(f.zero['base_2'])} at 0, and bounds every error.",
    claim=lambda f: abs(f.edge["nats"] - 1) < 1e-12 and f.start["nats_below"] and f.zero["base_2"] == 1
                    and f.wrong["nats"] > 1 > f.start["nats"] > f.zero["nats"],
    show=(Move("Show me: z = −0.5", {}), Move("z = −0.75", {"z": -0.75})),
)

RIGHT = {"stream": "separable"}
RADIUS = Question(
    name="losses-radius", explorer="losses", kind="number", title="No hinge loss left",
    text="A line separates 1000 points with margin 0.1. How large must *U* be before the mean hinge loss is 0?",
    states={"start": RIGHT | {"U": 10.0}, "short": RIGHT | {"U": 8.0}, "just": RIGHT | {"U": 9.9},
            "one": RIGHT | {"U": 1.0}, "long": RIGHT | {"U": 16.0}},
    truth=lambda f: f.start["U"], limits=(0, 40, 0.5), unit="U =",
    picture=Pictured(panel="means", note="separable points", curves=(
        Curve("mean_zero_one", given=True), Curve("mean_hinge"))),
    said=(
        Said((9.5, 10.5), "It takes *U* = 10, which is 1/0.1."),
        Said((0, 1.5), lambda f: "You were content with no error. The hinge loss asks for *z* ≥ 1: at *U* = 1 its mean "
                                 f"is {measured(f.one['mean_hinge'])}, and it takes *U* = 10."),
        Said((1.5, 9.5), "You expected {you}; there some points are still closer than 1/*U*. It takes *U* = 10."),
        Said(None, "You expected {you}; *U* = 10 is enough, as it is 1/0.1."),
    ),
    plain="It takes *U* = 10, which is 1/0.1: the hinge loss asks for *z* ≥ 1.",
    detail=lambda f: f"At *U* = {n(f.short['U'])} the mean hinge loss is {measured(f.short['mean_hinge'])}, at "
                     f"{n(f.long['U'])} it is {measured(f.long['mean_hinge'])}. No label is wrong at any *U*.",
    claim=lambda f: f.start["mean_hinge"] == f.long["mean_hinge"] == 0 < f.just["mean_hinge"] < f.short["mean_hinge"]
                    and f.start["U"] == 10 and f.one["mean_zero_one"] == f.start["mean_zero_one"] == 0,
    show=(Move("Show me: U = 8", RIGHT | {"U": 8.0}), Move("U = 16", RIGHT | {"U": 16.0})),
)

NOISY = Question(
    name="losses-wrong-labels", explorer="losses", kind="draw", title="A tenth wrong labels",
    text=lambda f: f"Now {f.start['wrong']} of the {f.start['T']} labels are wrong. Draw the mean hinge loss of the "
                   "best *u* in the ball of radius *U*.",
    states={"start": {}, "right": RIGHT, "small": {"U": 0.5}, "large": {"U": 1024.0}},
    picture=Pictured(panel="means", note="wrong labels", range=(0, 1.5), yours="mean_hinge-start", curves=(
        Curve("mean_hinge", "right", given=True, end="none wrong", faint=True), Curve("mean_hinge"))),
    said=(
        Said("flat", lambda f: "You drew a flat line. A longer *u* helps at first: from "
                               f"{measured(f.small['mean_hinge'])} it falls to {measured(f.large['mean_hinge'])}."),
        Said("valley", lambda f: "You let it rise again. In a larger ball the shorter *u* is still allowed: it falls "
                                 f"to {measured(f.large['mean_hinge'])} and stays."),
        Said("hill", lambda f: "You let it rise at first. In a larger ball no *u* is lost: it falls, to "
                               f"{measured(f.large['mean_hinge'])}."),
        Said("falls", lambda f: f"You let it fall. It does, to {measured(f.large['mean_hinge'])} and no further: from "
                                f"*U* = {n(f.start['norm'])} on a longer *u* is allowed, but none is better."),
        Said("rises", lambda f: "You let it rise: a long *u* pays much for a wrong label. But in a larger ball a short "
                                f"one is still allowed, and the loss falls to {measured(f.large['mean_hinge'])}."),
    ),
    plain=lambda f: f"It falls to {measured(f.large['mean_hinge'])} and no further: from *U* = {n(f.start['norm'])} on "
                    "a longer *u* is allowed, but none is better.",
    detail=lambda f: f"This *u* errs on {n(100 * f.start['mean_zero_one'])} % of the points, and no *u* on less than "
                     f"{n(100 * f.start['fewest'])} %.",
    claim=lambda f: abs(f.large["mean_hinge"] - f.start["mean_hinge"]) < 1e-6 and f.start["wrong"] == 96
                    and f.large["mean_hinge"] < f.small["mean_hinge"] and abs(f.large["norm"] - f.start["norm"]) < 1e-3
                    and f.start["norm"] < f.start["U"] and f.start["fewest_exact"],
    show=(Move("Show me: U = 4", {"U": 4.0}), Move("U = 64", {"U": 64.0})),
)

FAR = {"stream": "outlier"}
OUTLIER = Question(
    name="losses-outlier", explorer="losses", kind="number", title="One example far out",
    text="Nine examples *x* = 0.01 have label +1, one at *x* = 1 has −1. On how many of the ten does the *u* of least "
         "hinge loss err?",
    states={"start": FAR, "large": FAR | {"U": 1024.0}, "small": FAR | {"U": 0.5}},
    truth=lambda f: round(f.start["T"] * f.start["mean_zero_one"]), limits=(0, 10, 1), unit="errors",
    picture=Pictured(panel="means", note="one far outlier", range=(0, 1), yours="mean_zero_one-start", level=0.1,
                     curves=(Curve("fewest"), Curve("mean_hinge"), Curve("mean_zero_one"))),
    said=(
        Said((9, 9), "On nine it is, however large *U* is."),
        Said((0, 1.5), "You expected {you}, as few as some *u* can have. It errs on nine: the least hinge loss is not "
                       "the fewest errors."),
        Said(None, "You expected {you}; it errs on nine."),
    ),
    plain="On nine: the least hinge loss is not the fewest errors.",
    detail=lambda f: f"Its mean zero-one loss is {measured(f.large['mean_zero_one'])} at every *U* from "
                     f"{n(f.small['U'])} to {n(f.large['U'], 4)}; some *u* has {n(f.start['fewest'])}.",
    claim=lambda f: all(abs(one["mean_zero_one"] - 0.9) < 1e-12 for one in (f.start, f.large, f.small))
                    and abs(f.start["fewest"] - 0.1) < 1e-12 and f.large["mean_hinge"] * f.large["T"] < 101,
    show=(Move("Show me: one far outlier", FAR), Move("U = 1024", FAR | {"U": 1024.0})),
    why=Why("Why does it accept nine errors?", (
        Reason("*U* is too small to be right on the nine.",
               lambda f: f"With *U* = {n(f.large['U'], 4)} it could be, and still errs on nine."),
        Reason("To be right on the nine costs more than to err on them.",
               lambda f: "With margin 1 that takes *u* = 100, and then the tenth costs 101. To err on the nine costs "
                         f"{n(f.large['mean_hinge'] * f.large['T'])} in all.", right=True),
        Reason("Nine are the fewest: least loss, fewest errors.",
               lambda f: f"The bound holds, {n(f.start['mean_zero_one'])} ≤ {n(f.start['mean_hinge'])}. It says "
                         f"nothing of another *u*, which has {n(f.start['fewest'])}: a bound is no prediction."))),
)

# ---------------------------------------------------------------- the Perceptron

LAST = {"t": 4601}
STEP = Question(
    name="perceptron-step", explorer="perceptron", kind="choose", title="Ten times the step",
    text="The Perceptron starts at *w* = 0. With η ten times as large, what becomes of its mistakes?",
    states={"start": LAST, "ten": LAST | {"eta": 10.0}, "tenth": LAST | {"eta": 0.1}},
    truth=lambda f: "same" if f.ten["same_mistakes"] else "other",
    options={"fewer": "Fewer: it learns faster", "more": "More: it oversteps", "same": "The same, in the same rounds"},
    picture=Pictured(panel="mistakes", note="separable points, γ = 0.05",
                     curves=(Curve("mistakes", end="η = 1"), Curve("mistakes", "ten", end="η = 10"))),
    said=(
        Said("fewer", lambda f: f"You expected fewer. There are {measured(f.ten['M_last'])}, as before, in the same "
                                "rounds: only the length of *w* changes."),
        Said("more", lambda f: f"You expected more. There are {measured(f.ten['M_last'])}, as before, in the same "
                               "rounds: only the length of *w* changes."),
        Said("same", lambda f: f"They are: {measured(f.ten['M_last'])}, in the same rounds. Only the length of *w* "
                               "changes."),
    ),
    plain=lambda f: f"The same {measured(f.ten['M_last'])}, in the same rounds: only the length of *w* changes.",
    detail=lambda f: f"It goes from {measured(f.start['norm_w'])} to {measured(f.ten['norm_w'])}, and the sides of a "
                     f"line do not depend on it. A small step is no safer: η = {n(f.tenth['eta'])} makes "
                     f"{measured(f.tenth['M_last'])} mistakes, too.",
    claim=lambda f: f.ten["same_mistakes"] and f.tenth["same_mistakes"] and f.start["M_last"] == f.ten["M_last"]
                    and abs(f.ten["norm_w"] / f.start["norm_w"] - 10) < 1e-9,
    show=(Move("Show me: η = 10", LAST | {"eta": 10.0}),),
)

NARROW = Question(
    name="perceptron-margin", explorer="perceptron", kind="number", title="A smaller margin",
    text=lambda f: f"The margin goes from {n(f.start['margin'])} to {n(f.narrow['margin'])}, and (*X*/γ)² from "
                   f"{bound(f.start['bound_separable'])} to {bound(f.narrow['bound_separable'])}. "
                   f"There were {measured(f.start['M_last'])} mistakes; how many are there now?",
    states={"start": LAST, "narrow": LAST | {"margin": 0.02}, "wide": LAST | {"margin": 0.2},
            "wrong": LAST | {"order": "wrong"}},
    truth=lambda f: f.narrow["M_last"], limits=(0, 150, 1), unit="mistakes",
    picture=Pictured(panel="mistakes", note="separable points", curves=(
        Curve("margin_bound", "narrow", given=True, end="(X/0.02)²"),
        Curve("margin_bound", given=True, end="(X/0.05)²", faint=True),
        Curve("mistakes", given=True, end="γ = 0.05", faint=True), Curve("mistakes", "narrow", end="γ = 0.02"))),
    said=(
        Said((9, 13), lambda f: f"About so many: {measured(f.narrow['M_last'])}, fewer than before."),
        Said((80, 120), lambda f: "You let the mistakes grow as the bound does. They fall to "
                                  f"{measured(f.narrow['M_last'])}: the bound is for the worst sequence."),
        Said((14, 18), lambda f: "You let them stay. They fall a little, to "
                                 f"{measured(f.narrow['M_last'])}: the bound is for the worst sequence."),
        Said((18, 150), lambda f: f"You expected {{you}}, more than before; there are {measured(f.narrow['M_last'])}. "
                                  "The bound is for the worst sequence."),
        Said(None, lambda f: f"You expected {{you}}; there are {measured(f.narrow['M_last'])}."),
    ),
    plain=lambda f: f"{measured(f.narrow['M_last'])}: fewer, though the bound is larger. It is for the worst sequence.",
    detail=lambda f: f"With γ = {n(f.wide['margin'])} the bound is {bound(f.wide['bound_separable'])}, and there are "
                     f"{measured(f.wide['M_last'])} mistakes. An order of arrival can be worse: with the most wrong "
                     f"example next there are {measured(f.wrong['M_last'])} at γ = {n(f.wrong['margin'])}.",
    claim=lambda f: f.narrow["M_last"] < f.start["M_last"] < f.wrong["M_last"]
                    and f.narrow["bound_separable"] > 6 * f.start["bound_separable"] and f.narrow["M_last"] == 11,
    show=(Move("Show me: γ = 0.02", LAST | {"margin": 0.02}), Move("The most wrong next", LAST | {"order": "wrong"})),
)

NORM = Question(
    name="perceptron-norm", explorer="perceptron", kind="draw", title="The bound and the norm",
    text="A long *u* has little hinge loss, and pays for its length. Draw how many mistakes T9 allows by the best *u* "
         "of each norm.",
    states={"start": LAST, "short": LAST | {"U": 4.0}, "near": LAST | {"U": 8.0}, "long": LAST | {"U": 32.0},
            "wide": LAST | {"margin": 0.2}},
    picture=Pictured(panel="curve", note="separable points, γ = 0.05", range=(10, 1e4), yours="curve_bound-start",
                     valley="norm_best", curves=(Curve("mistakes_level", given=True), Curve("curve_bound"))),
    said=(
        Said("valley there", lambda f: "You gave it a valley, and about where it is: norm "
                                       f"{n(f.start['norm_best'])} allows {bound(f.start['bound_best_last'])}."),
        Said("valley", lambda f: "You gave it a valley. It has one, at norm "
                                 f"{n(f.start['norm_best'])}, which allows {bound(f.start['bound_best_last'])}."),
        Said("flat", lambda f: "You drew a flat line, as the mistakes are: they do not know *u*. The bound does, and "
                               f"is least at norm {n(f.start['norm_best'])}: {bound(f.start['bound_best_last'])}."),
        Said("falls", lambda f: "You let it fall: less and less hinge loss. From norm "
                                f"{n(f.start['norm_best'])} on length costs more than it saves; there it is "
                                f"{bound(f.start['bound_best_last'])}."),
        Said("rises", lambda f: "You let it rise with the length. A short *u* pays more, in hinge loss: least is "
                                f"{bound(f.start['bound_best_last'])}, at norm {n(f.start['norm_best'])}."),
        Said("hill", lambda f: "You drew a hill. Short pays in hinge loss, long in length, and between them is a "
                               f"valley: {bound(f.start['bound_best_last'])} at norm {n(f.start['norm_best'])}."),
    ),
    plain=lambda f: "It has a valley: short pays in hinge loss, long in length. Norm "
                    f"{n(f.start['norm_best'])} allows {bound(f.start['bound_best_last'])}.",
    detail=lambda f: f"Norm {n(f.short['U'])} allows {bound(f.short['bound_U_last'])}, {n(f.near['U'])} "
                     f"{bound(f.near['bound_U_last'])}, {n(f.long['U'])} {bound(f.long['bound_U_last'])}.",
    claim=lambda f: f.start["bound_best_last"] < f.near["bound_U_last"] < f.short["bound_U_last"]
                    < f.long["bound_U_last"] and f.near["U"] < f.start["norm_best"] < 0.6 / f.start["margin"]
                    and f.wide["norm_best"] <= 1 / f.wide["margin"] < f.start["norm_best"] and f.start["L_best"] > 0,
    show=(Move("Show me: norm 8", LAST), Move("Norm 32", LAST | {"U": 32.0})),
    why=Why("*u* separates with margin 1 only from norm 1/γ on. Why is a shorter one best?", (
        Reason("A larger margin needs a longer *u*.",
               lambda f: f"A shorter one: the norm is 1/γ, {n(1 / f.start['margin'])} for γ = {n(f.start['margin'])} "
                         f"and {n(1 / f.wide['margin'])} for γ = {n(f.wide['margin'])}."),
        Reason("Some hinge loss costs less than the length that avoids it.",
               lambda f: f"Norm {n(1 / f.start['margin'])} allows {n(f.start['bound_separable'])}. Norm "
                         f"{n(f.start['norm_best'])} pays {n(f.start['L_best'])} in hinge losses, and allows "
                         f"{n(f.start['bound_best_last'])}.", right=True),
        Reason("With it the learner makes the fewest mistakes.",
               lambda f: f"The learner knows no *u*: it makes {f.start['M_last']} mistakes whichever we compare it "
                         "with. The bound is no prediction."))),
)

SHUFFLED, FILE = LAST | {"stream": "mail_shuffled"}, LAST | {"stream": "mail_file"}
ORDER = Question(
    name="perceptron-order", explorer="perceptron", kind="number", title="The order of arrival",
    text=lambda f: f"On shuffled mail the Perceptron errs {measured(f.start['M_last'], 4)} times in "
                   f"{n(f.start['T'], 4)} messages. How often if all spam comes first, then all the rest?",
    states={"start": SHUFFLED, "file": FILE, "drawn": LAST, "positive": LAST | {"order": "positive"}},
    truth=lambda f: f.file["M_last"], limits=(0, 2000, 10), unit="mistakes",
    picture=Pictured(panel="mistakes", note="real mail", curves=(
        Curve("best_bound", given=True), Curve("mistakes", given=True, end="shuffled", faint=True),
        Curve("mistakes", "file", end="in file order"))),
    said=(
        Said((0, 10), lambda f: f"Next to never: {measured(f.file['M_last'])} times."),
        Said((1500, 1780), lambda f: f"You let the order not matter. It errs {measured(f.file['M_last'])} times: on "
                                     "the first message, and on the first of the other kind."),
        Said((1780, 2000), lambda f: f"You expected {{you}}, more than shuffled; it errs {measured(f.file['M_last'])} "
                                     "times."),
        Said(None, lambda f: f"You expected {{you}}; it errs {measured(f.file['M_last'])} times."),
    ),
    plain=lambda f: f"It errs {measured(f.file['M_last'])} times: on the first message, and on the first of the other "
                    "kind.",
    detail=lambda f: f"T9 allows {bound(f.file['bound_best_last'])} in any order. On the separable points with all +1 "
                     f"first there are {measured(f.positive['M_last'])} mistakes in place of "
                     f"{measured(f.drawn['M_last'])}, and T9 allows {bound(f.positive['bound_best_last'])} both times; "
                     f"its implicit form, which contains them, falls from {bound(f.drawn['implicit_last'])} to "
                     f"{bound(f.positive['implicit_last'])}.",
    claim=lambda f: f.file["M_last"] == 2 and f.positive["M_last"] < f.drawn["M_last"]
                    and f.file["bound_best_last"] == f.start["bound_best_last"]
                    and f.positive["bound_best_last"] == f.drawn["bound_best_last"]
                    and list(f.file["series"]["mistakes"]["x"][:3]) == [1, 1814, 1814],
    show=(Move("Show me: in file order", FILE), Move("Shuffled", SHUFFLED)),
)

QUESTIONS = (NATS, RADIUS, NOISY, OUTLIER, STEP, NARROW, NORM, ORDER)
