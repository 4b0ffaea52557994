"""Where a verdict says "this case", the frame behind its link has the numbers of its table."""

import numpy as np
import pytest

from oco_live.exercises import NAMES, run
from oco_live.exercises.exercise import EXACT, get_exercise
from oco_live.explorer import get
from oco_live.phrasing import text_of


@pytest.mark.parametrize("name", NAMES)
def test_what_a_link_shows_is_there(name):
    for code in (get_exercise(name).solution, *(wrong.code for wrong in get_exercise(name).wrong)):
        link = run.mark(get_exercise(name), code)["link"]
        explorer = link and get(link["explorer"])
        assert not link or link["main"] in {"", *(panel.name for panel in explorer.panels[1:])}
        assert not link or {*link["show"]} <= {series.name for series in explorer.series if not series.first}


def cases(name):
    """(verdict, frame behind its link) of the typical wrong answers."""
    for wrong in get_exercise(name).wrong:
        found = run.mark(get_exercise(name), wrong.code)
        link = found["link"]
        yield found, get(link["explorer"]).frame(**link["params"])


def bad(found):
    return found["table"]["rows"][found["table"]["bad"]]


def numbers(*values):
    return tuple(text_of(value, 3) for value in values)


def test_the_gradient_of_the_first_batch():
    for found, frame in cases("gd-batch"):
        right = found["table"]["rows"][-1]
        v = numbers(frame.facts["v1"], frame.facts["v2"])
        assert found["link"]["words"] == EXACT and right[0] == "right" and right[3] == f"({', '.join(v)})"
        assert right[3] in frame.texts["plane.note"] and right[3] in frame.sentence and found["link"]["main"] == "plane"
        drawn = [row for row in found["table"]["rows"] if row[4] == "yes"]
        assert frame.facts["b"] == len(drawn) and frame.facts["m"] == len(found["table"]["rows"]) - 2
        start = numbers(frame.series["start"]["x"][0], frame.series["start"]["y"][0])
        assert f"at *w* = ({', '.join(start)})" in found["sentence"]
        path = np.array([frame.series["path_mini"][axis][:2] for axis in "xy"])  # its first step is along v
        step, along = path[:, 1] - path[:, 0], np.array([frame.facts["v1"], frame.facts["v2"]])
        assert step @ along < 0 and step[0] * along[1] == pytest.approx(step[1] * along[0], abs=1e-12)


def test_the_step_and_the_way_to_the_minimum():
    for found, frame in cases("gd-astray"):
        s, f = frame.series, frame.facts
        path, least = (np.array([s[name][axis] for axis in "xy"]) for name in ("path_gd", "least"))
        start, after = path[:, 0], path[:, 1]
        step, way = after - start, least[:, 0] - start
        assert step @ way > 0
        angle = np.degrees(np.arctan2(abs(step[0] * way[1] - step[1] * way[0]), step @ way))
        assert angle == pytest.approx(f["aim"], abs=1e-6)
        assert f"[{text_of(f['aim'], 3)}°](measured)" in found["sentence"] and found["link"]["words"] == EXACT
        assert frame.texts["plane.note"].startswith(f"aims {text_of(f['aim'], 3)}° off; ")
        assert f"aims {text_of(f['aim'], 3)}° past min f" in frame.sentence and found["link"]["main"] == "plane"
        w, scale = np.array([float(x.replace("−", "-")) for x in found["table"]["rows"][0][1:]]), 1.0
        if not 0.1 <= np.linalg.norm(w) <= 1:
            assert "length of 0.9" in found["tried"]
            scale = 0.9 / np.linalg.norm(w)
        assert start == pytest.approx(scale * w) and step == pytest.approx(-0.1 * start * [1, 10])  # the step of 0.1
        value = lambda w: (w[0] ** 2 + 10 * w[1] ** 2) / 2
        assert f["start"] == pytest.approx(value(start), abs=1e-9)
        if scale == 1:
            assert found["checks"][1]["value"] == ", ".join(numbers(value(start), round(value(after), 12)))


def test_the_bound_at_the_lambda():
    for found, frame in cases("reg-lambda"):
        m, rho, B, lam, bound, least = bad(found)
        f = frame.facts
        assert found["link"]["words"] == EXACT
        assert (m, B, lam, bound, least) == numbers(f["m"], f["B"], f["lam"], f["bound_here"], f["bound_sharp"])
        assert f"stability allows, 2ρ/(λm) = {text_of(2 * float(rho) / (f['lam'] * f['m']))}" in frame.sentence
        assert f"[{bound}](bound_now)" in frame.headline
    far = run.mark(get_exercise("reg-lambda"), "    return 70 * rho / (B * np.sqrt(m))")
    assert far["link"]["params"]["lam"] == 5 and far["link"]["words"] != EXACT


def test_the_filter_that_hears_no_label():
    for found, frame in cases("spam-blind"):
        (_, loss, blind), (_, right_loss, right) = found["table"]["rows"]
        f, t = frame.facts, 16
        assert found["link"]["words"] == EXACT and (f["t"], f["T"], f["T24"]) == (t, t, 12)
        assert (blind, right) == numbers(f["regret_blind"], f["regret"])
        assert (loss, right_loss) == numbers(f["loss_blind"] * t, f["loss"] * t)
        assert frame.texts["regret.note"] == f"without yₜ (E25): {blind}; with it: {right}"
        assert (found["link"]["main"], found["link"]["show"]) == ("regret", ["regret_blind"])
        assert frame.series["regret_blind"]["y"][-1] == pytest.approx(f["regret_blind"], abs=1e-9)


def test_the_kernel_of_a_pair():
    exact = 0
    for found, frame in cases("kernel-gaussian"):
        x, z, gamma, _, right = bad(found)
        f, params = frame.facts, found["link"]["params"]
        assert numbers(f["score"]) == (right,) and f["t"] == f["T"] == 2
        assert f"f(xₜ) was {right} for label −1; " in frame.texts["plane.note"]
        if found["link"]["words"] == EXACT:
            exact += 1
            assert params["rounds"].replace("-", "−") == f"{x[1:-1]};{z[1:-1]}:−1".replace(" ", "")
            assert numbers(params["gamma"]) == (gamma,)
        else:
            assert "same K" in found["link"]["words"] and "00000" in x  # only the pair far from 0
    assert exact == len(get_exercise("kernel-gaussian").wrong) - 1


def test_a_pair_that_the_plane_does_not_have_is_shown_by_one_with_the_same_kernel():
    code = "    d = x - z\n    return np.exp(-(d @ d) / (2 * gamma)) if {} else 0"
    for where in ("len(x) < 3", "gamma < 1.5", "len(x) > 1"):
        found = run.mark(get_exercise("kernel-gaussian"), code.format(where))
        frame = get("kernels").frame(**found["link"]["params"])
        assert "same K" in found["link"]["words"] or found["link"]["words"] == EXACT
        assert numbers(frame.facts["score"]) == (bad(found)[4],), where
