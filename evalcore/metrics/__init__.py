"""Numbers read off a confusion matrix, with their intervals and with the reason where there is none.

Every metric takes a `ConfusionMatrix`, giving a float, or anything else with `tp fp fn tn`, such as
`ThresholdCounts` or its `cells`, giving an array. 0/0 is nan without a warning, and `undefined_reason` says why.
"""

from evalcore.metrics.averages import Averages, PerClass, macro, micro, per_class, weighted
from evalcore.metrics.composites import (
    FBetaParts,
    balanced_accuracy,
    cost_sensitive_accuracy,
    f1,
    f_beta,
    f_beta_parts,
    kappa,
    matthews,
    youden_j,
)
from evalcore.metrics.margins import HasCells
from evalcore.metrics.proportions import (
    accuracy,
    error_rate,
    fnr,
    fpr,
    majority_baseline,
    npv,
    precision,
    prevalence,
    queue_rate,
    recall,
    specificity,
)
from evalcore.metrics.readings import Reading, readings
from evalcore.metrics.registry import METRICS, Formula, Metric, evaluate, proportion, undefined_reason
from evalcore.metrics.thresholds import BestThresholds, best_index, threshold_metrics

__all__ = [
    "METRICS",
    "Averages",
    "BestThresholds",
    "FBetaParts",
    "Formula",
    "HasCells",
    "Metric",
    "PerClass",
    "Reading",
    "accuracy",
    "balanced_accuracy",
    "best_index",
    "cost_sensitive_accuracy",
    "error_rate",
    "evaluate",
    "f1",
    "f_beta",
    "f_beta_parts",
    "fnr",
    "fpr",
    "kappa",
    "macro",
    "majority_baseline",
    "matthews",
    "micro",
    "npv",
    "per_class",
    "precision",
    "prevalence",
    "proportion",
    "queue_rate",
    "readings",
    "recall",
    "specificity",
    "threshold_metrics",
    "undefined_reason",
    "weighted",
    "youden_j",
]
