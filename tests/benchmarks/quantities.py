"""What the tables of coverage ask of a population and of a sample: the truth, and the intervals that should hold it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from scipy import stats

from evalcore import costs, curves, metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from tests.benchmarks.covering import Found
from tests.benchmarks.populations import Population

AREAS = ("AUC", "AUC Newcombe", "AUC logit", "AUC plain")  # as printed, and its parts
COST_FN = 10.0
SIGMA = 1.0  # of the logarithm of an amount
ACTING = 0.2  # the threshold probability of the net benefit
PLACE = 0.2  # of the bands: the FPR; the recall is 1 less this
HALF = 0.5  # P(+)cost of the envelope
READ = (
    *("precision", "recall", "specificity", "npv", "accuracy", "majority_baseline"),
    *("f_beta", "youden_j", "balanced_accuracy", "matthews", "kappa"),
)


def truths(population: Population) -> dict[str, float]:
    """Return what the population has."""
    table, t = population.table, population.threshold
    roc, pr = curves.roc_curve(table), curves.precision_recall_curve(table)
    cm, setting = table.at(t), {"cost_fn": COST_FN, "cost_fp": 1}
    cost = float(costs.threshold_cost(table, t, **setting))
    return {
        **dict.fromkeys(AREAS, roc.auc),
        "AP": pr.average_precision,
        **{name: float(metrics.evaluate(name, cm, beta=1.0)) for name in READ},
        "F2": metrics.f_beta(cm, 2.0),
        "cost": cost,
        "cost at p .5": float(costs.threshold_cost(table, t, **setting, prevalence=0.5)),
        "net benefit": costs.net_benefit(table, ACTING, threshold=t),
        "fixed area": costs.fixed_area(table, t),
        "Brier": costs.brier_score(table),
        "score-driven": costs.brier_score(table, prevalence=0.5),
        "AP resampled": pr.average_precision,
        "break-even": pr.break_even_point,
        "EER": curves.det_curve(table).equal_error_rate,
        "pAUC": curves.partial_auc(roc, 0.1),
        "ROC band": float(np.interp(PLACE, roc.fpr, roc.tpr)),
        "P-R band": float(pr.precision[np.searchsorted(pr.recall, 1 - PLACE)]),
        "envelope": float(costs.cost_curve(table).envelope.at([HALF])[0]),
        "best t": costs.best_threshold(table, **setting).threshold,
        "bins": 0.0,
        "amounts": cost,
        "row by row": _row_by_row(population),
    }


def _row_by_row(population: Population) -> float:
    """Return what deciding each row by its own amount costs, the mean amount being that of a miss."""
    place = np.linspace(-6, 6, 4_001)
    amount, chance = amounts(place), stats.norm.pdf(place)
    table = population.table
    cells = table.cells(table.index_of(1 / (1 + amount)))
    return float((cells.fn * amount + cells.fp) @ chance / chance.sum())


def amounts(normal: np.ndarray) -> np.ndarray:
    """Return amounts with a mean of what a miss costs."""
    return np.asarray(COST_FN * np.exp(SIGMA * normal - SIGMA**2 / 2))


@lru_cache(maxsize=100_000)
def of_matrix(tp: int, fp: int, fn: int, tn: int) -> tuple[Found, ...]:
    """Return the intervals of one matrix; those of few rows are met again and again."""
    cm = ConfusionMatrix.binary(tp=tp, fp=fp, fn=fn, tn=tn)
    (twice,) = metrics.readings(cm, names=("f_beta",), beta=2.0)
    found = [(reading.name, reading) for reading in metrics.readings(cm, names=READ)]
    return tuple(
        (name, of.low, of.high, of.reason is not None or bool(of.warnings)) for name, of in (*found, ("F2", twice))
    )


def intervals(counts: ThresholdCounts, t: float, *, matrix: bool = True) -> Iterator[Found]:
    """Yield the intervals of a sample that need no more than its matrix or its sums, those of the matrix if asked."""
    auc, average = curves.auc_interval_from_counts(counts), curves.average_precision_interval(counts)
    yield "AUC", auc.robust_low, auc.robust_high, bool(auc.robust_warnings)
    yield "AUC Newcombe", auc.newcombe_low, auc.newcombe_high, False
    yield "AUC logit", auc.logit_low, auc.logit_high, bool(auc.warnings)
    yield "AUC plain", auc.low, auc.high, bool(auc.warnings)
    yield "AP", average.low, average.high, bool(average.warnings)
    cm = counts.at(t)
    if matrix:
        yield from of_matrix(int(cm.tp), int(cm.fp), int(cm.fn), int(cm.tn))
    for name, p in (("cost", None), ("cost at p .5", 0.5)):
        cost = costs.threshold_cost_interval(counts, t, cost_fn=COST_FN, cost_fp=1, prevalence=p)
        yield name, cost.low, cost.high, bool(cost.warnings)
    benefit = costs.net_benefit_interval(counts, ACTING, threshold=t)
    yield "net benefit", benefit.low, benefit.high, bool(benefit.warnings)
    area = costs.threshold_cost_interval(counts, t, cost_fn=1, cost_fp=1, prevalence=0.5)
    yield "fixed area", area.low, area.high, bool(area.warnings)
    for name, p in (("Brier", None), ("score-driven", 0.5)):
        brier = costs.brier_interval(counts, prevalence=p)
        yield name, brier.low, brier.high, bool(brier.warnings)
