"""How the cost of `play` grows with T, d and the number of runs: fitted exponents, and a picture for the appendix."""

import numpy as np
from harness import KEPT, Table, in_turn, main, number

from oco_core import learners, losses, play, streams

AXES = {  # what varies, its values, and the shape (T, d, n_runs) for each
    "T, one run": ((1000, 2000, 4000, 8000, 16_000, 32_000), lambda v: (v, 10, None)),
    "d, one run": ((5, 10, 20, 40, 80, 160, 320), lambda v: (4000, v, None)),
    "T, 64 runs": ((250, 500, 1000, 2000, 4000), lambda v: (v, 10, 64)),
    "number of runs": ((16, 32, 64, 128, 256, 512, 1024, 2048), lambda v: (500, 10, v)),
    "d, 256 runs": ((5, 10, 20, 40, 80, 160, 320), lambda v: (500, v, 256)),
}


def seconds(T, d, n_runs):
    """The median time of a projected run."""
    data = streams.regression(T, d)
    eta = 1.0 if n_runs is None else np.geomspace(0.1, 10, n_runs)

    return in_turn({"ours": lambda: play(learners.ogd(eta, 0.5), losses.square, data, record="losses")})["ours"]


def tables():
    table = Table("growth", "Growth of the cost of play, losses recorded",
                  ("what grows", "from", "to", "milliseconds", "exponent", "over its upper half"))
    curves = {}
    for name, (values, shape) in AXES.items():
        times = np.array([seconds(*shape(v)) for v in values])
        curves[name] = values, times
        slope = lambda part: np.polyfit(np.log(values[part:]), np.log(times[part:]), 1)[0]
        table.rows.append((name, values[0], values[-1], f"{number(times[0] * 1e3)} … {number(times[-1] * 1e3)}",
                           f"{slope(0):.2f}", f"{slope(len(values) // 2):.2f}"))
    table.note = (
        "The exponent is the slope of ln(time) against ln(value); 1 is proportional growth. Where not varied: d = 10.")
    draw(curves)
    yield table


def draw(curves):
    """The curves as an SVG, without anything that changes when the numbers do not."""
    try:
        import matplotlib
    except ImportError:
        return
    matplotlib.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "oco", "axes.spines.top": False, "axes.spines.right": False})
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    for ax, name in zip(figure.subplots(1, 3), ("T, one run", "d, one run", "number of runs")):
        values, times = curves[name]
        ax.loglog(values, times * 1e3, "o-", ms=3)
        ax.loglog(values, times[-1] * 1e3 * np.array(values) / values[-1], "k:", lw=1)
        slope = np.polyfit(np.log(values), np.log(times), 1)[0]
        ax.set(xlabel=name, ylabel="milliseconds", title=f"exponent {slope:.2f}")
        ax.minorticks_off()
        ticks = [values[0], values[len(values) // 2], values[-1]]
        ax.set_xticks(ticks, map(str, ticks))
        marks = [10.0**k for k in range(-3, 5) if times.min() * 300 <= 10.0**k <= times.max() * 3000]
        ax.set_yticks(marks, [f"{m:g}" for m in marks])
    KEPT.mkdir(parents=True, exist_ok=True)
    figure.savefig(KEPT / "growth.svg", metadata={"Date": None})


if __name__ == "__main__":
    main(tables)
