"""The questions of the chapter on the spam filter: what the radius does, what a best fixed filter recognises, what the
order changes, and which words weigh most."""

import numpy as np

from .question import Curve, Move, Pictured, Question, Reason, Said, Why
from .saying import bound, measured, n

ALL = {"words": "all"}
FILE, ALTERNATING = ALL | {"stream": "file"}, ALL | {"stream": "alternating"}


def percent(f, fact="errors"):
    """A share that was measured."""
    return f"{measured(100 * f[fact])} %"


RADIUS = Question(
    name="spam-radius", explorer="spam", kind="choose", title="A larger radius",
    text="*U* goes from 1 to 4: the filter’s weights may be longer. What changes?",
    states={"start": {}, "four": {"U": 4.0}},
    truth=lambda f: "weights" if f.start["errors"] == f.four["errors"] else "errors",
    options={"errors": "There are fewer errors", "bound": "The bound grows, and the regret",
             "weights": "The length of the weights, and nothing else"},
    picture=Pictured(panel="errors", note="shuffled mail, the 48 words",
                     curves=(Curve("errors", end="U = 1"), Curve("errors", "four", end="U = 4"))),
    said=(
        Said("errors", lambda f: f"You expected fewer errors. They stay {percent(f.four)}: the confidence divides by "
                                 "*U*, so only the weights’ length changes."),
        Said("bound", lambda f: f"You let the bound grow. It stays {bound(f.four['bound'])}, and the regret "
                                f"{measured(f.four['regret'])}: the confidence divides by *U*."),
        Said("weights", lambda f: "Nothing else: the confidence divides by *U*, and steps of length *cU*² grow along."),
    ),
    plain="The length of the weights, and nothing else: the confidence divides by *U*.",
    detail=lambda f: f"The largest weight goes from {measured(f.start['top_weight'])} to "
                     f"{measured(f.four['top_weight'])}. The errors stay {percent(f.four)}, the regret "
                     f"{measured(f.four['regret'])} and its bound {bound(f.four['bound'])}.",
    claim=lambda f: abs(f.four["top_weight"] / f.start["top_weight"] - 4) < 1e-9
                    and all(f.four[fact] == f.start[fact] for fact in ("errors_best", "regret", "bound")),
    show=(Move("Show me: U = 4", {"U": 4.0}),),
)

BEST = Question(
    name="spam-best-fixed", explorer="spam", kind="number", title="The best fixed filter",
    text="Let all words count, not just the 48. How many percent of the spam does the best fixed filter recognise?",
    states={"start": ALL, "counted": {}},
    truth=lambda f: 0 if f.start["a_most"] < 0.5 else 100, limits=(0, 100, 1), unit="percent",
    picture=Pictured(panel="errors", note="shuffled mail", curves=(
        Curve("errors_best", "counted", given=True, end="48 words"), Curve("errors_none"),
        Curve("errors_best", end="all words"))),
    said=(
        Said((0, 1), "None it is: it takes every message for other mail."),
        Said((60, 100), "You expected {you} %, as of a filter. It recognises none: every message is other mail to it."),
        Said(None, "You expected {you} %. It recognises none: every message is other mail to it."),
    ),
    plain="None: it takes every message for other mail.",
    detail=lambda f: f"All its confidences are between {n(f.start['a_least'])} and {n(f.start['a_most'])}, so it errs "
                     f"on all spam, {percent(f.start, 'errors_best')} of the mail. Nine words out of ten belong to one "
                     f"entry, and the messages lie close together. With the 48 words it errs on "
                     f"{percent(f.counted, 'errors_best')}.",
    claim=lambda f: f.start["a_most"] < 0.5 and f.start["errors_best"] == f.start["spam"] > f.counted["errors_best"],
    show=(Move("Show me: all words", ALL), Move("The 48 words", {})),
)

ORDER = Question(
    name="spam-file-order", explorer="spam", kind="choose", title="All spam comes first",
    text="All words count, and all spam comes first. Which filter errs less in the end?",
    states={"start": FILE, "shuffled": ALL},
    truth=lambda f: "online" if f.start["errors"] < f.start["errors_best"] else "best",
    options={"online": "The online filter", "best": "The best fixed one: it knows all the mail",
             "same": "About the same: the regret is small"},
    picture=Pictured(panel="errors", note="in file order, all words",
                     curves=(Curve("errors_best"), Curve("errors"))),
    said=(
        Said("online", lambda f: f"The online one, by far: {percent(f.start)} against "
                                 f"{percent(f.start, 'errors_best')}. It may change its mind."),
        Said("best", lambda f: f"You chose the one that knows all. But it may not change, and errs on "
                               f"{percent(f.start, 'errors_best')}; the online one on {percent(f.start)}."),
        Said("same", lambda f: f"You expected a small regret. It is {measured(f.start['regret'])}: the online filter "
                               f"errs on {percent(f.start)}, the best fixed one on "
                               f"{percent(f.start, 'errors_best')}."),
    ),
    plain=lambda f: f"The online one: {percent(f.start)} against {percent(f.start, 'errors_best')}. It may change its "
                    "mind.",
    detail=lambda f: f"Shuffled, it errs on {percent(f.shuffled)}: the order has helped, not the filter.",
    claim=lambda f: f.start["errors"] < 0.01 < f.start["errors_best"] < f.shuffled["errors"]
                    and f.start["regret"] < -1000,
    show=(Move("Show me: in file order", FILE),),
)

TURNS = Question(
    name="spam-alternating", explorer="spam", kind="draw", title="Spam every other time",
    text="Now spam and other mail alternate, as long as there is spam. Draw the errors of the online filter.",
    states={"start": ALTERNATING, "early": ALTERNATING | {"t": 1000}},
    picture=Pictured(panel="errors", note="alternating, all words", range=(0, 100), yours="errors-start",
                     curves=(Curve("errors_best", given=True), Curve("errors"))),
    said=(
        Said("falls", lambda f: f"You let it fall. It does, but from 100 %: after {f.early['t']} messages it is still "
                                f"{percent(f.early)}, and at the end {percent(f.start)}."),
        Said("flat", lambda f: f"You drew a flat line. It begins at 100 %, is {percent(f.early)} after {f.early['t']} "
                               f"messages and {percent(f.start)} at the end."),
        Said("valley", lambda f: "You let it fall and rise, as the best fixed one does. It begins at 100 %, and falls "
                                 f"to {percent(f.start)}."),
        Said("hill", lambda f: f"You drew a hill. It begins at 100 %, and falls to {percent(f.start)}."),
        Said("rises", lambda f: f"You let it rise. It begins at 100 %, and falls to {percent(f.start)}: it does learn, "
                                "but for long it is one message behind."),
    ),
    plain=lambda f: f"It begins at 100 %: each message pulls it the wrong way for the next. After {f.early['t']} it is "
                    f"{percent(f.early)}, at the end {percent(f.start)}.",
    detail=lambda f: "Each message pulls it the wrong way for the next one. The best fixed filter has "
                     f"{percent(f.early, 'errors_best')} after {f.early['t']} messages, and "
                     f"{percent(f.start, 'errors_best')} in the end.",
    claim=lambda f: f.start["series"]["errors"]["y"][0] == 1 and f.early["errors"] > 0.75 > f.start["errors"]
                    and 0 < f.early["regret"] < 0.2 * f.early["bound"] and f.early["errors_best"] < 0.2,
    show=(Move("Show me: message 1000", ALTERNATING | {"t": 1000}), Move("The last message", ALTERNATING)),
    why=Why("After 1000 messages its regret is far below the bound. How can it err on most of them?", (
        Reason("The bound does not hold if the order is chosen so.",
               lambda f: f"It holds in every order: {n(f.early['regret'])} ≤ {n(f.early['bound'])}."),
        Reason("The best fixed filter errs as often.",
               lambda f: f"It errs on {n(100 * f.early['errors_best'])} %, this one on {n(100 * f.early['errors'])} "
                         "%. A small regret in the loss is none in the errors."),
        Reason("Confidences near ½ on the wrong side: an error, and little loss.",
               lambda f: f"Its mean loss is {n(f.early['loss'])}, that of the best fixed filter "
                         f"{n(f.early['loss_best'])}; ½ every time would cost 0.25.", right=True))),
)


def _bars(f):
    """The words of largest weight, from the top, and their weights."""
    ends = np.asarray(f.start["series"]["weights"]["x"])[1::2]
    return {f.start["texts"][f"words.y.{len(ends) - 1 - i}"]: end for i, end in enumerate(ends)}


WORDS = Question(
    name="spam-words", explorer="spam", kind="choose", title="The heaviest word",
    text="Which of these words has the largest weight, for spam or against it?",
    states={"start": {}},
    truth=lambda f: max(_bars(f), key=lambda word: abs(_bars(f)[word])),
    options={"free": "free", "your": "your", "george": "george", "edu": "edu"},
    picture=Pictured(panel="words", note="shuffled mail, the 48 words", curves=(Curve("weights"),)),
    said=(
        Said("free", lambda f: f"You chose *free*, which speaks for spam: {measured(_bars(f)['free'])}. *george* "
                               f"speaks louder, against it: {measured(_bars(f)['george'])}."),
        Said("your", lambda f: f"You chose *your*, the loudest for spam: {measured(_bars(f)['your'])}. *george* is "
                               f"louder, against it: {measured(_bars(f)['george'])}."),
        Said("george", lambda f: f"*george* it is, against spam: {measured(_bars(f)['george'])}. One of the four who "
                                 "collected the mail has that name."),
        Said("edu", lambda f: f"You chose *edu*, which speaks against spam: {measured(_bars(f)['edu'])}. *george* is "
                              f"louder: {measured(_bars(f)['george'])}."),
    ),
    plain=lambda f: f"*george*, against spam: {measured(_bars(f)['george'])}. One of the four who collected the mail "
                    "has that name.",
    detail=lambda f: f"Then comes *hp*, where they worked: {measured(_bars(f)['hp'])}. Loudest for spam are *your*, "
                     f"{measured(_bars(f)['your'])}, and *free*, {measured(_bars(f)['free'])}. Such a filter is good "
                     "for this mail only.",
    claim=lambda f: list(_bars(f))[:2] == ["george", "hp"]
                    and [word for word, weight in _bars(f).items() if weight > 0][:2] == ["your", "free"]
                    and _bars(f)["edu"] < 0,
    show=(Move("Show me: the words", {}),),
)

QUESTIONS = (RADIUS, BEST, ORDER, TURNS, WORDS)
