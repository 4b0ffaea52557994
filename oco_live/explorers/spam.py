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
from ..phrasing import agree, counted_share, fact_of, joined, of, or_rounding, or_zero, text_of, upper
from ..style import BEST, BOUND, MEASURED, NOW, Style

T = streams.MAIL_SIZE
SPAM = 1813  # in file order the last spam; alternating mail has no more spam after message 2·SPAM
ROUNDS = (1, 9, 30, 100, 300, 1000, SPAM, SPAM + 1, 2000, 2800, 2 * SPAM, T)
STEPS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
TUNED = 2**0.5  # the c of the least bound
FIRST = 30  # the first message of the errors that are drawn: of fewer, a share is noise
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
        y=_mail(stream, words, seed).y, limit=bounds.ogd(1, c * U * U, U, 1 / U),
        top=top[w[t][top] != 0])  # the words of the largest weights


def _constant(m, at):
    """Errors of the constant answer that calls the first t messages what most of them are, for each t in ``at``."""
    spam = np.insert(np.cumsum(m.y), 0, 0.0)[at]
    return np.minimum(spam, at - spam)


def curves(m):
    late, late_at, rows = GRID[GRID >= FIRST], AT[AT >= FIRST], SHOWN - 1 - np.arange(len(m.top))
    errors_best = np.array([errors for errors, _, _ in m.done])
    here, now = lambda value: ([m.t], [value]), ([m.t, m.t], [-1e9, 1e9])
    return {
        "now_errors": now, "now_regret": now,
        "errors_blind": (late, m.errors_blind[late] / late), "errors_none": (late, _constant(m, late) / late),
        "errors_best": (late_at, errors_best[AT >= FIRST] / late_at), "errors": (late, m.errors[late] / late),
        "none_here": here(_constant(m, m.t) / m.t), "best_here": here(m.of_best[0] / m.t),
        "errors_here": here(m.errors[m.t] / m.t),
        "weights": (np.column_stack([np.zeros(len(m.top)), m.w[m.top] / m.U]).ravel(), np.repeat(rows, 2)),
        "weights_best": (m.u[m.top] / m.U, rows),
        "trivial": (GRID, GRID), "report": (GRID, 3 * np.sqrt(GRID)),
        "limit": (GRID, m.limit * np.sqrt(GRID)), "sharp": (GRID, bounds.spam_sharp(GRID, m.c)),
        "regret_blind": (AT, m.loss_blind[AT] - m.best.value), "regret": (AT, m.loss[AT] - m.best.value),
        "limit_here": here(m.limit * m.t**0.5), "regret_here": here(m.loss[m.t] - m.value),
        "loss_blind": (GRID, m.loss_blind[GRID] / GRID), "loss_best": (AT, m.best.value / AT),
        "loss": (GRID, m.loss[GRID] / GRID), "loss_half": ([1, T], [0.25, 0.25]),
    }


def facts(m):
    t, U, c, regret, (errors_best, a_least, a_most) = m.t, m.U, m.c, float(m.loss[m.t] - m.value), m.of_best
    shares = {"errors": float(m.errors[t] / t), "errors_best": errors_best / t,
              "errors_blind": float(m.errors_blind[t] / t), "errors_constant": float(_constant(m, t) / t),
              "loss": float(m.loss[t] / t), "loss_best": m.value / t, "loss_blind": float(m.loss_blind[t] / t)}
    return {
        "t": t, "T": T, "d": len(m.w), "U": U, "c": c, "c_star": TUNED, "eta": c * U * U, "G": 1 / U, "percent": 100.0,
        **shares, **{f"{name}_percent": 100 * share for name, share in shares.items()},
        "spam": float(m.y[:t].mean()), "a_least": a_least, "a_most": a_most,
        "regret": regret, "regret_root": regret / t**0.5, "gap": m.gap, "limit": m.limit, "bound": m.limit * t**0.5,
        "sharp": bounds.spam_sharp(t, c),
        "T24": bounds.spam(t), "T24_holds": abs(c - 2) < 1e-9, "vacuous": m.limit * t**0.5 >= t,
        "regret_blind": float(m.loss_blind[t] - m.value), "norm_w": float(np.linalg.norm(m.w)),
        "norm_best": float(np.linalg.norm(m.u)), "top_weight": float(m.w[m.top[0]]) if len(m.top) else 0.0,
    }


def words(m, f):
    """What is seen: errors and loss beside the best filter's, the regret and its bound, the loss of y_t, and U."""
    tops = [word(int(i), m.words) for i in m.top]
    shown = (f"the {SHOWN} largest of {f['d']}" if len(tops) == SHOWN else
             f"all {len(tops)} that are not 0" if len(tops) > 1 else
             "the only one that is not 0" if tops else "all are 0")
    return {
        "headline": _headline(f),
        "sentence": joined([*_filters(m, f), *_regret_said(f), *_blind_and_weights(f, tops)]),
        "texts": {f"words.y.{k}": tops[SHOWN - 1 - k] if SHOWN - 1 - k < len(tops) else "" for k in range(SHOWN)}
        | {"words.note": f"{shown}; spam to the right"}}


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
    yield f"{f['t']} of {f['T']} messages {agree(f['t'], 'has', 'have')} come: {order}; {FEATURES[m.words]}."
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


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"report": "holds" if f["T24_holds"] else "reference", "limit": "holds", "sharp": "holds"})


ERRORS = Panel("errors", "Errors up to message t", tab="errors", x=Axis("t", (0, T), rounds=True),
               y=Axis("%", (-0.02, 1.02), unit="percent"))
WEIGHTS = Panel("words", "Words of largest weight", tab="words",
                x=Axis("weight", (-1.02, 1.02), unit="U"),
                y=Axis("", (-0.6, SHOWN - 0.4), words=("",) * SHOWN), uprights=(0,))
REGRET = Panel("regret", "Regret up to message t", tab="regret", x=Axis("t", (0, T), rounds=True),
               y=Axis("regret", (-2000, 2000)), ratio=("regret", "limit"), levels=(0,))
BLIND = Style("other", "dash-dot")
HERE = {role: Style(role, width=8) for role in ("soft", "comparator", "bound", "measured")}  # after message t

explorer = Explorer(
    # The one idea: the online filter errs little more than the best fixed one.
    name="spam",
    title="An online spam filter",
    controls=(
        Control("t", "message t", "slider", ROUNDS, T, symbol="t", integer=True, baked=True, first=True, play=True),
        Control("c", "step c", "slider", STEPS, 2.0, symbol="c", baked=True, first=True, tuned="c_star"),
        Control("stream", "order of arrival", "choice", tuple(WORDS), "shuffled",
                labels=("shuffled mail", "in file order", "alternating")),
        Control("words", "xₜ counts", "choice", tuple(FEATURES), "counted", labels=("the 48 words", "all words"),
                symbol="x", baked=True),
        Control("U", "radius U (the notes’ R)", "slider", RADII, 1.0, symbol="U", baked=True),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"file": (), "alternating": ()}),
    ),
    panels=(ERRORS, WEIGHTS, REGRET),
    series=(
        Series("now_errors", "errors", "", NOW, frames=False),
        Series("errors_blind", "errors", "without yₜ in the gradient (E25): {errors_blind_percent} %", BLIND,
               pinned=True, end="without y", first=False),
        Series("loss_half", "errors", "mean loss where every confidence is ½: 25 %", Style("soft", "dots"), end="½",
               first=False),
        Series("loss_blind", "errors", "loss without yₜ (E25), in % of 1: {loss_blind_percent}", BLIND, pinned=True,
               end="its loss", first=False),
        Series("loss_best", "errors", "mean loss of the best fixed filter, in % of 1: {loss_best_percent}",
               Style("comparator", "dots"), pinned=True, end="best loss", first=False),
        Series("loss", "errors", "mean loss of the online filter, in % of 1: {loss_percent}",
               Style("measured", width=1.1), pinned=True, end="loss", first=False),
        Series("errors_none", "errors", "all called what most are: {errors_constant_percent} %", Style("soft"),
               end="no filter"),
        Series("errors_best", "errors", "best fixed filter for the first t: {errors_best_percent} %", BEST, pinned=True,
               end="best fixed"),
        Series("errors", "errors", "the online filter: {errors_percent} %", MEASURED, pinned=True, end="online filter"),
        Series("none_here", "errors", "", HERE["soft"], kind="points", value="errors_constant_percent"),
        Series("best_here", "errors", "", HERE["comparator"], kind="points", value="errors_best_percent"),
        Series("errors_here", "errors", "", HERE["measured"], kind="points", value="errors_percent"),
        Series("weights", "words", "online filter", Style("measured", width=7.5), kind="segments"),
        Series("weights_best", "words", "best fixed filter", Style("comparator", width=5.5, ends="square"),
               kind="points"),
        Series("now_regret", "regret", "", NOW, frames=False),
        Series("trivial", "regret", "t: no regret is above it", Style("soft", "dots"), pinned=True, end="t",
               first=False, frames=False),
        Series("report", "regret", "T24, for c = 2: 3√t", Style("bound", width=2), pinned=True, end="T24", first=False),
        Series("sharp", "regret", "sharper form for long streams: {sharp}", Style("bound", "even"), pinned=True,
               end="sharper", first=False),
        Series("regret_blind", "regret", "without yₜ in the gradient (E25): {regret_blind}", BLIND, pinned=True,
               end="without y", first=False),
        Series("limit", "regret", "bound for this c, (2/c + c)√t: {bound}", BOUND, pinned=True, end="bound"),
        Series("regret", "regret", "the online filter: {regret}", MEASURED, pinned=True, end="regret"),
        Series("limit_here", "regret", "", HERE["bound"], kind="points", pinned=True, value="bound"),
        Series("regret_here", "regret", "", HERE["measured"], kind="points", pinned=True, value="regret"),
    ),
    compute=frame,
    presets=(
        Preset("300 messages: it is still learning", {"t": 300}, lambda f: f["errors"] > 1.5 * f["errors_best"] > 0.1),
        Preset("all words: no better than no filter", {"words": "all"},
               lambda f: f["errors_best"] >= f["errors_constant"] > 0.3),
        Preset("c too large", {"c": STEPS[-1]}, lambda f: f["limit"] > 2 * 8**0.5 and f["regret_root"] > 0.2),
        Preset("regret far below zero", {"stream": "file", "words": "all"}, lambda f: f["regret"] < -0.2 * f["t"]),
        Preset("alternating: worse than a coin", {"stream": "alternating", "words": "all", "t": 1000},
               lambda f: f["errors"] > 0.5),
    ),
)
