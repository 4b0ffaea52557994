"""The door: every public function checks its input here, once, and says what was wrong with it."""

import numpy as np

# Squares of a radius are compared all the time; beyond these limits they leave the range of a float64.
SMALLEST, LARGEST = 1e-150, 1e150


def fail(name, value, expected):
    """Raise the one kind of error that bad input gets: which argument, what it was, what was expected."""
    try:
        shown = repr(value)
    except ValueError:  # an int of more digits than Python writes
        shown = f"a number of {value.bit_length()} bits" if isinstance(value, int) else f"a {type(value).__name__}"
    if len(shown) > 80:
        shown = shown[:77] + "..."
    raise ValueError(f"{name} = {shown}: expected {expected}")


def kind(name, value, expected):
    """An object of the class ``expected``: a Loss where a loss is needed, and so on."""
    if not isinstance(value, expected):
        fail(name, value, f"a {expected.__name__}")
    return value


def real(name, value, expected="a finite number"):
    """A finite Python float; neither text, nor True, nor an array of one number, nor a complex or masked one is one."""
    number = np.nan
    try:
        if not masked(value):
            scalar = np.asarray(value)
            scalar = scalar.item() if scalar.ndim == 0 and scalar.dtype.kind == "O" else scalar
            if isinstance(scalar, np.ndarray) and scalar.ndim == 0 and scalar.dtype.kind in "iuf" or is_number(scalar):
                number = float(scalar)
    except (TypeError, ValueError, OverflowError):
        pass
    if not np.isfinite(number):
        fail(name, value, expected)
    return number


def is_number(value):
    """Whether an object is a real number: int, float, Fraction, Decimal, a NumPy scalar. Text, bool, None, dates and
    arrays are none."""
    if isinstance(value, (bool, np.ndarray)):
        return False
    return value.dtype.kind in "iuf" if isinstance(value, np.generic) else hasattr(type(value), "__float__")


def masked(value):
    """Whether some entry is masked: its filler is no number. Looks into lists as NumPy does, which would take the
    filler."""
    if isinstance(value, (list, tuple)):
        return any(masked(part) for part in value if isinstance(part, (list, tuple, np.ndarray)))
    if not isinstance(value, np.ndarray):
        return False
    if value.dtype.kind == "O" and not isinstance(value, np.ma.MaskedArray):
        return any(masked(part) for part in value.flat if isinstance(part, (list, tuple, np.ndarray)))
    return isinstance(value, np.ma.MaskedArray) and bool(np.ma.getmaskarray(value).any())


def positive(name, value):
    """A finite float > 0."""
    number = real(name, value, "a finite number > 0")
    if number <= 0:
        fail(name, value, "a finite number > 0")
    return number


def nonnegative(name, value):
    """A finite float >= 0."""
    number = real(name, value, "a finite number >= 0")
    if number < 0:
        fail(name, value, "a finite number >= 0")
    return number


def radius(name, value):
    """A ball's radius: a float between 1e-150 and 1e150, so that its square is a float too."""
    number = positive(name, value)
    if not SMALLEST <= number <= LARGEST:
        fail(name, value, f"a number between {SMALLEST:g} and {LARGEST:g}")
    return number


def fraction(name, value):
    """A float in [0, 1]."""
    number = real(name, value, "a number in [0, 1]")
    if not 0 <= number <= 1:
        fail(name, value, "a number in [0, 1]")
    return number


def confidence(name, value):
    """A float in (0, 1]: the probability δ with which a statement may fail."""
    number = real(name, value, "a number in (0, 1]")
    if not 0 < number <= 1:
        fail(name, value, "a number in (0, 1]")
    return number


def count(name, value, least=0):
    """An integer >= least (2.0 counts as one, True and 2.5 do not) that fits into 64 bits."""
    expected = f"an integer >= {least}"
    number = real(name, value, expected)
    if number != int(number) or not least <= int(value) < 2**63:  # not int(number): floats skip integers beyond 2^53
        fail(name, value, expected)
    return int(value)


def per_run(name, value, one=positive):
    """A parameter of a learner: one number, or an array (n_runs,) of them, each checked by ``one``."""
    ndim = dimensions(name, value)
    if ndim == 0:
        return one(name, value)
    if ndim != 1 or np.size(value) == 0:
        fail(name, value, "a number, or an array of shape (n_runs,) with n_runs >= 1")
    return np.array([one(f"{name}[{i}]", v) for i, v in enumerate(value)])


def dimensions(name, value):
    """The number of dimensions of an array-like."""
    try:
        return np.ndim(value)
    except (TypeError, ValueError):
        fail(name, value, "a number or an array, not lists of different lengths")


def array(name, value, ndim, moderate=False):
    """A finite float array with one of the given numbers of dimensions; a copy is made only when needed.

    An array of objects is one if each of them is a number (`is_number`); masked entries are not. ``moderate``: with
    entries of at most 1e150 in size, so that their squares are floats too."""
    allowed = ndim if isinstance(ndim, tuple) else (ndim,)
    expected = "a finite array of numbers with " + " or ".join(map(str, allowed)) + " dimension(s)"
    if masked(value):
        fail(name, "an array with masked entries", expected)
    try:
        numbers = np.asarray(value)
        if numbers.dtype.kind == "O" and not all(map(is_number, numbers.flat)):
            numbers = None
        else:
            numbers = np.asarray(numbers, dtype=float) if numbers.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        numbers = None
    if numbers is None:
        fail(name, value, expected)
    if numbers.ndim not in allowed:
        fail(f"{name}.shape", numbers.shape, expected)
    if not within(numbers, LARGEST):  # each look at all entries costs as much as a few rounds of a run
        if not np.isfinite(numbers).all():
            fail(name, f"an array with {np.count_nonzero(~np.isfinite(numbers))} entries that are not finite", expected)
        if moderate:
            fail(name, f"an array with an entry of size {abs(numbers).max():g}", f"entries of size <= {LARGEST:g}")
    return numbers


def examples(X, y):
    """Examples X (T, d) or (n_runs, T, d) with one y each: shape (T,), or (n_runs, T) where X has runs."""
    X = moderate("X", X, (2, 3))
    y = moderate("y", y, (1, 2))
    if y.shape not in {X.shape[-2:-1], X.shape[:-1]}:
        fail("y.shape", y.shape, f"{X.shape[:-1]}, one y for each example of X{X.shape}")
    if X.shape[-1] == 0:
        fail("X.shape", X.shape, "examples of dimension d >= 1")
    return X, y


def moderate(name, value, ndim):
    """An `array` whose entries are at most 1e150 in size, so that their squares are floats too."""
    return array(name, value, ndim, moderate=True)


def inner_products(name, K):
    """K as a float array if it can be a Gram matrix, the inner products of some vectors with one another: symmetric,
    and K_st² ≤ K_ss K_tt, up to 1e-9 of it. Returns K and the lengths √K_tt; ValueError for another."""
    K = moderate(name, K, 2)
    if K.shape[0] != K.shape[1]:
        fail(f"{name}.shape", K.shape, "(T, T), the kernel of the examples with one another")
    diagonal = K.diagonal()
    if (diagonal < 0).any():
        fail(name, f"a matrix with {diagonal.min():.3g} on its diagonal",
             "a Gram matrix, which has squared lengths there")
    lengths = np.sqrt(diagonal)
    with np.errstate(under="ignore"):
        most = (lengths + 3e-162)[:, None] * (lengths + 3e-162)  # the square of a shorter vector is 0 in floats
    if (abs(K - K.T) > 1e-9 * most).any():
        fail(name, "a matrix that differs from its transpose", "a symmetric one, as every Gram matrix is")
    if (abs(K) > (1 + 1e-9) * most).any():
        fail(name, "a matrix with an entry above √(K_ss K_tt)",
             "a Gram matrix, whose vectors have no such inner product")
    return K, lengths


def within(numbers, bound):
    """Whether all entries are numbers of at most ``bound`` in size; one pass if even their squares add up to less."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.vdot(numbers, numbers) <= bound * bound or
                    numbers.max(initial=0.0) <= bound and -numbers.min(initial=0.0) <= bound)


def labels(loss, y):
    """The labels that this loss is defined for."""
    allowed, words = {"signs": ((-1.0, 1.0), "-1 or +1"), "bits": ((0.0, 1.0), "0 or 1")}.get(loss.labels, (None, ""))
    if allowed and not np.isin(y, allowed).all():
        wrong = y[~np.isin(y, allowed)].flat[0]
        fail("y", float(wrong), f"labels {words}, as the {loss.name} loss needs")
    return y
