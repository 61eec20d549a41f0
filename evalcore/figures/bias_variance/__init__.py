"""Figures about bias and variance: the parts of the error, and what moves them."""
