"""The numbers that the questions of five chapters tell: sequential_protocol, hinge_and_perceptron, gradient_descent,
spam_filter and kernels. `BY_HAND`: question -> number, move, fact; `MADE`: question -> facts of all states -> numbers
that its words compute from them. For tests/live/test_questions_numbers.py."""

import numpy as np

from oco_live.explorer import get

FILE, SHUFFLED, LAST = {"stream": "mail_file"}, {"stream": "mail_shuffled"}, {"t": 4601}
RIGHT, FAR = {"stream": "separable"}, {"stream": "outlier"}
HINGE, FREE = {"stream": "hinge"}, {"eta": 10.0, "projection": "none"}
ALL, TURNS = {"words": "all"}, {"words": "all", "stream": "alternating"}
DEGREE, GAUSSIAN = {"t": 120, "degree": 1}, {"stream": "moons_gaussian", "t": 120}
MOONS = {"stream": "moons_polynomial", "degree": 3, "t": 120}

BY_HAND = {
    "protocol-best-moves": [
        ("0.58", {}, "comparator_to_last"), ("0.0218", {"t": 100}, "comparator_to_last"),
        ("0.491", {"stream": "drifting", "t": 2000}, "comparator_to_last")],
    "protocol-best-risk": [
        ("0.13", {}, "risk"), ("0.043", {"t": 60}, "risk"), ("0.0306", {"t": 60}, "risk_best"),
        ("0.0273", {"t": 10}, "risk_best"), ("0.0293", {"U": 0.25}, "risk_best")],
    "protocol-file-order": [
        ("1.12", FILE | {"t": 1813}, "regret"), ("4", FILE | {"t": 1814}, "loss"),
        ("−538", FILE | {"t": 2000}, "regret"), ("−4110", FILE | LAST, "regret"), ("72.8", SHUFFLED | LAST, "regret"),
        ("0.933", FILE | LAST, "risk_best"), ("0.0382", FILE | LAST, "risk")],
    "losses-nats": [("0.974", {}, "nats"), ("1.14", {"z": -0.75}, "nats"), ("0.693", {"z": 0.0}, "nats")],
    "losses-radius": [
        ("0.518", RIGHT | {"U": 1.0}, "mean_hinge"), ("0.00416", RIGHT | {"U": 8.0}, "mean_hinge"),
        ("0", RIGHT | {"U": 16.0}, "mean_hinge")],
    "losses-wrong-labels": [
        ("0.803", {"U": 0.5}, "mean_hinge"), ("0.325", {"U": 1024.0}, "mean_hinge"), ("3.52", {"U": 1024.0}, "norm"),
        ("96", {}, "wrong")],
    "losses-outlier": [
        ("0.9", FAR | {"U": 0.5}, "mean_zero_one"), ("0.9", FAR | {"U": 1024.0}, "mean_zero_one"),
        ("0.909", FAR, "mean_hinge"), ("0.1", FAR, "fewest")],
    "perceptron-step": [
        ("16", {}, "M_last"), ("2.09", LAST, "norm_w"), ("20.9", LAST | {"eta": 10.0}, "norm_w")],
    "perceptron-margin": [
        ("400", {}, "bound_separable"), ("2500", {"margin": 0.02}, "bound_separable"),
        ("11", {"margin": 0.02}, "M_last"), ("25", {"margin": 0.2}, "bound_separable"),
        ("2", {"margin": 0.2}, "M_last"), ("52", {"order": "wrong"}, "M_last")],
    "perceptron-norm": [
        ("590", {"U": 4.0}, "bound_U_last"), ("266", {"U": 8.0}, "bound_U_last"), ("1020", {"U": 32.0}, "bound_U_last"),
        ("11.7", {}, "norm_best"), ("218", {}, "bound_best_last"), ("45.5", {}, "L_best"),
        ("400", {}, "bound_separable")],
    "perceptron-order": [
        ("1638", SHUFFLED, "M_last"), ("2", FILE, "M_last"), ("3710", FILE, "bound_best_last"),
        ("3710", SHUFFLED, "bound_best_last"), ("8", {"order": "positive"}, "M_last"), ("92.3", {}, "implicit_last"),
        ("78.6", {"order": "positive"}, "implicit_last"), ("218", {"order": "positive"}, "bound_best_last")],
    "sgd-average": [
        ("1.01e−4", {}, "mean_last"), ("5.8e−4", {}, "mean"), ("8.27e−4", {"b": 1}, "mean_last"),
        ("5.7e−4", {"b": 1}, "mean")],
    "sgd-batch": [
        ("0.323", HINGE | {"b": 1}, "bound"), ("0.323", HINGE | {"b": 10}, "bound"),
        ("0.00715", HINGE | {"b": 1}, "mean"), ("0.00106", HINGE | {"b": 10}, "mean"), ("2.15", HINGE, "G")],
    "sgd-price": [("5.7e−4", {}, "mean_sgd"), ("20", {}, "m"), ("400", {}, "T")],
    "sgd-no-projection": [
        ("48", FREE, "away_mini"), ("8.54e−5", {"eta": 10.0}, "mean"), ("0.0325", {"eta": 0.1}, "mean")],
    "spam-radius": [
        ("14.6", {}, "errors_percent"), ("6.29", {"U": 4.0}, "regret"), ("203", {"U": 4.0}, "bound"),
        ("−0.454", {}, "top_weight"), ("−1.82", {"U": 4.0}, "top_weight")],
    "spam-best-fixed": [
        ("39.4", ALL, "errors_best_percent"), ("12.1", {}, "errors_best_percent"), ("0.338", ALL, "a_least"),
        ("0.469", ALL, "a_most")],
    "spam-file-order": [
        ("0.761", ALL | {"stream": "file"}, "errors_percent"), ("39.8", ALL, "errors_percent"),
        ("39.4", ALL | {"stream": "file"}, "errors_best_percent"), ("−1030", ALL | {"stream": "file"}, "regret")],
    "spam-alternating": [
        ("78.2", TURNS | {"t": 1000}, "errors_percent"), ("16.5", TURNS | {"t": 1000}, "errors_best_percent"),
        ("16.9", TURNS | {"t": 1000}, "regret"), ("94.9", TURNS | {"t": 1000}, "bound"),
        ("41.9", TURNS, "errors_percent"), ("39.4", TURNS, "errors_best_percent")],
    "spam-words": [("−0.454", {}, "top_weight")],
    "kernels-xor": [("8", {}, "M"), ("53", DEGREE, "M"), ("53", DEGREE, "wrong_now")],
    "kernels-moons": [("10", MOONS, "features"), ("7", MOONS, "wrong_now"), ("8", MOONS, "support")],
    "kernels-narrow": [
        (number, GAUSSIAN | {"gamma": gamma}, fact)
        for gamma, row in {1.0: ("23", "8", "58.2", "0.0259"), 0.1: ("6", "11", "19.8", "0.226"),
                           0.01: ("6", "49", "24.6", "0.215")}.items()
        for number, fact in zip(row, ("M_last", "support", "bound_last", "margin"))],
    "kernels-wrong-labels": [
        ("0.00831", {"stream": "xor_gaussian", "gamma": 0.01, "noise": 0.1, "t": 120}, "margin"),
        ("1.33e−4", {"degree": 6, "noise": 0.1, "t": 120}, "margin"),
        ("13", {"stream": "xor_gaussian", "gamma": 0.01, "noise": 0.1, "t": 120}, "wrong_now")],
}


def _off():
    """Degrees between the first step of gradient descent and the way to the minimum."""
    series = get("sgd").frame().series
    (start, after), least = np.column_stack(list(series["path_gd"].values()))[:2], [*series["least"].values()]
    step, there = (way @ [1, 1j] for way in (after - start, np.ravel(least) - start))
    return abs(np.degrees(np.angle(there / step)))


def _percent(f, *facts):
    return [100 * one[fact] for one in f.values() for fact in facts]


MADE = {
    "protocol-file-order": lambda f: _percent({"shuffled": f["shuffled"]}, "errors", "errors_best"),
    "losses-nats": lambda f: [-3],  # the end of the axis
    "losses-radius": lambda f: [1 / f["start"]["U"]],
    "losses-wrong-labels": lambda f: _percent(f, "mean_zero_one", "fewest"),
    "losses-outlier": lambda f: [0.01, 1 / 0.01, 1 + 1 / 0.01, f["large"]["mean_hinge"] * f["large"]["T"]],
    "perceptron-norm": lambda f: [1 / one["margin"] for one in f.values()],
    "sgd-straight": lambda f: [_off()],
    "sgd-batch": lambda f: [one["bound_here"] / one["mean"] for one in f.values()],
    "sgd-price": lambda f: [get("sgd").frame().series["work_gd"]["y"][10], 360],
    "spam-best-fixed": lambda f: [48],  # words
    "spam-alternating": lambda f: [100, 0.25],  # percent; the loss of ½
    "spam-words": lambda f: get("spam").frame().series["weights"]["x"].tolist(),
}
