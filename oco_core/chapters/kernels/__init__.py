"""Kernels: the Perceptron through a kernel, the largest margin there, and the fewest disagreements of a halfspace."""
