"""Scores, matrix and metrics at a threshold; the matrix of many classes."""
