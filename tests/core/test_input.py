"""The door: what public functions refuse, by a message that names the argument, its value and what was expected."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from oco_core import bounds, games, hindsight, learners, losses, play, proofs, streams, training, walks
from oco_core.engine import check, exact

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
X, y = [[1.0, 0.0], [0.0, 1.0]], [1.0, -1.0]
learner = learners.ogd(0.5, 1.0)
stream = streams.regression(5)
run = play(learner, losses.square, X, y)
many = play(learners.ogd([0.5, 1.0], 1.0), losses.square, X, y)
light = play(learner, losses.square, X, y, record="losses")
empty = play(learner, losses.square, stream, T=0)
lazy = play(learners.lazy(0.5, 1.0), losses.square, X, y)
ragged = [[1.0], [1.0, 2.0]]


def answering(x, y):
    """An adversary with this answer."""
    return streams.Adversary("answering", 2, lambda shape: lambda w: (x, y))


NO_NUMBERS = [np.ma.masked, np.ma.array(1.0, mask=True), np.str_("1"), b"1", np.array("1", dtype=object),
              np.array(True, dtype=object),
              np.bool_(True), np.datetime64("2020-01-01"), np.timedelta64(1), np.array([(1.0,)], dtype="f8,")[0],
              10**5000, ...]
NOT_POSITIVE = [0, -1.0, np.nan, np.inf, -np.inf, "1", None, True, 1j, np.complex128(1), 10**400, object(), *NO_NUMBERS]
NOT_A_RADIUS = [*NOT_POSITIVE, 1e-151, 1e151]
NOT_A_COUNT = [-1, 2.5, np.nan, np.inf, "3", None, True, np.True_, 1j, *NO_NUMBERS, [3], 2**63, 10**400]
def objects(*entries):
    """A 2 × 2 array of objects."""
    a = np.empty((2, 2), dtype=object)
    a.flat = [*entries, *[1.0] * (4 - len(entries))]
    return a


NOT_NUMBERS = [np.ma.masked_equal([[1.0, -999.0], [0.0, 1.0]], -999.0),
               [np.ma.array([1.0, -999.0], mask=[0, 1]), [0.0, 1.0]],
               (np.ma.masked_less([0.0, 1.0], 0.5), np.zeros(2)), [[1.0, np.ma.masked], [0.0, 1.0]],
               np.ma.masked_all((2, 2)),
               objects("1", "0", "0", "1"), objects("True"), objects(None), objects(1j), objects(np.str_("1")),
               objects(b"1"),
               objects(np.datetime64("2020")), objects(np.timedelta64(1, "s")), objects(np.ma.masked), objects([1.0]),
               objects(np.complex128(1)), objects(object()), objects(float("nan")),
               np.full((2, 2), "2020", dtype="M8[D]"),
               np.full((2, 2), 1, dtype="m8[s]"), np.zeros((2, 2), dtype="f8,f8"), np.full((2, 2), b"1"),
               np.full((2, 2), "1"),
               np.full((2, 2), 1e-3 + 0j)]
NOT_EXAMPLES = [None, 1.0, [1.0], "ab", [["a", "b"]], [[1j, 0]], [[np.nan, 0.0]] * 2, [[np.inf, 0.0]] * 2, ragged,
                [[10**400, 0]] * 2, [[1e151, 0.0]] * 2, np.zeros((1, 1, 1, 1)), [[None, 1.0]] * 2, *NOT_NUMBERS]
NOT_LABELS = [v[0] if isinstance(v, (list, tuple)) else v[0, :] for v in NOT_NUMBERS if v is not NOT_NUMBERS[3]]

CALLS = [
    *[(f"learners.{m.__name__}", "eta", v, lambda v, m=m: m(v, 1.0))
      for m in (learners.ogd, learners.ogd_constant, learners.lazy) for v in [*NOT_POSITIVE, [], ragged, [[1.0]]]],
    *[(f"learners.{m.__name__}", "U", v, lambda v, m=m: m(1.0, v))
      for m in (learners.ogd, learners.ogd_constant, learners.lazy) for v in NOT_A_RADIUS if v is not None],
    *[("learners.ogd", f"{name}[1]", v, call) for v in ([1.0, 0.0], [1.0, np.nan], [2.0, -1.0]) for name, call in [
        ("eta", lambda v: learners.ogd(v, 1.0)), ("U", lambda v: learners.lazy(1.0, v))]],
    *[(f"learners.{m.__name__}", "T", v, lambda v, m=m: m(v, 1.0, 1.0))
      for m in (learners.minimax, learners.minimax_line) for v in [*NOT_A_COUNT[:-3], 2**63, 10**400]],
    *[(f"learners.{m.__name__}", name, v, call) for m in (learners.minimax, learners.minimax_line)
      for v in NOT_A_RADIUS for name, call in [("U", lambda v, m=m: m(3, v, 1.0)), ("G", lambda v, m=m: m(3, 1.0, v))]],
    ("learners.minimax", "T, U, G", "", lambda v: learners.minimax([1, 2, 3], [1.0, 2.0], 1.0)),
    ("learners.minimax", "T[1]", -1, lambda v: learners.minimax([1, v], 1.0, 1.0)),
    ("learners.minimax_line", "d", 2, lambda v: play(learners.minimax_line(2, 1.0, 1.0), losses.linear, X, y)),
    *[(f"walks.{f.__name__}", name, v, f)
      for f, name in ((walks.mean_distance, "T"), (walks.lead, "n"), (walks.anytime, "T"))
      for v in [-1, 2.5, np.nan, "3", None, True, 2**63]],
    ("walks.anytime", "T", 0, walks.anytime),
    *[("games.all_signs", "T", v, lambda v: games.all_signs(learner, v)) for v in [*NOT_A_COUNT, 21]],
    *[("games.all_signs", "learner", v, lambda v: games.all_signs(v, 3)) for v in (
        "ogd", learners.perceptron(), learners.ogd([1.0, 2.0], 1.0), learners.strongly_convex(1.0))],
    *[("games.signs_of", name, v, call) for v in NOT_A_COUNT for name, call in [
        ("i", lambda v: games.signs_of(v, 3)), ("T", lambda v: games.signs_of(0, v))]],
    ("learners.ogd", "U.shape", [1.0, 2.0, 3.0], lambda v: learners.ogd([1.0, 2.0], v)),

    *[("losses.with_l2", "lam", v, lambda v: losses.with_l2(losses.square, v)) for v in NOT_POSITIVE[1:]],
    *[("losses.with_l2", "loss", v, lambda v: losses.with_l2(v, 1.0))
      for v in ("square", None, losses, losses.with_l2(losses.square, 1.0))],
    *[("losses.gradient_bound", "X", v, lambda v: losses.gradient_bound(losses.square, v, y, 1.0))
      for v in NOT_EXAMPLES],
    *[("losses.gradient_bound", "y", v, lambda v: losses.gradient_bound(losses.square, X, v, 1.0))
      for v in (None, 1.0, [1.0], [[1.0, 1.0]] * 3, [1.0, np.nan], ["a", "b"], [1.0, 1e151], ragged, *NOT_LABELS)],
    *[("losses.gradient_bound", "U", v, lambda v: losses.gradient_bound(losses.square, X, y, v)) for v in NOT_A_RADIUS],
    *[("losses.gradient_bound", "loss", v, lambda v: losses.gradient_bound(v, X, y, 1.0)) for v in ("square", None)],
    ("losses.gradient_bound", "y", 0.5, lambda v: losses.gradient_bound(losses.hinge, X, [1.0, v], 1.0)),
    ("losses.gradient_bound", "loss = zero_one", "", lambda v: losses.gradient_bound(losses.zero_one, X, y, 1.0)),
    ("losses.gradient_bound", "U.shape", [1.0, 2.0],
     lambda v: losses.gradient_bound(losses.square, np.zeros((3, 2, 1)), y, v)),

    *[(f"streams.{m.__name__}", "T", v, lambda v, m=m: m(v)) for v in NOT_A_COUNT
      for m in (streams.regression, streams.drifting, streams.classification, streams.orthonormal, streams.random_signs,
                streams.zigzag, streams.alternating, streams.mail, streams.xor, streams.circles, streams.moons)],
    *[(f"streams.{m.__name__}", "d", v, lambda v, m=m: m(3, v)) for v in [*NOT_A_COUNT, 0]
      for m in (streams.regression, streams.drifting, streams.classification, streams.orthonormal,
                streams.random_signs)],
    *[(f"streams.{m.__name__}", "noise", v, lambda v, m=m: m(3, noise=v)) for v in (-0.1, 1.1, np.nan, "a", None, True)
      for m in (streams.regression, streams.drifting, streams.classification, streams.xor, streams.circles,
                streams.moons)],
    *[("streams.classification", "margin", v, lambda v: streams.classification(3, 2, v))
      for v in (-0.1, 1.1, np.nan, None)],
    *[(f"streams.{m.__name__}", "seed", v, lambda v, m=m: m(3, seed=v)) for v in NOT_A_COUNT
      for m in (streams.regression, streams.drifting, streams.classification, streams.orthonormal, streams.random_signs,
                streams.mail, streams.xor, streams.circles, streams.moons)],
    *[("streams.zigzag", "c", v, lambda v: streams.zigzag(3, v)) for v in NOT_POSITIVE],
    *[("streams.orthogonal", "d", v, streams.orthogonal) for v in [*NOT_A_COUNT, 0, 1]],
    ("streams.mail", "T", 4602, streams.mail),
    *[("streams.mail", "order", v, lambda v: streams.mail(3, v)) for v in ("random", None, 3)],

    *[("play", "X", v, lambda v: play(learner, losses.square, v, y)) for v in NOT_EXAMPLES],
    *[("play", "y", v, lambda v: play(learner, losses.square, X, v))
      for v in (None, 1.0, [1.0], [[1.0, 1.0]], [1.0, np.inf], ["a", "b"], [1.0, 1e151], ragged, *NOT_LABELS)],
    *[("play", "y_1", v, lambda v: play(learner, losses.square, answering([1.0, 0.0], v), T=1))
      for v in ["1", None, np.nan, 1j, ragged, np.ma.masked, np.array("1", dtype=object), np.datetime64("2020"),
                [1.0]]],
    *[("play", "x_1", v, lambda v: play(learner, losses.square, answering(v, 1.0), T=1))
      for v in [*NOT_LABELS, None, "ab", ragged, 1.0, [1.0], [[1.0, 0.0]], [np.inf, 0.0], [1e151, 0.0]]],
    *[("training.descend", "oracle", v, lambda v: training.descend(lambda t, w: v, [1.0], [0.0, 0.0]))
      for v in [*NOT_LABELS, None, "ab", ragged, [1.0], 1.0]],
    *[("training.sgd", "rows", v, lambda v: training.sgd(losses.square, X, y, v, [1.0, 1.0]))
      for v in [np.ma.array([[0], [1]], mask=[[0], [1]]), [[0.5], [1]], [["0"], ["1"]], None, [[2], [0]],
                objects("0", "1", "0", "1")]],
    *[("hindsight.comparators", "at", v, lambda v: hindsight.comparators(losses.square, X, y, 1.0, v))
      for v in (np.ma.array([1, 2], mask=[0, 1]), [np.ma.masked], np.array(["1", "2"], dtype=object),
                np.array([1, 2], "m8"), [True])],
    *[(f"exact.{f.__name__}", "A", v, f) for f in (exact.separate, exact.nearest) for v in [*NOT_NUMBERS, None, [1.0]]],
    ("play", "y.shape", [[1.0, 1.0]] * 2, lambda v: play(learner, losses.square, X, v)),
    ("play", "X.shape", np.zeros((2, 0)), lambda v: play(learner, losses.square, v, y)),
    ("play", "X.shape", np.zeros((3, 2, 1)), lambda v: play(learners.ogd([1.0, 2.0], 1.0), losses.square, v, y)),
    *[("play", "y", v, lambda v, loss=loss: play(learner, loss, X, [1.0, v]))
      for v in (0.0, 0.5, 2.0) for loss in (losses.hinge, losses.logistic)],
    ("play", "loss = zero_one", "", lambda v: play(learner, losses.zero_one, X, y)),
    ("play", "loss = zero_one", "", lambda v: play(learner, losses.zero_one, np.zeros((0, 2)), [])),
    *[("play", "learner", v, lambda v: play(v, losses.square, X, y)) for v in (learners.ogd, None, losses.square)],
    *[("play", "loss", v, lambda v: play(learner, v, X, y)) for v in ("square", None, learner)],
    *[("play", "T", v, lambda v: play(learner, losses.square, stream, T=v))
      for v in [*NOT_A_COUNT, 6] if v is not None],
    *[("play", "T", v, lambda v: play(learner, losses.linear, streams.orthogonal(2), T=v)) for v in NOT_A_COUNT],
    *[("play", "record", v, lambda v: play(learner, losses.square, X, y, record=v)) for v in ("none", None, True)],
    ("play", "data", (), lambda v: play(learner, losses.square)),
    ("play", "data", X, lambda v: play(learner, losses.square, v)),
    ("play", "data", y, lambda v: play(learner, losses.square, X, v, v)),

    *[("hindsight.best", "X", v, lambda v: hindsight.best(losses.square, v, y, 1.0)) for v in NOT_EXAMPLES],
    ("hindsight.best", "X.shape", np.zeros((2, 2, 1)), lambda v: hindsight.best(losses.square, v, y, 1.0)),
    *[("hindsight.best", "y", v, lambda v: hindsight.best(losses.square, X, v, 1.0))
      for v in (None, [1.0], [1.0, np.nan], *NOT_LABELS)],
    *[("hindsight.best", "U", v, lambda v: hindsight.best(losses.square, X, y, v))
      for v in [*NOT_A_RADIUS, [1.0]] if v is not None],
    ("hindsight.best", "U", None, lambda v: hindsight.best(losses.linear, X, y, v)),
    *[("hindsight.best", "loss", v, lambda v: hindsight.best(v, X, y, 1.0)) for v in ("square", None, losses.zero_one)],
    *[("hindsight.comparators", "at[1]", v, lambda v: hindsight.comparators(losses.square, X, y, 1.0, [1, v]))
      for v in NOT_A_COUNT if not isinstance(v, list)],
    *[("hindsight.comparators", "at", v, lambda v: hindsight.comparators(losses.square, X, y, 1.0, v))
      for v in (3, [3], ragged)],
    *[("hindsight.comparators", "at[0]", v, lambda v: hindsight.comparators(losses.square, X, y, 1.0, v))
      for v in ("a", None, 1.5, [[1, 2]])],
    *[("hindsight.regret", "at", v, lambda v: hindsight.regret(run, 1.0, at=v)) for v in (3, [0, 3])],
    *[("hindsight.regret", "U", v, lambda v: hindsight.regret(run, v)) for v in (0, -1, np.nan, [1.0, 2.0], "1")],

    *[(f"bounds.{b.name}", name, v, lambda v, b=b, name=name: b(**{**{p: 1.0 for p in b.parameters}, name: v}))
      for b in (bounds.ogd, bounds.ogd_tuned, bounds.ogd_diameter, bounds.ogd_square, bounds.ogd_constant, bounds.lazy,
                bounds.lazy_tuned, bounds.worst_case)
      for name in b.parameters
      for v in [-1.0, np.nan, np.inf, "1", None, 1j, ragged, [1.0, -1.0], [1.0, np.nan],
                np.ma.array([1.0, 2.0], mask=[0, 1]),
                np.ma.masked, np.array(["1", "2"], dtype=object), np.array("1", dtype=object), np.timedelta64(1),
                *([0.0, [1.0, 0.0]] if name in ("eta", "U") else []), *([1e151] if name == "U" else [])]],
    ("bounds.ogd", "T, eta, U, G", "shapes (3,), (2,)", lambda v: bounds.ogd([1, 2, 3], [1.0, 2.0], 1.0, 1.0)),
    ("Bound.holds_for", "run", "2 runs at once", lambda v: bounds.ogd.holds_for(many)),
    ("Bound.of", "run", "2 runs at once", lambda v: bounds.ogd.of(many)),
    ("Bound.holds_for", "run", "record='losses'", lambda v: bounds.worst_case.holds_for(light)),
    *[("Bound.holds_for", "U", v, lambda v: bounds.ogd.holds_for(run, U=v)) for v in NOT_A_RADIUS if v is not None],
    *[("Bound.holds_for", "G", v, lambda v: bounds.ogd.holds_for(run, G=v)) for v in (-1.0, np.nan, "1")],
    ("Bound.facts", "U", None, lambda v: bounds.ogd.facts(play(learners.Learner("free", 1.0, v), losses.square, X, y))),

    ("proofs.ogd_chain", "run", "2 runs at once", lambda v: proofs.ogd_chain(many, [0.0, 0.0])),
    ("proofs.ogd_chain", "run", "without w", lambda v: proofs.ogd_chain(light, [0.0, 0.0])),
    ("proofs.ogd_chain", "run", "without rounds", lambda v: proofs.ogd_chain(empty, [0.0, 0.0])),
    ("proofs.ogd_chain", "run", "lazy", lambda v: proofs.ogd_chain(lazy, [0.0, 0.0])),
    ("proofs.ogd_chain", "run", "ogd", lambda v: proofs.ogd_chain(run, [0.0, 0.0], G=0.1)),
    *[("proofs.ogd_chain", "u", v, lambda v: proofs.ogd_chain(run, v))
      for v in (1.0, [[0.0, 0.0]], [0.0], [np.nan, 0.0], [0.9, 0.9], None, "ab")],
    *[("proofs.ogd_chain", "G", v, lambda v: proofs.ogd_chain(run, [0.0, 0.0], G=v)) for v in (-1.0, np.nan, "1")],
]


@pytest.mark.parametrize("where, name, value, call", CALLS, ids=[f"{c[0]}-{c[1]}-{i}" for i, c in enumerate(CALLS)])
def test_bad_input_is_refused_by_name(where, name, value, call):
    with pytest.raises(ValueError) as caught:
        call(value)
    message = str(caught.value)
    assert message.startswith(name), message
    assert " = " in message and ": expected " in message, message
    assert len(message) < 400 and "\n" not in message.split(": expected ")[1], message


@pytest.mark.parametrize("name, value, shown", [
    ("eta", -1.0, "eta = -1.0: expected a finite number > 0"),
    ("U", 1e200, "U = 1e+200: expected a number between 1e-150 and 1e+150"),
    ("T", 2.5, "T = 2.5: expected an integer >= 0"),
    ("noise", 3, "noise = 3: expected a number in [0, 1]"),
])
def test_messages_word_for_word(name, value, shown):
    call = {"eta": lambda: learners.ogd(value, 1.0), "U": lambda: learners.ogd(1.0, value),
            "T": lambda: streams.regression(value), "noise": lambda: streams.regression(1, noise=value)}[name]
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == shown


@pytest.mark.parametrize("one", [1, 1.0, np.float32(1), np.int8(1), np.uint64(1), np.array(1), np.array(1.0, "f4"),
                                 Fraction(1)])
def test_numbers_of_every_kind_are_numbers(one):
    assert learners.ogd(one, one).eta == 1.0 and losses.with_l2(losses.square, one).l2 == 1.0
    assert streams.regression(one, one, seed=one).X.shape == (1, 1) and bounds.ogd(one, one, one, one) == 3.0
    assert hindsight.best(losses.square, X, y, one).at == 2 and play(learner, losses.square, X, y, T=one).T == 1


def test_arrays_of_every_kind_are_arrays():
    """Numbers in objects, whole numbers, truth values, and a masked array of which nothing is masked."""
    for one in ([[1, 0], [0, 1]], [[True, False], [False, True]], objects(1, Fraction(0), Decimal(0), np.float32(1)),
                np.eye(2, dtype="f2"),
                np.eye(2, dtype="u1"), np.ma.array(np.eye(2)), np.ma.masked_equal(np.eye(2), 7.0),
                (np.eye(2)[0], [0, 1]), np.asmatrix(np.eye(2))):
        assert play(learner, losses.square, one, [1, np.int8(-1)]).losses == pytest.approx(run.losses)


def test_long_values_are_cut_short():
    with pytest.raises(ValueError) as caught:
        learners.ogd("x" * 1000, 1.0)
    assert len(str(caught.value)) < 150


def test_input_is_left_alone():
    """No function writes into what it is given."""
    frozen_X, frozen_y = np.random.default_rng(0).standard_normal((20, 3)), np.ones(20)
    frozen_X.setflags(write=False)
    frozen_y.setflags(write=False)
    for loss in (losses.square, losses.linear, losses.hinge):
        played = play(learners.ogd([0.1, 1.0], 1.0), loss, frozen_X, frozen_y)
        losses.gradient_bound(loss, frozen_X, frozen_y, 1.0)
        if loss.name in hindsight._SOLVERS:
            hindsight.regret(played, 1.0, at=[5, 20])


def test_every_public_name_exists():
    for module in (bounds, hindsight, learners, losses, proofs, streams):
        assert all(getattr(module, name).__doc__ for name in module.__all__ if callable(getattr(module, name)))
    assert all(getattr(check, name).__doc__ for name in dir(check) if callable(getattr(check, name)) and name.islower())
