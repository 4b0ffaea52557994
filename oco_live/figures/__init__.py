"""Matplotlib draws the axes of a panel once, and tags what moves. A figure computes nothing."""
