"""What a live threshold shows: exact at every step of the handle, thinned only where it is drawn."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import metrics
from evalcore.counts import threshold_counts
from evalcore.views.threshold import (
    BINS,
    LINE_BINS,
    LINE_METRICS,
    MOST_DOTS,
    MOST_GRID,
    MOST_STEPS,
    bar_at,
    beyond_scores,
    default_threshold,
    handle_steps,
    none_positive,
    threshold_view,
    with_steps,
)
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH
from tests.examples import examples

RNG = np.random.default_rng(20)
TRUTH = RNG.random(5_000) < 0.3
SCORE = RNG.beta(2, 3, 5_000) + 0.1 * TRUTH
MANY = threshold_counts(TRUTH, SCORE / SCORE.max())
UNIFORM = threshold_counts(TRUTH, RNG.random(5_000))
MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
LECTURE = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE)
NUMBERS = st.floats(-1e300, 1e300, allow_nan=False)
SCORES = st.lists(NUMBERS | st.floats(0, 1) | st.integers(-5, 5).map(float), min_size=1, max_size=30)


def distinct(n):
    """Return a table of n distinct scores between 0 and 1."""
    return threshold_counts(np.arange(n) % 2 == 0, np.linspace(0, 1, n))


def same(a, b):
    return (math.isnan(a) and math.isnan(b)) or a == b


class TestNonePositive:
    @given(SCORES)
    def test_lies_above_every_score(self, score):
        counts = threshold_counts([True] * len(score), score)
        top = none_positive(counts)
        assert math.isfinite(top)
        assert top > max(score)
        assert counts.at(top).tp == 0

    @pytest.mark.parametrize(
        ("score", "expected"),
        [
            ([0.98, 0.04], 1.0),
            ([1.0, 0.0], 1.02),
            ([0.9, 0.1], 0.92),
            ([-0.5, -2.0], -0.45),
            ([0.0], 0.02),
            ([3.0], 3.1),
            ([-3.0], -2.9),
        ],
    )
    def test_is_readable(self, score, expected):
        assert none_positive(threshold_counts([True] * len(score), score)) == expected

    @pytest.mark.parametrize(
        ("threshold", "said"),
        [
            (7.0, "t = 7 is above every score: nothing is called positive."),
            (1.0, None),
            (0.04, None),
            (0.0, "t = 0 is below every score: everything is called positive."),
        ],
    )
    def test_what_was_typed_beyond_all_scores(self, threshold, said):
        found = beyond_scores(threshold_counts([True, False], [0.98, 0.04]), threshold)
        assert (None if found is None else str(found)) == said

    @pytest.mark.parametrize(
        "score",
        [
            [1.0],
            [0.0, 1.0],
            [-1.0, -1.0],
            [1e-300],
            [0.0, 1e-300],
            [1e-300, 2e-300],
            [5e-324],
            [0.0, 5e-324],
            [1e300],
            [-1e300, 1e300],
            [-8e307, 8e307],
            [-1e300],
            [1e300, np.nextafter(1e300, 0)],
            [1e9, 1e9 + 1e-7],
            [0.5, np.nextafter(0.5, 0)],
        ],
        ids=str,
    )
    def test_any_range(self, score):
        top = none_positive(threshold_counts([True] * len(score), score))
        assert max(score) < top < np.inf


class TestSteps:
    @pytest.mark.parametrize("n", [1, 2, 20, MOST_STEPS])
    def test_each_distinct_threshold_while_they_are_few(self, n):
        counts = distinct(n)
        assert counts.threshold.size == n + 1
        steps = handle_steps(counts)
        assert np.isin([*counts.threshold[:0:-1], none_positive(counts)], steps).all()
        # What lies between them is even.
        assert np.diff(np.setdiff1d(steps, counts.threshold)[:-1]).max(initial=0) <= 0.0101

    @pytest.mark.parametrize(
        ("score", "step"),
        [
            ([0.0, 0.1, 0.7, 1.0], 0.1),
            ([0.04, 0.5, 0.98], 0.02),
            ([0.042, 0.1, 0.3], 0.002),
            ([0.125, 0.25, 1.0], 0.005),
            ([1, 2, 5], 1),
            ([10, 30, 200], 10),
            ([-3, -1, 4], 1),
            ([-0.75, -0.25, 0.5], 0.05),
            ([1e9, 1e9 + 3, 1e9 + 7], 1),
            ([1e-9, 4e-9], 1e-9),
        ],
        ids=str,
    )
    def test_scores_on_a_grid_have_its_steps(self, score, step):
        counts = threshold_counts(np.arange(len(score)) % 2 == 0, score)
        steps = handle_steps(counts)
        n = round((max(score) - min(score)) / step)
        assert steps[-1] == none_positive(counts)
        assert steps.size == n + 2
        np.testing.assert_allclose(np.diff(steps[:-1]), step, rtol=1e-6)
        assert np.isin(score, steps).all()
        # Written as they are typed.
        assert all(float(f"{t:.12g}") == t for t in steps)

    @pytest.mark.parametrize("most", [MOST_GRID, MOST_GRID + 1])
    def test_a_grid_is_of_at_most_so_many_steps(self, most):
        counts = threshold_counts([True, False, True], [0.0, 1.0, most])
        on_grid = handle_steps(counts).size == most + 2
        assert on_grid == (most == MOST_GRID)

    def test_a_score_computed_to_a_digit_beside_the_grid_is_on_it(self):
        score = [0.1 + 0.2, 1 - 0.9, 0.7, 1 - 1e-16]
        assert [s == float(f"{s:.12g}") for s in score] == [False, False, True, False]
        counts = threshold_counts([True] * 4, score)
        steps = handle_steps(counts)
        typed = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        # Above its number it is taken there; below it is a step of its own, or no step would take it and not the next.
        assert steps.tolist() == sorted([1 - 0.9, *typed, 1 - 1e-16])
        assert sorted({counts.at(t).tp for t in steps}) == [0, 1, 2, 3, 4]

    def test_two_scores_at_one_number_are_on_no_grid(self):
        score = [0.1, 0.3, 0.1 + 0.2, 0.8]
        counts = threshold_counts([True] * 4, score)
        assert sorted({counts.at(t).tp for t in handle_steps(counts)}) == [0, 1, 2, 3, 4]

    def test_off_every_grid_the_steps_are_even_and_round(self):
        counts = threshold_counts(TRUTH[:50], SCORE[:50])
        steps = np.setdiff1d(handle_steps(counts), counts.threshold)
        np.testing.assert_allclose(np.diff(steps)[:-1], np.diff(steps)[0], rtol=1e-6)
        assert all(float(f"{t:.6g}") == t for t in steps)

    @pytest.mark.parametrize("score", [[3.0], [0.5] * 9, [0.0], [-3.0], [1e300], [5e-324]], ids=str)
    def test_one_score_alone_has_two_steps(self, score):
        counts = threshold_counts([True] * len(score), score)
        assert handle_steps(counts).tolist() == [score[0], none_positive(counts)]

    @pytest.mark.parametrize(
        "score",
        [
            [0.0, 5e-324],
            [1e-300, 2e-300],
            [-1e300, 1e300],
            [1e300, np.nextafter(1e300, 0)],
            [0.5, np.nextafter(0.5, 0)],
            [1e9, 1e9 + 1e-7],
            [1e9, 1e9 + 1e-7, 1e9 + 2.4e-7],
            (1e9 + 1e-5 * RNG.random(300)).tolist(),
            (1e16 * RNG.random(300)).tolist(),
        ],
        ids=lambda score: f"{len(score)} from {score[0]:g}",
    )
    def test_any_range(self, score):
        counts = threshold_counts([True] * len(score), score)
        steps = handle_steps(counts)
        assert counts.at(steps[0]).fn == 0
        assert counts.at(steps[-1]).tp == 0
        assert steps.size <= MOST_STEPS + 210
        if len(score) < 10:
            assert np.isin(score, steps).all()

    def test_even_grid_above(self):
        steps = handle_steps(distinct(MOST_STEPS + 2))
        assert not np.isin(distinct(MOST_STEPS + 2).threshold[1:], steps).all()
        np.testing.assert_allclose(np.diff(steps)[:-1], 0.005)

    @pytest.mark.parametrize("counts", [MANY, UNIFORM, distinct(10_000)], ids=["beta", "uniform", "even"])
    def test_typed_decimals_are_steps_to_the_last_bit(self, counts):
        steps = set(handle_steps(counts).tolist())
        typed = [0.145, 0.29, 0.05, 0.07, 0.1, 0.3, 0.35, 0.5, 0.57, 0.58, 0.7, 0.9, 0.95]
        assert set(typed) <= steps
        assert all(float(f"{t:.6g}") == t for t in steps)

    @given(st.integers(201, 600), st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(0, 2**32 - 1))
    @examples(60)
    def test_grid_is_short_even_and_reaches_both_ends(self, n, low, width, seed):
        score = low + width * np.random.default_rng(seed).random(n)
        counts = threshold_counts(np.arange(n) % 2 == 0, score)
        special = [float(score[0]), float(np.median(score))]
        grid, steps = handle_steps(counts), handle_steps(counts, special=special)
        assert grid.size <= 205
        assert set(steps) == set(grid) | set(special)
        assert (np.diff(steps) > 0).all()
        np.testing.assert_allclose(np.diff(grid)[:-1], np.diff(grid)[0], rtol=1e-4)
        assert counts.at(grid[0]).fn == 0
        assert counts.at(grid[-1]).tp + counts.at(grid[-1]).fp == 0

    @given(SCORES)
    def test_first_step_takes_all_rows_and_the_last_none(self, score):
        counts = threshold_counts([True] * len(score), score)
        steps = handle_steps(counts)
        assert counts.at(steps[0]).tp == len(score)
        assert counts.at(steps[-1]).tp == 0

    def test_specials_that_no_handle_can_hold_are_left_out(self):
        steps = handle_steps(MELON, special=[math.inf, math.nan, -math.inf, 0.123])
        assert np.isfinite(steps).all()
        assert 0.123 in steps

    def test_specials_beyond_the_scores_stay(self):
        assert handle_steps(MELON, special=[7.5])[-1] == 7.5
        assert handle_steps(MELON, special=[-7.5])[0] == -7.5

    @pytest.mark.parametrize("counts", [MANY, MELON, LECTURE, distinct(199)], ids=["many", "melon", "lecture", "199"])
    def test_counts_and_metrics_are_those_of_the_table(self, counts):
        steps = threshold_view(counts, special=(0.5, 0.123456789)).steps
        for i, t in enumerate(steps.threshold):
            cm = counts.at(t)
            assert (steps.tp[i], steps.fp[i], steps.fn[i], steps.tn[i]) == (cm.tp, cm.fp, cm.fn, cm.tn)
            assert all(same(steps.metrics[name][i], getattr(metrics, name)(cm)) for name in LINE_METRICS)

    def test_precision_is_undefined_at_the_last_step(self):
        assert math.isnan(threshold_view(MELON).steps.metrics["precision"][-1])

    def test_nearest(self):
        steps = threshold_view(LECTURE, special=(0.5,)).steps
        assert steps.threshold[steps.nearest(0.5)] == 0.5
        assert steps.nearest(-9) == 0
        assert steps.nearest(9) == steps.threshold.size - 1

    def test_lecture_at_one_half(self):
        steps = threshold_view(LECTURE, special=(0.5,)).steps
        i = steps.nearest(0.5)
        assert (steps.tp[i], steps.fn[i], steps.fp[i], steps.tn[i]) == (6, 4, 4, 6)


class TestLines:
    def test_few_thresholds_are_all_drawn(self):
        view = threshold_view(MELON)
        np.testing.assert_array_equal(view.line_threshold, MELON.threshold[:0:-1])
        np.testing.assert_array_equal(view.lines["precision"], metrics.precision(MELON)[:0:-1])

    @pytest.mark.parametrize("squeeze", [1, 6], ids=["even", "crowded at 0"])
    def test_thinned_lines_keep_ends_and_extremes_of_each_bin(self, squeeze):
        counts = threshold_counts(TRUTH, SCORE**squeeze)
        view = threshold_view(counts)
        full = counts.threshold[:0:-1]
        assert view.n_thresholds == full.size > view.line_threshold.size
        assert (view.line_threshold[0], view.line_threshold[-1]) == (full[0], full[-1]) == (view.low, view.high)
        edges = full[0] + (full[-1] - full[0]) / LINE_BINS * np.arange(LINE_BINS)
        of_all, of_drawn = (np.searchsorted(edges, t, side="right") for t in (full, view.line_threshold))
        for name in LINE_METRICS:
            value, drawn = getattr(metrics, name)(counts)[:0:-1], view.lines[name]
            np.testing.assert_array_equal(drawn, value[np.searchsorted(full, view.line_threshold)])
            for b in np.unique(of_all):
                there, shown = value[of_all == b], drawn[of_drawn == b]
                assert (shown.min(), shown.max()) == (there.min(), there.max())

    def test_a_curve_stays_below_2000_points(self):
        score = np.random.default_rng(1).random(100_000)
        view = threshold_view(threshold_counts(score > 0.5, score))
        assert view.line_threshold.size <= 2_000

    @pytest.mark.parametrize("positive", [True, False])
    def test_one_class_alone(self, positive):
        view = threshold_view(threshold_counts(np.full(1_000, positive), np.linspace(0, 1, 1_000)))
        assert np.isnan(view.lines["recall"]).all() == (not positive)
        assert (view.line_threshold[0], view.line_threshold[-1]) == (0, 1)

    def test_other_steps_leave_lines_and_strip_untouched(self):
        view = threshold_view(MANY)
        new = with_steps(view, MANY, (0.123456789,))
        assert new.lines is view.lines
        assert new.line_threshold is view.line_threshold
        assert new.strip is view.strip
        assert (new.low, new.high, new.n_thresholds) == (view.low, view.high, view.n_thresholds)
        assert set(new.steps.threshold) - set(view.steps.threshold) == {0.123456789}
        assert new.steps.tp[new.steps.nearest(0.123456789)] == MANY.at(0.123456789).tp


class TestStrip:
    def test_dots_up_to_200_rows(self):
        truth = np.arange(MOST_DOTS + 1) % 3 == 0
        score = np.linspace(0, 1, MOST_DOTS + 1)
        for n, dots in ((MOST_DOTS, True), (MOST_DOTS + 1, False)):
            y, s = truth[:n], score[:n]
            strip = threshold_view(threshold_counts(y, s), rows=(y, s)).strip
            assert strip.has_dots == dots
            assert strip.edges.size == (0 if dots else BINS + 1)

    def test_without_rows_bars(self):
        assert not threshold_view(MELON).strip.has_dots

    @given(
        st.lists(
            st.tuples(st.booleans(), st.sampled_from([0.0, 0.5, 0.503, 0.51, 1.0]) | st.floats(-3, 3)),
            min_size=1,
            max_size=MOST_DOTS,
        )
    )
    @settings(deadline=None)
    def test_dots_never_move_sideways_and_never_overlap(self, rows):
        y, s = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
        strip = threshold_view(threshold_counts(y, s), rows=(y, s)).strip
        np.testing.assert_array_equal(strip.score, s)
        np.testing.assert_array_equal(strip.is_positive, y)
        np.testing.assert_array_equal(strip.row, np.arange(1, len(rows) + 1))
        assert strip.level.min() >= 0
        width = ((s.max() - s.min()) or 1.0) / 70
        for side in (True, False):
            for level in np.unique(strip.level[y == side]):
                beside = np.sort(s[(y == side) & (strip.level == level)])
                assert (np.diff(beside) >= width * (1 - 1e-9)).all()

    def test_lonely_dots_stand_on_the_ground(self):
        y, s = np.array([True, True, False]), np.array([0.0, 1.0, 0.5])
        assert threshold_view(threshold_counts(y, s), rows=(y, s)).strip.level.tolist() == [0, 0, 0]

    def test_equal_scores_of_one_class_are_stacked(self):
        y, s = np.array([True, True, True, False]), np.array([0.5, 0.5, 0.5, 0.5])
        assert sorted(threshold_view(threshold_counts(y, s), rows=(y, s)).strip.level.tolist()) == [0, 0, 1, 2]

    def test_bars_hold_every_row_once(self):
        strip = threshold_view(MANY).strip
        assert (strip.count_positive.sum(), strip.count_negative.sum()) == (MANY.n_pos, MANY.n_neg)
        assert strip.edges[0] == MANY.threshold[-1]
        assert strip.edges[-1] == MANY.threshold[1]
        oracle, _ = np.histogram(SCORE[TRUTH] / SCORE.max(), strip.edges)
        np.testing.assert_array_equal(strip.count_positive, oracle)

    def test_bars_hold_the_weights(self):
        weight = np.random.default_rng(3).random(TRUTH.size)
        strip = threshold_view(threshold_counts(TRUTH, SCORE, sample_weight=weight)).strip
        assert strip.count_positive.sum() == pytest.approx(weight[TRUTH].sum(), rel=1e-12)
        assert strip.count_negative.sum() == pytest.approx(weight[~TRUTH].sum(), rel=1e-12)

    @pytest.mark.parametrize("constant", [0.0, 0.5, -3.0, 1e300, 1e-300, 1e17])
    def test_constant_scores(self, constant):
        y = np.arange(300) % 3 == 0
        view = threshold_view(threshold_counts(y, np.full(300, constant)))
        assert (view.strip.count_positive.sum(), view.strip.count_negative.sum()) == (100, 200)
        assert view.steps.threshold[0] == constant < view.steps.threshold[1]
        assert (np.diff(view.strip.edges) > 0).all()


class TestBarAt:
    @pytest.mark.parametrize("score", [SCORE / SCORE.max(), np.round(SCORE, 1), np.full(5_000, 0.5), SCORE * -1e6])
    def test_each_bar_has_the_rows_that_the_strip_counts(self, score):
        counts = threshold_counts(TRUTH, score)
        strip = threshold_view(counts).strip
        for k, (low, high) in enumerate(zip(strip.edges[:-1], strip.edges[1:], strict=True)):
            found = bar_at(counts, (low + high) / 2)
            assert found == (low, high if k < BINS - 1 else math.inf)
            within = (score >= found[0]) & (score < found[1])
            assert (within & TRUTH).sum() == strip.count_positive[k]
            assert (within & ~TRUTH).sum() == strip.count_negative[k]

    def test_an_edge_is_of_the_bar_above_and_what_is_beyond_of_the_last_one(self):
        edges = threshold_view(MANY).strip.edges
        assert bar_at(MANY, edges[3])[0] == edges[3]
        assert bar_at(MANY, edges[0] - 1) == (edges[0], edges[1])
        assert bar_at(MANY, math.inf) == bar_at(MANY, edges[-1]) == (edges[-2], math.inf)


class TestDefaultThreshold:
    @pytest.mark.parametrize(
        ("score", "wanted"),
        [
            ([0.0, 1.0], 0.5),
            ([0.9, 0.95], 0.5),
            ([0.2], 0.5),
            ([0.0, 1.0 + 1e-12], 0.0),
            ([-1e-12, 0.7, 1.0], 0.7),
            ([3.0], 3.0),
            ([-2.0, 5.0, 7.0], 5.0),
            ([-2.0, 5.0, 6.0, 7.0], 5.0),
            ([-2.0] * 9 + [5.0, 7.0], 5.0),
        ],
    )
    def test_one_half_of_shares_else_the_middle_of_the_distinct_scores(self, score, wanted):
        for truth in (np.arange(len(score)) % 2 == 0, np.ones(len(score), dtype=bool)):
            assert default_threshold(threshold_counts(truth, score)) == wanted

    def test_only_a_weight_of_zero_moves_it(self):
        truth, score = [1, 0, 1], [-2.0, 5.0, 7.0]
        assert default_threshold(threshold_counts(truth, score, sample_weight=[9, 0.1, 1])) == 5
        assert default_threshold(threshold_counts(truth, score, sample_weight=[9, 0, 1])) == -2

    @given(SCORES)
    def test_is_a_score_or_one_half(self, score):
        found = default_threshold(threshold_counts(np.ones(len(score), dtype=bool), score))
        assert found == 0.5 or found in score
