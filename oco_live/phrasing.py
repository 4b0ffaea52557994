"""How a frame's numbers are put into words: digits, bounds, shares, counts, comparisons, lists.

The sentence is the voice of the book, so what it says of a number must be so for every number: "1 step", "2 steps", no
"100 %" of what is not all, no "at most 0.33" of 0.3349. All explorers speak through these functions. Pure; the standard
library only: they run in the browser, too.

One rule for bounds, in sentences and legends: "T3’s bound 126" names a number, rounded as every number is, so that the
two agree; what is said to be "at most", "guaranteed" or "no more than" a number is not above it (``at_most``).
"""

import math
import re
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from numbers import Integral

ROUNDING = 1e-12  # relative to the scale of what is computed: a difference below it is what rounding leaves of 0
CERTIFIED = 1e-8  # relative: so exactly a regret is known, by the certificate of its comparator
FEW = 5  # up to so many are told as a count, "2 of 1814", and not in percent; so is every part of fewer than 4·FEW
_MARK = re.compile(r"\[([^\]]*)\]\((\w+)\)")
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


# ---------------------------------------------------------------- the headline

def of(series, text):
    """A number of the headline that belongs to a curve: it gets its colour and line; ``of("regret", "38.6")``."""
    return f"[{text}]({series})"


def plain(headline):
    """The headline without its marks."""
    return _MARK.sub(r"\1", headline)


def beside(value, bound, series=("regret", "bound")):
    """A headline that sets a regret beside its bound, without its full stop; ``series``: the two curves.

    "Regret [38.6](regret) is 41 % of the bound [94.9](bound)"; "Regret [−12](regret): the learner beats every fixed u.
    The bound: [94.9](bound)". The digits are those of `fact_of`, as at the curves' ends."""
    regret, promised = of(series[0], "0" if is_zero(value, bound) else fact_of(value)), of(series[1], fact_of(bound))
    if value == bound or not is_zero(value, bound) and value > 0:
        if value > bound * (1 + CERTIFIED):
            return f"Regret {regret} is above the bound {promised}"
        return f"Regret {regret} is {share_of(value, bound) if bound else '100 %'} of the bound {promised}"
    if not is_zero(value, bound):
        return f"Regret {regret}: the learner beats every fixed u. The bound: {promised}"
    return f"Regret {regret}{' up to rounding' if value else ''}. The bound: {promised}"


def unmarked(text):
    """A text of an exercise without its marks: no colours, *italics* or `code`."""
    return re.sub(r"\*(\w+)\*|`([^`]*)`", lambda m: m[1] or m[2] or "", plain(text))


# ---------------------------------------------------------------- numbers

def _written(number, digits, rounding):
    if math.isnan(number):
        raise ValueError("number = nan: expected a number")
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    rounded = Context(prec=digits, rounding=rounding).create_decimal(Decimal(float(number)))
    size = rounded.adjusted()
    if rounded == 0:
        return "0"
    if -4 < size < 6:
        text = f"{rounded:.{max(0, digits - 1 - size)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        mantissa, exponent = f"{rounded:.{digits - 1}e}".split("e")
        text = f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}e{int(exponent)}"
    return text.replace("-", "−")


def text_of(number, digits=3):
    """A number for people: ``digits`` significant digits, no exponent between 0.001 and a million.

    Halves are rounded away from zero, as JavaScript does it (view/format.js), so that page and kernel show the same
    digits. Rounding never changes an order: of two numbers with equal digits the larger never looks smaller."""
    return _written(number, digits, ROUND_HALF_UP)


def fact_of(value):
    """A fact as legends and the ends of curves show it: a whole number with all its digits, as counts are; of others
    three."""
    return text_of(value, 6 if value == round(value) and abs(value) < 1e6 else 3)


def at_most(number, digits=3):
    """The number rounded *up*, for "at most …": what is shown is not below it (but for rounding errors, 1e-12 of it).

    at_most(0.3341) is "0.335", at_most(0.1 + 0.2) is "0.3"."""
    return _written(number - _rounding(number), digits, ROUND_CEILING)


def at_least(number, digits=3):
    """The number rounded *down*, for "at least …"."""
    return _written(number + _rounding(number), digits, ROUND_FLOOR)


def _rounding(number):
    """What rounding may have done to a number of this size; nothing to an infinite one."""
    return ROUNDING * abs(number) if math.isfinite(number) else 0.0


def upper(bound, value, digits=3):
    """An upper bound of ``value``, to be named: ("T3’s bound", upper(bound, regret)).

    The digits of ``text_of``, as a legend has them. A count is shown with all its digits: where its bound's would be a
    number below it, one or two more, or the last of four rounded up. Where the bound itself is below the value, by more
    than a certificate leaves open, it is shown as it is."""
    least, below = _shown(value, digits), bound < value - CERTIFIED * abs(value)
    return next((t for t in _longer(bound, digits, 3) if read(t) >= least or below), at_most(bound, digits + 1))


def _shown(value, digits):
    """The number that a reader sees of ``value``: rounded, but for a count."""
    return value if isinstance(value, Integral) else read(text_of(value, digits))


def _longer(number, digits, times=14):
    """The number with ``digits`` digits, with one more, and so on."""
    return (text_of(number, more) for more in range(digits, digits + times))


def apart(a, b, digits=3):
    """Two numbers as texts that differ if they do: "the largest |y| is 0.9651, more than 0.9649"."""
    pairs = zip(_longer(a, digits), _longer(b, digits))
    return next(((x, y) for x, y in pairs if x != y), (text_of(a, digits), text_of(b, digits)))


def read(text):
    """The number that ``text_of`` wrote."""
    return float(text.replace("−", "-").replace("∞", "inf"))


def is_zero(value, scale=1.0):
    """Whether ``value`` is what rounding leaves of 0 in sums of numbers of size ``scale``: |value| ≤ 1e-12·scale."""
    return abs(value) <= ROUNDING * scale < math.inf


def or_zero(value, scale=1.0, digits=3):
    """The number, or "0 up to rounding" for one that rounding has left (`is_zero`); 0 itself is "0"."""
    return text_of(value, digits) if value == 0 or not is_zero(value, scale) else "0 up to rounding"


def or_rounding(value, digits=3):
    """The number; "0 up to rounding" for a 0 that stands for what a certificate cannot tell from it."""
    return text_of(value, digits) if value else "0 up to rounding"


# ---------------------------------------------------------------- shares and ratios

def percent(share, digits=3, known=ROUNDING):
    """A share from 0 to 1 in percent, never more than it is: "0 %" and "100 %" of nothing and of all alone, else
    "less than 0.1 %", "more than 99.9 %". known: how exactly the share is known.

    Raises ValueError for a share outside [0, 1]: a negative part of a bound is no percentage, see ``against``."""
    if not -known <= share <= 1 + known:
        raise ValueError(f"share = {share}: expected a number from 0 to 1")
    if abs(share - 1) <= known or abs(share) <= ROUNDING:
        return f"{round(share) * 100} %"
    if share < 0.001:
        return "less than 0.1 %"
    text = next((t for t in (text_of(100 * share, d) for d in range(digits, max(digits, 3) + 1)) if t != "100"), None)
    return f"{text} %" if text else "more than 99.9 %"


def times(ratio, digits=2):
    """How many times as large: "2.8 times", "0.71 times" ("1.4 times smaller" means nothing); "nearly" where the digits
    would say "1 times", and "" for 1 itself: f"η is {times(2.8)} the tuned step", two blanks made one by ``joined``."""
    if abs(ratio - 1) <= 1e-9:
        return ""
    text = text_of(ratio, digits)
    return "nearly" if text == "1" else f"{text} times"


def share_of(value, whole, shown=None, digits=2):
    """What part of ``whole`` a value from 0 to it is, where both are shown, to three digits: as a reader computes it
    from what is shown, "41 %", and "about 41 %" where all their digits would say "40 %". Equality "100 %", and "nearly
    all" where what is shown looks equal and is not. shown: the text of ``whole``, if it is not ``text_of(whole)``.

    Raises ValueError for a value below zero, or above ``whole`` by more than a certificate leaves open."""
    if 0 < value < 0.001 * whole:
        return "less than 0.1 %"
    exact = percent(value / whole, digits, CERTIFIED)
    if exact in ("0 %", "100 %"):
        return exact
    read_off = read(text_of(value)) / read(shown or text_of(whole))
    if read_off >= 1:
        return "nearly all"
    computed = percent(read_off, digits)
    return exact if computed == exact or not computed[0].isdigit() else f"about {computed}"


def part_of(value, bound, name, digits=2):
    """What part of its bound a value ≥ 0 is, to follow "the regret 12.3 is ": "41 % of T3’s bound 30.1"; "above T3’s
    bound 30.1" where it does not hold; "as large as T3’s bound 0" where both are 0. Raises ValueError for a value below
    zero: that is no part."""
    if value > bound * (1 + CERTIFIED):
        return f"above {name} {apart(bound, value)[0]}"
    if value == bound == 0:
        return f"as large as {name} 0"
    shown = upper(bound, value)
    return f"{share_of(value, bound, shown, digits)} of {name} {shown}"


def against(value, bound, name, digits=2):
    """A value beside its bound, to follow "the regret is ": "12.3, 41 % of T3’s bound 30.1"; below zero no share is
    told: "−17.2, below zero; T3’s bound is 30.1"; where the bound does not hold: "40.2, above T3’s bound 30.1"."""
    if is_zero(value, bound) or value < 0:
        below = "" if is_zero(value, bound) else ", below zero"
        return f"{or_zero(value, bound)}{below}; {name} is {text_of(bound)}"
    shown = apart(value, bound)[0] if value > bound * (1 + CERTIFIED) else text_of(value)
    return f"{shown}, {part_of(value, bound, name, digits)}"


def in_units(number, unit, digits=3):
    """A number of units as a product: "1.2·UG√T", "UG√T" for 1."""
    return f"{text_of(number, digits)}·{unit}".removeprefix("1·")


def compared(value, other, less="less than", same="about as much as", more="more than", tolerance=0.01):
    """Which of three words is so: ``same`` where the two differ by up to ``tolerance`` of the larger of them. What
    differs by more than 0.01 of it differs in three digits, so that the word is seen to be true."""
    if value == other or abs(value - other) <= tolerance * max(abs(value), abs(other)) < math.inf:
        return same
    return less if value < other else more


# ---------------------------------------------------------------- counts

def agree(number, one, many):
    """The word that goes with the number: agree(1, "was", "were") is "was"; 0 goes with the plural."""
    return one if number == 1 else many


def counted(number, noun, plural=None):
    """A number and its noun: "1 step", "2 steps", "0 steps". plural: where it is not noun + "s"."""
    return f"{number} {agree(number, noun, plural or noun + 's')}"


def out_of(number, total, noun, plural=None):
    """Some of them all: "none of the 200 steps", "1 of the 200 steps", "both steps", "all 200 steps", "the only step".

    The verb goes with the number: f"{out_of(k, T, 'step')} {agree(k, 'was', 'were')} cut"."""
    many = plural or noun + "s"
    if number == total > 0:
        return {1: f"the only {noun}", 2: f"both {many}"}.get(total, f"all {total} {many}")
    return f"{number or 'none'} of the {counted(total, noun, plural)}"


def counted_share(share, total, digits=3):
    """A share of ``total`` things, to follow "errs on ": "39.9 %"; where that would tell less, how many they are: "1 of
    1", "2 of 1814", "none of 9", "all 9"."""
    count = round(share * total)
    if count in (0, total) and total > 1:
        return f"all {total}" if count else f"none of {total}"
    if total < 4 * FEW or min(count, total - count) < FEW:
        return f"{count} of {total}"
    return percent(count / total, digits)


def repeated(number):
    """How often: "never", "once", "twice", "three times", … "twelve times", "13 times"."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{spelled(number)} times")


def spelled(number):
    """A small whole number as a word, up to twelve: "eight"."""
    return _ONES[number] if 0 <= number < len(_ONES) else str(number)


# ---------------------------------------------------------------- sentences

def listed(words, last="and"):
    """"a", "a and b", "a, b and c"; where one has a comma in it, "a, b, and c", or of more than two "a, b; c; and
    d"."""
    words = list(words)
    if not any("," in word for word in words):
        return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
    return ("; " if len(words) > 2 else ", ").join([*words[:-1], f"{last} {words[-1]}"] if len(words) > 1 else words)


def capital(text):
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def joined(said):
    """The sentences as one text, a blank between them."""
    return " ".join(" ".join(said).split())
