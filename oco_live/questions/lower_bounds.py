"""The questions of the chapter on lower bounds: the worst signs, the mean of all games, a learner that leaves no
choice."""

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import measured, n

PLUS, TURNS, WORST = "+" * 16, "+-" * 8, "-+" * 5 + "-+++++"


SIGNS = Question(
    name="lb-worst-signs", explorer="adversary", kind="choose", title="The worst sixteen signs",
    text="Sixteen signs against steps η/√*t*. Which cost the learner most?",
    states={"start": {"signs": PLUS}, "turns": {"signs": TURNS}, "worst": {"signs": WORST}},
    truth=lambda f: "other" if f.worst["regret"] > max(f.start["regret"], f.turns["regret"]) else "turns",
    options={"plus": "+ + + + …", "turns": "+ − + − …", "other": "others"},
    picture=Pictured(panel="game", note="steps η/√*t*, tuned", curves=(
        Curve("regret_t", end="+ + + +"), Curve("regret_t", "turns", end="+ − + −"),
        Curve("regret_t", "worst", end="the worst"))),
    said=(
        Said("plus", lambda f: f"You said all +. They cost {measured(f.start['regret'])}: the learner soon stands "
                               "at the best *u*."),
        Said("turns", lambda f: f"You said + − + −. They cost {measured(f.turns['regret'])}; the worst, "
                                f"{measured(f.worst['regret'])}."),
        Said("other", lambda f: f"Others, yes. The worst cost {measured(f.worst['regret'])}."),
    ),
    plain=lambda f: f"Others: the worst cost {measured(f.worst['regret'])}.",
    detail=lambda f: f"All + cost {n(f.start['regret'])}, + − + − {n(f.turns['regret'])}. The worst, "
                     f"{n(f.worst['record_times'])} games, begin like the second, which teaches the learner nothing, "
                     "and end with five equal signs, which move the best *u* away from it.",
    claim=lambda f: abs(f.worst["regret"] - f.worst["record"]) < 1e-9 and f.worst["harder"] == 0
                    and f.start["regret"] < f.turns["regret"] < f.worst["regret"],
    show=(Move("Show me: the worst", {"signs": WORST}),),
)

LEARNERS = {"greedy": "steps η/√*t*", "constant": "constant step", "minimax": "minimax", "none": "none: all equal"}


def _means(f):
    return [one["mean"] for one in vars(f).values()]


MEAN = Question(
    name="lb-mean-of-games", explorer="adversary", kind="choose", title="The mean of all games",
    text="Over all 65536 games of sixteen signs the regret has a mean. Which learner has the smallest?",
    states={"start": {}, "constant": {"learner": "constant"}, "minimax": {"learner": "minimax"},
            "inverse": {"learner": "inverse"}, "lazy": {"learner": "lazy"}},
    truth=lambda f: "none" if max(_means(f)) - min(_means(f)) < 1e-9 else "minimax", options=LEARNERS,
    picture=Pictured(panel="all", note="steps η/√*t*", curves=(Curve("games"), Curve("mean_game"))),
    said=(
        Said("none", lambda f: f"None, yes: the mean is {measured(f.start['mean'])} for every learner."),
        Said(None, lambda f: f"The learner that you chose has the mean {measured(f.start['mean'])}, and so has every "
                             "other."),
    ),
    plain=lambda f: f"None: the mean is {measured(f.start['mean'])} for every learner.",
    detail="On the mean over + and −, nothing that a learner plays gains or loses. Choose one after the other: the "
           "bars spread in another way, and the line of the mean stands still.",
    claim=lambda f: max(_means(f)) - min(_means(f)) < 1e-9 and abs(f.start["mean"] - f.start["least"]) < 1e-9
                    and f.start["record"] > f.start["mean"] and _negative(f),
    show=(Move("Show me: minimax", {"learner": "minimax"}), Move("Constant step", {"learner": "constant"})),
    why=Why("Why is this mean a lower bound for each of them?", (
        Reason("In no game is the regret negative.",
               "In some it is: the bars to the left of 0."),
        Reason("Some game costs at least the mean.",
               lambda f: f"The largest regret is never below the mean. Against steps η/√*t* it is "
                         f"{n(f.start['record'])}, against *minimax* {n(f.minimax['record'])}.", right=True),
        Reason("Each learner’s bound is at least that large.",
               lambda f: "So it is, but because of this mean. A bound says what cannot be exceeded, "
                         f"{n(f.start['promise'])} here; it does not say that some game costs so much."))),
)


def _negative(f):
    """Whether some of the games of steps η/√t have a negative regret: bars well to the left of 0."""
    games = f.start["series"]["games"]
    return any(x < -0.2 and share > 0 for x, share in zip(games["x"], games["y"]))


def _apart(f):
    """How far the regrets of two games differ on the way, in units."""
    return max(abs(a - b) for a, b in zip(*(one["series"]["regret_t"]["y"] for one in (f.plus, f.turns))))


NOTHING = Question(
    name="lb-nothing-to-choose", explorer="adversary", kind="choose", title="Nothing left to choose",
    text="Is there a learner against which it does not matter what you press?",
    states={"start": {"learner": "minimax"}, "plus": {"learner": "minimax", "signs": PLUS},
            "turns": {"learner": "minimax", "signs": TURNS}},
    truth=lambda f: "yes" if f.start["record_times"] == 2**16 else "no", options={"yes": "Yes", "no": "No"},
    picture=Pictured(panel="game", note="minimax, *T* known", curves=(
        Curve("regret_t", "plus", end="+ + + +"), Curve("regret_t", "turns", end="+ − + −"))),
    said=(
        Said("yes", lambda f: f"You said yes. Against *minimax* all games cost {measured(f.start['regret'])}."),
        Said("no", lambda f: f"You said no. Against *minimax* all games cost {measured(f.start['regret'])}."),
    ),
    plain=lambda f: f"Yes. Against *minimax* all games cost {measured(f.start['regret'])}.",
    detail="It has to know *T*: on the way the regrets differ, and they meet in the last round.",
    claim=lambda f: f.start["record_times"] == 2**16 and _apart(f) > 0.1 and max(
        abs(one["regret"] - f.start["mean"]) for one in (f.start, f.plus, f.turns)) < 1e-9,
    show=(Move("Show me: minimax", {"learner": "minimax"}),),
)

QUESTIONS = (SIGNS, MEAN, NOTHING)
