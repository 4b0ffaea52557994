"""What is said of the filters."""

from ...phrasing import agree, counted_share, fact_of, joined, of, or_rounding, or_zero, text_of, upper
from ..written import OWN
from .measure import SHOWN, SPAM, word

WORDS = {"shuffled": "shuffled mail", "file": "mail in file order, all spam first",
         "alternating": "alternating spam and other mail", OWN: "your own messages"}
FEATURES = {"counted": "percent of the 48 counted words", "all": "percent of all words"}


def words(m, f):
    """What is seen: errors and loss beside the best filter's, the regret and its bound, the loss of y_t, and U."""
    tops = [f"word {i + 1}" if m.stream == OWN else word(int(i), m.words) for i in m.top]
    shown = (f"the {SHOWN} largest of {f['d']}" if len(tops) == SHOWN else
             f"all {len(tops)} that are not 0" if len(tops) > 1 else
             "the only one that is not 0" if tops else "all are 0")
    return {
        "headline": _headline(f),
        "sentence": joined([*_filters(m, f), *_regret_said(f), *_blind_and_weights(f, tops)]),
        "texts": {f"words.y.{k}": tops[SHOWN - 1 - k] if SHOWN - 1 - k < len(tops) else "" for k in range(SHOWN)}
        | {"words.note": f"{shown}; spam to the right", "regret.note": _blind_note(f) if m.stream == OWN else ""}}


def _blind_note(f):
    return f"without yₜ (E25): {or_zero(f['regret_blind'], f['t'])}; with it: {or_zero(f['regret'], f['t'])}"


def _headline(f):
    """Errors of the online filter and of the best fixed one: in percent, or counted where that would tell less."""
    said = []
    for name in ("errors", "errors_best"):
        share, percent = counted_share(f[name], f["t"]), fact_of(f[f"{name}_percent"])
        few = share.removesuffix(f" of {f['t']}").removesuffix(f" {f['t']}")
        said.append(f"{of(name, percent)} %" if share == f"{percent} %" else share if share.endswith("%") else few)
    if f["t"] == 1:
        return f"The filter misjudged the first message; the best fixed one {'too' if f['errors_best'] else 'did not'}."
    return f"Of {f['t']} messages the filter misjudged {said[0]}, the best fixed one {said[1]}."


def _filters(m, f):
    n, one = text_of, f["t"] == 1
    no_more_spam = m.stream == "alternating" and f["t"] > 2 * SPAM
    order = WORDS[m.stream] + (", then the other mail that is left" if no_more_spam else "")
    confident = (f"has the confidence {n(f['a_most'])}" if one else
                 "has the same confidence for all of them, up to 0.001" if f["a_most"] - f["a_least"] < 5e-4 else
                 f"has confidences between {n(f['a_least'])} and {n(f['a_most'])}")
    counted = "percent of your words" if m.stream == OWN else FEATURES[m.words]
    yield f"{f['t']} of {f['T']} messages {agree(f['t'], 'has', 'have')} come: {order}; {counted}."
    yield f"The filter’s mean loss is {n(f['loss'])}."
    yield f"The best fixed filter’s mean loss is {or_rounding(f['loss_best'])}."
    yield f"The best fixed filter {confident}."
    yield _without_filter(f)


def _without_filter(f):
    """What one answer for all messages would do."""
    if f["errors_constant"] == 0:
        kind = "spam" if f["spam"] else "other mail"
        return f"The only message so far is {kind}." if f["t"] == 1 else f"All messages so far are {kind}."
    answer = "the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "other mail"
    if f["errors_best"] >= f["errors_constant"]:
        return f"The best fixed filter makes no fewer errors than if all were called {answer}."
    return f"If all were called {answer}, {counted_share(f['errors_constant'], f['t'])} would be wrong."


def _regret_said(f):
    bound = f"(2/c + c)√t = {upper(f['bound'], f['regret'])}" + (" (T24’s 3√t)" if f["T24_holds"] else "")
    yield f"The regret is {or_zero(f['regret'], f['t'])}, the bound {bound}."
    if f["vacuous"]:
        yield "This bound is no less than t and says nothing yet."
    if f["sharp"] < (min(f["bound"], f["t"]) if f["vacuous"] else f["bound"]):
        yield f"The bound’s form for long streams is {upper(f['sharp'], f['regret'])}."
    if f["regret"] < -5e-4:
        yield "The regret is below zero: a filter that may change has beaten every fixed one."


def _blind_and_weights(f, tops):
    yield (f"Without yₜ in the gradient (E25) the errors would be {counted_share(f['errors_blind'], f['t'])}, the "
           f"mean loss {text_of(f['loss_blind'])}.")
    if tops:
        yield f"The weight of largest size is {text_of(f['top_weight'])}, of “{tops[0]}”."
        yield "Another U multiplies every weight by one factor, and changes no error, loss or regret."
