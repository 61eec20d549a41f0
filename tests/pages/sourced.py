"""The same rows twice: in memory, and as a source gives them, by their counts alone."""

import numpy as np
import pandas as pd

from evalcore.counts import Grouped, SourcedPredictions, ThresholdCounts, threshold_counts
from evalcore.predictions import from_frame


def frame(n=400, seed=3):
    """Return two models of one test set, with scores in steps of a thousandth."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    scores = {name: (1 / (1 + np.exp(-(rng.normal(size=n) + shift * y - 1)))) for name, shift in (("a", 2), ("b", 1.4))}
    return pd.DataFrame({"y": np.where(y, "yes", "no"), **{name: one.round(3) for name, one in scores.items()}})


def in_memory(table, models=("a", "b")):
    return from_frame(table, truth="y", scores=list(models), positive="yes")


def grouped(y_true, score):
    """Return counts by every distinct score, which leave nothing open."""
    counts = threshold_counts(y_true, score)
    auc, average = area(counts)
    return Grouped(counts, counts.threshold[1:].copy(), auc, auc, average, average)


def area(counts):
    rates = counts.rates
    return rates.twice_area / (2 * counts.n_pos * counts.n_neg), rates.precision_area / counts.n_pos


def in_source(table, models=("a", "b"), case=None):
    y_true = (table["y"] == "yes").to_numpy()
    tables = {name: grouped(y_true, table[name].to_numpy()) for name in models}
    return SourcedPredictions(truth="y", classes=("no", "yes"), tables=tables, case=case, of="a source")


def coarse(table, width=0.1):
    """Return cells that are open: each has several scores."""
    low = np.floor(table["a"] / width) * width
    y_true = (table["y"] == "yes").to_numpy()
    cells = pd.DataFrame({"score": table["a"], "pos": y_true, "neg": ~y_true}).groupby(low)
    found = cells.agg(low=("score", "min"), top=("score", "max"), pos=("pos", "sum"), neg=("neg", "sum"))
    found = found.sort_values("low", ascending=False)
    counts = ThresholdCounts.from_grouped(found["low"], found["pos"], found["neg"])
    auc, average = area(counts)
    open_pairs = (found["pos"] * found["neg"])[found["low"] < found["top"]].sum() / (2 * counts.n_pos * counts.n_neg)
    return Grouped(
        counts, found["top"].to_numpy(copy=True), auc - open_pairs, auc + open_pairs, average - 0.1, average + 0.1
    )
