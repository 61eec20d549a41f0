"""Tests: null distributions, differences with their intervals, folds, and the diagram of critical differences."""
