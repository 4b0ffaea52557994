"""The number in a legend is the one that its curve shows: at the end, at the round in view, as a bar's length.

Else a legend can print the tuned bound as T3's, and no test of words or of curves would see it.
"""

import re

import numpy as np
import pytest

from oco_live.explorer import NAMES, get

#: The parameter that says where on its curves an explorer stands; T, the end, where there is none.
HERE = {"protocol": "t", "losses": "z", "perceptron": "t", "kernels": "t", "spam": "t", "online_to_batch": "m",
        "regularisation": "lam"}


def at(x, y, here):
    """The curve's height at ``here``: that of its point there, else of the two around it; None beyond it."""
    places, after = np.flatnonzero(np.isclose(x, here, rtol=1e-9, atol=1e-12)), np.searchsorted(x, here)
    if len(places):
        return y[places[-1]]
    return y[[after - 1, after]] if 0 < after < len(x) else None


def end(x, y, _):
    return y[-1]


def across(x, y, _):
    return x[-1]


def from_30(x, y, here):
    """The curve's height at ``here``, of which nothing is known before it begins."""
    return at(x, y, here) if here >= x[0] else np.array([0.0, 100.0])


def length(x, y, _):
    return x[1] - x[0]


#: (explorer, series, fact) -> where the number is found, if not on a line at `HERE`, nor as the height of points, nor
#: as the length of bars; a parameter that says where on a line. None: it is no number of the curve's.
ELSEWHERE = {
    ("ogd", "projections", "projections"): None,
    ("ogd", "least_bound", "eta_star"): across, ("ogd", "least_regret", "eta_least"): across,
    ("ogd_proof", "tuned_bar", "eta_star"): None,
    ("ogd_proof", "link_telescoping", "telescoping"): None,  # an equality has no bar
    ("protocol", "difference", "regret_per_round"): lambda x, y, _: y[1] - y[0],
    ("losses", "zero_one", "zero_one"): lambda x, y, z: y[np.flatnonzero(x <= z)[0 if z <= 0 else -1]],
    ("losses", "bars_wrong", "mean_zero_one"): lambda x, y, _: y[1::2].sum(),
    ("losses", "fewest", "fewest"): end,
    **{("losses", f"mean_{name}", f"mean_{name}"): "U" for name in ("base_2", "hinge", "zero_one")},
    ("perceptron", "mistakes_level", "M_last"): end, ("perceptron", "margin_bound", "bound_separable"): end,
    ("perceptron", "curve_least", "norm_best"): across,
    **{("online_to_batch", f"{name}_at", f"bound_{name}"): across for name in ("sharp", "proof")},
    ("online_to_batch", "allowed", "allowed"): end,
    ("online_to_batch", "compression_share", "bound"): lambda x, y, _: np.median(x),
    ("sgd", "path_mini", "b"): None, ("sgd", "work_mini", "b"): None,
    **{("sgd", name, fact): end
       for name, fact in (("work_sgd", "mean_sgd"), ("work_mini", "mean"), ("work_gd", "mean_gd"))},
    **{("regularisation", name, fact): end
       for name, fact in (("bound_A", "bound_A"), ("bound_B", "bound_B"), ("regret_A", "regret_A"),
                          ("regret_B", "regret_B"), ("moves_at_most", "stability"), ("promise", "bound_T18"))},
    ("regularisation", "moved", "movement"): lambda x, y, _: y.max(),
    ("kernels", "support", "support"): lambda x, y, _: len(x),
    ("adversary", "mean_game", "mean"): across,
    **{("adversary", name, fact): end for name, fact in (("paid", "loss_learner"), ("gain", "gain"))},
    **{("spam", name, f"{fact}_percent"): from_30  # of fewer messages than 30 no errors are drawn
       for name, fact in (("errors", "errors"), ("errors_best", "errors_best"), ("errors_blind", "errors_blind"),
                          ("errors_none", "errors_constant"))},
}
#: Values at a curve's end that are neither its height nor its length: a distance between two lines, how many points
#: there are of which some are drawn, the length of a path's last step.
OTHERWISE = {("perceptron", "margin"), ("perceptron", "wrong"), ("protocol", "step")}


def frames(explorer):
    """As each stream begins, the presets, and both ends of the slider that says where on a curve we are."""
    for stream in explorer.control("stream").values:
        yield explorer.frame(stream=stream)
    for preset in explorer.presets:
        yield explorer.frame(**explorer.preset(preset))
    if name := HERE.get(explorer.name):
        for value in (explorer.control(name).values[0], explorer.control(name).values[-1]):
            yield explorer.frame(**{name: value})


def absolute(axis, facts, values):
    return (facts[axis.unit] if axis.unit else 1.0) * np.asarray(values, dtype=float) ** axis.power


@pytest.mark.parametrize("name", NAMES)
def test_a_legend_has_its_curve_s_number(name):
    explorer, seen = get(name), set()
    told = [(series, fact) for series in explorer.series for fact in re.findall(r"\{(\w+)\}", series.label or "")]
    for frame in frames(explorer):
        for series, fact in told:
            find = ELSEWHERE.get((name, series.name, fact),
                                 {"line": at, "points": end, "segments": length}[series.kind])
            curve, panel = frame.series[series.name], explorer.panel(series.panel)
            if find is None or frame.status.get(series.name) == "absent" or not len(curve["x"]):
                continue
            x, y = (absolute(axis, frame.facts, curve[a]) for a, axis in (("x", panel.x), ("y", panel.y)))
            if isinstance(find, str):
                found = at(x, y, frame.params[find])
            else:
                here = frame.facts.get(HERE.get(name), frame.params.get(HERE.get(name), frame.facts.get("T")))
                found = find(x, y, here)
            axis = panel.x if find in (length, across) else panel.y
            low, high = absolute(axis, frame.facts, np.array(axis.limits))
            if found is None and HERE.get(name) is None:
                found = y[-1]  # it leaves the picture before the end
            wanted = frame.facts[fact]
            where = f"{series.name} at {frame.params}: {found}, but {fact} = {wanted}"
            assert found is not None, where
            least, most = np.min(found), np.max(found)
            if least == most:
                slack = 1e-9 + 1e-6 * abs(least)
                # What leaves the picture ends at its edge.
                least = -np.inf if least <= low + 1e-9 * abs(low) else least - slack
                most = np.inf if most >= high - 1e-9 * abs(high) else most + slack
            else:
                least, most = least - 0.02 * abs(least), most + 0.02 * abs(most)
            assert least <= wanted <= most, where
            seen.add((series.name, fact))
    wanted = {(series.name, fact) for series, fact in told if ELSEWHERE.get((name, series.name, fact), at) is not None}
    assert seen == wanted


@pytest.mark.parametrize("name", NAMES)
def test_what_a_legend_calls_the_tuned_one_is_that(name):
    """"η* = {eta_star}": the value that the slider of that letter has a tick for."""
    explorer = get(name)
    stars = {control.symbol: control.tuned for control in explorer.controls if getattr(control, "tuned", None)}
    for series in explorer.series:
        for letter, fact in re.findall(r"(\w)\* = \{(\w+)\}", series.label or ""):
            assert fact == stars[letter], series.name


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_where_a_curve_ends_is_its_value_there(name):
    """Of lines their height, of points a coordinate or how many they are, of a bar its length or how far it reaches."""
    explorer, seen = get(name), set()
    valued = [series for series in explorer.series if series.value and (name, series.name) not in OTHERWISE]
    for frame in frames(explorer):
        for series in valued:
            curve, panel = frame.series[series.name], explorer.panel(series.panel)
            if frame.status.get(series.name) == "absent" or not len(curve["x"]):
                continue
            (x, low_x, high_x), (y, low_y, high_y) = (
                (absolute(axis, frame.facts, curve[a]), *absolute(axis, frame.facts, np.array(axis.limits)))
                for a, axis in (("x", panel.x), ("y", panel.y)))
            upright = series.kind == "line" and len(x) == 2 and x[0] == x[1]  # over the whole height
            if not upright and y[-1] in (low_y, high_y) or x[-1] in (low_x, high_x) and series.kind != "line":
                continue  # it leaves the widest picture
            found = [x[-1] if upright else y[-1]] if series.kind == "line" else [x[-1], y[-1], len(x)]
            if series.kind == "segments":
                found += [x[-1] - x[-2], y[-1] - y[-2], np.hypot(x[-1] - x[-2], y[-1] - y[-2])]
            value = frame.facts[series.value]
            assert np.isclose(found, value, rtol=1e-6, atol=1e-9).any(), (series.name, found, value, frame.params)
            seen.add(series.name)
    assert len(seen) > 0.7 * len(valued)  # the others have nothing to end at, or lie beyond the widest picture
