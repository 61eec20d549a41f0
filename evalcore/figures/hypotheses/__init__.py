"""Figures of model learning: version space, biases, Occam's razor, no free lunch."""
