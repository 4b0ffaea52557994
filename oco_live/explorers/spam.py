"""A spam filter that learns online on real mail (catalogue D21, A13, T24; E25, E37).

Gradient descent with steps cU²/√t on f_t(w) = (y_t − a_w(x_t))², beside the best fixed filter for the messages so far
and beside the same learner with the gradient that forgets y_t, (a_w(x_t)/M)·x_t, as if no message were spam (E25). U is
the notes' R; every U is a run and a comparator of its own here, to show that nothing depends on it but w.
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import counted_share, joined, leaving, or_rounding, or_zero, text_of, upper
from ..style import BEST, MEASURED, NOW, Style
from .protocol import ROOTS

T = streams.MAIL_SIZE
SPAM = 1813  # in file order the last spam; alternating mail has no more spam after message 2·SPAM
ROUNDS = (1, 9, 30, 100, 300, 1000, SPAM, SPAM + 1, 2000, 2800, 2 * SPAM, T)
STEPS = (0.25, 2**0.5, 2.0, 8.0)
RADII = (0.25, 1.0, 4.0)  # powers of 2: here rounding scales with U as well, and nothing moves by a single bit
SHOWN = 10  # words

# Where the best filter is found, and where the learner is looked at: as many early as late rounds, on both kinds of
# axis.
AT = np.union1d(ROUNDS, [2, 4, 6, 16, 55, 180, 550, 700, 1400, 1840, 1900, 2200, 2400, 2600, 3000, 3200, 3400, 4100])
GRID = np.unique(np.concatenate([AT, np.linspace(1, T**0.5, 70) ** 2, np.geomspace(1, 200, 30)]).round().astype(int))

WORDS = {"shuffled": "shuffled mail", "file": "mail in file order, all spam first",
         "alternating": "alternating spam and other mail"}
FEATURES = {"counted": "percent of the 48 counted words", "all": "percent of all words"}


@lru_cache(maxsize=8)
def _mail(order, words, seed):
    return streams.spam(T, order, seed, words)


@lru_cache(maxsize=32)
def _run(order, words, seed, U, c, blind):
    """Total loss and errors after 0 .. T messages, and w_1 .. w_{T+1}; ``blind``: steps that take no message for
    spam."""
    data, loss = _mail(order, words, seed), losses.spam(U)
    run = play(learners.ogd(c * U * U, U), loss, data.X, 0.0 * data.y if blind else data.y)
    p = np.vecdot(run.w[:-1], data.X)
    total = lambda charged: np.insert(np.cumsum(charged), 0, 0.0)
    return total(loss.value(p, data.y)), total(losses.zero_one.value(p, 2 * data.y - 1)), run.w


def _filter_at(order, words, seed, U, best, k, t):
    """What fixed filter k of ``best`` does on the first t messages: errors, least and largest confidence."""
    data = _mail(order, words, seed)
    p = data.X[:t] @ best.u[k]
    a = (p / (100 * U) + 1) / 2
    return int(losses.zero_one.value(p, 2 * data.y[:t] - 1).sum()), float(a.min()), float(a.max())


@lru_cache(maxsize=24)
def _best(order, words, seed, U):
    """The best filter at the rounds AT, and what each does on its own messages; none depends on the step."""
    data = _mail(order, words, seed)
    best = hindsight.comparators(losses.spam(U), data.X, data.y, U, AT)
    return best, [_filter_at(order, words, seed, U, best, k, int(t)) for k, t in enumerate(AT)]


def _best_at(order, words, seed, U, t):
    """u*_t, its total loss, the gap of its certificate, and what it does on the t messages."""
    best, done = _best(order, words, seed, U)
    if t in AT:
        k = int(np.searchsorted(AT, t))
        return best.u[k], float(best.value[k]), float(best.value[k] - best.lower[k]), done[k]
    data = _mail(order, words, seed)
    best = hindsight.comparators(losses.spam(U), data.X, data.y, U, [t])
    done = _filter_at(order, words, seed, U, best, 0, t)
    return best.u[0], float(best.value[0]), float(best.value[0] - best.lower[0]), done


def word(i, words):
    """Feature i as the page writes it."""
    return streams.mail_words(words)[i].strip("()").removeprefix("num")


def measure(t, c, U, words, stream, seed):
    """The online filter, the one that forgets y_t, and the best fixed one, with the bounds of the regret."""
    key = stream, words, seed, U
    loss, errors, w = _run(*key, c, False)
    loss_blind, errors_blind, _ = _run(*key, c, True)
    best, done = _best(*key)
    u, value, gap, of_best = _best_at(*key, t)
    top = np.argsort(-abs(w[t]), kind="stable")[:SHOWN]
    return SimpleNamespace(
        t=t, c=c, U=U, words=words, stream=stream, loss=loss, errors=errors, w=w[t], loss_blind=loss_blind,
        errors_blind=errors_blind, best=best, done=done, u=u, gap=gap, of_best=of_best,
        value=0.0 if value <= gap else value,  # as far as its certificate knows
        y=_mail(stream, words, seed).y[:t], limit=bounds.ogd(1, c * U * U, U, 1 / U),
        top=top[w[t][top] != 0])  # the words of the largest weights


def curves(m):
    root, root_at, now, ends = np.sqrt(GRID / T), np.sqrt(AT / T), [(m.t / T) ** 0.5] * 2, np.array([1, T])
    rows = SHOWN - 1 - np.arange(len(m.top))
    return {
        "now_loss": (now, [-1e9, 1e9]),
        "loss_blind": (root, m.loss_blind[GRID] / GRID),
        "loss_best": (root_at, m.best.value / AT),
        "loss": (root, m.loss[GRID] / GRID),
        "now_errors": (now, [-1e9, 1e9]),
        "errors_blind": (root, m.errors_blind[GRID] / GRID),
        "errors_best": (root_at, np.array([errors for errors, _, _ in m.done]) / AT),
        "errors": (root, m.errors[GRID] / GRID),
        "now_regret": ([m.t, m.t], [-1e9, 1e9]),
        "trivial": (GRID, np.sqrt(GRID)),
        "report": (ends, [3.0, 3.0]),
        "limit": (ends, [m.limit, m.limit]),
        "sharp": (GRID, bounds.spam_sharp(GRID, m.c) / np.sqrt(GRID)),
        "regret_blind": (AT, (m.loss_blind[AT] - m.best.value) / np.sqrt(AT)),
        "regret": (AT, (m.loss[AT] - m.best.value) / np.sqrt(AT)),
        "weights": (np.column_stack([np.zeros(len(m.top)), m.w[m.top] / m.U]).ravel(), np.repeat(rows, 2)),
        "weights_best": (m.u[m.top] / m.U, rows),
    }


def facts(m):
    t, U, c, regret, (errors_best, a_least, a_most) = m.t, m.U, m.c, float(m.loss[m.t] - m.value), m.of_best
    fewer = int(min(m.y.sum(), t - m.y.sum()))  # errors of the constant that calls all t messages what most of them are
    return {
        "t": t, "T": T, "d": len(m.w), "U": U, "c": c, "eta": c * U * U, "G": 1 / U,
        "loss": float(m.loss[t] / t), "loss_best": m.value / t, "loss_blind": float(m.loss_blind[t] / t),
        "errors": float(m.errors[t] / t), "errors_best": errors_best / t, "errors_blind": float(m.errors_blind[t] / t),
        "spam": float(m.y.mean()), "errors_constant": fewer / t, "a_least": a_least, "a_most": a_most,
        "regret": regret, "regret_root": regret / t**0.5, "gap": m.gap, "limit": m.limit, "bound": m.limit * t**0.5,
        "sharp": bounds.spam_sharp(t, c),
        "T24": bounds.spam(t), "T24_holds": abs(c - 2) < 1e-9, "vacuous": m.limit * t**0.5 >= t,
        "regret_blind": float(m.loss_blind[t] - m.value), "norm_w": float(np.linalg.norm(m.w)),
        "norm_best": float(np.linalg.norm(m.u)), "top_weight": float(m.w[m.top[0]]) if len(m.top) else 0.0,
    }


def words(m, f, series):
    """What is seen: errors and loss beside the best filter's, the regret and its bound, the loss of y_t, and U."""
    tops = [word(int(i), m.words) for i in m.top]
    shown = (f"The {SHOWN} largest of {f['d']}" if len(tops) == SHOWN else
             f"All {len(tops)} that are not 0" if len(tops) > 1 else
             "The only one that is not 0" if tops else "All are 0")
    return {
        "sentence": joined([_filters(m, f), *_regret_said(f), *_blind_and_weights(f, tops), _edges(series)]),
        "texts": {f"words.y.{k}": tops[SHOWN - 1 - k] if SHOWN - 1 - k < len(tops) else "" for k in range(SHOWN)}
        | {"words.note": f"{shown} after message t, spam to the right."}}


def _filters(m, f):
    n, one = text_of, f["t"] == 1
    no_more_spam = m.stream == "alternating" and f["t"] > 2 * SPAM
    order = WORDS[m.stream] + (", then the other mail that is left" if no_more_spam else "")
    confident = (f"its confidence {n(f['a_most'])}" if one else
                 "its confidence the same for all of them, up to 0.001" if f["a_most"] - f["a_least"] < 5e-4 else
                 f"its confidences between {n(f['a_least'])} and {n(f['a_most'])}")
    return (f"After {f['t']} of {f['T']} messages ({order}; {FEATURES[m.words]}) the filter has erred on "
            f"{counted_share(f['errors'], f['t'])}, with mean loss {n(f['loss'])}. The best fixed filter for "
            f"{'it' if one else 'them'} errs on {counted_share(f['errors_best'], f['t'])}, with mean loss "
            f"{or_rounding(f['loss_best'])}, {confident}{_without_filter(f)}")


def _without_filter(f):
    """What one answer for all messages would do, to follow what the best filter does."""
    if f["errors_constant"] == 0:
        return f": {'it is' if f['t'] == 1 else 'all of them are'} {'spam' if f['spam'] else 'other mail'}."
    answer = "the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "other mail"
    if f["errors_best"] >= f["errors_constant"]:
        return f": no fewer errors than if all were called {answer}."
    return f"; if all were called {answer}, it would be {counted_share(f['errors_constant'], f['t'])}."


def _regret_said(f):
    bound = f"(2/c + c)√t = {upper(f['bound'], f['regret'])}" + (" (T24’s 3√t)" if f["T24_holds"] else "")
    regret, sharp = or_zero(f["regret"], f["t"]), f"the form for long streams {upper(f['sharp'], f['regret'])}"
    if f["vacuous"]:
        yield (f"The regret is {regret}; the bound {bound} is no less than t and says nothing yet"
               + (f", but {sharp}." if f["sharp"] < f["t"] else "."))
    else:
        yield f"The regret is {regret}, the bound {bound}" + (f", in {sharp}." if f["sharp"] < f["bound"] else ".")
    if f["regret"] < -5e-4:
        yield "The regret is below zero: a filter that may change has beaten every fixed one."


def _blind_and_weights(f, tops):
    yield (f"Without yₜ in the gradient (E25) the errors would be {counted_share(f['errors_blind'], f['t'])}, the "
           f"mean loss {text_of(f['loss_blind'])}.")
    if tops:
        yield (f"The weight of largest size is {text_of(f['top_weight'])}, of “{tops[0]}”; another U multiplies every "
               "weight by one factor, and changes no error, loss or regret.")


def _edges(series):
    low, high = REGRET.y.limits
    return leaving([name for name, curve in (("regret", "regret"),
                                             ("regret without yₜ in the gradient", "regret_blind"))
                    if max(series[curve]["y"]) >= high or min(series[curve]["y"]) <= low], "the last picture")


def frame(**params):
    m = measure(**params)
    series, f = explorer.clipped(curves(m)), facts(m)
    return Frame(params=params, series=series, facts=f, **words(m, f, series),
                 status={"report": "holds" if f["T24_holds"] else "reference", "limit": "holds", "sharp": "holds"})


LOSS = Panel("loss", "Mean loss up to message t", x=Axis("t, spaced as √t", **ROOTS),
             y=Axis("mean loss", (-0.02, 1)), levels=(0.25,))
ERRORS = Panel("errors", "Errors up to message t", x=Axis("t, spaced as √t", **ROOTS),
               y=Axis("share of the messages", (-0.02, 1.02)))
REGRET = Panel("regret", "Regret over √t", x=Axis("t", (1, T), scale="log", rounds=True),
               y=Axis("Rₜ/√t", (-30, 90)), ratio=("regret", "limit"), levels=(0,))
WEIGHTS = Panel("words", "The words with the largest weights",
                x=Axis("weight", (-1.02, 1.02), unit="U"),
                y=Axis("", (-0.6, SHOWN - 0.4), words=("",) * SHOWN), uprights=(0,))

explorer = Explorer(
    name="spam",
    title="A spam filter that learns online",
    controls=(
        Control("t", "message t", "slider", ROUNDS, 1000, symbol="t", integer=True, baked=True, play=True),
        Control("c", "step constant c", "slider", STEPS, 2.0, symbol="c", baked=True),
        Control("U", "radius U (the notes’ R)", "slider", RADII, 1.0, symbol="U", baked=True),
        Control("words", "xₜ counts", "choice", tuple(FEATURES), "counted", labels=("the 48 words", "all words"),
                symbol="x", baked=True),
        Control("stream", "order of arrival", "choice", tuple(WORDS), "shuffled",
                labels=("shuffled", "in file order", "alternating")),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"file": (), "alternating": ()}),
    ),
    panels=(ERRORS, WEIGHTS, LOSS, REGRET),
    series=(
        Series("now_loss", "loss", "", NOW),
        Series("loss_blind", "loss", "without yₜ in the gradient (E25): {loss_blind}",
               Style("other", "dash-dot"), pinned=True),
        Series("loss_best", "loss", "best fixed filter for the first t: {loss_best}", BEST, pinned=True),
        Series("loss", "loss", "the online filter: {loss}", MEASURED, pinned=True),
        Series("now_errors", "errors", "", NOW),
        Series("errors_blind", "errors", "without yₜ in the gradient (E25): {errors_blind}",
               Style("other", "dash-dot"), pinned=True),
        Series("errors_best", "errors", "best fixed filter for the first t: {errors_best}", BEST, pinned=True),
        Series("errors", "errors", "the online filter: {errors}", MEASURED, pinned=True),
        Series("now_regret", "regret", "", NOW),
        Series("trivial", "regret", "√t: no regret is above t", Style("soft", "dots")),
        Series("report", "regret", "T24, for c = 2: 3", Style("bound", width=2), pinned=True),
        Series("limit", "regret", "bound for this c, 2/c + c: {limit}", Style("bound", "long", 2), pinned=True),
        Series("sharp", "regret", "sharper form for long streams", Style("bound", width=1.1), pinned=True),
        Series("regret_blind", "regret", "without yₜ in the gradient (E25)", Style("other", "dash-dot"), pinned=True),
        Series("regret", "regret", "the online filter: {regret_root}", MEASURED, pinned=True),
        Series("weights", "words", "weight in wₜ₊₁", Style("measured", width=7.5), kind="segments"),
        Series("weights_best", "words", "weight in the best fixed filter",
               Style("comparator", width=5.5, ends="square"), kind="points"),
    ),
    compute=frame,
    presets=(
        Preset("a filter that filters", {"t": T},
               lambda f: max(f["errors"], f["errors_best"]) < 0.4 * f["errors_constant"]),
        Preset("all words: no better than calling nothing spam", {"words": "all", "t": T},
               lambda f: f["errors_best"] >= f["errors_constant"] > 0.3),
        Preset("c too large", {"c": STEPS[-1], "t": T}, lambda f: f["limit"] > 2 * 8**0.5 and f["regret_root"] > 0.2),
        Preset("regret far below zero", {"stream": "file", "words": "all", "t": T},
               lambda f: f["regret"] < -0.2 * f["t"]),
        Preset("alternating: worse than a coin", {"stream": "alternating", "words": "all", "t": 1000},
               lambda f: f["errors"] > 0.5),
    ),
)
