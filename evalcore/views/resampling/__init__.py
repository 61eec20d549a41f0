"""What the figures of evaluation methods show: estimators over many data sets, rounds, draws, tuning, leaks."""
