"""Conditions: judged by the end of the interval that is nearest to failing."""

import math

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.workbench import workbench
from evalcore.workbench.judged import COLUMNS, Condition, judge, numbers

NUMBERS = pd.DataFrame(
    [
        ("m", "recall", 0.92, 0.85, 0.96, ""),
        ("m", "fpr", 0.1, 0.05, 0.2, ""),
        ("m", "kappa", 0.3, math.nan, math.nan, "why"),
    ],
    columns=COLUMNS,
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fails", "judged"),
    [
        ("recall<0.9", True, 0.85),
        ("recall<0.85", False, 0.85),
        ("recall <= 0.85", True, 0.85),
        ("recall<0.8", False, 0.85),
        ("fpr>0.15", True, 0.2),
        ("fpr>0.2", False, 0.2),
        ("fpr >= .2", True, 0.2),
        ("recall>0.95", True, 0.96),
    ],
)
def test_the_end_nearest_to_failing_judges(text, fails, judged):
    (found,) = judge(NUMBERS, [Condition.read(text)])
    assert (found.fails, found.judged) == (fails, judged)


def test_the_value_may_judge():
    (found,) = judge(NUMBERS, [Condition.read("recall<0.9")], by="value")
    assert (found.fails, found.judged) == (False, 0.92)


def test_without_an_interval_nothing_is_judged():
    (found,) = judge(NUMBERS, [Condition.read("kappa<0.1")])
    assert (found.fails, found.note) == (None, "why")
    assert judge(NUMBERS, [Condition.read("kappa<0.1")], by="value")[0].fails is False


def test_each_model_is_judged():
    two = pd.concat([NUMBERS, NUMBERS.assign(model="n", low=0.95)])
    assert [(one.model, one.fails) for one in judge(two, [Condition.read("recall<0.9")])] == [("m", True), ("n", False)]


@pytest.mark.parametrize(
    "text", ["recall", "recall=0.9", "<0.9", "recall<", "recall<x", "recall<nan", "recall<inf", ""]
)
def test_a_text_that_writes_no_condition_is_refused(text):
    with pytest.raises(
        InputError, match=r"fail_if must be a metric, a sign and a number; got .* Write it as recall<0\.9\."
    ):
        Condition.read(text)


def test_a_metric_that_is_none_is_refused():
    with pytest.raises(InputError, match="fail_if must be one of 'recall', 'fpr', 'kappa'; got 'recal'"):
        judge(NUMBERS, [Condition.read("recal<1")])


def test_numbers_of_every_task():
    rng = np.random.default_rng(7)
    y = rng.integers(0, 3, 90)
    proba = rng.dirichlet([1, 1, 1], 90)
    of_two = numbers(workbench(y == 1, proba[:, 1]), 0.3)
    assert {"recall", "f1", "auc", "average_precision", "brier_score"} <= set(of_two["metric"])
    assert "auc" not in set(numbers(workbench(y == 1, proba[:, 1] > 0.4))["metric"])
    of_many = numbers(workbench(y, proba)).set_index("metric")["value"]
    assert of_many["macro_recall"] == pytest.approx(of_many["balanced_accuracy"])
    assert {"accuracy", "auc"} <= set(of_many.index)
    assert "auc" not in set(numbers(workbench(y.astype(str), y.astype(str)))["metric"])
    assert list(numbers(workbench(y + 0.5, y * 1.0))["metric"])[:2] == ["mse", "rmse"]
    assert all(list(one.columns) == COLUMNS for one in (of_two, numbers(workbench(y, proba))))


def test_a_threshold_that_nobody_fixed_beforehand_is_noted():
    y, scores = [0, 1] * 20, [0.1 * k for k in range(10)] * 4
    bench = workbench(y, scores)
    note = "The threshold was chosen on these rows"
    for threshold in ("f1", bench.choose("f1")):
        found = bench.readings(threshold).set_index("metric")["note"].str.contains(note)
        # No threshold changes how many rows are positive.
        assert list(found.index[~found]) == ["majority_baseline", "prevalence"]
    assert not bench.readings(0.5)["note"].str.contains(note).any()
    # Chosen on other rows it is as good as fixed.
    elsewhere = workbench([0, 0, 1, 1], [0.1, 0.2, 0.85, 0.95]).choose("f1")
    assert elsewhere.threshold == 0.85
    assert not bench.readings(elsewhere)["note"].str.contains(note).any()
    margins = workbench(y, [10 * score - 3 for score in scores])
    assert margins.readings()["note"].str.contains("the middle one of them is taken").sum() == len(found) - 2
    assert not margins.readings(0)["note"].str.contains("middle one").any()


def test_a_metric_that_is_mistyped_in_a_wish_is_named():
    bench = workbench([0, 1] * 20, [0.1 * k for k in range(10)] * 4)
    for wish in ("precision while recal>=0.9", "recal while precision>=0.9"):
        with pytest.raises(InputError, match="got 'recal'"):
            bench.readings(wish)


def test_a_report_that_cannot_be_written_says_where(tmp_path):
    with pytest.raises(InputError, match="Make the folder first"):
        workbench([0, 1] * 5, [0.1, 0.9] * 5).report(tmp_path / "none" / "report.html")
