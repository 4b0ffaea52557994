"""From sequential to statistical risk: T13 on many training sets with the risk computed exactly, link by link.

Each training set of size m is the first m of 5000 examples drawn from a law of `oco_core.laws`. Online gradient
descent plays it once (A1, square loss; T11 to T14, erratum E15), and what is measured is er(w̄) − er(u*), where er is a
mean over the law. The second bridge is the Perceptron's: it plays once, and T16 bounds the zero-one risk of its last w
(erratum E36).
"""

from dataclasses import replace

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BOUND, MEASURED, NOW, RIVAL, Style
from .curves import CHAIN, CHAIN_SERIES, COMPRESSION, GROWTH, LINKS, SHARES, curves, facts, statuses
from .measure import DELTAS, ETAS, NOISES, PERCEPTRON, RADII, SEEDS, SIZES, TUNED, measure, measured
from .words import LINKS as LINKS_SAID
from .words import WORDS, words

KNOWN = {"m", "delta", "n_runs", "allowed", "largest_loss"}  # facts that no training set decides, and those of T13:
KNOWN_OF_DESCENT = KNOWN | {"risk_best", "rounding", "bound", "bound_sharp", "bound_proof", "bound_holds", "U", "UX",
                            "Y", "eta", "eta_star", "unit", "proof_mean"}


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
    status = {name: value for name, value in status.items() if value not in ("most", "less")}  # that may change
    return replace(frame, series=series, status=status, facts=kept, headline="", sentence="")


def frames(**params):
    stream, noise, n_runs, seed, U, eta, m = (params[name]
                                              for name in ("stream", "noise", "n_runs", "seed", "U", "eta", "m"))
    at, sets = measured(stream, noise, n_runs, seed, U, eta, None if m in SIZES else m)
    for data in sets:
        whole = frame_of(params, at, data)
        yield whole if len(data["average"]) == n_runs else _early(whole)


explorer = Explorer(
    # The one idea: the promise holds, and is thousands of times too large.
    name="online_to_batch",
    title="From online to batch",
    controls=(
        Control("m", "examples m", "slider", SIZES, 1000, symbol="m", integer=True, baked=True, first=True, play=True),
        Control("delta", "failure chance δ", "slider", DELTAS, 0.1, symbol="δ", baked=True, first=True),
        Control("stream", "law of the examples", "choice", tuple(WORDS), "regression",
                labels=("linear regression", "biased coin", "real mail", "Perceptron: halfspace", "Perceptron: mail")),
        Control("noise", "noise", "slider", NOISES, {None: 0.3, "coin": 0.5, "perceptron": 0.0}, symbol="noise",
                allowed={"mail": (), "perceptron_mail": ()}),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True, allowed=dict.fromkeys(PERCEPTRON, ())),
        Control("eta", "step η", "slider", ETAS, TUNED, symbol="η", tuned="eta_star",
                allowed=dict.fromkeys(PERCEPTRON, ())),
        Control("n_runs", "training sets", "slider", (25, 50, 100, 200, 400),
                {None: 200, "mail": 100, "perceptron_mail": 100}, symbol="training sets", integer=True,
                allowed=dict.fromkeys(("mail", "perceptron_mail"), (25, 50, 100))),
        Control("seed", "seed", "slider", SEEDS, 0, symbol="seed", integer=True),
    ),
    panels=(GROWTH, SHARES, CHAIN),
    series=(
        Series("size", "growth", "", NOW, frames=False),
        Series("largest", "growth", "the largest loss: a bound above it says nothing", Style("soft", "dots"),
               end="largest loss", value="largest_loss"),
        Series("printed_m", "growth", "T13’s bound 14(UX)²√((2/m) ln(2/δ)): {bound} at m", BOUND, end="promised"),
        Series("sharp_m", "growth", "T13, sharper, (UX)²√(2/m)(8 + 4√ln(2/δ))", Style("bound", "even"),
               end="sharper", first=False),
        Series("proof_m", "growth", "the proof’s bound at this η, U, Y", Style("bound", "longest", 1),
               end="proof", first=False),
        Series("compression_m", "growth", "T16’s bound, median: {bound} at m", BOUND, end="promised"),
        Series("last_quantile", "growth", "last iterate, (1 − δ)-quantile: {last_quantile} at m", RIVAL, pinned=True,
               end="last w", first=False),
        Series("average_median", "growth", "average, median: {average_median} at m", Style("measured", width=1),
               pinned=True, end="median", first=False),
        Series("average_quantile", "growth", "average w̄, (1 − δ)-quantile: {average_quantile} at m", MEASURED,
               pinned=True, end="measured"),
        Series("averaged_quantile", "growth", "average of the iterates, (1 − δ)-quantile: {average_quantile} at m",
               RIVAL, pinned=True, end="average w", first=False),
        Series("sketched_median", "growth", "last w, median: {last_median} at m", Style("measured", width=1),
               pinned=True, end="median", first=False),
        Series("sketched_quantile", "growth", "last w, (1 − δ)-quantile: {last_quantile} at m", MEASURED, pinned=True,
               end="measured"),
        *(Series(f"{name}_here", "growth", "", Style("bound", width=8), kind="points", value="bound")
          for name in ("printed", "compression")),
        *(Series(f"{name}_here", "growth", "", Style("measured", width=8), kind="points", pinned=True,
                 value=f"{fact}_quantile") for name, fact in (("average", "average"), ("sketched", "last"))),
        Series("allowed", "shares", "the share 1 − δ = {allowed}", Style("soft", "fine", 1), end="1 − δ"),
        Series("printed_at", "shares", "T13’s bound", BOUND, end="promised", value="bound"),
        Series("sharp_at", "shares", "T13, sharper: {bound_sharp}", Style("bound", "even"), first=False),
        Series("proof_at", "shares", "the proof at this η, U, Y: {bound_proof}", Style("bound", "longest", 1),
               first=False),
        Series("compression_share", "shares", "T16’s bound on each: {bound} in the median", BOUND, end="promised"),
        Series("last_share", "shares", "the last iterate", RIVAL, pinned=True, first=False),
        Series("averaged_share", "shares", "the average of the iterates", RIVAL, pinned=True, first=False),
        Series("average_share", "shares", "the average w̄", MEASURED, pinned=True, end="measured"),
        Series("sketched_share", "shares", "the last w", MEASURED, pinned=True, end="measured"),
        Series("chain_levels", "chain", "", Style("soft", width=0.8), kind="segments"),
        Series("chain_printed", "chain", "T13’s bound", Style("bound", width=11), kind="segments", value="bound"),
        Series("chain_sharp", "chain", "T13, sharper", Style("bound", "medium", 11), kind="segments",
               value="bound_sharp"),
        Series("chain_proof", "chain", "the proof’s bound, the sum of its links", Style("bound", "even", 11),
               kind="segments", value="proof_mean"),
        *(Series(f"chain_{link}", "chain", f"what {LINKS_SAID[link]} loses", Style("ink", width=11), kind="segments",
                 value=link) for link in LINKS),
        Series("chain_measured", "chain", "the risk measured, in the mean", Style("measured", width=11),
               kind="segments", value="measured"),
    ),
    compute=frames,
    presets=(
        Preset("m too small: the bound says nothing", {"m": SIZES[0]},
               lambda f: f["bound_holds"] and f["bound"] >= f["largest_loss"]),
        Preset("a bound thousands of times too large", {"m": SIZES[-1]},
               lambda f: f["bound_holds"] and f["bound"] > 1000 * f["average_quantile"]),
        Preset("the last iterate is worse", {"stream": "coin"},
               lambda f: f["last_quantile"] > 5 * f["average_quantile"], show=("last_quantile",)),
        Preset("U too small: T13 does not apply", {"U": RADII[0]}, lambda f: not f["bound_holds"] and f["Y"] > f["UX"],
               show=("proof_m",)),
        Preset("the Perceptron’s small sketch", {"stream": "perceptron", "m": SIZES[-1]},
               lambda f: f["bound_holds"] and f["M_median"] < 0.01 * f["m"]),
    ),
)
