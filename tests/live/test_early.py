"""What the run alone decides is drawn while the best u is being computed, and the first of many runs while the others
are played: in Python, and by the view."""

import re
from importlib import import_module

import numpy as np
import pytest
from support.browser import new_page, rested
from support.driving import AXES_REST
from support.small import small_site

from oco_core import hindsight, mistakes
from oco_live import explore
from oco_live.explorer import NAMES, get
from oco_live.explorers import online_to_batch
from oco_live.hosts import typography, worker
from oco_live.phrasing import plain

EARLY = {"ogd", "protocol", "perceptron"}  # whose best u takes a while
MANY_RUNS = ("mail", "perceptron_mail")  # the streams of online_to_batch of which some training sets come at a time


def some_position(explorer, stream, rng):
    """Some value of every control, as a reader may choose them; T short."""
    values = {c.name: c.values_for(stream) for c in explorer.controls if c.values_for(stream)}
    return (
        {name: rng.choice(np.array(choice, dtype=object)) for name, choice in values.items()} | {"stream": stream}
        | ({"T": 200} if "T" in values else {}))


@pytest.mark.parametrize("name", NAMES)
def test_who_makes_an_early_frame(name):
    *early, whole = get(name).frames()
    assert whole.whole and [frame.whole for frame in early] == [False] * (name in EARLY)


@pytest.mark.parametrize(
    "name, stream", [(name, stream) for name in sorted(EARLY) for stream in get(name).control("stream").values])
def test_an_early_frame_says_nothing_that_the_whole_one_does_not(name, stream):
    early, whole = (
        frame.as_dict() for frame in get(name).frames(**some_position(get(name), stream, np.random.default_rng(0))))
    assert early["params"] == whole["params"] and early["sentence"] == "" != whole["sentence"]
    assert early["headline"] == "" != whole["headline"]
    for part in ("series", "facts"):
        assert early[part] and early[part].keys() < whole[part].keys()
    for part in ("series", "facts", "texts", "status"):
        assert early[part] == {key: whole[part][key] for key in early[part]}


@pytest.mark.parametrize("stream", MANY_RUNS)
def test_the_first_training_sets_come_before_the_others(stream, monkeypatch):
    """Their curves are those of the picture with no more than them; and no number is told that is not known yet."""
    module, explorer = import_module("oco_live.explorers.online_to_batch.measure"), get("online_to_batch")
    play = module.play
    monkeypatch.setattr(module, "CHUNK", 5 * 49 * 5000)  # 5 of them at a time
    played = []
    monkeypatch.setattr(module, "play", lambda *args, **kwargs: played.append(len(args[2])) or play(*args, **kwargs))
    frames = explorer.frames(stream=stream, seed=13, n_runs=25)
    early = next(frames)
    assert played == [5]
    *_, whole = frames
    assert played == [5] * 5 and not early.whole and whole.whole
    assert (
        list(explorer.frames(stream=stream, seed=13, n_runs=25, delta=0.5))[0].whole and played == [5] * 5
    )  # remembered
    params = early.params
    at, sets = module.measured(stream, params["noise"], 25, 13, params["U"], params["eta"], None)
    *_, data = sets
    alone = online_to_batch.frame_of(params, at, {name: rows[:5] for name, rows in data.items()}).as_dict()
    drawn, known, told = alone["series"], whole.as_dict(), early.as_dict()
    assert told["params"] == known["params"] == params and played == [5] * 5
    assert {"average_share", "last_share", "average_quantile", "allowed"} <= told["series"].keys()
    assert told["series"] == {name: drawn[name] for name in told["series"]}
    share = "average_share" if stream == "mail" else "sketched_share"
    assert told["series"][share] != known["series"][share]
    for part in ("facts", "texts", "status"):
        assert told[part] == {key: known[part][key] for key in told[part]}
    assert told["facts"].keys() < known["facts"].keys() and told["facts"]["n_runs"] == 25


@pytest.mark.parametrize("name, stream, drawn, left_out", [
    ("ogd", "mail_shuffled", {"bound", "bound_eta"}, {"regret", "comparator", "path"}),
    ("protocol", "regression", {"path", "risk"}, {"regret", "risk_best"}),
    ("perceptron", "noisy", {"mistakes"}, {"radius_bound", "curve_bound"}),
])
def test_it_comes_before_the_best_u_is_looked_for(name, stream, drawn, left_out, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("the best u was looked for")

    for module, function in ((hindsight, "comparators"), (hindsight, "best"), (hindsight, "regret"), (mistakes, "best"),
                             (mistakes, "margin")):
        monkeypatch.setattr(module, function, refuse)
    frames = get(name).frames(stream=stream, seed=17)  # not met before: nothing is remembered
    early = next(frames)
    assert drawn <= early.series.keys() and not left_out & early.series.keys()
    with pytest.raises(AssertionError, match="looked for"):
        next(frames)


def test_the_worker_and_the_kernel_pass_it_on():
    told = []
    whole = worker.evaluate("ogd", '{"T": 200, "seed": 3}', told.append)
    early, expected = get("ogd").frames(T=200, seed=3)
    assert [worker.json.loads(text) for text in told] == [early.as_dict()]
    assert (
        worker.json.loads(whole) == expected.as_dict()
        == worker.json.loads(worker.evaluate("ogd", '{"T": 200, "seed": 3}')))
    widget, sent = explore("ogd", T=200), []
    widget.send = sent.append
    widget.seed = 3
    assert sent == [{"early": early.as_dict()}] and widget._frame == expected.as_dict()


# A Python that is told when to answer: `answer("early")`, `answer("whole")`, `answer("error")`.
PYTHON = """(frames) => {
  const { python } = window.ocoExplorers.ogd;
  const asked = [];
  python.state = 'ready';
  python.request = (name, params, early) => new Promise((resolve, reject) => asked.push({ early, resolve, reject }));
  window.answer = (what, seed, which = asked.length - 1) => {
    if (what === 'early') asked[which].early(frames[seed][0]);
    if (what === 'whole') asked[which].resolve(frames[seed][1]);
    if (what === 'error') asked[which].reject(new Error('it did not work'));
  };
}"""
STATE = """() => {
  const { view } = window.ocoExplorers.ogd;
  const of = (name) => view.figure.querySelector(`svg [data-series="${name}"] path`).getAttribute('d');
  return { early: view.figure.classList.contains('oco-early'), frame: Number(view.figure.dataset.frame),
    seed: view.frame().params.seed,
    bound: of('bound'), regret: of('regret'), path: of('path'), said: view.words.headline.textContent,
    facts: view.words.facts.textContent,
    legends: [...view.figure.querySelectorAll('[data-fact]')].map((e) => [e.dataset.fact, e.textContent]),
    note: view.note.textContent };
}"""


# Where a picture draws these absolute values.
DRAWN = """([panel, xs, ys]) => window.ocoExplorers.ogd.view.pictures[panel].pathOf('line', xs, ys).d"""


def absolute(panel, frame, name):
    """The values of a curve, each position times its unit."""
    return [
        (frame["facts"].get(axis.unit, 1) * np.array(frame["series"][name][way]) ** axis.power).tolist()
        for way, axis in (("x", panel.x), ("y", panel.y))]


def test_the_view_draws_it_when_the_rest_takes_long(browser):
    explorer = get("ogd")
    params = {"stream": "mail_shuffled", "T": 200, "loss": "square"}
    frames = {seed: [f.as_dict() for f in explorer.frames(**params, seed=seed)] for seed in range(4)}
    with small_site("ogd") as site, new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd")
        page.evaluate(PYTHON, frames)
        page.evaluate(
            "(params) => { window.ocoExplorers.ogd.view.go(params); answer('whole', 0); }", frames[0][1]["params"])
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.T === 200")
        state = lambda: page.evaluate(STATE)
        page.evaluate("document.querySelector('.oco-setting').open = true")
        move = lambda: (page.focus("[name=seed]"), page.keyboard.press("ArrowRight"))
        before = state()
        move()
        page.evaluate("answer('early', 1)")
        page.wait_for_function("document.querySelector('.oco-early')")
        sketched = state()
        # the contract holds: neither the frame counted nor its numbers are those of an early frame
        still = ("frame", "seed", "said", "facts")
        assert [sketched[key] for key in still] == [before[key] for key in still]
        page.wait_for_function("document.querySelector('.oco-computing')")  # said at the pictures, and words are dim
        page.wait_for_function(AXES_REST, arg="ogd")
        values = absolute(explorer.panel("regret"), frames[1][0], "bound")
        assert page.evaluate(STATE)["bound"] == page.evaluate(DRAWN, ["regret", *values]) != ""
        assert sketched["regret"] == sketched["path"] == sketched["note"] == ""  # it lies in the plane of w and u
        legends = dict(sketched["legends"])
        assert legends["regret"] == "…" and legends["bound"] != "…"

        page.evaluate("answer('whole', 1)")
        page.wait_for_function("!document.querySelector('.oco-early')")
        whole = state()
        assert (whole["frame"], whole["seed"], whole["said"]) == (
            before["frame"] + 1, 1, plain(frames[1][1]["headline"]))
        said = map(typography.fact, typography.facts(frames[1][1]["sentence"]))
        assert whole["facts"] == re.sub("<[^>]*>", "", "".join(said))
        assert page.locator(".oco-computing").count() == 0
        assert whole["regret"] != "" and "…" not in dict(whole["legends"]).values()

        move()  # an answer that comes at once is not preceded by half of one
        page.evaluate("""() => {
          const frame = requestAnimationFrame; // on a slow machine it comes after the early one's moment
          window.requestAnimationFrame = (act) => {
            window.requestAnimationFrame = frame; return setTimeout(() => frame(act), 200); };
          answer('early', 2); answer('whole', 2); window.seen = [];
          new MutationObserver(() => seen.push(document.querySelector('.oco-explorer').className))
            .observe(document.querySelector('.oco-explorer'), { attributes: true, attributeFilter: ['class'] }); }""")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.seed === 2")
        rested(page)
        assert not any("oco-early" in name for name in page.evaluate("seen"))

        page.wait_for_function(AXES_REST, arg="ogd")
        whole = state()
        # The reader moves on: what comes for the older wish is not drawn.
        page.evaluate("""() => {
          const seed = document.querySelector('[name=seed]');
          const on = () => { seed.stepUp(); seed.dispatchEvent(new Event('input', { bubbles: true })); };
          on(); answer('early', 3); on(); }""")
        rested(page)
        assert state() == whole and page.locator(".oco-early").count() == 0
        page.keyboard.press("ArrowLeft")
        page.evaluate("answer('early', 3)")
        page.wait_for_function("document.querySelector('.oco-early')")
        page.evaluate("answer('error')")  # no whole answer: the picture is that of the frame in view again
        page.wait_for_function("!document.querySelector('.oco-early')")
        refused = state()
        assert refused == whole | {"note": "it did not work"} and page.input_value("[name=seed]") == "2"
        assert notes.errors == []
