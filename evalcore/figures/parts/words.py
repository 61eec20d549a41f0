"""The words of the parts that several figures share."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """Every word of the figure; a page passes translated ones."""

    positive: str = "positive"
    negative: str = "negative"
    score: str = "score"
    threshold: str = "threshold t"
    shares: str = "bar height: √ share of class"
    said: str = "t = {t}: TP {tp}, FN {fn}, FP {fp}, TN {tn}"
    of_row: str = "% of the row"
    of_column: str = "% of the column"
    of_all: str = "% of all"
    matrix_title: str = "Confusion matrix"
    metrics_title: str = "Metrics against the threshold"
    actual: str = "actual"
    predicted: str = "predicted"
    total: str = "total"
    row: str = "row"
    outcome: str = "predicted positive while t ≤ {score}"
    metric: dict[str, str] = field(
        default_factory=lambda: {"precision": "precision", "recall": "recall", "f1": "F1", "accuracy": "accuracy"}
    )
