"""Exercises of the chapter on regularised loss (A9, T18, T19; E17, E18, E24)."""

import itertools

import numpy as np

from oco_core import bounds, learners, losses, play, regularisation

from ..explorer import Axis, Panel, Series
from ..style import BOUND, MEASURED, Style
from . import properties
from .exercise import EXACT, Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, scalar
from .plane import plane

# ---- one step of recursion A: what a reader's step differs in

_SIGNS = {"": -1, "sign": 1}
_SHRINKS = {"": lambda lam, w: lam * w, "none": lambda lam, w: 0.0 * w, "no_lam": lambda lam, w: w,
            "two": lambda lam, w: 2 * lam * w, "itself": lambda lam, w: lam / 2 * w**2}
_RATES = {"": lambda lam, t: 1 / (lam * t), "next": lambda lam, t: 1 / (lam * (t + 1)), "no_lam": lambda lam, t: 1 / t,
          "root": lambda lam, t: 1 / (lam * np.sqrt(t)), "constant": lambda lam, t: 1 / lam,
          "two": lambda lam, t: 1 / (2 * lam * t)}
_REASONS = {
    ("sign", 0): "You walk uphill. The step goes against the gradient: `w - …`.",
    ("none", 1): "The regulariser has a gradient, too: (λ/2)‖*w*‖² adds λ*w* to *v*.",
    ("no_lam", 1): "The gradient of (λ/2)‖*w*‖² is λ*w*, not *w*: the λ is missing.",
    ("two", 1): "Your 2λ*w* belongs to λ‖*w*‖². The regulariser here is (λ/2)‖*w*‖².",
    ("itself", 1): "You add the regulariser itself. A step goes against gradients, and its gradient is λ*w*.",
    ("next", 2): "That is recursion B, with steps 1/(λ(*t* + 1)). A has 1/(λ*t*): it trusts *v*₁ wholly.",
    ("no_lam", 2): "The step is 1/(λ*t*), and yours lacks the λ: it is right only for λ = 1.",
    ("root", 2): "Your step falls like 1/√*t*. Strong convexity allows the shorter 1/(λ*t*).",
    ("constant", 2): "Your step keeps its length. In round *t* it is 1/(λ*t*).",
    ("two", 2): "Your step 1/(2λ*t*) belongs to λ‖*w*‖², which is 2λ-strongly convex. Here it is 1/(λ*t*).",
}


def _reasons(tried):
    """What is wrong, if the step is a known one on all that was tried, (lam, gradients, path)."""
    for keys in sorted(itertools.product(_SIGNS, _SHRINKS, _RATES), key=lambda k: sum(map(bool, k)))[1:]:
        s, k, r = keys
        step = lambda lam: lambda w, v, t: w + _SIGNS[s] * _RATES[r](lam, t) * (v + _SHRINKS[k](lam, w))
        same = lambda lam, vs, path: np.allclose(properties.walk(step(lam), vs), path, rtol=1e-9, atol=1e-9,
                                                 equal_nan=True)
        with np.errstate(all="ignore"):  # some run away, as the reader's may
            found = all(same(*case) for case in tried)
        if found:
            return " ".join(_REASONS[name, i] for i, name in enumerate(keys) if name)
    return ""


def _right(lam, vs):
    return play(learners.sgd_rlm(lam), losses.with_l2(losses.linear, lam), vs, np.ones(vs.shape[-2])).w


def _regret(lam, vs, path):
    """R_1 .. R_T of v_t·w + (λ/2)‖w‖², whose sum is least at −V_T/(λT): −‖V_T‖²/(2λT)."""
    paid = (path[:-1] * vs).sum(axis=1) + lam / 2 * (path[:-1] ** 2).sum(axis=1)
    return np.cumsum(paid) + (np.cumsum(vs, axis=0) ** 2).sum(axis=1) / (2 * lam * np.arange(1, len(vs) + 1))


def _link(lam, vs):
    return Link("strong_convexity", {"stream": "own", "rounds": properties.rounds_text(vs), "sigma": lam})


def _check_step(names):
    step, only = function(names, "step"), properties.printing(names)
    walk = lambda lam, vs: properties.walk(step, vs, lam=lam)
    streams = [vs for U, vs in properties.hidden_streams() if U == 1 and vs.shape[1] == 2]
    tried = [(lam, vs, walk(lam, vs)) for lam in (0.5, 2.0) for vs in streams]
    lams, paths = np.array([lam for lam, *_ in tried]), np.array([path for *_, path in tried])
    finite = bool(np.isfinite(paths).all())
    right = np.concatenate([_right(lam, np.array(streams)) for lam in (0.5, 2.0)])
    gap = abs(paths - right).max() if finite else np.inf
    rho = np.array([np.linalg.norm(vs, axis=1).max() for _, vs, _ in tried])
    length = (np.linalg.norm(paths, axis=2).max(axis=1) * lams / rho).max()
    bound = bounds.sgd_rlm(np.arange(1, paths.shape[1]), lams[:, None], rho[:, None])
    share = (np.array([_regret(*case) for case in tried]) / bound).max()
    equal = bool(gap <= 1e-10)
    percent = lambda x: f"at most {number(100 * x)} % of it" if np.isfinite(x) else "no number"
    away = f"largest difference: {number(gap)}" if finite else "no number"
    checks = (Check("each step is that of recursion A, to 10⁻¹⁰", equal, away),
              Check("‖*w*‖ is at most *ρ*/λ", bool(length <= 1 + 1e-10), percent(length)),
              Check("the regret is at most the bound (T19)", bool(share <= 1 + 1e-10), percent(share)))
    told = f"{len(tried)} streams, {sum(len(vs) for _, vs, _ in tried)} rounds, λ = 0.5 and λ = 2"
    if equal:
        vs = np.random.default_rng(3).choice([-1.0, 1.0], size=(100, 2))
        values = _regret(0.5, vs, only(lambda: walk(0.5, vs)))
        bound = bounds.sgd_rlm(np.arange(101), 0.5, 2**0.5)
        return Verdict(
            True, f"your regret is [{number(values[-1])}](measured), under the bound [{number(bound[-1])}](bound).",
            "Below: 100 rounds of random signs with λ = 0.5. The bound grows like ln *T*, and no step size was tuned.",
            checks, pictures=(properties.regret_picture(values, bound, 100),), tried=told, link=_link(0.5, vs))

    def fails(lam, vs, good):
        gaps = np.linalg.norm(walk(lam, vs) - good, axis=1)
        bad = np.flatnonzero(~(gaps <= 1e-10))
        return (int(bad[0]), float(gaps[bad[0]])) if len(bad) else None

    hint = _reasons(tried[:4] + tried[-2:])
    if not hint and not finite:
        hint = "On longer streams your *w* is no number any more: it runs away, or something is divided by 0."
    if finite and not any(path.any() for *_, path in tried):
        hint = "*w* never moves. Its gradient is *v* and what the regulariser adds."
    lam, vs, (bad, gap) = properties.small_case(fails, _right)
    mine, good = only(lambda: walk(lam, vs)), _right(lam, vs)
    said = f"in round {bad}, with λ = {number(lam)}, your step lands [{number(gap)}](measured) away."
    rows = tuple((str(t), properties.point(v), properties.point(mine[t]), properties.point(good[t]))
                 for t, v in enumerate(vs, 1))
    return Verdict(False, said, hint, checks, Table(("*t*", "*v*", "your next *w*", "right *w*"), rows, bad - 1),
                   (_paths(mine, good),), _link(lam, vs), told)


def _paths(mine, good):
    panel = plane("path", "A small case", np.vstack([mine, good]))
    series = (Series("right", "path", "", Style("ink", width=1.5), end="right"),
              Series("right_at", "path", "", Style("ink", ends="ring"), kind="points"),
              Series("mine", "path", "", MEASURED, end="yours"),
              Series("mine_at", "path", "", Style("measured"), kind="points"))
    mine = mine[np.isfinite(mine).all(axis=1)]
    return Picture(panel, series, {"right": good.T, "right_at": good[1:].T, "mine": mine.T, "mine_at": mine[1:].T})


_STEP = "    return w {} ({}) / ({})"
STEP = Exercise(
    name="reg-step", title="A step with a regulariser", kind="write",
    statement=(
        "Complete one step of recursion A on a regularised loss.",
        "The loss of round *t* is ℓₜ(*w*) + (λ/2)‖*w*‖². The learner stands at *w* and sees *v*, a subgradient "
        "of ℓₜ alone. Return its next point, for steps 1/(λ*t*); nothing is projected.",
        "It is tested on streams that you do not see, for λ = 0.5 and λ = 2, and against the bound of T19, "
        "*ρ*²/(2λ)·(1 + 4(½ + … + 1/*T*))."),
    given="import numpy as np\nlam = 0.5\ndef step(w, v, t):", start="    # t = 1, 2, 3, …\n    return w",
    check=_check_step, solution=_STEP.format("-", "v + lam * w", "lam * t"),
    wrong=(
        Wrong(_STEP.format("-", "v + w", "lam * t"), "λ is missing"),
        Wrong(_STEP.format("-", "v + lam * w", "lam * (t + 1)"), "recursion B"),
        Wrong(_STEP.format("-", "v", "lam * t"), "has a gradient, too"),
        Wrong(_STEP.format("-", "v + lam * w**2 / 2", "lam * t"), "regulariser itself"),
        Wrong(_STEP.format("+", "v + lam * w", "lam * t"), "uphill"),
        Wrong(_STEP.format("-", "v + 2 * lam * w", "2 * lam * t"), "Your 2λw belongs to λ‖w‖²"),
        Wrong(_STEP.format("-", "v + lam * w", "t"), "right only for λ = 1"),
    ),
)

# ---- the λ of the least bound

_FORMULAS = (
    (lambda m, rho, B: 8**0.5 * rho / (B * m**0.5),
     "That is the λ of part (b), in the middle of a range. Its bound is 6 % above the least."),
    (lambda m, rho, B: 2**0.5 * rho / (B * m**0.5),
     "That is the textbook’s λ, for the regulariser λ‖*w*‖². Here it is (λ/2)‖*w*‖²."),
    (lambda m, rho, B: 2 * rho * B / m**0.5, "That is the least bound itself, not the λ that brings it."),
    (lambda m, rho, B: 2 * rho / (B * m), "λ falls like 1/√*m*: the two terms are λ*B*²/2 and 2*ρ*²/(λ*m*)."),
    (lambda m, rho, B: 2 * rho / m**0.5, "*B* is missing: a longer *u* needs a smaller λ."),
    (lambda m, rho, B: rho / (B * m**0.5), "Half of it. Put λ*B*²/2 equal to 2*ρ*²/(λ*m*)."),
)
#: (m, ρ, B), the first where the explorer's coins have the same; ρ is 4B with the square loss.
_COINS = ((16, 1.0, 1.0), (16, 4.0, 1.0), (16, 1.0, 2.0), (64, 1.0, 1.0))


def _coins(case, lam):
    """The explorer's coins of that case and λ, which its slider may not have."""
    m, rho, B = case
    low, high = 0.01, 5.0
    return Link("regularisation", {"m": m, "B": B, "coins": "absolute" if rho == 1 else "ridge",
                                   "lam": float(np.clip(lam, low, high))}, EXACT if low <= lam <= high else "")


def _check_lambda(names):
    lam, only = function(names, "lam"), properties.printing(names)
    rng = np.random.default_rng(4)
    cases = [*_COINS] + [(int(m), *rest) for m, *rest in rng.uniform([4, 0.3, 0.3], [200, 3, 3], size=(40, 3))]
    mine = [scalar(lam(*case)) for case in cases]
    if not all(1e-99 < value < 1e99 for value in mine):
        raise Refused("your λ is [no positive number](measured) of a sensible size.", "Use *m*, *ρ* and *B*.")
    sizes, rhos, Bs = np.array(cases).T
    bound, least = bounds.rlm_at(sizes, np.array(mine), rhos, Bs), bounds.rlm_sharp(sizes, rhos, Bs)
    excess = (bound / least - 1).max()
    passed = bool(excess <= 1e-6)
    checks = (Check("the bound is the least, to a millionth of it", passed,
                    f"at most {number(100 * excess)} % above" if excess > 1e-12 else ""),)
    bad = next((i for i in range(4) if bound[i] > least[i] * (1 + 1e-6)), None)
    rows = tuple((str(m), number(rho), number(B), number(value), number(b), number(low)) for (m, rho, B), value, b, low
                 in zip(_COINS, mine, bound, least))
    table = Table(("*m*", "*ρ*", "*B*", "your λ", "its bound", "least"), rows, bad)
    link = _coins(_COINS[bad or 0], only(lambda: scalar(lam(*_COINS[bad or 0]))))
    told = f"{len(cases)} values of *m*, *ρ* and *B*"
    if passed:
        return Verdict(True, "for *m* = 16 and *ρB* = 1 your bound is [0.5](bound), the least.",
                       "The two terms are equal there: as much for the length of *u* as for stability.", checks, table,
                       link=link, tried=told)
    i = bad or 0
    hint = next((hint for formula, hint in _FORMULAS if np.allclose(mine, [formula(*case) for case in cases])),
                "The bound is λ*B*²/2 + 2*ρ*²/(λ*m*). What does it do as λ grows?")
    said = (f"your λ = [{number(mine[i])}](measured) has the bound {number(bound[i])}; the least is "
            f"[{number(least[i])}](bound).")
    return Verdict(False, said, hint, checks, table, link=link, tried=told)


LAMBDA = Exercise(
    name="reg-lambda", title="The λ of the least bound", kind="choose",
    statement=(
        "Return the λ whose bound on the excess risk is least.",
        "T18 compares the minimiser on *m* examples with the *u* of length at most *B*: the mean excess is at most "
        "λ*B*²/2 + 2*ρ*²/(λ*m*). The losses are *ρ*-Lipschitz, and the regulariser is (λ/2)‖*w*‖².",
        "It is tested at 44 values of *m*, *ρ* and *B*; the bound has to be the least up to a millionth of it."),
    given="import numpy as np\ndef lam(m, rho, B):", start="    return 1 / m",
    check=_check_lambda, solution="    return 2 * rho / (B * np.sqrt(m))",
    wrong=(
        Wrong("    return np.sqrt(8) * rho / (B * np.sqrt(m))", "part (b)"),
        Wrong("    return np.sqrt(2) * rho / (B * np.sqrt(m))", "textbook’s"),
        Wrong("    return 2 * rho * B / np.sqrt(m)", "least bound itself"),
        Wrong("    return 2 * rho / (B * m)", "falls like 1/√m"),
        Wrong("    return 2 * rho / np.sqrt(m)", "B is missing"),
    ),
)

# ---- a training set on which the minimiser is worse than the bound on the mean

TOSSES, HEADS = 8, 0.7
LAM = 2 / TOSSES**0.5
LEVEL = float(bounds.rlm_sharp(TOSSES, 1, 1))


def _check_unlucky(names):
    heads = int((properties.signs(names, "tosses", TOSSES) > 0).sum())
    law = regularisation.coin(TOSSES, HEADS, LAM)
    w, excess = float(law.w[heads]), float(law.excess[heads])
    passed = excess > LEVEL
    checks = (Check(f"the excess risk exceeds {number(LEVEL)}", passed, number(excess)),
              Check("the mean excess over all training sets", None, number(law.mean)),
              *([Check("the largest excess that any tosses have", None, number(law.excess.max()))] if passed else []))
    if passed:
        said = f"the excess is [{number(excess)}](measured), above T18’s [{number(LEVEL)}](bound)."
        chance = law.chances[law.excess > LEVEL].sum()
        hint = (f"Such training sets have the chance {number(chance)}. T18 bounds the mean, which is "
                f"{number(law.mean)}: it does not say that no sample is worse.")
    else:
        said = f"the excess is [{number(excess)}](measured), and T18’s [{number(LEVEL)}](bound) is to beat."
        hint = ("Heads are the likelier side: these tosses teach *w* what is right." if heads > 4 else
                "*w* = 0 has no opinion. Let the tosses tell it the wrong one." if heads == 4 else
                f"*w* = {number(w)} leans to the wrong side already. How far can it be driven?")
    table = Table(("heads", "mean label", "minimiser *w*", "excess risk"),
                  ((str(heads), number(heads / 4 - 1), number(w), number(excess)),), None if passed else 0)
    return Verdict(passed, said, hint, checks, table, (_risk_picture(w),),
                   Link("regularisation", {"m": TOSSES, "p": HEADS, "lam": LAM, "coins": "absolute"}),
                   "your training set, with the exact risk")


def _risk_picture(w):
    """L_D on [−1, 1], the minimiser on it, and min L_D + the bound."""
    risk = lambda w: 1 - (2 * HEADS - 1) * np.asarray(w, dtype=float)
    panel = Panel("risk", "The risk of w", x=Axis("w", (-1.05, 1.05), fixed=True), y=Axis("L(w)", (0, 1.6)))
    series = (Series("level", "risk", "", BOUND, end="min + bound"), Series("risk", "risk", "", Style("ink"), end="L"),
              Series("mine", "risk", "", Style("measured", width=9), kind="points", end="yours"))
    return Picture(panel, series, {"level": ([-1, 1], [risk(1) + LEVEL] * 2), "risk": ([-1, 1], risk([-1, 1])),
                                   "mine": ([w], [risk(w)])})


UNLUCKY = Exercise(
    name="reg-unlucky", title="An unlucky training set", kind="break",
    statement=(
        "Find eight tosses whose minimiser is worse than T18’s bound.",
        "*y* = 1 (heads) has the chance 0.7, else *y* = −1. RLM with the loss |*w* − *y*| and λ = 2/√8 fits a "
        "number *w* to your tosses. Its excess risk has to exceed 2*ρB*/√*m* = 0.707, with *ρ* = *B* = 1 and *m* = 8.",
        "It is tested on your tosses, 1 or −1; their risk is known exactly."),
    start="tosses = [1, -1, 1, -1, 1, -1, 1, -1]", check=_check_unlucky, solution="tosses = [-1] * 7 + [1]",
    wrong=(Wrong("tosses = [1] * 8", "teach w what is right"),
           Wrong("tosses = [1, 1, 1, 1, -1, -1, -1, -1]", "no opinion"),
           Wrong("tosses = [-1] * 6 + [1] * 2", "leans to the wrong side")),
)

EXERCISES = (STEP, LAMBDA, UNLUCKY)
