"""Tables of scores: what is refused, and in which words."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.significance import cochran_q, critical_difference, friedman, nemenyi, wilcoxon_holm
from evalcore.significance.score_tables import doubled_ranks, nearly_tied, score_table

NAN = (
    "scores must hold a finite number in every cell; got '{}' (data set 2, learner 3). Leave the data set out, or run "
    "the learner on it."
)


@pytest.mark.parametrize("test", [friedman, wilcoxon_holm])
@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ([[1, 2, 3], [4, 5, np.nan]], NAN.format("nan")),
        ([[1, 2, 3], [4, 5, np.inf]], NAN.format("inf")),
        ([[1, 2, 3], [4, 5, None]], NAN.format("None")),
        ([["1", "2", "3"], ["4", "5", "n/a"]], NAN.format("n/a")),
        (pd.DataFrame({"a": [1, 2], "b": [3, 4], "c": [5.0, None]}), NAN.format("nan")),
        (
            [1, 2, 3],
            "scores must be a table with one column a learner; got an array of 1 dimensions. Pass one row for each "
            "data set.",
        ),
        (
            [[1, 2], [3]],
            "scores must have as many values in each row; got rows of different lengths. Complete the short rows.",
        ),
        (
            [[1], [2]],
            "scores must have at least one row and two columns; got 2 and 1. Add a learner or a row.",
        ),
        (
            np.empty((0, 3)),
            "scores must have at least one row and two columns; got 0 and 3. Add a learner or a row.",
        ),
    ],
)
def test_bad_scores(test, scores, sentence):
    with pytest.raises(InputError) as refused:
        test(scores)
    assert str(refused.value) == sentence


def test_the_table_is_named():
    with pytest.raises(InputError, match=r"^correct must have at least one row and two columns; got 2 and 1"):
        cochran_q([[True], [False]])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: nemenyi([1, 2], 0),
            "n_datasets must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: nemenyi([1, 2], 2.5),
            "n_datasets must be a whole number from 1; got 2.5. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: nemenyi([1, 2], np.nan),
            "n_datasets must be a whole number from 1; got nan. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: critical_difference(1, 5),
            "n_learners must be a whole number from 2; got 1. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_bad_sizes(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "scores", [[["0.5", "0.25"]], pd.DataFrame([[0.5, 0.25]], dtype=object), np.array([[0.5, 0.25]], dtype=np.float32)]
)
def test_numbers_of_any_kind(scores):
    assert score_table(scores).tolist() == [[0.5, 0.25]]
    assert score_table(scores).dtype == np.float64


def test_rank_one_is_the_best():
    table = np.array([[0.9, 0.7, 0.7, 0.1]])
    assert doubled_ranks(table, higher_is_better=True).tolist() == [[2, 5, 5, 8]]
    assert doubled_ranks(table, higher_is_better=False).tolist() == [[8, 5, 5, 2]]


def test_nearly_tied():
    one = np.ones((1, 1))
    assert nearly_tied(np.array([[0.1 + 0.2, 0.3]]), one)
    assert not nearly_tied(np.array([[0.3, 0.3]]), one)
    assert not nearly_tied(np.array([[0.3, 0.3 + 1e-11]]), one)
