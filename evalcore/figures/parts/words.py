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
    scores_title: str = "Scores by true class"
    shares: str = "each bar a share of its class"
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
