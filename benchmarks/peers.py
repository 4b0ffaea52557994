"""What people would use instead of `oco_core.play`: each peer plays one stream with square loss and reports its losses.

A peer is a function (X, y, eta, U) -> (play, losses): ``play()`` runs it once from the start and returns the seconds of
its loop, without the conversion of the data into its own form; ``losses()`` are those of the last run. `None` instead
of a peer: it is not installed. ``SAME`` says which run of ours has, to rounding, the same losses; None: another
algorithm.
"""

import ctypes
import shutil
import subprocess
import tempfile
import time
from functools import lru_cache
from pathlib import Path

import numpy as np

SAME = {"river": "no ball", "partial_fit": "no ball", "Vowpal Wabbit": None, "PyNOL": "constant step", "numba": "ball",
        "C": "ball"}


def river(X, y, eta, U):
    from river import linear_model, optim

    rows, labels = [dict(enumerate(row)) for row in X.tolist()], y.tolist()
    losses = []

    def play():
        model = linear_model.LinearRegression(optim.SGD(optim.schedulers.InverseScaling(eta, 0.5)), intercept_lr=0.0)
        losses.clear()
        start = time.perf_counter()
        for x, label in zip(rows, labels):
            losses.append((model.predict_one(x) - label) ** 2)
            model.learn_one(x, label)
        return time.perf_counter() - start

    return play, lambda: losses


def partial_fit(X, y, eta, U):
    from sklearn.linear_model import SGDRegressor

    losses, rounds = [], min(len(y), 1000)  # so slow that a tenth of the rounds is enough

    def play():
        model = SGDRegressor(penalty=None, fit_intercept=False, learning_rate="invscaling", eta0=2 * eta, power_t=0.5)
        losses.clear()
        w = np.zeros(X.shape[1])
        start = time.perf_counter()
        for t in range(rounds):
            losses.append((float(w @ X[t]) - y[t]) ** 2)
            model.partial_fit(X[t : t + 1], y[t : t + 1])
            w = model.coef_
        return (time.perf_counter() - start) * len(y) / rounds

    return play, lambda: losses


def vowpal_wabbit(X, y, eta, U):
    from vowpalwabbit import Workspace

    lines = [f"{label} | " + " ".join(f"{i}:{v}" for i, v in enumerate(row))
             for row, label in zip(X.tolist(), y.tolist())]
    losses = []

    def play():
        model = Workspace(f"--sgd --noconstant --quiet --power_t 0.5 --learning_rate {eta}")
        losses.clear()
        start = time.perf_counter()
        for line, label in zip(lines, y):
            example = model.example(line)
            model.learn(example)
            losses.append((example.get_simplelabel_prediction() - label) ** 2)
            model.finish_example(example)
        spent = time.perf_counter() - start
        model.finish()
        return spent

    return play, lambda: losses


def pynol(X, y, eta, U):
    from pynol.environment.domain import Ball
    from pynol.environment.environment import Environment
    from pynol.learner.base import OGD

    losses = []

    def play():
        learner = OGD(Ball(X.shape[1], U), eta, prior=np.zeros(X.shape[1]))
        losses.clear()
        start = time.perf_counter()
        for x, label in zip(X, y):
            round_ = Environment(func=lambda w: (w @ x - label) ** 2, grad_func=lambda w: 2 * (w @ x - label) * x)
            losses.append(learner.opt(round_)[1])
        return time.perf_counter() - start

    return play, lambda: losses


@lru_cache
def _numba_loop():
    from numba import njit

    @njit
    def loop(X, y, eta, U, losses):
        w = np.zeros(X.shape[1])
        for t in range(len(y)):
            x = X[t]
            error = np.dot(w, x) - y[t]
            losses[t] = error * error
            w -= eta / np.sqrt(t + 1.0) * 2 * error * x
            square = np.dot(w, w)
            if square > U * U:
                w *= U / np.sqrt(square)

    return loop


def numba(X, y, eta, U):
    loop, losses = _numba_loop(), np.empty(len(y))

    def play():
        start = time.perf_counter()
        loop(X, y, eta, U, losses)
        return time.perf_counter() - start

    return play, lambda: losses


C = r"""
#include <math.h>
void play(long n, long T, long d, const double *X, const double *y, const double *eta, const double *U,
          double *w, double *losses) {
  for (long r = 0; r < n; r++) {
    double *v = w + r * d;
    for (long t = 0; t < T; t++) {
      const double *x = X + t * d;
      double p = 0, square = 0;
      for (long i = 0; i < d; i++) p += v[i] * x[i];
      double error = p - y[t], step = eta[r] / sqrt(t + 1.0) * 2 * error;
      losses[r * T + t] = error * error;
      for (long i = 0; i < d; i++) { v[i] -= step * x[i]; square += v[i] * v[i]; }
      if (square > U[r] * U[r]) { double f = U[r] / sqrt(square); for (long i = 0; i < d; i++) v[i] *= f; }
    }
  }
}
"""


@lru_cache
def _library():
    if shutil.which("gcc") is None:
        raise ImportError("gcc")
    folder = Path(tempfile.mkdtemp())
    (folder / "play.c").write_text(C, encoding="utf-8")
    subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", folder / "play.so", folder / "play.c",
                    "-lm"], check=True)
    return ctypes.CDLL(str(folder / "play.so"))


def c(X, y, eta, U):
    """One run, or with arrays eta and U as many."""
    library = _library()
    eta, U = np.atleast_1d(np.asarray(eta, float)), np.atleast_1d(np.asarray(U, float))
    X, y = np.ascontiguousarray(X), np.ascontiguousarray(y)
    w, losses = np.zeros((len(eta), X.shape[1])), np.empty((len(eta), len(y)))

    def play():
        w[:] = 0
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (X, y, eta, U, w, losses)]
        start = time.perf_counter()
        library.play(*map(ctypes.c_long, (len(eta), *X.shape)), *pointers)
        return time.perf_counter() - start

    return play, lambda: losses[0] if len(eta) == 1 else losses


PEERS = {"river": river, "partial_fit": partial_fit, "Vowpal Wabbit": vowpal_wabbit, "PyNOL": pynol, "numba": numba,
         "C": c}


def ready(name, *given):
    """(play, losses), or None where the peer is not installed."""
    try:
        return PEERS[name](*given)
    except Exception as error:
        print(f"{name}: not run ({error!r})")
        return None
