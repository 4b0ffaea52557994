"""What is said: the mistakes, what each bound allows, why neither a short nor a long u is best, and η."""

from ...phrasing import agree, apart, at_most, counted, is_zero, joined, out_of, text_of, upper
from .measure import AXES, T

WORDS = {"separable": "separable points in the plane", "noisy": "points in the plane",
         "orthonormal": f"{AXES} orthonormal examples, again and again", "mail_shuffled": "real mail, shuffled",
         "mail_file": "real mail, in file order"}
ORDERS = {"drawn": "", "positive": ", all +1 first", "wrong": ", always the one that wₜ gets most wrong next"}


def run_words(m, f):
    way = ("Both coordinates." if f["d"] == 2 else
           f"d = {f['d']}: û·x to the right, ŵ·x upwards (û and ŵ: u and w made unit vectors). Sides are true, angles "
           "are not.")
    note = f"{way} ‖w‖ = {text_of(f['norm_w'])} = η·{text_of(f['norm_w'] / f['eta'])}."
    return {"sentence": "", "texts": {"plane.note": note}}


def words(m, f):
    return {"sentence": joined([_mistakes(m, f), _margin(f), *_hinge_bounds(f), _step(f)])}


def _allowed(bound, mistakes):
    """A bound on the mistakes, shown as no less than what it is no less than: the mistakes, or even the rounds."""
    return upper(bound, T if bound >= T else mistakes)


def _nothing(bound):
    """What to say of a bound on the mistakes that no learner can exceed."""
    return ", no less than there are rounds, which says nothing" if bound >= T else ""


def _mistakes(m, f):
    arrival = "" if m.stream.startswith("mail") or m.stream == "orthonormal" else ORDERS[m.order]
    labels = "" if m.stream != "noisy" else (
        f" with {counted(f['wrong_labels'], 'wrong label')}" if f["wrong_labels"] else " whose labels are all right")
    last = f["M_last"] if f["M_last"] > f["M"] else "no more"
    later = f"; after all of them it will be {last}" if f["t"] < f["T"] else ""
    return (f"After {f['t']} of {f['T']} rounds on {WORDS[m.stream]}{labels}{arrival}, the Perceptron has made "
            f"{counted(f['M'], 'mistake')}{later}.")


def _margin(f):
    M, bound = f["M_last"], f["bound_separable"]
    if not f["separable"]:
        rounding = is_zero(f["margin_upper"], f["X"])
        least = "more than rounding" if rounding else f"a margin above {at_most(f['margin_upper'], 1)}"
        return f"No u separates these examples by {least}, so the bound (X/γ)² does not apply."
    exact = "; here there are exactly as many" if M > 1 else "; here there is exactly one"
    met = exact if abs(M - bound) < 1e-6 * M else ""
    return (f"With the margin γ* = {text_of(f['margin'])} the bound on the mistakes in any order is (X/γ*)² = "
            f"{_allowed(bound, M)}{_nothing(bound) or met}.")


def _hinge_bounds(f):
    n, M = text_of, f["M_last"]
    yield (f"T9 allows {_allowed(f['bound_U_last'], M)} mistakes by the best u of norm up to U = {n(f['U'])}, charged "
           f"for U{_nothing(f['bound_U_last'])}; this u itself errs on {out_of(f['errors_u'], f['T'], 'example')}.")
    near = abs(f["norm_best"] / f["U"] - 1) < 0.02
    why = ("" if near else ", for a longer one costs more than it saves in hinge loss" if f["norm_best"] < f["U"] else
           ", for a shorter one saves less than it costs in hinge loss")
    yield (f"The best u of all has norm {n(f['norm_best'])} and allows {_allowed(f['bound_best_last'], M)}"
           f"{_nothing(f['bound_best_last']) or why}; for this u T9’s implicit form L + ‖u‖X√M gives "
           f"{_allowed(f['implicit_last'], M)}.")


def _step(f):
    if f["eta"] == 1:
        return f"Here η = 1 and ‖w‖ = {text_of(f['norm_w'])}; another η changes that length and no mistake."
    eta, one = apart(f["eta"], 1.0)
    same = agree(f["M_last"], "the mistake falls on the same round", "the mistakes fall on the same rounds")
    same = same if f["same_mistakes"] else "the mistakes are not the same, as rounding decides a tie"
    return f"With η = {eta} ‖w‖ is {text_of(f['norm_w'])}, with η = {one} it is {text_of(f['norm_w_1'])}, and {same}."
