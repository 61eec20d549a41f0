"""Figures of evaluation methods: rounds and estimators, bootstrap draws, tuning, leaks."""
