"""What is said: regret, bound and misprint, the rival, and which assumption fails."""

from ...phrasing import CERTIFIED, apart, at_most, compared, is_zero, joined, leaving, or_zero, part_of, text_of
from .curves import REGRET
from .measure import MINIMISER

WORDS = {"equality": "worst-case quadratics", "random": "random quadratics", "mail": "regularised hinge loss on mail",
         "quartic": "one and the same quartic"}


def words(m, f, series):
    said = [_explosion(m, f)] if f["exploded"] else [_regret_said(m, f), _misprint(m, f), _small_ball(m, f)]
    return {"sentence": joined([*said, _rival(m, f), _edges(series)]),
            "texts": {"regret.note": f"in units of G²/(2σ) = {text_of(f['unit'])}"}}


def _losses(m, f):
    """The losses; a ball that cuts off steps of the learner takes from the worst case what makes it the worst."""
    if m.stream == "equality" and m.projection == "ball" and f["regret"] < f["bound"] * (1 - CERTIFIED):
        return "quadratics that are the worst case only without projection"
    return WORDS[m.stream]


def _radius(m, f):
    """The radius, as a number that is seen to be below what lies outside."""
    if m.stream == "quartic" and f["U"] < MINIMISER:
        return apart(f["U"], MINIMISER)[0]
    outside = 0 if f["T3_holds"] else f["norm_comparator"]
    return apart(f["U"], outside)[0]


def _explosion(m, f):
    n = text_of
    cure = ("Projecting on the ball cures it." if f["U"] >= MINIMISER else
            f"Projecting on a ball cures it; to hold the minimiser it needs U ≥ {n(MINIMISER)}.")
    return (f"On {WORDS[m.stream]} with σ = {n(f['sigma'])} the iterates explode without projection: after "
            f"{f['rounds']} rounds |w| = {n(f['norm_largest'], 2)}, although the minimiser is {n(MINIMISER)}. T7 needs "
            f"a G that bounds the gradients met; in the ball of radius U = {_radius(m, f)} that is {n(f['G'])}, and "
            f"here it is {n(f['G_seen'], 2)}: the bound does not apply. {cure}")


def _regret_said(m, f):
    n, regret = text_of, or_zero(f["regret"], f["bound"])
    where = f"At T = {f['T']} on {_losses(m, f)} the regret of steps 1/(σt) is {regret}"
    name, given = "T7’s bound (G²/2σ)·H_T", f"with G = {n(f['G'])} and σ = {n(f['sigma'])}"
    if f["regret"] > 0 and not is_zero(f["regret"], f["bound"]):
        part = part_of(f["regret"], f["bound"], f"{name} =", 3 if f["ratio"] > 0.99 else 2)
        return f"{where}: {part} {given}."
    below = "" if is_zero(f["regret"], f["bound"]) else ", below zero"
    return f"{where}{below}; {name} is {n(f['bound'])} {given}."


def _misprint(m, f):
    printed = apart(f["bound_printed"], f["regret"])[0]
    if f["above_printed"]:
        always = f["above_from"] == 1 and len(m.above) == len(m.at)
        since = ("" if f["above_from"] == f["T"] else ", and has been from the first round on" if always else
                 f", as it was after round {f['above_from']} already")
        return f"It is above the printed (G²/2σ)·ln(T+1) = {printed}, which does not hold (E1){since}."
    if f["above_from"]:
        return f"It was above the printed (G²/2σ)·ln(t+1) at t = {f['above_from']}, which does not hold (E1)."
    return f"It stays below the printed (G²/2σ)·ln(T+1) = {printed}, which does not hold for all losses (E1)."


def _small_ball(m, f):
    if m.stream != "quartic" or m.projection != "ball" or f["U"] >= MINIMISER:
        return ""
    return (f"The ball of radius U = {_radius(m, f)} does not hold the minimiser {text_of(MINIMISER)}: the comparator "
            "is the best u of the ball.")


def _rival(m, f):
    rival = (f"Steps η/√t with η = {text_of(f['eta'])} in the ball of radius U = {_radius(m, f)} have regret "
             f"{or_zero(f['regret_rival'], f['bound_rival'])} on the same losses")
    if not f["T3_holds"]:
        norm = apart(f["norm_comparator"], f["U"])[0]
        return f"{rival}; the best u has norm {norm}, outside that ball, so T3 promises nothing."
    size = compared(f["regret_rival"], f["regret"])
    return f"{rival}, {size} steps 1/(σt); T3 promises at most {at_most(f['bound_rival'])}."


def _edges(series):
    low, high = REGRET.y.limits
    return leaving([word for word, name in (("regret", "regret"), ("rival’s regret", "rival"))
                    if max(series[name]["y"]) >= high or min(series[name]["y"]) <= low])
