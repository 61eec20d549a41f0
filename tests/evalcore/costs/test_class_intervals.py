"""The interval of what labels cost, and of what another decision saves: against rows drawn one by one."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from evalcore import costs
from evalcore.costs.class_intervals import ALIKE, DRAWS, FEW_APART, ONE_COST, ONE_DIFFERENCE, TOO_NARROW
from evalcore.counts import ConfusionMatrix, ThresholdCounts, confusion_matrix
from evalcore.errors import InputError
from evalcore.intervals.percentiles import WEIGHTED

COST = np.array([[0.0, 1, 3], [2, -1, 4], [10, 6, 0]])
B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))
SINGLE = "An interval needs at least two rows of each class; classes with a single row: 1."


def codes(table):
    """Return truth and decision of each row of a table."""
    cells = np.asarray(table)
    truth, decision = np.indices(cells.shape)
    return truth.repeat(cells.ravel()), decision.repeat(cells.ravel())


def resampled(truth, worth, n, *, prevalence=None, seed=1):
    """Draw rows, with a prevalence one class after the other, and average what they are worth."""
    generator, total = np.random.default_rng(seed), np.zeros(n)
    if prevalence is None:
        return worth[generator.choice(len(truth), (n, len(truth)))].mean(axis=1)
    for i in np.unique(truth):
        rows = np.flatnonzero(truth == i)
        total += prevalence[i] * worth[generator.choice(rows, (n, len(rows)))].mean(axis=1)
    return total


def expect_percentiles(found, slow):
    for end, share in ((found.low, 0.025), (found.high, 0.975)):
        # within four standard errors of a share, seen from both sides of the steps between possible costs
        error = 4 * math.sqrt(share * (1 - share) * (1 / DRAWS + 1 / len(slow)))
        assert np.mean(slow < end - 1e-9) - error <= share <= np.mean(slow <= end + 1e-9) + error


class TestLabels:
    @pytest.mark.parametrize("prevalence", [None, [0.2, 0.3, 0.5]])
    def test_as_with_resampled_rows(self, prevalence):
        truth, decision = codes(B.table)
        found = costs.label_cost_interval(B, COST, prevalence=prevalence)
        expect_percentiles(found, resampled(truth, COST[truth, decision], 20_000, prevalence=prevalence))
        assert found.cost == costs.label_cost(B, COST, prevalence=prevalence).cost
        assert found.low < found.cost < found.high
        assert found.reason is None

    @pytest.mark.parametrize("prevalence", [50 / 130, 0.1])
    def test_two_classes_are_a_fixed_threshold(self, prevalence):
        many = 1000  # for small samples the other has Wilson's interval in place of percentiles
        counts = ThresholdCounts.from_grouped([2, 1], [38 * many, 12 * many], [20 * many, 60 * many])
        setting = {"cost_fn": 5.0, "cost_fp": 1.0, "cost_tp": -2.0, "cost_tn": 0.5}
        fixed = costs.threshold_cost_interval(counts, 2, **setting, prevalence=prevalence)
        shares = [prevalence, 1 - prevalence]
        found = costs.label_cost_interval(counts.at(2), [[-2, 5], [1, 0.5]], prevalence=shares)
        assert found.cost == pytest.approx(fixed.cost)
        width = fixed.high - fixed.low
        assert (found.low, found.high) == pytest.approx((fixed.low, fixed.high), abs=0.04 * width)

    @pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
    def test_normal_for_many_rows(self, level):
        cm = ConfusionMatrix(B.table * 10_000)
        found = costs.label_cost_interval(cm, COST, confidence_level=level)
        truth, decision = codes(B.table)
        worth = COST[truth, decision]
        half = stats.norm.ppf((1 + level) / 2) * math.sqrt(worth.var() / 1_000_000)
        assert found.low == pytest.approx(found.cost - half, abs=0.06 * half)
        assert found.high == pytest.approx(found.cost + half, abs=0.06 * half)

    def test_seed(self):
        first, again = (costs.label_cost_interval(B, COST) for _ in range(2))
        assert first == again == costs.label_cost_interval(B, COST, rng=np.random.default_rng(0))
        many = ConfusionMatrix(B.table * 1000)
        other = costs.label_cost_interval(many, COST, rng=np.random.default_rng(1))
        assert costs.label_cost_interval(many, COST) != other

    @pytest.mark.parametrize(
        ("table", "cost", "prevalence", "reason"),
        [
            (np.zeros((3, 3), dtype=int), COST, None, "There is no row."),
            (B.table * 0.5, COST, None, str(WEIGHTED)),
            ([[5, 1, 0], [0, 1, 0], [1, 0, 4]], COST, None, SINGLE),
            ([[5, 0, 0], [0, 6, 0], [0, 0, 4]], 1 - np.eye(3), None, str(ONE_COST)),
            ([[5, 0, 0], [0, 6, 0], [0, 0, 4]], COST, [0.3, 0.4, 0.3], str(ONE_COST)),
            ([[5, 3, 0], [0, 6, 0], [0, 0, 4]], np.zeros((3, 3)), None, str(ONE_COST)),
            ([[5, 3, 0], [0, 6, 0], [0, 0, 4]], COST, [0, 0.5, 0.5], str(ONE_COST)),
            (
                [[5, 1, 0], [0, 0, 0], [1, 0, 4]],
                COST,
                [0.5, 0.1, 0.4],
                "Class '1' has no row, so nobody knows what it costs.",
            ),
        ],
    )
    def test_no_interval(self, table, cost, prevalence, reason):
        cm = ConfusionMatrix(table)
        found = costs.label_cost_interval(cm, cost, prevalence=prevalence)
        assert math.isnan(found.low)
        assert math.isnan(found.high)
        assert str(found.reason) == reason
        assert found.cost == pytest.approx(costs.label_cost(cm, cost, prevalence=prevalence).cost, nan_ok=True)

    def test_classes_that_do_not_count_need_no_rows(self):
        cm = ConfusionMatrix([[5, 1, 0], [0, 1, 0], [0, 0, 0]])
        assert costs.label_cost_interval(cm, COST, prevalence=[1, 0, 0]).reason is None
        assert costs.label_cost_interval(ConfusionMatrix([[5, 1], [0, 0]]), [[0, 1], [1, 0]]).reason is None

    @pytest.mark.parametrize(
        ("table", "cost", "prevalence", "noted"),
        [
            (B.table, COST, None, False),
            ([[5, 2, 2], [10, 20, 5], [10, 40, 50]], COST, None, True),
            ([[5, 2, 2], [10, 20, 5], [10, 40, 50]], COST, [0, 0.5, 0.5], False),
            ([[5, 2, 2], [10, 20, 5], [10, 40, 50]], [[1, 1, 1], [2, -1, 4], [10, 6, 0]], None, False),
            ([[50, 5, 0], [10, 20, 5], [10, 40, 50]], [[0, 1, 90], [2, -1, 4], [10, 6, 0]], None, True),
            ([[50, 5, 0], [10, 20, 5], [10, 40, 50]], [[0, 1, 0], [2, -1, 4], [10, 6, 0]], None, False),
            ([[50, 5, 0], [10, 20, 5], [10, 40, 50]], [[0, 1, 90], [2, -1, 4], [10, 6, 0]], [0, 0.5, 0.5], False),
            # another cell of the same cost was seen
            ([[50, 5, 0], [10, 20, 5], [10, 40, 50]], 1 - np.eye(3), None, False),
            ([[50, 0, 0], [10, 20, 5], [10, 40, 50]], 1 - np.eye(3), [0.8, 0.1, 0.1], True),
            # costly, but 4 rows in 100,000 would cost little beside the rest
            ([[10**5, 10**4, 0], [10, 20, 5], [10, 40, 50]], COST, [0.2, 0.4, 0.4], False),
        ],
    )
    def test_note_where_what_was_not_seen_could_matter(self, table, cost, prevalence, noted):
        found = costs.label_cost_interval(ConfusionMatrix(table), cost, prevalence=prevalence)
        assert found.reason is None
        assert found.warnings == ((TOO_NARROW,) if noted else ())

    def test_note_by_hand(self):
        """None of 30 rows taken for the third class: up to z^2 / (30 + z^2) = .1135 of them, in half of all cases."""
        cm = ConfusionMatrix([[20, 10, 0], [10, 20, 0], [0, 0, 0]])
        notes = []
        for dear in np.linspace(1, 10, 19):
            found = costs.label_cost_interval(cm, [[0, 1, dear], [1, 0, 1], [0, 0, 0]])
            above, more = found.high - found.cost, 0.5 * 0.1135 * (dear - 1 / 3) * (dear > 1)
            notes.append(bool(found.warnings))
            assert notes[-1] == (math.hypot(above, more) > 1.1 * above)
        assert {*notes} == {False, True}


@st.composite
def decided(draw):
    k, n = draw(st.integers(2, 4)), draw(st.integers(1, 25))
    column = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    cost = draw(st.lists(st.lists(st.integers(-5, 20), min_size=k, max_size=k), min_size=k, max_size=k))
    return (*(np.array(draw(column)) for _ in range(3)), np.array(cost, dtype=float))


class TestDifference:
    @settings(deadline=None)
    @given(decided())
    def test_row_by_row(self, case):
        truth, first, second, cost = case
        found = costs.decision_difference(truth, first, second, cost)
        slow = [cost[i, a] - cost[i, b] for i, a, b in zip(truth, first, second, strict=True)]
        assert found.difference == pytest.approx(np.mean(slow), abs=1e-12)
        assert found.n_apart == sum(first != second)
        assert found.reason is not None or found.low <= found.difference + 1e-12
        assert found.reason is not None or found.high >= found.difference - 1e-12
        back = costs.decision_difference(truth, second, first, cost)
        assert (back.difference, back.n_apart) == (pytest.approx(-found.difference, abs=1e-12), found.n_apart)

    def test_as_with_resampled_rows(self):
        rng = np.random.default_rng(5)
        truth, first = codes(B.table)
        second = np.where(rng.random(len(truth)) < 0.3, rng.integers(0, 3, len(truth)), first)
        found = costs.decision_difference(truth, first, second, COST)
        expect_percentiles(found, resampled(truth, COST[truth, first] - COST[truth, second], 20_000))

    def test_pairing_narrows_the_interval(self):
        rng = np.random.default_rng(6)
        truth, first = codes(B.table * 10)
        second = np.where(rng.random(len(truth)) < 0.02, truth, first)
        found = costs.decision_difference(truth, first, second, COST)
        alone = costs.label_cost_interval(confusion_matrix(truth, first, classes=range(3)), COST)
        assert found.high - found.low < (alone.high - alone.low) / 2

    def test_weights_repeat_rows(self):
        truth, first = codes(B.table)
        second, weight = first[::-1], np.arange(100) % 4
        found = costs.decision_difference(truth, first, second, COST, sample_weight=weight)
        repeated = costs.decision_difference(*(v.repeat(weight) for v in (truth, first, second)), COST)
        assert found.difference == pytest.approx(repeated.difference)
        assert math.isnan(found.low)
        assert str(found.reason) == str(WEIGHTED)
        assert found.n_apart == sum(first != second)

    @pytest.mark.parametrize(
        ("truth", "first", "second", "reason"),
        [
            ([0, 0, 1, 1], [0, 1, 1, 1], [0, 1, 1, 1], str(ALIKE)),
            ([0, 0, 1, 1, 2], [0, 1, 1, 1, 2], [0, 2, 1, 1, 2], SINGLE),
            ([0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0], str(ONE_DIFFERENCE)),
        ],
    )
    def test_no_interval(self, truth, first, second, reason):
        found = costs.decision_difference(truth, first, second, COST)
        assert math.isnan(found.low)
        assert str(found.reason) == reason
        assert not math.isnan(found.difference)


def test_the_class_counts_vary_unless_shares_are_given():
    """All rows of a class cost the same: only how many there are of it is not known."""
    cm = ConfusionMatrix([[80, 0], [20, 0]])
    found = costs.label_cost_interval(cm, [[0, 1], [5, 0]])
    drawn = 5 * np.quantile(np.random.default_rng(3).binomial(100, 0.2, 100_000) / 100, [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx(tuple(drawn), abs=0.051)
    assert costs.label_cost_interval(cm, [[0, 1], [5, 0]], prevalence=[0.8, 0.2]).reason == ONE_COST


@pytest.mark.parametrize(("n", "changed", "noted"), [(10, 10, False), (9, 9, True), (10, 9, True)])
def test_a_difference_of_few_rows_is_noted(n, changed, noted):
    truth = np.repeat([0, 1], [30, n])
    first, second = truth.copy(), truth.copy()
    second[:changed] = 1
    found = costs.decision_difference(truth, first, second, [[0, 1], [5, 0]])
    assert found.warnings == ((FEW_APART,) if noted else ())


@pytest.mark.slow
def test_costs_of_labels_cover():
    """Of 200 intervals at 95%, 190 cover; drawn class by class 174 did."""
    rng, cost = np.random.default_rng(0), np.array([[0, 1, 2], [3, 0, 1], [20, 10, 0]])
    cells = np.array([[0.51, 0.06, 0.03], [0.06, 0.21, 0.03], [0.02, 0.03, 0.05]])
    held = [
        (found.low <= (cells * cost).sum() <= found.high)
        for table in rng.multinomial(300, cells.ravel(), size=200)
        for found in [costs.label_cost_interval(ConfusionMatrix(table.reshape(3, 3)), cost)]
    ]
    assert np.mean(held) >= 0.91


def test_bad_input():
    with pytest.raises(InputError, match="The confidence level must lie between 0 and 1; got 95"):
        costs.label_cost_interval(B, COST, confidence_level=95)
    with pytest.raises(InputError, match="The confidence level must lie between 0 and 1; got 95"):
        costs.decision_difference([0], [0], [0], COST, confidence_level=95)
    with pytest.raises(InputError, match="A cost table must have one row and one column a class; got 2 for 3 classes"):
        costs.label_cost_interval(B, [[0, 1], [1, 0]])
    with pytest.raises(InputError, match="y_pred must hold"):
        costs.decision_difference([0, 1], [0, 3], [0, 1], COST)
