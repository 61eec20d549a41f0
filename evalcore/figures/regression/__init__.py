"""Errors of predicted numbers: drawn against the truth, as squares, and where a model is used."""
