"""Weights: a row of weight 3 is three rows, wherever weights are taken; where they are not, the function says so."""

import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import evalcore
from evalcore import regression
from evalcore.calibration import acted, calibration, class_losses, loss_differences, recalibrate
from evalcore.costs import (
    amount_decision,
    amount_rows,
    best_threshold,
    choice_areas,
    cost_curve,
    decision_difference,
    h_measure,
    net_benefit,
    worst_case_threshold,
)
from evalcore.counts import confusion_matrix, threshold_counts
from evalcore.curves import (
    abstention_curve,
    auc_by_rank_sum,
    det_curve,
    hand_till,
    one_vs_rest_counts,
    pair_order,
    precision_recall_curve,
    rank_loss,
    roc_convex_hull,
    roc_curve,
    top_class,
    top_k_accuracy,
)
from evalcore.decisions import Wish, by_group, group_counts, nested_choice
from evalcore.metrics import balanced_accuracy, error_rate, f1, kappa, matthews, youden_j
from evalcore.predictions.folds import Membership
from evalcore.regression import METRICS, tolerance_curve
from evalcore.significance import fold_scores
from evalcore.views.many_classes import many_classes

NAMES = ["a", "b", "c"]
ROWS = 60


def rows(seed):
    """Return columns of rows with ties, and weights among which are 0 and 1."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, ROWS)
    scores = (rng.normal(size=(ROWS, 3)) + (codes[:, None] == np.arange(3))).round(1)
    columns = {
        "truth": codes == 0,
        "probability": (1 / (1 + np.exp(-scores[:, 0]))).round(1),
        "codes": codes,
        "scores": scores,
        "amount": rng.integers(0, 50, ROWS).astype(float),
        "first": rng.integers(0, 3, ROWS),
        "second": rng.integers(0, 3, ROWS),
    }
    return columns, rng.integers(0, 4, ROWS)


def of_table(counts):
    return [*counts.threshold, *counts.tp, *counts.fp]


def by_amount(of, weight):
    found = amount_rows(of["truth"], of["probability"], of["amount"], sample_weight=weight)
    return [found.mean, *of_table(found.counts)]


def row_by_row(of, weight):
    found = amount_decision(of["truth"], of["probability"], of["amount"], cost_other=9, sample_weight=weight)
    return [found.cost]


def saved(of, weight):
    cost = [[0, 1, 4], [2, 0, 7], [9, 3, 0]]
    return [decision_difference(of["codes"], of["first"], of["second"], cost, sample_weight=weight).difference]


def pairs_of_classes(of, weight):
    found = hand_till(of["codes"], of["scores"], NAMES, sample_weight=weight)
    return [found.measure, found.weighted, *found.auc.ravel()]


def of_all_classes(of, weight):
    tables = one_vs_rest_counts(of["codes"], of["scores"], NAMES, sample_weight=weight)
    shown = many_classes(tables, of["codes"], of["scores"], sample_weight=weight)
    return [shown.pairs.measure, shown.areas.auc, shown.micro_average_precision]


def by_fold(of, weight):
    folds = Membership("fold", tuple(map(str, range(3))), of["second"])
    predicted = {"labels": of["first"] == 0, "scores": of["probability"] >= 0.5}
    return fold_scores(error_rate, of["truth"], predicted, folds, sample_weight=weight).table.values.ravel()


def of_numbers(measure):
    """Return what a measure of regression gives for amounts that are predicted from the scores."""
    return lambda of, weight: np.atleast_1d(
        measure(of["amount"], 20 + of["scores"] @ [3.0, 0.7, 1.9], sample_weight=weight)
    )


def off_by_share(y_true, y_pred, *, sample_weight):
    return regression.mape(1 + y_true, y_pred, sample_weight=sample_weight)


def off_by_share_of(y_true, y_pred, *, sample_weight):
    return regression.mape_interval(1 + y_true, y_pred, sample_weight=sample_weight).value


def by_tolerance(y_true, y_pred, *, sample_weight):
    return tolerance_curve(y_true, y_pred, sample_weight=sample_weight).at(np.arange(50))


def by_tenth(y_true, y_pred, *, sample_weight):
    found = regression.error_groups(y_true, y_pred, sample_weight=sample_weight)
    return [*found.share, *found.mse, *found.median_absolute_error, *found.low]


def of_residuals(y_true, y_pred, *, sample_weight):
    found = regression.residual_summary(y_true, y_pred, sample_weight=sample_weight)
    return [found.mean, found.standard_deviation, found.skewness, found.too_low, *found.quantiles]


def all_measures(y_true, y_pred, *, sample_weight):
    found = regression.regression_errors(y_true, y_pred, sample_weight=sample_weight)
    return [getattr(found, name) for name in METRICS]


def drawn_values(y_true, y_pred, *, sample_weight):
    """A row is drawn whatever it weighs, so only the values are those of repeated rows."""
    options = {"sample_weight": sample_weight, "n_replicates": 2, "rng": np.random.default_rng(0)}
    return regression.bootstrap_errors(y_true, y_pred, **options).to_frame()["value"]


def drawn_differences(y_true, y_pred, *, sample_weight):
    options = {"sample_weight": sample_weight, "n_replicates": 2, "rng": np.random.default_rng(0)}
    found = regression.paired_differences(y_true, {"a": y_pred, "b": 2 * y_pred}, **options)
    return [*found.value, found.pairs[0].difference]


def each_group(of, weight):
    found = group_counts(of["truth"], of["probability"], of["second"], sample_weight=weight)
    return [number for cells in found.cells([0.2, 0.5, 0.8]) for number in cells.ravel()]


def read_by_group(of, weight):
    found = by_group(of["truth"], of["probability"], of["second"], 0.5, sample_weight=weight)
    # A difference of nothing is so to rounding.
    return [1 + one.value for row in found for one in (*row.readings, *row.differences)]


def chosen_elsewhere(of, weight):
    wish = Wish("f1", at_least={"recall": 0.5})
    found = nested_choice(of["truth"], of["probability"], of["second"], wish, sample_weight=weight)
    return [*found.threshold, *(one.value for one in found.readings)]


def first_few(of, weight):
    return [one.value for one in top_k_accuracy(of["codes"], of["scores"], NAMES, k=[1, 2], sample_weight=weight)]


def losing_more(of, weight):
    score = np.clip(of["probability"], 0.05, 0.95)
    found = loss_differences(of["truth"], score, of["codes"] / 4 + 0.2, sample_weight=weight)
    return [found.brier.value, found.log_loss.value]


def losing_of_classes(of, weight):
    chances = np.exp(of["scores"])
    found = class_losses(of["codes"], chances / chances.sum(axis=1, keepdims=True), NAMES, sample_weight=weight)
    return [found.brier.value, found.log_loss.value]


def acting(of, weight):
    # Fitted on rows of their own, which weigh the same.
    fitted = recalibrate(threshold_counts(np.arange(40) % 3 == 0, np.linspace(0.1, 0.9, 40)[np.arange(40) * 7 % 40]))
    found = acted(of["truth"], of["probability"], fitted, 0.3, sample_weight=weight)
    tables = (one.table / one.table.sum() for one in (found.before, found.after))
    return [*np.ravel([*tables]), found.change.value]


def saying_nothing(of, weight):
    best = top_class(of["codes"], of["scores"], NAMES)
    found = abstention_curve(best.right, best.confidence, sample_weight=weight)
    return [*found.coverage, *found.accuracy[1:], found.area]


# What each public function that takes weights gives, as numbers. A new one needs its line here.
TAKES_WEIGHTS = {
    "threshold_counts": lambda of, weight: of_table(
        threshold_counts(of["truth"], of["probability"], sample_weight=weight)
    ),
    "confusion_matrix": lambda of, weight: confusion_matrix(
        of["codes"], of["first"], sample_weight=weight
    ).table.ravel(),
    "one_vs_rest_counts": lambda of, weight: [
        number
        for table in one_vs_rest_counts(of["codes"], of["scores"], NAMES, sample_weight=weight).values()
        for number in of_table(table)
    ],
    "hand_till": pairs_of_classes,
    "top_k_accuracy": first_few,
    "abstention_curve": saying_nothing,
    "acted": acting,
    "loss_differences": losing_more,
    "class_losses": losing_of_classes,
    "many_classes": of_all_classes,
    "amount_rows": by_amount,
    "amount_decision": row_by_row,
    "decision_difference": saved,
    "fold_scores": by_fold,
    "group_counts": each_group,
    "by_group": read_by_group,
    "nested_choice": chosen_elsewhere,
    "mse": of_numbers(regression.mse),
    "rmse": of_numbers(regression.rmse),
    "mae": of_numbers(regression.mae),
    "mape": of_numbers(off_by_share),
    "mape_interval": of_numbers(off_by_share_of),
    "r2": of_numbers(regression.r2),
    "median_absolute_error": of_numbers(regression.median_absolute_error),
    "huber": of_numbers(regression.huber),
    "regression_errors": of_numbers(all_measures),
    "tolerance_curve": of_numbers(by_tolerance),
    "error_groups": of_numbers(by_tenth),
    "residual_summary": of_numbers(of_residuals),
    "bootstrap_errors": of_numbers(drawn_values),
    "paired_differences": of_numbers(drawn_differences),
}
# Numbers that grow with the weights; all others are shares or means.
GROWS = {"threshold_counts", "confusion_matrix", "one_vs_rest_counts", "amount_rows", "group_counts"}


def public_functions():
    """Return every function that a public module of evalcore has, by name."""
    modules = (m.name for m in pkgutil.walk_packages(evalcore.__path__, "evalcore.") if "._" not in m.name)
    found = (vars(importlib.import_module(name)).items() for name in modules)
    return {
        name: thing
        for members in found
        for name, thing in members
        if inspect.isfunction(thing) and not name.startswith("_") and thing.__module__.startswith("evalcore.")
    }


FUNCTIONS = public_functions()
# Helpers of a module that its package does not offer; a workbench hands weights on, and of single rows they only say
# which there are.
INNER = {
    "cells_of_rows",
    "checked",
    "class_rows",
    "concerned",
    "given",
    "row_order",
    "rows",
    "truths",
    "weights",
    "workbench",
}


def test_every_function_that_takes_weights_is_tested_here():
    assert {n for n, f in FUNCTIONS.items() if "sample_weight" in inspect.signature(f).parameters} - INNER == set(
        TAKES_WEIGHTS
    )


def test_a_function_of_rows_takes_weights_or_says_that_it_does_not():
    of_rows = {n for n, f in FUNCTIONS.items() if "y_true" in inspect.signature(f).parameters} - INNER
    without = sorted(of_rows - set(TAKES_WEIGHTS))
    assert without
    assert [n for n in without if "count once each" not in inspect.getdoc(FUNCTIONS[n])] == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", TAKES_WEIGHTS)
def test_weights_are_repetitions(name, seed):
    columns, weight = rows(seed)
    repeated = {column: np.repeat(values, weight, axis=0) for column, values in columns.items()}
    ask = TAKES_WEIGHTS[name]
    weighted = ask(columns, weight)
    np.testing.assert_allclose(weighted, ask(repeated, None), rtol=1e-12)
    plain = ask(columns, None)
    assert len(plain) != len(weighted) or not np.allclose(weighted, plain, equal_nan=True), "the weights change nothing"


@pytest.mark.parametrize("name", sorted(set(TAKES_WEIGHTS) - GROWS))
def test_the_unit_of_the_weights_does_not_matter(name):
    columns, weight = rows(0)
    ask = TAKES_WEIGHTS[name]
    np.testing.assert_allclose(ask(columns, weight * 0.37), ask(columns, weight), rtol=1e-12)


def readings_of(weight):
    """Return what tables and matrices of weighted rows give."""
    of, _ = rows(0)
    table = threshold_counts(of["truth"], of["probability"], sample_weight=weight)
    cm, roc = table.at(0.5), roc_curve(table)
    return {
        **{metric.__name__: metric(cm) for metric in (matthews, kappa, youden_j, balanced_accuracy, f1)},
        "every threshold": np.nansum(matthews(table)),
        "auc": roc.auc,
        "rank loss": rank_loss(table),
        "pairs": pair_order(table).auc,
        "ranks": auc_by_rank_sum(table),
        "hull": roc_convex_hull(roc).auc,
        "average precision": precision_recall_curve(table).average_precision,
        "equal error rate": det_curve(table).equal_error_rate,
        "envelope": cost_curve(table).area,
        "H": h_measure(table).h,
        "best cost": best_threshold(table, cost_fn=5, cost_fp=1).cost,
        "rate-driven": choice_areas(table, 0.5).rate_driven,
        "net benefit": net_benefit(table, 0.3),
        "worst case": worst_case_threshold(table, low=0.2, high=0.6).regret,
        "reliability": calibration(table).reliability,
    }


@pytest.mark.parametrize("unit", [1e80, 1e154, 1e160, 1e297, 1e-80, 1e-170, 1e-300, 1e-312])
def test_no_product_of_large_or_small_weights_overflows_or_vanishes(unit):
    _, weight = rows(0)
    found, wanted = readings_of(weight * 0.37 * unit), readings_of(weight * 0.37)
    assert found == {name: pytest.approx(value, rel=1e-9) for name, value in wanted.items()}
