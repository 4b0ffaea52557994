"""What is said: regret, bound and misprint, the rival, and which assumption fails."""

from ...phrasing import CERTIFIED, apart, at_most, beside, compared, fact_of, is_zero, joined, of, text_of
from .measure import MINIMISER


def words(m, f):
    said = _explosion(m, f) if f["exploded"] else [_bound(m, f), *_misprint(m, f), *_small_ball(m, f)]
    return {"headline": _headline(f), "sentence": joined([*said, *_rival(m, f)]), "texts": {}}


def _headline(f):
    if f["exploded"]:
        return (f"The iterates explode: |w| = {text_of(f['norm_largest'], 2)} after {f['rounds']} rounds. The bound "
                "does not apply.")
    rival = of("rival", "0" if is_zero(f["regret_rival"], f["bound_rival"]) else fact_of(f["regret_rival"]))
    return f"{beside(f['regret'], f['bound'], ('regret', 'harmonic'))}; steps η/√t have {rival}."


def _bound(m, f):
    """T7's bound; a ball that cuts off steps of the learner takes from the worst case what makes it the worst."""
    said = f"T7’s bound is (G²/2σ)·H_T with G = {text_of(f['G'])} and σ = {text_of(f['sigma'])}."
    if m.stream == "equality" and m.projection == "ball" and f["regret"] < f["bound"] * (1 - CERTIFIED):
        return f"{said} These quadratics are the worst case only without projection."
    return said


def _radius(m, f):
    """The radius, as a number that is seen to be below what lies outside."""
    if m.stream == "quartic" and f["U"] < MINIMISER:
        return apart(f["U"], MINIMISER)[0]
    outside = 0 if f["T3_holds"] else f["norm_comparator"]
    return apart(f["U"], outside)[0]


def _explosion(m, f):
    n = text_of
    yield f"The minimiser is {n(MINIMISER)}."
    yield f"T7 needs a G that bounds the gradients met; here that would be {n(f['G_seen'], 2)}."
    yield f"In the ball of radius U = {_radius(m, f)} it is {n(f['G'])}."
    yield ("Projecting on the ball cures it." if f["U"] >= MINIMISER else
           f"Projecting on a ball cures it; to hold the minimiser it needs U ≥ {n(MINIMISER)}.")


def _misprint(m, f):
    printed = apart(f["bound_printed"], f["regret"])[0]
    if f["above_printed"]:
        yield f"The regret is above the printed (G²/2σ)·ln(T+1) = {printed}, which does not hold (E1)."
        if f["above_from"] == 1 and len(m.above) == len(m.at):
            yield "It has been so since the first round."
        elif f["above_from"] != f["T"]:
            yield f"It was so after round {f['above_from']} already."
    elif f["above_from"]:
        yield f"The regret was above the printed (G²/2σ)·ln(t+1) at t = {f['above_from']}, which does not hold (E1)."
    else:
        yield (f"The regret stays below the printed (G²/2σ)·ln(T+1) = {printed}, which does not hold for all losses "
               "(E1).")


def _small_ball(m, f):
    if m.stream == "quartic" and m.projection == "ball" and f["U"] < MINIMISER:
        yield f"The ball of radius U = {_radius(m, f)} does not hold the minimiser {text_of(MINIMISER)}."
        yield "The comparator is the best u of the ball."


def _rival(m, f):
    rival = f"Steps η/√t, with η = {text_of(f['eta'])} in the ball of radius U = {_radius(m, f)}, have"
    if f["exploded"]:
        yield f"{rival} regret {text_of(f['regret_rival'])}."
    else:
        size = compared(f["regret_rival"], f["regret"], "less", "about as much", "more")
        yield f"{rival} {size} regret {'as' if 'as' in size.split() else 'than'} steps 1/(σt)."
    if f["T3_holds"]:
        yield f"T3 promises them at most {at_most(f['bound_rival'])}."
    else:
        norm = apart(f["norm_comparator"], f["U"])[0]
        yield f"The best u has norm {norm}, outside that ball, so T3 promises them nothing."
