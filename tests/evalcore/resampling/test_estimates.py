"""Estimates against scikit-learn's, against closed forms, and against the formulas of Efron and Tibshirani."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from evalcore.errors import InputError
from evalcore.resampling import (
    NOT_A_STANDARD_ERROR,
    Assignment,
    Bootstrap,
    ErrorEstimate,
    HoldOut,
    KFold,
    LeaveOneOut,
    OnTrainingRows,
    TrainingError,
    TwoNormals,
    as_rows,
    estimate_error,
    estimate_steps,
    learner,
    real_rows,
)
from tests.examples import examples


def rng(seed=0):
    return np.random.default_rng(seed)


BALANCED = np.zeros((60, 1)), np.arange(60) % 2


def test_the_majority_rule_is_wrong_on_every_row_that_is_left_out():
    """Exercise 2.2: with 30 and 30 rows the class of the row left out is the rarer one."""
    assert estimate_error(learner("majority"), *BALANCED, method=LeaveOneOut(), rng=rng()).error == 1.0
    assert estimate_error(learner("majority"), *BALANCED, method=KFold(10), rng=rng()).error == 0.5
    assert estimate_error(learner("majority"), *BALANCED, rng=rng()).error == 0.5


@pytest.mark.parametrize(("n", "n_rare"), [(60, 30), (61, 30), (62, 30), (50, 10)])
def test_leave_one_out_of_the_majority_rule_in_closed_form(n, n_rare):
    """Right on the frequent class as soon as it is more frequent by two."""
    y = np.arange(n) < n_rare
    found = estimate_error(learner("majority"), np.zeros((n, 1)), y, method=LeaveOneOut(), rng=rng())
    lead = n - 2 * n_rare
    # by one: a tie when one of the frequent class is left out, and ties go to the first class, which is frequent here
    assert found.error == (1.0 if lead == 0 else n_rare / n)
    assert (
        estimate_error(learner("majority"), np.zeros((n, 1)), y, method=TrainingError(), rng=rng()).error == n_rare / n
    )


def test_the_memoriser_never_errs_on_what_it_has_seen():
    rows = TwoNormals().draw(60, rng())
    seen = estimate_error(learner("memoriser"), rows.x, rows.y, method=TrainingError(), rng=rng())
    fresh = estimate_error(learner("memoriser"), rows.x, rows.y, method=LeaveOneOut(), rng=rng())
    assert (seen.error, fresh.error) == (0.0, 1.0)


def test_a_hold_out_of_a_rule_that_learns_nothing_is_binomial():
    """18 rows judged of very many: the spread of exercise 2 is that of a coin."""
    y = rng(3).random(4_000) < 0.3
    found = estimate_error(
        learner("majority"),
        np.zeros((4_000, 1)),
        y,
        method=HoldOut(18 / 4_000, repeats=400, stratified=False),
        rng=rng(),
    )
    wrong = np.bincount((found.round_errors * 18).round().astype(int), minlength=19) / 400
    assert np.abs(np.cumsum(wrong) - binom.cdf(np.arange(19), 18, y.mean())).max() < 1.63 / 20  # Kolmogorov, 1%
    assert found.spread == pytest.approx(np.sqrt(y.mean() * (1 - y.mean()) / 18), rel=0.15)


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_against_cross_val_score(name):
    rows = real_rows(name)
    model = make_pipeline(StandardScaler(), LinearDiscriminantAnalysis())
    found = estimate_error(model, rows.x, rows.y, method=KFold(5), rng=rng())
    folds = StratifiedKFold(5, shuffle=True, random_state=int(rng().integers(2**32)))
    np.testing.assert_allclose(found.round_errors, 1 - cross_val_score(model, rows.x, rows.y, cv=folds), atol=1e-12)
    assert found.error == pytest.approx(found.round_errors.mean())
    assert found.spread == pytest.approx(found.round_errors.std(ddof=1))


def test_leave_one_out_of_the_nearest_neighbour_by_hand():
    rows = TwoNormals().draw(40, rng())
    far = np.square(rows.x[:, None] - rows.x).sum(axis=2) + np.diag(np.full(40, np.inf))
    found = estimate_error(learner("1-nn"), rows.x, rows.y, method=LeaveOneOut(), rng=rng())
    np.testing.assert_array_equal(np.diag(found.wrong), rows.y[far.argmin(axis=1)] != rows.y)


def test_rounds_and_rows():
    rows = TwoNormals().draw(22, rng())
    found = estimate_error(learner("majority"), rows.x, rows.y, method=KFold(4, stratified=False), rng=rng())
    assert (found.n_fits, found.train_size, found.progress) == (4, 16.5, 1.0)
    assert found.pooled_error == np.count_nonzero(found.wrong) / 22
    assert found.pooled_error == pytest.approx(np.average(found.round_errors, weights=[6, 6, 5, 5]))
    assert found.row_errors.tolist() == found.wrong.any(axis=0).tolist()
    frame = found.to_frame()
    assert frame.columns.tolist() == ["round", "trained", "distinct", "judged", "out", "error"]
    assert frame["error"].tolist() == found.round_errors.tolist()
    assert (found.warnings, found.out_of_bag, np.isnan(found.point632)) == ((), found.pooled_error, True)
    assert str(NOT_A_STANDARD_ERROR).startswith("The spread over rounds is not a standard error:")


def test_one_round_has_no_spread():
    assert np.isnan(estimate_error(learner("majority"), *BALANCED, method=HoldOut(), rng=rng()).spread)


def test_steps_and_stop():
    rows = as_rows(*BALANCED)
    steps = estimate_steps(learner("majority"), rows, method=KFold(10), rng=rng())
    first = next(steps)
    assert (first.progress, len(first.round_errors), first.n_fits) == (0.1, 1, 1)
    second = next(steps)
    assert (len(first.round_errors), len(second.round_errors), first.wrong.shape) == (1, 2, (1, 60))
    told = []
    whole = estimate_error(learner("majority"), *BALANCED, rng=rng(), progress=told.append)
    assert told == [i / 10 for i in range(1, 11)]
    assert whole.round_errors[:2].tolist() == second.round_errors.tolist()
    with pytest.raises(ValueError, match="read-only"):
        whole.wrong[0, 0] = True


def test_the_same_seed_gives_the_same_estimate():
    rows = TwoNormals().draw(40, rng())
    first, second, other = (
        estimate_error(learner("tree"), rows.x, rows.y, method=Bootstrap(5), rng=rng(seed)) for seed in (1, 1, 2)
    )
    assert first.error == second.error != other.error


def slow_bootstrap(rows, found):
    """Out-of-bag error, training error and no-information rate with loops."""
    losses = [[] for _ in range(rows.n)]
    for at in range(found.assignment.n_rounds):
        drawn = set(found.assignment.trained_rows(at))
        for i in set(range(rows.n)) - drawn:
            losses[i].append(found.wrong[at, i])
    out = np.mean([np.mean(one) for one in losses if one])
    model = LinearDiscriminantAnalysis().fit(rows.x, rows.y)
    said = model.predict(rows.x)
    rate = np.mean([[a != b for a in rows.y] for b in said])
    return out, np.mean(said != rows.y), rate


def test_632_by_the_formulas():
    rows = TwoNormals().draw(40, rng(4))
    found = estimate_error(learner("lda"), rows.x, rows.y, method=Bootstrap(15, ".632+"), rng=rng())
    out, seen, rate = slow_bootstrap(rows, found)
    assert found.out_of_bag == pytest.approx(out)
    assert found.on_training_rows.error == seen
    assert found.on_training_rows.no_information_rate == pytest.approx(rate)
    assert found.point632 == pytest.approx(0.368 * seen + 0.632 * out)
    overfitting = (out - seen) / (rate - seen)
    assert found.overfitting == pytest.approx(overfitting)
    weight = 0.632 / (1 - 0.368 * overfitting)
    assert found.error == pytest.approx((1 - weight) * seen + weight * out)
    assert found.weight == pytest.approx(weight)
    assert found.n_fits == found.method.n_fits(rows) == 16
    assert [found.read_as(one).error for one in ("out-of-bag", ".632")] == [found.out_of_bag, found.point632]


def read(*, seen, out, rate):
    """A bootstrap of one round that judges 20 rows, `out` of them wrongly."""
    judged = np.arange(40) < 20
    return ErrorEstimate(
        method=Bootstrap(1, ".632+"),
        assignment=Assignment(times_trained=(~judged * 2)[None].astype(np.int64), judged=judged[None]),
        n_rounds=1,
        wrong=(np.arange(40) < out * 20)[None],
        on_training_rows=OnTrainingRows(error=seen, no_information_rate=rate),
    )


@pytest.mark.parametrize(
    ("case", "overfitting", "error"),
    [
        ({"seen": 0.0, "out": 0.5, "rate": 0.5}, 1.0, 0.5),  # the nearest neighbour on noise; .632 says .316
        ({"seen": 0.2, "out": 0.2, "rate": 0.5}, 0.0, 0.2),
        ({"seen": 0.3, "out": 0.2, "rate": 0.5}, 0.0, 0.368 * 0.3 + 0.632 * 0.2),  # fewer wrong outside: .632
        ({"seen": 0.5, "out": 0.6, "rate": 0.5}, 0.0, 0.368 * 0.5 + 0.632 * 0.6),  # nothing to be learned: .632
        # worse than pairing at random: (32) puts the rate in the place of the out-of-bag error, but in .632 itself
        ({"seen": 0.0, "out": 0.6, "rate": 0.5}, 1.0, 0.632 * 0.6 + 0.5 * 0.368 * 0.632 / 0.632),
    ],
)
def test_the_ends_of_632_plus(case, overfitting, error):
    found = read(**case)
    assert found.overfitting == pytest.approx(overfitting)
    assert found.error == pytest.approx(error)
    bounded = min(case["out"], case["rate"])
    assert (found.bounded_out_of_bag, found.overfits) == (pytest.approx(bounded), bounded > case["seen"])
    # As the page writes it.
    assert found.point632 + (found.weight - 0.632) * (bounded - case["seen"]) == pytest.approx(error)


def test_632_plus_of_a_learner_that_remembers_noise():
    x, y = rng(5).random((200, 3)), np.arange(200) % 2
    found = estimate_error(learner("tree"), x, y, method=Bootstrap(20, ".632+"), rng=rng())
    assert found.on_training_rows.error == 0
    assert found.error == pytest.approx(0.5, abs=0.08)
    assert found.point632 == pytest.approx(0.316, abs=0.05)


def test_rows_that_every_round_draws():
    found = estimate_error(learner("majority"), [[0]] * 3, [0, 1, 1], method=Bootstrap(1), rng=rng(3))
    (said,) = [str(one) for one in found.warnings if "drawn in every round" in str(one)]
    count = np.count_nonzero(found.assignment.times_judged == 0)
    assert said == f"{count} rows were drawn in every round and are not judged. Draw more rounds."


def test_no_row_is_judged():
    found = next(
        one
        for seed in range(50)
        if not (
            one := estimate_error(
                learner("majority"), [[0]] * 2, [0, 1], method=Bootstrap(1, ".632+"), rng=np.random.default_rng(seed)
            )
        ).assignment.judged.any()
    )
    assert [np.isnan(v) for v in (found.error, found.out_of_bag, found.pooled_error, found.round_errors[0])] == [
        True
    ] * 4


def test_one_class_to_train_on():
    found = estimate_error(learner("lda"), [[0], [1], [2], [3]], [0, 0, 0, 1], method=LeaveOneOut(), rng=rng())
    assert found.wrong[3, 3]
    assert [str(one) for one in found.warnings] == [
        "In 1 rounds all rows to train on were of one class, and that class was predicted."
    ]


def test_a_learner_that_needs_more_rows():
    with pytest.raises(InputError, match=r"^The learner must be able to use 2 rows to train on; it says '"):
        estimate_error(learner("3-nn"), [[0], [1], [2]], [0, 1, 0], method=LeaveOneOut(), rng=rng())


@examples(25)
@given(n=st.integers(8, 30), rounds=st.integers(1, 6), share=st.floats(0.2, 0.8), seed=st.integers(0, 999))
def test_what_holds_for_every_bootstrap(n, rounds, share, seed):
    rows = TwoNormals(1.0, 2, share).draw(n, rng(seed))
    found = estimate_error(learner("memoriser"), rows.x, rows.y, method=Bootstrap(rounds, ".632+"), rng=rng(seed))
    if np.isnan(found.out_of_bag):
        return
    seen = found.on_training_rows.error
    assert min(seen, found.out_of_bag) <= found.point632 <= max(seen, found.out_of_bag)
    assert found.point632 <= found.point632_plus <= 1
    assert 0 <= found.overfitting <= 1
    assert 0.632 <= found.weight <= 1
    assert found.read_as(".632").error == found.point632


@examples(25)
@given(n=st.integers(4, 25), seed=st.integers(0, 999))
def test_leave_one_out_does_not_depend_on_the_order_of_the_rows(n, seed):
    rows, order = TwoNormals(1.0, 2).draw(n, rng(seed)), rng(seed).permutation(n)
    first, second = (
        estimate_error(learner("memoriser"), one.x, one.y, method=LeaveOneOut(), rng=rng())
        for one in (rows, rows.some(order))
    )
    assert first.error == second.error
    assert first.row_errors[order].tolist() == second.row_errors.tolist()
