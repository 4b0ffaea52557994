"""Regularised loss: both recursions of the notes with their regret, what one example moves, and the excess risk (T18,
T19).

One idea: the mean excess risk stays below T18's bound, which is least at one λ. It is that of the minimiser on a
training set of m coins, where the risk of all training sets is known (``regularisation.coin``; E24); with the square
loss it is ridge regression, and ρ that of the ball in which it lies (E23). Beside it, how far one coin moves the
minimiser, and gradient descent on l_t(w) + (λ/2)‖w‖² in two forms (A9, A10; erratum E18).
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, regularisation, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import apart, fact_of, is_zero, joined, of, or_zero, share_of, text_of, upper
from ..style import BOUND, MEASURED, NOW, RIVAL, Style

LAMBDAS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SIZES = (4, 8, 16, 32, 64, 128)
CHANCES = (0.55, 0.7, 0.9)
LONGEST = (0.5, 1.0, 2.0)  # B, the length of the comparator, as of the labels
LENGTHS = (100, 200, 500, 1000, 2000, 4000)
WORDS = {"mail": "hinge loss on real mail", "regression": "absolute loss on a regression",
         "alternating": "linear losses of alternating sign"}
LOSSES = {"mail": losses.hinge, "regression": losses.absolute, "alternating": losses.linear}
COINS = {"absolute": losses.absolute, "ridge": losses.square}
ALL_LAMBDAS = np.geomspace(0.005, 10, 67)  # of the third picture
LOWEST, HIGHEST = 1e-4, 1e4
FORMS = {"A": "recursion", "B": "theta"}


def _rounds(T, n):
    """At most n rounds, evenly spread over ln t, with 1, 2, 3 and T among them."""
    return np.unique(np.concatenate([[1, 2, 3], np.geomspace(1, T, n)]).round().astype(int))


@lru_cache(maxsize=16)
def _stream(stream, T, seed):
    """X, y and ρ = max ‖x_t‖, of which every loss here is a Lipschitz function (|slope| ≤ 1)."""
    if stream == "alternating":
        return np.ones((T, 1)), np.where(np.arange(T) % 2 == 0, 1.0, -1.0), 1.0
    made = streams.mail(T, seed=seed) if stream == "mail" else streams.regression(T, noise=0.3, seed=seed)
    return made.X, made.y, float(np.linalg.norm(made.X, axis=1).max())


@lru_cache(maxsize=64)
def _regrets(stream, lam, T, seed):
    """At some rounds: (at, regret of A, regret of B, ‖u*_t‖)."""
    X, y, _ = _stream(stream, T, seed)
    loss, at = losses.with_l2(LOSSES[stream], lam), _rounds(T, 10 if stream == "mail" else 30)
    best = hindsight.comparators(loss, X, y, None, at)
    regrets = [hindsight.regret(play(learners.sgd_rlm(lam, form), loss, X, y), None, at, best).upper
               for form in FORMS.values()]
    return at, *regrets, np.linalg.norm(best.u, axis=1)


@lru_cache(maxsize=64)
def _means(m, p, coins, B):
    """(n, 3): mean excess, its part that fits the training set, and the part that is lost on what is new."""
    laws = (regularisation.coin(m, p, lam, COINS[coins], B) for lam in ALL_LAMBDAS)
    return np.array([(law.mean, *law.trade_off) for law in laws])


def _slope(coins, B):
    """ρ: how steep the coins' loss gets on the ball |w| ≤ B, where all minimisers and the comparator are."""
    return losses.gradient_bound(COINS[coins], [[1.0], [1.0]], [B, -B], B)


def excess_largest(p, coins, B=1.0):
    """The largest excess risk of a w with |w| ≤ B, where all minimisers are: that of w = −B (p ≥ ½)."""
    return 4 * p * p * B * B if coins == "ridge" else 2 * (2 * p - 1) * B


def measure(stream, lam, m, p, B, T, seed, coins):
    """Both recursions' regrets with their bounds, and the coins: law of the excess risk, stability, bounds."""
    rho = _stream(stream, T, seed)[2]
    at, regret_A, regret_B, norms = _regrets(stream, lam, T, seed)
    steep = _slope(coins, B)
    given = dict(m=m, lam=lam, rho=steep, B=B)
    return SimpleNamespace(
        stream=stream, lam=lam, m=m, p=p, B=B, T=T, coins=coins, rho=rho, at=at, norms=norms,
        regret_A=regret_A, regret_B=regret_B,
        unit=rho * rho / (2 * lam),
        bound_A=bounds.sgd_rlm(at, lam, rho), bound_B=bounds.sgd_rlm_theta(at, lam, rho, norms), steep=steep,
        law=regularisation.coin(m, p, lam, COINS[coins], B), moves=bounds.stability(m, lam, steep),
        printed=bounds.rlm(m, steep, B), sharp=bounds.rlm_sharp(m, steep, B), here=bounds.rlm_at.of(**given),
        applies=bool(bounds.rlm.holds_for(**given)), means=_means(m, p, coins, B),
        low=(8**0.5 - 2) * steep / (B * m**0.5), high=(8**0.5 + 2) * steep / (B * m**0.5),
        best=2 * steep / (B * m**0.5))


def curves(m):
    return {
        "regret_A": (m.at, m.regret_A / m.unit), "regret_B": (m.at, m.regret_B / m.unit),
        "bound_A": (m.at, m.bound_A / m.unit), "bound_B": (m.at, m.bound_B / m.unit),
        "moved": ((np.arange(m.m) + 0.5) / m.m, abs(np.diff(m.law.w)) / m.moves), "moves_at_most": ([0, 1], [1, 1]),
        "excess": (ALL_LAMBDAS, np.maximum(m.means[:, 0], LOWEST)),
        "fitting": (ALL_LAMBDAS, m.means[:, 1]), "new": (ALL_LAMBDAS, m.means[:, 2]),
        "excess_bound": (ALL_LAMBDAS, bounds.rlm_at(m.m, ALL_LAMBDAS, m.steep, m.B)),
        "promise": ([m.low, m.high], [m.printed] * 2), "sharp_lam": ([m.best], [m.sharp]),
        "now": ([m.lam, m.lam], [LOWEST, HIGHEST]), "bound_now": ([m.lam], [m.here]),
        "excess_now": ([m.lam], [max(m.law.mean, LOWEST)]),
    }


def facts(m):
    fitting, new = (0.0 if is_zero(part) else part for part in m.law.trade_off)
    return {
        "T": m.T, "lam": m.lam, "rho": m.rho, "unit": m.unit,
        "regret_A": float(m.regret_A[-1]), "regret_B": float(m.regret_B[-1]),
        "bound_A": float(m.bound_A[-1]), "bound_B": float(m.bound_B[-1]), "norm_u": float(m.norms[-1]),
        "m": m.m, "p": m.p, "B": m.B, "stability": m.moves, "movement": m.law.largest_movement,
        "mean": m.law.mean,
        "fitting": fitting, "new": new,
        "excess_largest": excess_largest(m.p, m.coins, m.B), "bound_here": m.here,
        "bound_T18": m.printed, "T18_holds": m.applies, "bound_sharp": m.sharp, "lam_low": m.low, "lam_high": m.high,
        "lam_sharp": m.best, "exceeding": min(1.0, float(m.law.chances[m.law.excess > m.printed].sum())),
    }


def words(m, f):
    """The mean excess risk and what is promised of it; the largest movement; regrets and bounds of both recursions."""
    ridge = ("The coins have the square loss (ridge). Its minimisers lie in the ball |w| ≤ "
             f"{text_of(m.B)}, and there ρ is {text_of(m.steep)}.")
    return {
        "headline": _headline(f),
        "sentence": joined([*_excess(f), ridge if m.coins == "ridge" else "", *_movement(f), *_regrets_said(m, f)]),
        "texts": {"moved.note": "each dot: k heads of m become k + 1"}}


def _headline(f):
    mean, bound = of("excess_now", fact_of(f["mean"])), of("bound_now", fact_of(f["bound_here"]))
    nothing = ", which says nothing" if f["bound_here"] >= f["excess_largest"] else ""
    return f"Mean excess {mean} is {share_of(f['mean'], f['bound_here'])} of the bound {bound}{nothing}."


def _regrets_said(m, f):
    for form, steps in (("A", "1/(λt)"), ("B", "1/(λ(t+1))")):
        regret, bound = f[f"regret_{form}"], f[f"bound_{form}"]
        yield f"{form}, steps {steps}: regret {or_zero(regret, bound)}; T19’s bound is {upper(bound, regret)}."
    yield f"They are played on {WORDS[m.stream]} with ρ = {text_of(m.rho)}."
    yield f"The best u there has norm {text_of(f['norm_u'])}."


def _movement(f):
    attained = f["movement"] >= f["stability"] * (1 - 1e-9)
    moved, allowed = (text_of(f["stability"]),) * 2 if attained else apart(f["movement"], f["stability"])
    yield (f"Turning one of the {f['m']} coins moves the minimiser by up to {moved}, "
           f"{'all that' if attained else 'less than'} stability allows, 2ρ/(λm) = {allowed}.")
    if f["stability"] >= 2 * f["B"]:
        yield f"That says nothing, as all minimisers have |w| ≤ {text_of(f['B'])}."


def _excess(f):
    n, most = text_of, f["excess_largest"]
    yield "The excess risk is a mean over all training sets."
    yield (f"It is E Lₛ − min L = {or_zero(f['fitting'])}, how well w fits its own training set, and E(L − Lₛ) = "
           f"{or_zero(f['new'])}, what new coins cost more.")
    yield f"T18’s bound for this λ is λB²/2 + 2ρ²/(λm), with B = {n(f['B'])}."
    if f["bound_here"] >= most:
        yield f"It says nothing: no w with |w| ≤ {n(f['B'])} has a larger excess than {n(most)}."
    if f["lam"] == f["lam_sharp"]:
        yield f"This λ = 2ρ/(B√m) = {n(f['lam'])} has the least bound, 2ρB/√m."
    else:
        yield f"The bound is least at λ = 2ρ/(B√m) = {n(f['lam_sharp'])}, where it is 2ρB/√m = {n(f['bound_sharp'])}."
    printed = f"T18’s ρB√(8/m) = {n(f['bound_T18'])}"
    if not f["T18_holds"]:
        low, high = apart(f["lam_low"], f["lam"])[0], apart(f["lam_high"], f["lam"])[0]
        yield f"{printed} is for λ from {low} to {high} and says nothing for this one."
        return
    yield f"{printed} holds for this λ as well{', but says nothing' if f['bound_T18'] >= most else ''}."
    if f["bound_T18"] < most:
        yield (f"Training sets with a larger excess than that have the chance {n(f['exceeding'], 2)}."
               if f["exceeding"] else "Here no training set has a larger excess than that.")


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"promise": "holds" if m.applies else "reference"})


EXCESS = Panel(
    "excess", "Mean excess risk", tab="Excess",
    x=Axis("λ", (ALL_LAMBDAS[0], ALL_LAMBDAS[-1]), scale="log"),
    y=Axis("E L(w) − min L", (-HIGHEST, HIGHEST), scale="symlog", near=LOWEST), levels=(0,),
    ratio=("excess", "excess_bound"),
)
MOVED = Panel(
    "moved", "What one coin moves", tab="Coin",
    x=Axis("share of heads", (0, 1)),
    y=Axis("|w − w′|", (0, 1.15), unit="stability"),
)
REGRET = Panel(
    "regret", "Regret up to round t", tab="Regret",
    x=Axis("t", (1, 4000), scale="log", rounds=True),
    y=Axis("regret", (-2, 34), unit="unit"),
    ratio=("regret_A", "bound_A"), levels=(0,),
)

explorer = Explorer(
    name="regularisation",
    title="Regularised loss",
    controls=(
        Control("lam", "regulariser λ", "slider", LAMBDAS, 0.5, symbol="λ", baked=True, first=True, tuned="lam_sharp",
                play=True),
        Control("m", "training set m", "slider", SIZES, 32, symbol="m", integer=True, baked=True, first=True),
        Control("p", "heads p", "slider", CHANCES, 0.7, symbol="p", baked=True),
        Control("stream", "losses", "choice", tuple(WORDS), "mail",
                labels=("hinge on mail", "absolute, regression", "alternating")),
        Control("coins", "loss of the coins", "choice", tuple(COINS), "absolute"),
        Control("B", "labels ±B of the coins", "slider", LONGEST, 1.0, symbol="B"),
        Control("T", "rounds T", "slider", LENGTHS, 1000, symbol="T", integer=True),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"alternating": ()}),
    ),
    panels=(EXCESS, MOVED, REGRET),
    series=(
        Series("bound_A", "regret", "T19 for A: {bound_A} at T", BOUND, end="A’s bound", value="bound_A"),
        Series("bound_B", "regret", "T19 for B: {bound_B} at T", Style("bound", "dots"), end="B’s bound",
               value="bound_B", first=False, frames=False),
        Series("regret_A", "regret", "A, steps 1/(λt): {regret_A} at T", MEASURED, end="A", value="regret_A",
               pinned=True),
        Series("regret_B", "regret", "B, steps 1/(λ(t+1)): {regret_B} at T", RIVAL, end="B", value="regret_B",
               pinned=True),
        Series("moves_at_most", "moved", "2ρ/(λm) = {stability}", BOUND, end="at most", value="stability"),
        Series("moved", "moved", "movement; the largest: {movement}", Style("measured", width=4), kind="points"),
        Series("now", "excess", "", NOW, frames=False),
        Series("excess_bound", "excess", "T18 for every λ: {bound_here} here", BOUND, end="bound", pinned=True),
        Series("promise", "excess", "T18, ρB√(8/m) = {bound_T18}, for these λ", Style("ink"), first=False,
               frames=False),
        Series("sharp_lam", "excess", "least bound, {bound_sharp}, at λ*",
               Style("bound", width=7, ends="square"), kind="points"),
        Series("fitting", "excess", "fitting, E Lₛ − min L: {fitting} here", Style("measured", "dots"),
               end="fitting", first=False),
        Series("new", "excess", "stability, E(L − Lₛ): {new} here", Style("other", "dash-dot"),
               end="stability", first=False),
        Series("excess", "excess", "mean excess, exact: {mean} here", MEASURED, end="mean excess", pinned=True),
        Series("bound_now", "excess", "bound at this λ: {bound_here}", Style("bound"), kind="points",
               value="bound_here"),
        Series("excess_now", "excess", "mean excess at this λ: {mean}", Style("measured"), kind="points", value="mean"),
    ),
    compute=frame,
    presets=(
        Preset("λ tuned: the least bound", {"lam": "tuned"},
               lambda f: f["T18_holds"] and f["bound_here"] < 1.001 * f["bound_sharp"]),
        Preset("λ too small: one coin decides", {"lam": LAMBDAS[0]},
               lambda f: f["movement"] == 1 and not f["T18_holds"]),
        Preset("λ too large: little is learnt", {"lam": LAMBDAS[-1]},
               lambda f: f["lam"] > f["lam_high"] and f["mean"] > 0.9 * (2 * f["p"] - 1)),
        Preset("fitting against stability", {"coins": "ridge", "m": 8},
               lambda f: f["fitting"] < 0 < f["new"], show=("fitting", "new")),
        Preset("far below T18", {"m": 16, "p": CHANCES[-1]},
               lambda f: f["T18_holds"] and f["mean"] < 0.01 * f["bound_T18"], show=("promise",)),
        Preset("B is promised less and pays more", {"m": 64},
               lambda f: f["bound_B"] < f["bound_A"] and f["regret_B"] > f["regret_A"], show=("bound_B",)),
        Preset("ridge: a tenth of the movement allowed", {"coins": "ridge"},
               lambda f: f["movement"] < 0.101 * f["stability"]),
    ),
)
