"""The answers to the questions before an explorer that are a list with a fold: hidden until asked for, and each number
is a fact of the move it names. Those that a reader predicts: tests/live/test_questions.py."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_live.explorer import get

ROOT = Path(__file__).resolve().parents[2]
RANDOM, FILE = {}, {"stream": "mail_file"}
MOONS = {"stream": "moons_gaussian", "t": 120}
END, COUNTED = {"t": 4601, "words": "all"}, {"t": 4601, "words": "counted"}
# explorer -> the notebook, the question's cell, and for each number of the answer: the number, the move, the fact
MOVES = {
    "index": (
        "index", "index-03", "ogd",
        [("94.9", {}, "bound"), ("285", {"U": 2.0}, "bound"), ("38.6", {}, "regret"), ("57.3", {"U": 2.0}, "regret")]),
    "protocol": (
        "chapters/sequential_protocol",
        "protocol-02",
        "protocol",
        [
            ("0.58", {}, "comparator_to_last"), ("0.0218", {"t": 100}, "comparator_to_last"), ("0", {}, "risk_best"),
            ("0.0273", {"t": 10}, "risk_best"), ("0.0293", {"U": 0.25}, "risk_best"),
            ("1.12", FILE | {"t": 1813}, "regret"), ("-538", FILE | {"t": 2000}, "regret"),
            ("-4110", FILE | {"t": 4601}, "regret")],
    ),
    "sgd": (
        "chapters/gradient_descent",
        "sgd-02",
        "sgd",
        [
            ("0.00058", {}, "mean"), ("0.0001", {}, "mean_last"), ("0.00057", {"b": 1}, "mean"),
            ("0.00083", {"b": 1}, "mean_last"), ("0.323", {"stream": "hinge", "b": 1}, "bound"),
            ("0.323", {"stream": "hinge", "b": 10}, "bound"), ("0.0071", {"stream": "hinge", "b": 1}, "mean"),
            ("0.0011", {"stream": "hinge", "b": 10}, "mean"), ("0.000085", {"eta": 10.0}, "mean")],
    ),
    "spam": (
        "chapters/spam_filter",
        "sf-04",
        "spam",
        [
            ("39.4", END, "errors_best"), ("12.1", COUNTED, "errors_best"),
            ("0.76", END | {"stream": "file"}, "errors"), ("39.4", END | {"stream": "file"}, "errors_best"),
            ("78.2", END | {"t": 1000, "stream": "alternating"}, "errors"),
            ("16.5", END | {"t": 1000, "stream": "alternating"}, "errors_best"),
            ("41.9", END | {"stream": "alternating"}, "errors"),
            ("39.4", END | {"stream": "alternating"}, "errors_best")],
    ),
    "kernels": (
        "chapters/kernels",
        "ke-predict",
        "kernels",
        [
            ("8", {}, "M_last"),
            ("8", {}, "M"),
            ("53", {"degree": 1}, "M_last"),
            *[
                (n, MOONS | {"gamma": g}, fact)
                for g, row in ((1.0, ("23", "8", "58.2")), (0.1, ("6", "11", "19.8")), (0.01, ("6", "49", None)))
                for n, fact in zip(row, ("M_last", "support", "bound_last")) if n],
        ],
    ),
    "losses": (
        "chapters/hinge_and_perceptron",
        "pc-predict-losses",
        "losses",
        [
            ("0.974", {"z": -0.5}, "nats"), ("1.14", {"z": -0.75}, "nats"),
            ("0.00416", {"stream": "separable", "U": 8.0}, "mean_hinge"),
            ("0", {"stream": "separable", "U": 16.0}, "mean_hinge"),
            ("0.325", {"stream": "noisy", "U": 1024.0}, "mean_hinge"),
            ("3.52", {"stream": "noisy", "U": 1024.0}, "norm"),
            ("0.9", {"stream": "outlier", "U": 0.5}, "mean_zero_one"),
            ("0.9", {"stream": "outlier", "U": 1024.0}, "mean_zero_one")],
    ),
    "perceptron": (
        "chapters/hinge_and_perceptron",
        "pc-predict-perceptron",
        "perceptron",
        [
            ("2.09", {}, "norm_w"), ("20.9", {"eta": 10.0}, "norm_w"), ("400", {}, "bound_separable"),
            ("25", {"margin": 0.2}, "bound_separable"), ("16", {}, "M_last"), ("2", {"margin": 0.2}, "M_last"),
            ("2500", {"margin": 0.02}, "bound_separable"), ("11", {"margin": 0.02}, "M_last"),
            ("52", {"order": "wrong"}, "M_last"), ("590", {"U": 4.0}, "bound_U_last"),
            ("266", {"U": 8.0}, "bound_U_last"), ("1020", {"U": 32.0}, "bound_U_last"), ("11.7", {}, "norm_best"),
            ("218", {}, "bound_best_last"), ("8", {"order": "positive"}, "M_last"), ("92.3", {}, "implicit_last"),
            ("78.6", {"order": "positive"}, "implicit_last"), ("218", {"order": "positive"}, "bound_best_last"),
            ("1638", {"stream": "mail_shuffled"}, "M_last"), ("2", FILE, "M_last"),
            ("3710", {"stream": "mail_shuffled"}, "bound_best_last"), ("3710", FILE, "bound_best_last")],
    ),
}


def answer(book, cell):
    """The hidden text of a cell's admonition."""
    source = next(c.source for c in nbformat.read(ROOT / f"{book}.ipynb", as_version=4).cells if c.id == cell)
    found = re.findall(r"^:::\{admonition\} ((?:Predict|Answers)[^\n]*)\n:class: dropdown\n\n(.*?)\n:::$", source,
                       re.M | re.S)
    assert len(found) == 1
    return re.sub(r"^\d+\. ", "", found[0][1], flags=re.M)  # the numbers of a list are no answers


@pytest.mark.parametrize("case", MOVES)
def test_numbers_of_the_answers(case):
    book, cell, name, moves = MOVES[case]
    told, explorer = answer(book, cell), get(name)
    for number, move, fact in moves:
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]*\d)", told), number
        for control, value in move.items():  # a place that the slider or the choice has
            allowed = [value] if explorer.control(control).kind == "signs" else explorer.control(control).values
            assert any(value == v if isinstance(v, str) else abs(value - v) <= 1e-9 * abs(v) for v in allowed)
        true = explorer.frame(**move).facts[fact] * (100 if name == "spam" else 1)
        digits = len(number.partition(".")[2])
        rounding = (
            0.5 * 10.0**-digits if "." in number
            else 0.5 * 10 ** min(len(number) - len(number.rstrip("0")), max(0, len(number.lstrip("-")) - 3))
            if number != "0" else 1e-9)
        assert abs(true - float(number)) <= rounding * (1 + 1e-9), (number, true)


@pytest.mark.parametrize("case", MOVES)
def test_the_question_stands_beside_its_explorer(case):
    """Before it; after it on the front page, whose first screen is the explorer itself."""
    book, cell, name, _ = MOVES[case]
    cells = nbformat.read(ROOT / f"{book}.ipynb", as_version=4).cells
    at = next(i for i, c in enumerate(cells) if c.id == cell)
    assert f'explore("{name}"' in cells[at + (-1 if case == "index" else 1)].source


def test_what_the_answers_say_besides():
    ogd, frame = get("ogd"), get("ogd").frame
    one, two = frame().facts, frame(U=2.0, eta=2.0).facts  # linear losses: everything is proportional to U if η is
    assert two["bound"] == pytest.approx(2 * one["bound"]) and two["regret"] == pytest.approx(2 * one["regret"])
    assert ogd.control("eta").default == 1.0 and ogd.control("stream").default == "random_signs"

    sgd = get("sgd").frame().series
    path, least = np.array([sgd["path_gd"][a][:2] for a in "xy"]).T, np.array([sgd["least"][a][0] for a in "xy"])
    step, there = path[1] - path[0], least - path[0]
    assert round(
        np.degrees(np.arccos(step @ there / np.linalg.norm(step) / np.linalg.norm(there)))
    ) == 43 and "43°" in answer(*MOVES["sgd"][:2])
    gd, one = sgd["work_gd"], sgd["work_sgd"]
    assert gd["y"][list(gd["x"]).index(360)] == pytest.approx(0.021, abs=5e-4) and (
        one["x"][-1], round(one["y"][-1], 5)) == (400, 0.00057)
    away = get("sgd").frame(projection="none", eta=10.0)
    assert away.facts["ran_away"] and away.facts["mean"] > 1e3

    spam = get("spam").frame
    for params, against, for_spam in (
        (END, {"george", "hp"}, ["you", "your"]), (COUNTED, {"george", "hp"}, ["your", "free"])):
        frame = spam(**params)
        weights = np.asarray(frame.series["weights"]["x"])[1::2]
        names = [frame.texts[f"words.y.{9 - i}"] for i in range(len(weights))]
        assert against <= {n for n, w in zip(names[:4], weights) if w < 0}
        assert [n for n, w in zip(names, weights) if w > 0][:2] == for_spam
    assert spam(**END).facts["errors_best"] == spam(**END).facts["errors_constant"]


def test_what_is_said_beside_the_answers():
    """Of pushes, kernels and mail: where a regret rises, where a bound is least, how far a median falls."""
    medians = [get("online_to_batch").frame(stream="mail", m=m).facts["average_median"] for m in (500, 2000)]
    source = (ROOT / "chapters/online_to_batch.ipynb").read_text(encoding="utf-8")
    assert [f"{median:.4f}" for median in medians] == ["0.0181", "0.0117"]
    assert "from $0.0181$ at $m=500$ to $0.0117$ at $2000$" in source
    rising = [get("adversary").frame(stream="push", T=T).facts["ratio"] for T in (100, 300, 1000)]
    assert rising == sorted(rising) and round(rising[-1], 3) == 2.622 < 8**0.5

    kernels = lambda **p: get("kernels").frame(**{"t": 120} | p).facts
    assert [kernels(stream="moons_polynomial", degree=n)["certified"] for n in (1, 2, 3)] == [False, False, True]
    widths = {
        g: kernels(stream="moons_gaussian", gamma=g)["bound_last"] for g in get("kernels").control("gamma").values}
    assert min(widths, key=widths.get) == 0.03
    drawn = {(data, n): kernels(stream=f"{data}_polynomial", degree=n, noise=0.1)["certified"]
             for data in ("xor", "circles", "moons") for n in (1, 2, 3, 4, 6)}
    assert {case for case, certified in drawn.items() if certified} == {("xor", 6), ("circles", 6)}
    drawn = {(data, g): kernels(stream=f"{data}_gaussian", gamma=g, noise=0.1)["certified"]
             for data in ("xor", "circles", "moons") for g in (0.01, 0.03, 0.1, 0.3, 1.0)}
    assert {case for case, certified in drawn.items() if not certified} == {
        ("xor", 1.0), ("circles", 1.0), ("moons", 1.0), ("moons", 0.3)}
