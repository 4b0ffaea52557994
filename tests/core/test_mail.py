"""Real mail: Spambase as it was published, in every order."""

import gzip
import hashlib
from importlib.resources import files

import numpy as np
import pytest

from oco_core import streams

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def test_spambase_is_the_original_file():
    raw = gzip.decompress(files("oco_core").joinpath("data/spambase.csv.gz").read_bytes())
    assert hashlib.sha256(raw).hexdigest() == "13debcd6feff4a6450d068d97dcaf949960aa02d5752a16eafd4c697d9e0c2b5"
    assert "13debcd6feff4a6450d068d97dcaf949960aa02d5752a16eafd4c697d9e0c2b5" in (
        files("oco_core").joinpath("data/README.md").read_text("utf-8"))


def test_mail_in_file_order():
    """4601 messages, 1813 spam, all spam first; rows of 49 fractions that sum to 1, equal to the file's percentages."""
    stream = streams.mail(order="file")
    assert stream.X.shape == (4601, 49) and stream.y.shape == (4601,) and stream.name == "mail_file"
    assert (stream.y[:1813] == 1).all() and (stream.y[1813:] == -1).all()
    assert abs(stream.X.sum(axis=1) - 1).max() < 1e-12 and stream.X.min() >= 0
    assert np.linalg.norm(stream.X, axis=1).max() <= 1
    lines = gzip.decompress(files("oco_core").joinpath("data/spambase.csv.gz").read_bytes()).decode().splitlines()
    for row in (0, 1, 1812, 1813, 4600):
        cells = [float(cell) for cell in lines[row + 1].split(",")]
        assert stream.X[row, :48].tolist() == pytest.approx([c / 100 for c in cells[:48]], abs=1e-15)
        assert stream.y[row] == (1 if cells[-1] == 1 else -1)
    assert stream.X[0, :5].tolist() == pytest.approx([0, 0.0064, 0.0064, 0, 0.0032])  # UCI's first row: .64 address


def test_mail_shuffled_is_the_same_mail():
    ordered, shuffled, other = streams.mail(order="file"), streams.mail(seed=1), streams.mail(seed=2)

    def rows(stream):
        return sorted(map(bytes, np.column_stack([stream.X, stream.y])))

    assert rows(shuffled) == rows(ordered) == rows(other)
    assert not np.array_equal(shuffled.y, other.y) and shuffled.name == "mail_shuffled"
    assert abs(shuffled.y[:1000].mean() - ordered.y.mean()) < 0.1
    first = streams.mail(T=100, seed=1)
    assert np.array_equal(first.X, shuffled.X[:100]) and np.array_equal(first.y, shuffled.y[:100])
    assert streams.mail(0).X.shape == (0, 49)


def test_mail_is_each_callers_own_copy():
    stream = streams.mail(10, order="file")
    stream.X[:] = 7
    stream.y[:] = 7
    fresh = streams.mail(10, order="file")
    assert fresh.X.max() <= 1 and (fresh.y == 1).all()


def test_mail_words():
    words = streams.mail_words()
    assert len(words) == 49 and words[:3] == ("make", "address", "all") and "george" in words
    counted = streams.mail_words("counted")
    assert words[48] == "(all other words)" and counted == words[:48] + ("(none of the 48)",)
    none = (streams.mail(order="file").X[:, :48] == 0).all(axis=1)  # whom entry 49 of the counted words stands for
    assert ((streams.spam(order="file", words="counted").X[:, 48] == 100) == none).all() and none.sum() == 164
    with pytest.raises(ValueError, match="words = 'most': expected 'all' or 'counted'"):
        streams.mail_words("most")
