"""From sequential to statistical risk: T13 on many training sets with the risk computed exactly, link by link.

Each training set of size m is the first m of 5000 examples drawn from a law of `oco_core.laws`. Online gradient
descent plays it once (A1, square loss; T11 to T14, erratum E15), and what is measured is er(w̄) − er(u*), where er is a
mean over the law. The second bridge is the Perceptron's: it plays once, and T16 bounds the zero-one risk of its last w
(erratum E36).
"""

from dataclasses import replace

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import MEASURED, RIVAL, Style
from .curves import CHAIN, CHAIN_SERIES, COMPRESSION, GROWTH, SHARES, curves, facts, statuses
from .measure import DELTAS, ETAS, NOISES, PERCEPTRON, RADII, SEEDS, SIZES, TUNED, measure, measured
from .words import WORDS, words

KNOWN = {"m", "delta", "n_runs", "allowed", "largest_loss"}  # facts that no training set decides, and those of T13:
KNOWN_OF_DESCENT = KNOWN | {"risk_best", "rounding", "bound", "bound_sharp", "bound_proof", "bound_holds", "U",
                            "UX", "Y", "eta",
                            "eta_star", "unit", "proof_mean"}


def frame_of(params, at, data):
    """The frame that these training sets decide."""
    m = measure(at, data, **params)
    f = facts(m)
    series = {s.name: ([], []) for s in explorer.series} | curves(m)
    return Frame(params=params, series=explorer.clipped(series), facts=f, **words(m, f), status=statuses(m))


def _early(frame):
    """A picture of the first training sets, without what they do not decide: all numbers of the sets, and T16, which
    needs them for its bound and for its unit."""
    perceptron = frame.params["stream"] in PERCEPTRON
    hidden, known = (COMPRESSION + CHAIN_SERIES, KNOWN) if perceptron else ((), KNOWN_OF_DESCENT)
    kept = {name: value for name, value in frame.facts.items() if name in known}
    series, status = ({name: value for name, value in part.items() if name not in hidden}
                      for part in (frame.series, frame.status))
    return replace(frame, series=series, status=status, facts=kept, sentence="")


def frames(**params):
    stream, noise, n_runs, seed, U, eta, m = (params[name]
                                              for name in ("stream", "noise", "n_runs", "seed", "U", "eta", "m"))
    at, sets = measured(stream, noise, n_runs, seed, U, eta, None if m in SIZES else m)
    for data in sets:
        whole = frame_of(params, at, data)
        yield whole if len(data["average"]) == n_runs else _early(whole)


explorer = Explorer(
    name="online_to_batch",
    title="From sequential to statistical risk: what the average predictor’s bound promises, and what happens",
    controls=(
        Control("m", "sample size m", "slider", SIZES, 1000, symbol="m", integer=True, baked=True, play=True),
        Control("delta", "confidence δ", "slider", DELTAS, 0.1, symbol="δ", baked=True),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True, allowed=dict.fromkeys(PERCEPTRON, ())),
        Control("stream", "law of the examples", "choice", tuple(WORDS), "regression",
                labels=("linear regression", "biased coin", "real mail", "Perceptron: halfspace", "Perceptron: mail")),
        Control("eta", "step η", "slider", ETAS, TUNED, symbol="η", allowed=dict.fromkeys(PERCEPTRON, ())),
        Control("noise", "noise", "slider", NOISES, {None: 0.3, "coin": 0.5, "perceptron": 0.0}, symbol="noise",
                allowed={"mail": (), "perceptron_mail": ()}),
        Control("n_runs", "training sets", "slider", (25, 50, 100, 200, 400),
                {None: 200, "mail": 100, "perceptron_mail": 100}, symbol="training sets", integer=True,
                allowed=dict.fromkeys(("mail", "perceptron_mail"), (25, 50, 100))),
        Control("seed", "seed", "slider", SEEDS, 0, symbol="seed", integer=True),
    ),
    panels=(SHARES, GROWTH, CHAIN),
    series=(
        Series("allowed", "shares", "the share 1 − δ = {allowed}", Style("soft", "fine", 1)),
        Series("printed_at", "shares", "T13’s bound 14(UX)²√((2/m) ln(2/δ)): {bound}", Style("bound", "long", 2)),
        Series("sharp_at", "shares", "T13, sharper, (UX)²√(2/m)(8 + 4√ln(2/δ)): {bound_sharp}", Style("bound", "even")),
        Series("proof_at", "shares", "the proof at this η, U, Y: {bound_proof}", Style("ink", "longest", 1)),
        Series("compression_share", "shares", "T16’s bound on each: {bound} in the median", Style("bound", "long", 2)),
        Series("last_share", "shares", "the last iterate", RIVAL),
        Series("average_share", "shares", "the average w̄", MEASURED),
        Series("size", "growth", "", Style("soft", "fine", 1)),
        Series("printed_m", "growth", "T13’s bound", Style("bound", "long", 2)),
        Series("sharp_m", "growth", "T13, sharper", Style("bound", "even")),
        Series("proof_m", "growth", "the proof at this η, U, Y", Style("ink", "longest", 1)),
        Series("compression_m", "growth", "T16’s bound, median", Style("bound", "long", 2)),
        Series("last_quantile", "growth", "last iterate, (1 − δ)-quantile: {last_quantile} at m", RIVAL, pinned=True),
        Series("average_quantile", "growth", "average, (1 − δ)-quantile: {average_quantile} at m",
               MEASURED, pinned=True),
        Series("average_median", "growth", "average, median: {average_median} at m",
               Style("measured", width=1), pinned=True),
        Series("chain_levels", "chain", "", Style("soft", width=0.8), kind="segments"),
        Series("chain_printed", "chain", "T13’s bound: {bound}", Style("bound", width=11), kind="segments"),
        Series("chain_sharp", "chain", "T13, sharper: {bound_sharp}", Style("bound", "medium", 11), kind="segments"),
        Series("chain_proof", "chain", "sum of the links, the proof’s bound: {proof_mean}",
               Style("ink", width=11), kind="segments"),
        Series("chain_bars", "chain", "what each link loses", Style("ink", width=11), kind="segments"),
        Series("chain_measured", "chain", "risk measured: {measured}", Style("measured", width=11), kind="segments"),
    ),
    compute=frames,
    presets=(
        Preset("m too small: the bound says nothing", {"m": SIZES[0]},
               lambda f: f["bound_holds"] and f["bound"] >= f["largest_loss"]),
        Preset("a bound thousands of times too large", {"m": SIZES[-1]},
               lambda f: f["bound_holds"] and f["bound"] > 1000 * f["average_quantile"]),
        Preset("the last iterate is worse", {"stream": "coin"},
               lambda f: f["last_quantile"] > 5 * f["average_quantile"]),
        Preset("U too small: T13 does not apply", {"U": RADII[0]}, lambda f: not f["bound_holds"] and f["Y"] > f["UX"]),
        Preset("the Perceptron’s small sketch", {"stream": "perceptron", "m": SIZES[-1]},
               lambda f: f["bound_holds"] and f["M_median"] < 0.01 * f["m"]),
    ),
)
