"""Bias and variance: fits, their parts, sweeps over complexity."""
