"""Matplotlib draws what is no page: the card for links. A figure computes nothing."""
