"""The questions of the chapter on the sequential protocol: the best fixed predictor moves, its risk rises from 0, and
the regret falls where the stream changes."""


from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import measured, n

FILE = {"stream": "mail_file"}
SPAM = 1813  # messages of spam come first in file order

MOVES = Question(
    name="protocol-best-moves", explorer="protocol", kind="choose", title="The best fixed predictor",
    text="After each round there is a best fixed *u* for the rounds so far. What does it do while *w* moves?",
    states={"start": {}, "hundred": {"t": 100}, "last": {"t": 4601}, "drift": {"stream": "drifting", "t": 2000}},
    truth=lambda f: "settles" if f.start["comparator_to_last"] > 10 * f.hundred["comparator_to_last"] else "wanders",
    options={"stands": "It stands still: it is fixed", "settles": "It moves, and comes to rest",
             "wanders": "It moves on and on"},
    picture=Pictured(panel="plane", note="all 4601 rounds",
                     curves=(Curve("comparator_path", "last"), Curve("path", "last", faint=True),
                             Curve("comparator", "last", end="best u"))),
    said=(
        Said("stands", lambda f: "You let it stand still. It is fixed within one sum of losses only: the best *u* for "
                                 f"round 1 is {measured(f.start['comparator_to_last'])} away from the last one."),
        Said("settles", lambda f: f"It does: after round 1 it is {measured(f.start['comparator_to_last'])} away from "
                                  f"its last place, after round 100 {measured(f.hundred['comparator_to_last'])}."),
        Said("wanders", lambda f: "You let it move on and on. It comes to rest: after round 100 it is "
                                  f"{measured(f.hundred['comparator_to_last'])} away from its last place."),
    ),
    plain=lambda f: f"It moves, and comes to rest: {measured(f.start['comparator_to_last'])} away from its last place "
                    f"after round 1, {measured(f.hundred['comparator_to_last'])} after round 100.",
    detail=lambda f: "On the drifting target, which moves itself, it is still "
                     f"{measured(f.drift['comparator_to_last'])} away after round {f.drift['t']}.",
    claim=lambda f: f.drift["comparator_to_last"] > 10 * f.hundred["comparator_to_last"] > 0
                    and f.last["t"] == f.last["T"] == 4601,
    show=(Move("Show me: round 100", {"t": 100}), Move("The drifting target", {"stream": "drifting", "t": 2000})),
)

RISK = Question(
    name="protocol-best-risk", explorer="protocol", kind="draw", title="The best fixed risk",
    text=lambda f: f"In {f.start['t']} rounds the learner’s mean loss falls from {n(f.first['risk'])} to "
                   f"{n(f.start['risk'])}. Draw that of the best fixed *u* for the first *t* rounds.",
    states={"start": {"t": 60}, "first": {"t": 1}, "two": {"t": 2}, "ten": {"t": 10}, "small": {"t": 1, "U": 0.25}},
    picture=Pictured(panel="risk", note="linear regression, *U* = 1", range=(0, 0.15), across=(1, 60),
                     yours="risk_best-start", curves=(Curve("risk", given=True), Curve("risk_best"))),
    said=(
        Said("flat", "You drew a flat line. From round 4 on it nearly is one; but it begins at 0, where some *u* fits "
                     "the only example."),
        Said("valley", "You gave it a valley. It rises from 0 and stays up: the more labels, the less can one *u* fit "
                       "their noise."),
        Said("hill", lambda f: "You let it rise and fall again. It rises, and stays near "
                               f"{measured(f.start['risk_best'])}, which the noise of the labels costs every *u*."),
        Said("falls", lambda f: "You let it fall, as the learner’s does. It rises, from 0 to "
                                f"{measured(f.start['risk_best'])}: one example is fitted exactly, sixty are not."),
        Said("rises", lambda f: f"You let it rise. It does: one example is fitted exactly, and after {f.start['t']} "
                                f"the best *u* loses {measured(f.start['risk_best'])} a round."),
    ),
    plain=lambda f: "It rises: one example is fitted exactly by some *u*, and after "
                    f"{f.start['t']} the best one loses {measured(f.start['risk_best'])} a round.",
    detail=lambda f: "In the plane even two labels can be fitted. At *t* = "
                     f"{f.ten['t']} it is {measured(f.ten['risk_best'])}. With *U* = {n(f.small['U'])} the "
                     "ball is too small for the first label, and it is "
                     f"{measured(f.small['risk_best'])} from the start.",
    claim=lambda f: f.first["risk_best"] == f.two["risk_best"] == 0 < min(f.ten["risk_best"], f.small["risk_best"])
                    and f.start["risk_best"] < f.start["risk"] < f.first["risk"] and f.start["t"] == 60,
    show=(Move("Show me: round 1", {}), Move("Round 10", {"t": 10}), Move("U = 0.25", {"U": 0.25})),
)

CHANGE = Question(
    name="protocol-file-order", explorer="protocol", kind="draw", title="The regret after a change",
    text="Real mail in file order: 1813 messages of spam, then all the others. Draw the regret.",
    states={"start": FILE | {"t": 4601}, "before": FILE | {"t": SPAM}, "change": FILE | {"t": SPAM + 1},
            "soon": FILE | {"t": 2000}, "shuffled": {"stream": "mail_shuffled", "t": 4601}},
    picture=Pictured(panel="regret", note="real mail, in file order", range=(-5000, 5000), yours="regret-start",
                     curves=(Curve("regret"),)),
    said=(
        Said("falls", lambda f: "You let it fall. It does, once the other mail comes: from "
                                f"{measured(f.before['regret'])} to {measured(f.start['regret'])}."),
        Said("flat", lambda f: "You drew a flat line. It is one up to the change; then the learner turns round, no "
                               f"fixed *u* can, and it falls to {measured(f.start['regret'])}."),
        Said("rises", lambda f: "You let it rise: the learner pays for the change. The best fixed *u* pays far more, "
                                f"and the regret falls to {measured(f.start['regret'])}."),
        Said("hill", lambda f: f"You let the change cost something. Message {f.change['t']} costs "
                               f"{measured(f.change['loss'])}; after it the regret falls, to "
                               f"{measured(f.start['regret'])}."),
        Said("valley", lambda f: "You let it come up again. It falls to the end: with each message the best fixed *u* "
                                 f"pays more than the learner. It ends at {measured(f.start['regret'])}."),
    ),
    plain=lambda f: f"It falls: from {measured(f.before['regret'])} after message {f.before['t']} to "
                    f"{measured(f.start['regret'])} at the end.",
    detail=lambda f: f"The learner pays {measured(f.change['loss'])} for message {f.change['t']}, and turns round; at "
                     f"message {f.soon['t']} the regret is {measured(f.soon['regret'])}. One *u* has to serve both "
                     "parts.",
    claim=lambda f: f.before["t"] == SPAM and abs(f.before["regret"]) < 2 and f.change["loss"] > 3
                    and f.start["regret"] < f.soon["regret"] < 0 < f.before["regret"]
                    and f.shuffled["errors"] > f.shuffled["errors_best"] > 0.3 and f.shuffled["regret"] > 0,
    show=(Move("Show me: message 1814", FILE | {"t": SPAM + 1}), Move("The last message", FILE | {"t": 4601})),
    why=Why("What does so low a regret tell us of the learner?", (
        Reason("It would sort mixed mail well.",
               lambda f: f"It tells nothing of that. On shuffled mail the same learner errs on "
                         f"{n(100 * f.shuffled['errors'])} %, the best fixed *u* on "
                         f"{n(100 * f.shuffled['errors_best'])} %, and the regret is {n(f.shuffled['regret'])}."),
        Reason("Nothing could have done better.",
               lambda f: "Up to the change even a fixed *u* did: at message "
                         f"{f.before['t']} the regret is {n(f.before['regret'])}, above 0."),
        Reason("It may change its mind, and one fixed *u* is a weak rival here.",
               lambda f: f"That *u* loses {n(f.start['risk_best'])} a message; the learner, which may change, "
                         f"{n(f.start['risk'])}.", right=True))),
)

QUESTIONS = (MOVES, RISK, CHANGE)
