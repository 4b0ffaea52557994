"""Numbers in words: what each phrase says is so for every number, and it is English."""

import ast
import math
import random
import sys
from pathlib import Path

import pytest

from oco_live import explorer, phrasing
from oco_live.phrasing import (
    against,
    agree,
    apart,
    at_least,
    at_most,
    beside,
    compared,
    counted,
    counted_share,
    in_units,
    is_zero,
    joined,
    listed,
    or_rounding,
    or_zero,
    out_of,
    part_of,
    percent,
    plain,
    read,
    repeated,
    share_of,
    text_of,
    times,
    upper,
)


def numbers(n=2000):
    """Of every size and both signs, some of them one bit beside a number of three digits."""
    rng = random.Random(0)
    for _ in range(n):
        value = rng.choice([-1, 1]) * 10 ** rng.uniform(-9, 9)
        yield value
        yield math.nextafter(read(text_of(value)), rng.choice([-math.inf, math.inf]))


def test_it_needs_nothing_but_the_standard_library_and_text_of_is_one_function():
    for node in ast.walk(ast.parse(Path(phrasing.__file__).read_text("utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)
    assert explorer.text_of is text_of


def test_what_is_rounded_up_is_not_below_and_what_is_rounded_down_not_above():
    for value in numbers():
        for digits in (1, 2, 3, 4):
            up, down = read(at_most(value, digits)), read(at_least(value, digits))
            slack = 1e-11 * abs(value)
            assert down - slack <= value <= up + slack
            step = 10 ** (math.floor(math.log10(abs(value))) - digits + 1)
            assert up - value <= step * 1.0001 and value - down <= step * 1.0001  # to the neighbour, not beyond it
    assert [at_most(v) for v in (0.3341, 0.1 + 0.2, 0, -1.239, 1234.5)] == ["0.335", "0.3", "0", "−1.23", "1240"]
    assert [at_least(v) for v in (0.3349, 0.3 - 1e-17, 0, -1.231)] == ["0.334", "0.3", "0", "−1.24"]


def test_a_named_bound_is_shown_as_in_its_legend_and_never_below_the_number_shown_of_what_it_bounds():
    rng = random.Random(1)
    for value in numbers():
        above = value + abs(value) * rng.choice([0, 1e-9, 1e-4, 0.01, 1])
        assert upper(above, value) == text_of(above) and read(text_of(value)) <= read(upper(above, value))
    for count in (1, 14, 1234, 98765):  # shown with all its digits
        above = count + rng.choice([0, 1e-9, 0.4, count / 100, count])
        assert count <= read(upper(above, count)) <= above * 1.0051
    assert upper(3.7427, 3.7427) == "3.74" and upper(30.14, 12) == "30.1" and upper(1234.2, 1234) == "1234"
    assert upper(30.14, 31) == "30.1" and upper(1230, 1234) == "1230"  # one that does not hold is shown as it is
    assert upper(1234 * (1 - 1e-10), 1234) == "1234"  # equal up to a certificate: it holds


def test_rounding_keeps_the_order_at_equal_digits():
    pairs = sorted(numbers())
    for a, b in zip(pairs, pairs[1:]):
        assert read(text_of(a)) <= read(text_of(b))


def test_what_rounding_leaves_of_zero_is_called_so_relative_to_its_scale():
    assert or_zero(6e-19) == or_zero(-6e-19) == "0 up to rounding" and or_zero(0) == "0"
    assert or_zero(6e-19, scale=1e-10) == "6e−19" and or_zero(1e-5, scale=1e9) == "0 up to rounding"
    assert or_rounding(0.0) == "0 up to rounding" and or_rounding(1.5e-14) == "1.5e−14"
    assert is_zero(1e-7, 1e6) and not is_zero(1e-5, 1e6)


def test_no_percentage_says_all_or_nothing_of_what_is_not():
    rng = random.Random(2)
    shares = [rng.random() for _ in range(500)] + [10 ** rng.uniform(-11, 0) for _ in range(500)]
    for share in shares + [1 - s for s in shares]:
        for digits in (2, 3):
            text = percent(share, digits)
            assert text.endswith(" %") and text not in ("0 %", "100 %")
            value = float(text.split()[-2]) / 100
            if text.startswith("less"):
                assert share < value
            elif text.startswith("more"):
                assert share > value
            else:
                assert abs(value - share) <= 0.006 * 10 ** (2 - digits) + 1e-9 and 0 < value < 1
    assert [percent(v) for v in (0, 1, 1 + 1e-15, 0.41, 0.9999, 0.9991, 0.0004)] == [
        "0 %", "100 %", "100 %", "41 %", "more than 99.9 %", "99.9 %", "less than 0.1 %"]
    assert percent(0.9987, 2) == "99.9 %"
    for wrong in (-0.0032, 1.2, math.nan):
        with pytest.raises(ValueError, match="share = "):
            percent(wrong)


def test_a_value_is_told_beside_its_bound():
    assert against(12.34, 30.14, "T3’s bound") == "12.3, 41 % of T3’s bound 30.1"
    assert against(-17.2, 5400, "T7’s bound") == "−17.2, below zero; T7’s bound is 5400"
    assert against(40.2, 30.14, "T3’s bound") == "40.2, above T3’s bound 30.1"
    assert against(40.21, 40.19, "T3’s bound") == "40.21, above T3’s bound 40.19"
    assert against(-1e-15, 30, "T3’s bound") == "0 up to rounding; T3’s bound is 30"
    assert against(3.7427 * (1 - 1e-10), 3.7427, "T7’s bound") == "3.74, 100 % of T7’s bound 3.74"
    assert against(3.7427, 3.7427, "T7’s bound") == "3.74, 100 % of T7’s bound 3.74"
    assert against(1e-3, 30.14, "T3’s bound") == "0.001, less than 0.1 % of T3’s bound 30.1"


def test_a_reader_computes_the_same_share_from_what_is_shown():
    rng = random.Random(3)
    for bound in (10 ** rng.uniform(-3, 5) for _ in range(3000)):
        value = bound * rng.random()
        said = part_of(value, bound, "the bound")
        share, shown = said.split(" of the bound ")
        if share[0].isdigit() or share.startswith("about"):
            assert share.removeprefix("about ") == percent(read(text_of(value)) / read(shown), 2)
            assert share.startswith("about") != (share == percent(value / bound, 2))
        else:
            assert share == "nearly all" and text_of(
                value) == shown or share == "less than 0.1 %" and value < 0.001 * bound
    assert part_of(68, 119.66, "the", 3) == "about 56.7 % of the 120" and part_of(68, 119.66,
                                                                                  "the") == "57 % of the 120"
    assert part_of(12.34, 12.39, "T3’s bound") == "about 99 % of T3’s bound 12.4"
    assert part_of(12.29, 12.34, "T3’s bound") == "nearly all of T3’s bound 12.3" and share_of(0.9999,
                                                                                               1.0) == "nearly all"


def test_what_is_infinite_or_nothing_is_called_so():
    assert [f(math.inf) for f in (text_of, at_most, at_least)] == ["∞"] * 3 and at_most(-math.inf) == "−∞"
    assert read("∞") == math.inf and read("−∞") == -math.inf and upper(math.inf, 5) == "∞"
    for f in (text_of, at_most, at_least):
        with pytest.raises(ValueError, match="number = nan"):
            f(math.nan)
    assert part_of(0, 0, "T3’s bound") == "as large as T3’s bound 0" and part_of(0, 5,
                                                                                 "T3’s bound") == "0 % of T3’s bound 5"
    assert part_of(5, math.inf, "T3’s bound") == "less than 0.1 % of T3’s bound ∞" and part_of(
        5, 0, "T3’s bound") == "above T3’s bound 0"
    assert against(5, math.inf, "T3’s bound") == "5, less than 0.1 % of T3’s bound ∞" and not is_zero(5, math.inf)
    assert against(0, 0, "T3’s bound") == "0; T3’s bound is 0"
    assert compared(math.inf, 1) == "more than" and compared(math.inf, math.inf) == "about as much as"


def test_few_are_counted_and_many_told_in_percent():
    assert [counted_share(k / n, n)
            for k, n in ((0, 1), (1, 1), (1, 2), (0, 9), (9, 9), (5, 19), (2, 1814), (1813, 1814), (0, 1814))] == [
        "0 of 1", "1 of 1", "1 of 2", "none of 9", "all 9", "5 of 19", "2 of 1814", "1813 of 1814", "none of 1814"]
    assert [counted_share(k / n, n) for k, n in ((5, 20), (399, 1000), (5, 4601))] == ["25 %", "39.9 %", "0.109 %"]


def test_numbers_that_differ_look_different():
    for a in numbers(500):
        for b in (a * (1 + 1e-9), a * 1.001, a * 2):
            first, second = apart(a, b)
            assert first != second and (read(first) < read(second)) == (a < b)
    assert apart(0.9651, 0.9649) == ("0.9651", "0.9649")
    assert apart(2, 1) == ("2", "1") and apart(1.5, 1.5) == ("1.5", "1.5")


def test_a_part_is_told_of_what_is_not_negative():
    assert part_of(12.34, 30.14, "T3’s bound") == "41 % of T3’s bound 30.1"
    assert part_of(31, 30.14, "the bound") == "above the bound 30.1"
    with pytest.raises(ValueError, match="share = "):
        part_of(-0.1, 30, "T3’s bound")


def test_nothing_is_times_smaller():
    assert [times(v) for v in (2.83, 1 / 1.4, 1.004, 0.998, 1 + 1e-12, 0.0041)] == [
        "2.8 times", "0.71 times", "nearly", "nearly", "", "0.0041 times"]


def test_comparisons_agree_with_the_numbers():
    for a in numbers(300):
        for factor in (0.5, 0.98, 0.9899, 0.999, 1, 1.001, 1.0102, 2, -1):
            b = a * factor
            word = compared(a, b)
            assert (word == "about as much as") == (abs(a - b) <= 0.01 * max(abs(a), abs(b)))
            assert word == "about as much as" or text_of(a) != text_of(b)
            assert word != "less than" or a < b
            assert word != "more than" or a > b
    assert compared(0, 0) == "about as much as" and compared(1, 2, "better", "as good", "worse") == "better"


def test_numbers_agree_with_their_nouns():
    assert [counted(n, "step") for n in (0, 1, 2, 21)] == ["0 steps", "1 step", "2 steps", "21 steps"]
    assert counted(2, "loss", "losses") == "2 losses" and counted(1, "loss", "losses") == "1 loss"
    assert [agree(n, "was", "were") for n in (0, 1, 2)] == ["were", "was", "were"]
    assert [out_of(n, 200, "step") for n in (0, 1, 2, 200)] == [
        "none of the 200 steps", "1 of the 200 steps", "2 of the 200 steps", "all 200 steps"]
    assert [out_of(n, 2, "run") for n in (0, 1, 2)] == ["none of the 2 runs", "1 of the 2 runs", "both runs"]
    assert out_of(1, 1, "run") == "the only run" and out_of(2, 2, "loss", "losses") == "both losses"
    assert [repeated(n) for n in (0, 1, 2, 3, 8, 13)] == [
        "never", "once", "twice", "three times", "eight times", "13 times"]


def test_one_unit_is_the_unit():
    assert [in_units(v, "UG√T") for v in (1.234, 1.0001, 0.5, -1)] == ["1.23·UG√T", "UG√T", "0.5·UG√T", "−1·UG√T"]


def test_lists_and_sentences():
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b" and listed(["x = 1, more than 0", "y"]) == "x = 1, more than 0, and y"
    assert listed(["a, b", "c", "d"]) == "a, b; c; and d" and listed(["a, b"]) == "a, b"
    assert joined(["It is  the tuned step.", "", "So."]) == "It is the tuned step. So."


def test_a_headline_sets_a_regret_beside_its_bound():
    assert beside(12.34, 30.14) == "Regret [12.3](regret) is 41 % of the bound [30.1](bound)"
    assert plain(beside(12.34, 30.14, ("r", "b"))) == "Regret 12.3 is 41 % of the bound 30.1"
    assert plain(beside(-17.2, 5400)) == "Regret −17.2: the learner beats every fixed u. The bound: 5400"
    assert plain(beside(1e-15, 30)) == "Regret 0 up to rounding. The bound: 30"
    assert plain(beside(0, 30)) == "Regret 0. The bound: 30"
    assert plain(beside(0, 0)) == "Regret 0 is 100 % of the bound 0"
    assert plain(beside(40.2, 30.14)) == "Regret 40.2 is above the bound 30.1"
    assert plain(beside(30.139, 30.14)) == "Regret 30.1 is nearly all of the bound 30.1"
