"""What is said of the Perceptron and of the margin."""

import math

from ...phrasing import agree, at_least, at_most, counted, joined, of, out_of, part_of, text_of, upper
from ..written import OWN


def words(m, f):
    note = (_answer(f) if m.stream == OWN else "") + _kernel_note(m.kernel, f)
    return {"headline": _headline(f),
            "sentence": joined([*_perceptron_said(f), _allowed(f), *_printed_rule(f), _margin_said(f)]),
            "texts": {"plane.note": note, "margin.note": _margin_note(f)}}


def _headline(f):
    """Mistakes so far, and how many of the same examples are wrong now."""
    t, wrong = f["t"], f["wrong_now"]
    made = f"{of('stored', f['M'])} {agree(f['M'], 'mistake', 'mistakes')} in {counted(t, 'round')}"
    seen = "the one example" if t == 1 else f"the {t} examples"
    if wrong == 0:
        return f"{made}; now {seen} {agree(t, 'is', 'are')} on the right side."
    return f"{made}; even now {wrong} of {seen} {agree(wrong, 'is', 'are')} wrong."


def _kernel_note(kernel, f):
    if kernel.family == "polynomial":
        power = {1: "", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶"}[kernel.parameter]
        return (f"K = (1 + x·x′){power}: all polynomials of degree up to {kernel.parameter}, {f['features']} "
                f"coefficients.")
    return f"K = exp(−‖x − x′‖²/2γ): width √γ = {text_of(math.sqrt(kernel.parameter))}, infinitely many features."


def _answer(f):
    """What f said in round t, of one stored example a value of the kernel."""
    return f"f(xₜ) was {text_of(f['score'])} for label {'+' if f['label'] > 0 else '−'}1; "


def _margin_note(f):
    n = text_of
    if f["certified"]:
        more = f", which is no less than t = {f['t']} and bounds nothing" if f["bound_margin"] >= f["t"] else ""
        return f"γ* = {n(f['margin'])}, with a certificate; (κ/γ*)² = {n(f['bound_margin'])}{more}."
    if f["separable"]:
        return (f"γ* is between {at_least(f['margin_lower'])} and {at_most(f['margin_upper'])}: not known exactly "
                f"enough to be drawn.")
    return f"Nothing to draw: no f of norm 1 has a margin above {at_most(f['margin_upper'], 1)} here."


def _perceptron_said(f):
    if f["t"] < f["T"]:
        more = f"{f['M_last']} mistakes" if f["M_last"] > f["M"] else "no more"
        yield f"After all {f['T']} rounds there will be {more}."
    yield (f"{agree(f['M'], 'That mistake alone is', 'The mistakes alone are')} stored, and f is made from "
           f"{agree(f['M'], 'it', 'them')}.")


def _allowed(f):
    rounds = counted(f["T"], "round")
    if f["bound_last"] >= f["T"]:
        most = upper(f["bound_last"], f["M_last"])
        return (f"T10 allows {most} {'mistake' if most == '1' else 'mistakes'} in {rounds}, no less than there are "
                "rounds, which says nothing.")
    made = f"{counted(f['M_last'], 'mistake')} in {rounds} {agree(f['M_last'], 'is', 'are')}"
    return f"{made} {part_of(f['M_last'], f['bound_last'], 'the')} that T10 allows."


def _printed_rule(f):
    stored = (f"{counted(f['printed_stored'], 'example')} with label −1" if f["printed_stored"] else
              "nothing, as no label has been −1")
    positive = out_of(f["positive"], f["positive"], "example") if f["positive"] != 1 else "the one example"
    wrong = f"{positive} with label +1" if f["positive"] else "none, as no label has been +1"
    yield f"The printed rule (E14) stores what it gets right, here {stored}."
    yield f"It answers −1 in every round, and errs on {wrong}."


def _margin_said(f):
    if f["certified"]:
        return (f"The largest margin of a unit vector on what has been seen is γ* = {text_of(f['margin'])}, fixed by "
                f"{counted(f['support'], 'support vector')}.")
    if f["separable"]:
        return "The examples can be separated, but rounding hides which of them fix the margin."
    return ("No f was found that separates what has been seen, and none of norm 1 has a margin above "
            f"{at_most(f['margin_upper'], 1)}.")
