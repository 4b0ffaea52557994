"""Products of matrices that are quick with and without a BLAS: NumPy has one everywhere but in the browser."""

import sys

import numpy as np

__all__ = ["combination", "gram"]

BLAS = sys.platform != "emscripten"


def combination(rows, v):
    """Σ_s v_s x_s, (d,), for rows (d, t), the transpose of X, and v (t,). The rows of ``rows`` should be contiguous."""
    return rows @ v if BLAS else np.einsum("it,t->i", rows, v)


def gram(rows, v):
    """Σ_s v_s x_s x_sᵀ, (d, d), for rows (d, t), the transpose of X, and weights v (t,) or 1.

    The rows of ``rows`` should be contiguous. Without a BLAS the sum of products that einsum runs along them takes a
    quarter of the time of the matrix product, and most of the time of a comparator for the mail (d = 49) is spent here.
    """
    weighted = rows * v
    return weighted @ rows.T if BLAS else np.einsum("it,jt->ij", weighted, rows)
