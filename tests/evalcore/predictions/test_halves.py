"""Two halves at random: they share no row and no case, and together they are all there was."""

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from evalcore.predictions import Columns, from_frame, halves, have_cases_in_common, random_folds, share_cases

N = 301


def table(**further):
    rng = np.random.default_rng(1)
    y = rng.random(N) < 0.3
    return pd.DataFrame({"y": np.where(y, "p", "n"), "score": rng.normal(size=N) + y, **further})


def rng(seed=0):
    return np.random.default_rng(seed)


def test_halves_are_all_rows_once_and_each_class_is_halved():
    whole = from_frame(
        table(w=np.arange(1, N + 1), a=np.arange(N), g=np.arange(N) % 3, k=np.arange(N) % 5, r=np.arange(N) % 2),
        truth="y",
        scores=["score"],
        positive="p",
        weight="w",
        amount="a",
        groups=["g"],
        fold="k",
        repeat="r",
    )
    first, other = halves(whole, rng())
    assert sorted([*first.rows, *other.rows]) == list(range(N))
    assert np.abs(np.subtract(first.class_counts, other.class_counts)).max() <= 1
    for half in (first, other):
        rows = half.rows
        assert half.n_rows_read == half.n + half.n_dropped == N
        assert (half.y_true == whole.y_true[rows]).all()
        assert (half.scores["score"] == whole.scores["score"][rows]).all()
        assert (half.weight == rows + 1.0).all()
        assert (half.amount == rows).all()
        for of, modulus in ((half.groups["g"], 3), (half.folds, 5), (half.repeats, 2)):
            assert [of.labels[code] for code in of.codes] == [str(row % modulus) for row in rows]
        # A reader finds the first of the others in the file.
        assert half.dropped[-1].rows == tuple(np.setdiff1d(np.arange(N), rows)[:5] + 1)
    assert len({whole.digest, first.digest, other.digest}) == 3
    merged = threshold_counts(first.y_true, first.scores["score"]).merge(
        threshold_counts(other.y_true, other.scores["score"])
    )
    assert merged.tp.tolist() == threshold_counts(whole.y_true, whole.scores["score"]).tp.tolist()


def test_a_seed_draws_the_same_halves_again_and_another_one_others():
    whole = from_frame(table(), truth="y", scores=["score"])
    (a, _), (b, _), (c, _) = (halves(whole, rng(seed)) for seed in (4, 4, 5))
    assert a.digest == b.digest != c.digest


def test_rows_left_out_before_stay_left_out():
    frame = table()
    frame.loc[[0, 7], "score"] = np.nan
    first, other = halves(from_frame(frame, truth="y", scores=["score"]), rng())
    assert sorted([*first.rows, *other.rows]) == [row for row in range(N) if row not in (0, 7)]
    assert [one.count for one in first.dropped] == [2, other.n]


def test_a_case_is_on_one_side_with_all_its_rows():
    case = np.arange(N) // 4
    whole = from_frame(table(who=case), truth="y", scores=["score"], case="who")
    first, other = halves(whole, rng())
    assert not {*case[first.rows]} & {*case[other.rows]}
    for half in (first, other):
        same = half.cases.of.code
        assert ((same[:, None] == same) == (case[half.rows][:, None] == case[half.rows])).all()
        assert half.cases.count == len({*case[half.rows]}) == same.max() + 1


def test_many_classes_and_predicted_labels_are_halved():
    frame = pd.DataFrame({"y": list("abc") * 20, "said": list("abb") * 20})
    first, other = halves(from_frame(frame, truth="y", labels=["said"]), rng())
    assert first.class_counts == other.class_counts == (10, 10, 10)
    assert (first.labels["said"] == np.minimum(first.y_true, 1)).all()


def test_means_of_cases_are_halved_and_are_no_single_rows():
    frame = pd.DataFrame({"y": [1, 1, 0, 0] * 10, "score": np.arange(40), "id": np.arange(40) // 2})
    first, other = halves(from_frame(frame, truth="y", scores=["score"], case="id", taken="mean"), rng())
    assert first.n == other.n == 10
    assert first.rows is None
    assert first.dropped[-1].rows == ()


def test_a_half_without_a_class_is_refused():
    frame = pd.DataFrame({"y": [1, 0, 0, 0], "score": [0.9, 0.1, 0.2, 0.3]})
    with pytest.raises(InputError, match="Each half must hold rows of every class; got none of '1' in one of them"):
        halves(from_frame(frame, truth="y", scores=["score"]), rng())


def test_a_regression_is_not_halved():
    frame = pd.DataFrame({"y": np.arange(40) / 7, "score": np.arange(40) / 7})
    with pytest.raises(InputError, match="Rows are halved by their classes; got numbers to predict"):
        halves(from_frame(frame, truth="y", scores=["score"]), rng())
    with pytest.raises(InputError, match="Folds are drawn by class; got numbers to predict"):
        random_folds(from_frame(frame, truth="y", scores=["score"]), 5, rng())


def test_folds_spread_each_class_and_keep_cases_together():
    case = np.arange(N) // 2
    plain, by_case = (from_frame(table(who=case), truth="y", scores=["score"], case=one) for one in (None, "who"))
    for k in (2, 5, 10):
        fold = random_folds(plain, k, rng())
        for label in (0, 1):
            sizes = np.bincount(fold[plain.y_true == label], minlength=k)
            assert sizes.max() - sizes.min() <= 1
        assert (random_folds(plain, k, rng()) == fold).all()
        assert (random_folds(plain, k, rng(1)) != fold).any()
        together = random_folds(by_case, k, rng())
        assert all(len({*together[case == one]}) == 1 for one in range(case.max()))
        assert {*together} == {*range(k)}


@pytest.mark.parametrize(
    ("ids", "shared"), [([3, 4, 5], False), ([2, 4, 5], True), ([None, None, 4], False), (["1", "x", "y"], True)]
)
def test_cases_of_two_tables(ids, shared):
    one, other = pd.DataFrame({"id": [1, 2, None]}).astype("Int64"), pd.DataFrame({"patient": ids}, dtype=object)
    assert have_cases_in_common((one, Columns(case="id")), (other, Columns(case="patient"))) is shared
    assert not have_cases_in_common((one, Columns(case="id")), (other, Columns()))


@pytest.mark.parametrize("k", [1, 5])
def test_as_many_folds_as_cases_at_most(k):
    frame = pd.DataFrame({"y": [1, 0, 0, 0, 1, 1], "score": np.arange(6), "id": [1, 1, 2, 2, 3, 4]})
    of = from_frame(frame, truth="y", scores=["score"], case="id")
    with pytest.raises(InputError, match="The number of folds must lie between 2 and the 4 cases; got"):
        random_folds(of, k, rng())


@pytest.mark.parametrize(
    ("ids", "shared"),
    [([1, 2, 3, 4, 5], False), ([1, 2, 2, 4, 5], True), ([1, 2, 3, 4, 1], False), ([None] * 5, False)],
)
def test_cases_of_two_parts(ids, shared):
    frame = pd.DataFrame({"id": ids, "split": ["a", "a", "B ", "b", "c"]})
    assert share_cases(frame, Columns(split="split", case="id"), "a", "b") is shared
    assert not share_cases(frame, Columns(split="split"), "a", "b")
