"""What is said: the mistakes, what each bound allows, why neither a short nor a long u is best, and η."""

from ...phrasing import agree, apart, at_most, counted, is_zero, joined, of, out_of, text_of, upper
from ..sources import OWN
from .curves import SHOWN

STREAMS = ("separable", "noisy", "orthonormal", "mail_shuffled", "mail_file", OWN)


def run_words(m, f):
    note = (f"ringed: misjudged on arrival; the latest {SHOWN} examples" if f["d"] == 2 else
            "û·x to the right, ŵ·x upwards: sides are true, angles are not")
    return {"sentence": "", "texts": {"plane.note": note}}


def words(m, f):
    return {"headline": _headline(f),
            "sentence": joined([*_mistakes(m, f), _margin(f), *_hinge_bounds(f), *_step(f)])}


def _allowed(bound, mistakes, T):
    """A bound on the mistakes, shown as no less than what it is no less than: the mistakes, or even the rounds."""
    return upper(bound, T if bound >= T else mistakes)


def _nothing(bound, T):
    """What to say of a bound on the mistakes that no learner can exceed."""
    return ", no less than there are rounds, which says nothing" if bound >= T else ""


def _headline(f):
    M, t, T, bound = f["M"], f["t"], f["T"], f["bound_separable"]
    made = f"{of('mistakes', M)} {agree(M, 'mistake', 'mistakes')} in {counted(t, 'round')}"
    if not f["separable"]:
        none = "no margin was found" if f["margin_upper"] > 1e-5 * f["X"] else (
            f"no {'line' if f['d'] == 2 else 'u'} leaves a margin")
        return f"{made}; {none} to bound them."
    margin, allowed = f"a margin of {text_of(f['margin'])}", of("margin_bound", _allowed(bound, f["M_last"], T))
    if bound >= t:
        return f"{made}; {margin} allows {allowed}, which says nothing{' yet' if bound < T else ''}."
    if abs(M - bound) < 1e-6 * M:
        return f"{made}, exactly the {allowed} that {margin} allows."
    return f"{made}; {margin} allows {allowed}."


def _mistakes(m, f):
    if m.stream == "noisy":
        yield (f"The points come with {counted(f['wrong_labels'], 'wrong label')}." if f["wrong_labels"] else
               "The points come with labels that are all right.")
    if f["t"] < f["T"]:
        last = f"{f['M_last']} mistakes" if f["M_last"] > f["M"] else "no more"
        yield f"After all {f['T']} rounds there will be {last}."


def _margin(f):
    M, T, bound = f["M_last"], f["T"], f["bound_separable"]
    if not f["separable"]:
        rounding = is_zero(f["margin_upper"], f["X"])
        least = "more than rounding" if rounding else f"a margin above {at_most(f['margin_upper'], 1)}"
        return f"No u separates these examples by {least}, so the bound (X/γ)² does not apply."
    exact = "; here there are exactly as many" if M > 1 else "; here there is exactly one"
    met = exact if abs(M - bound) < 1e-6 * M else ""
    return f"T8 holds in any order: at most (X/γ*)² = {_allowed(bound, M, T)} mistakes{_nothing(bound, T) or met}."


def _hinge_bounds(f):
    n, M, T, U = text_of, f["M_last"], f["T"], f["U"]
    yield (f"T9 allows {_allowed(f['bound_U_last'], M, T)} mistakes by the best u of norm up to U = {n(U)}, charged "
           f"for U{_nothing(f['bound_U_last'], T)}.")
    yield f"This u itself errs on {out_of(f['errors_u'], f['T'], 'example')}."
    yield (f"The best u of all has norm {n(f['norm_best'])} and allows {_allowed(f['bound_best_last'], M, T)}"
           f"{_nothing(f['bound_best_last'], T)}.")
    if f["bound_best_last"] < T and abs(f["norm_best"] / U - 1) >= 0.02:
        yield ("A longer one costs more than it saves in hinge loss." if f["norm_best"] < U else
               "A shorter one saves less than it costs in hinge loss.")
    yield (f"For the best u T9’s implicit form L + ‖u‖X√M gives "
           f"{_allowed(f['implicit_last'], M, T)}.")


def _step(f):
    if f["eta"] == 1:
        yield f"With η = 1 the length ‖w‖ is {text_of(f['norm_w'])}."
        yield "Another η changes that length and no mistake (E8)."
        return
    eta, one = apart(f["eta"], 1.0)
    yield f"With η = {eta} the length ‖w‖ is {text_of(f['norm_w'])}, with η = {one} it is {text_of(f['norm_w_1'])}."
    same = agree(f["M_last"], "The mistake falls on the same round.", "The mistakes fall on the same rounds.")
    yield same if f["same_mistakes"] else "The mistakes are not the same, as rounding decides a tie."
