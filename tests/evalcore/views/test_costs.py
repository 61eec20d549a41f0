"""What the figure of costs shows: true lines, the whole envelope, and the best threshold of every condition."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore import costs, metrics
from evalcore.costs import CostMatrix
from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.views.costs import (
    CONDITIONS,
    MOST_LINES,
    NEAR_ENDS,
    Plane,
    conditions,
    cost_lines,
    operating_lines,
    plane_of_money,
    plane_of_shares,
)
from evalcore.views.threshold import threshold_view
from tests.evalcore.curves.tables import BOTH_CLASSES, LECTURE, MELON, ONE_CLASS, counts_of, random_rows
from tests.evalcore.curves.test_thinning import off
from tests.evalcore.golden import MELON_TABLE
from tests.examples import examples

RNG = np.random.default_rng(4)
MANY_TRUTH = RNG.random(60_000) < 0.2
MANY_SCORE = RNG.normal(size=60_000) + 1.2 * MANY_TRUTH
TRUTH, SCORE, WEIGHT = random_rows(3, 3000, weighted=True)
TABLES = {
    "melon": MELON,
    "lecture": LECTURE,
    "many": threshold_counts(MANY_TRUTH, MANY_SCORE),
    "tied": threshold_counts(TRUTH, SCORE),
    "weighted": threshold_counts(TRUTH, SCORE, sample_weight=WEIGHT),
    "constant": threshold_counts([True, False, False], [3.0] * 3),
    "reversed": threshold_counts(~TRUTH, SCORE),
}
every_table = pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)
# cost(FN), cost(FP), prevalence; P(+)cost, best thresholds and normalised cost to the digits printed.
WORKED = [
    ((5, 1, 0.4), 0.7692, [0.42], 0.1154),
    ((1, 1, 0.4), 0.4000, [0.88], 0.2000),
    ((2, 1, 0.4), 0.5714, [0.60, 0.42], 0.2143),
    ((1, 5, 0.4), 0.1176, [0.88], 0.0588),
    ((4, 1, 0.2), 0.5000, [0.60], 0.2292),
]


def best_at(counts, x):
    """Return the choice under the condition x, asked for with costs that add up to 1."""
    return costs.best_threshold(counts, cost_fn=x, cost_fp=1 - x, prevalence=0.5)


class TestLines:
    def test_melon_has_a_line_for_each_row_of_its_table(self):
        found = cost_lines("melon", MELON)
        assert found.name == "melon"
        assert found.line_threshold.tolist() == [np.inf, *MELON_TABLE[:, 0]]
        np.testing.assert_array_equal(found.line_fpr[1:], MELON_TABLE[:, 2] / 12)
        np.testing.assert_array_equal(found.line_fnr[1:], MELON_TABLE[:, 3] / 8)
        assert (found.line_fpr[0], found.line_fnr[0]) == (0, 1)
        assert found.envelope_threshold[:-1].tolist() == [0.88, 0.60, 0.42]
        assert found.envelope_x.round(4).tolist() == [0, 0.4706, 0.5714, 1]
        assert round(found.area, 6) == 0.123950

    @every_table
    def test_are_at_most_sixty_lines_of_the_table_from_never_to_always(self, counts):
        found = cost_lines("A", counts)
        index = counts.index_of(found.line_threshold)
        curve = costs.cost_curve(counts)
        # Of more than sixty, half are spread evenly and half are lowest somewhere; a few are both.
        assert MOST_LINES // 2 < len(index) <= MOST_LINES if len(counts) > MOST_LINES else len(index) == len(counts)
        assert (index[0], index[-1]) == (0, len(counts) - 1)
        assert (np.diff(index) > 0).all()
        for name in ("threshold", "fpr", "fnr"):
            np.testing.assert_array_equal(getattr(found, f"line_{name}"), getattr(curve, name)[index])

    @every_table
    def test_a_line_is_best_where_it_says(self, counts):
        found, curve = cost_lines("A", counts), costs.cost_curve(counts)
        ever = ~np.isnan(found.line_from)
        assert 1 <= ever.sum() <= len(np.unique(curve.envelope.index))
        assert ever.sum() >= min(MOST_LINES // 2, len(np.unique(curve.envelope.index)))
        assert (found.line_from[ever] < found.line_to[ever]).all()
        for share in (0, 0.5, 1):
            x = found.line_from[ever] * (1 - share) + found.line_to[ever] * share
            lines = found.line_fpr[ever] * (1 - x) + found.line_fnr[ever] * x
            np.testing.assert_allclose(lines, curve.envelope.at(x), atol=1e-12)
        assert not np.isin(curve.envelope.index, counts.index_of(found.line_threshold[~ever])).any()

    def test_melon_stretches(self):
        found = cost_lines("melon", MELON)
        ever = ~np.isnan(found.line_from)
        stretches = np.column_stack([found.line_threshold, found.line_from, found.line_to])[ever].round(4)
        assert stretches.tolist() == [[0.88, 0, 0.4706], [0.6, 0.4706, 0.5714], [0.42, 0.5714, 1]]

    @every_table
    def test_envelope_and_roc_are_within_half_a_pixel_of_all_rows(self, counts):
        found, curve, roc = cost_lines("A", counts), costs.cost_curve(counts), roc_curve(counts)
        assert max(found.envelope_x.size, found.roc_fpr.size) <= 2000
        assert (found.envelope_x[0], found.envelope_x[-1]) == (0, 1)
        apart = np.interp(curve.envelope.x, found.envelope_x, found.envelope_cost) - curve.envelope.cost
        assert np.abs(apart).max() < 0.5 / 1000
        index = counts.index_of(found.roc_threshold)
        np.testing.assert_array_equal(found.roc_fpr, roc.fpr[index])
        np.testing.assert_array_equal(found.roc_tpr, roc.tpr[index])
        assert off((roc.fpr, roc.tpr, None), index) < 0.5
        assert found.area == curve.area

    @every_table
    def test_a_vertex_of_the_envelope_has_the_rates_of_its_threshold(self, counts):
        found = cost_lines("A", counts)
        cms = [counts.at(t) for t in found.envelope_threshold.tolist()]
        np.testing.assert_allclose(found.envelope_fpr, [metrics.fpr(cm) for cm in cms])
        np.testing.assert_allclose(found.envelope_fnr, [metrics.fnr(cm) for cm in cms])
        # The line of this threshold runs through the vertex.
        height = found.envelope_fpr * (1 - found.envelope_x) + found.envelope_fnr * found.envelope_x
        np.testing.assert_allclose(height, found.envelope_cost, atol=1e-12)

    @every_table
    def test_no_line_runs_below_the_envelope(self, counts):
        found, x = cost_lines("A", counts), np.linspace(0, 1, 33)
        lines = found.line_fpr[:, None] * (1 - x) + found.line_fnr[:, None] * x
        assert (lines >= costs.cost_curve(counts).envelope.at(x) - 1e-12).all()

    @pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
    def test_one_class_has_lines_without_a_height(self, counts, _reason):
        found = cost_lines("A", counts)
        assert found.envelope_x.size == found.envelope_cost.size == found.envelope_fpr.size == 0
        assert np.isnan(found.area)
        assert np.isnan(found.line_fpr).all() or np.isnan(found.line_fnr).all()


class TestConditions:
    @pytest.mark.parametrize(("asked", "x", "best", "cost"), WORKED)
    def test_melon_as_worked_out(self, asked, x, best, cost):
        cost_fn, cost_fp, prevalence = asked
        condition = float(costs.probability_cost(prevalence, cost_fn, cost_fp))
        found = conditions(costs.cost_curve(MELON), special=[condition])
        at = found.nearest(condition)
        assert found.x[at] == condition
        assert round(condition, 4) == x
        assert round(float(found.cost[at]), 4) == cost
        assert found.threshold[at] == best[0]
        choice = costs.best_threshold(MELON, cost_fn=cost_fn, cost_fp=cost_fp, prevalence=prevalence)
        assert (choice.threshold, choice.tied.tolist()) == (best[0], best)
        assert round(choice.normalized_cost, 4) == cost
        assert costs.probability_cost(prevalence, cost_fn, cost_fp) == pytest.approx(choice.probability_cost)

    def test_transposed_costs_are_another_condition(self):
        assert round(costs.probability_cost(0.2, 4, 1), 4) == 0.5
        assert round(costs.probability_cost(0.2, 1, 4), 4) == 0.0588

    @pytest.mark.parametrize("by_prevalence", [False, True])
    @pytest.mark.parametrize("prevalence", [0.001, 0.03, 1 / 3, 0.45, 0.5, 8 / 19, 0.7, 0.98])
    @pytest.mark.parametrize("matrix", [CostMatrix(5, 1), CostMatrix(0.3, 7), CostMatrix(3, 2, 1.7, 0.1)])
    def test_from_every_step_a_press_moves_on(self, matrix, prevalence, by_prevalence):
        """Also where the fields hold what only nearly makes the condition that was asked for."""
        curve = costs.cost_curve(MELON)
        limits = {"cost_fn": (0, 1e9), "cost_fp": (0, 1e9), "prevalence": (1e-9, 1 - 1e-9)}

        def after(x):
            """Return the steps as they are once the handle has been let go at one, and where it then stands."""
            reached = costs.reach(x, matrix, prevalence, limits=limits, by_prevalence=by_prevalence)
            found = conditions(curve, special=[reached.condition])
            return found.x, found.nearest(reached.condition)

        stops = conditions(curve).x
        for x in stops[1:-1].tolist():
            now, at = after(x)
            assert len(now) == len(stops)
            for way in (-1, 1):
                aim = float(now[at + way])
                then, place = after(aim)
                assert (then[place] - now[at]) * way > 1e-5, (x, aim)

    def test_a_cost_of_six_digits_is_no_step_beside_the_one_asked_for(self):
        """.83 of the 20 rows of the lecture, half of them positive: cost(FN) becomes 4.88235."""
        reached = costs.reach(0.83, CostMatrix(5, 1), 0.5, limits={"cost_fn": (0, 1e9)})
        found = conditions(costs.cost_curve(LECTURE), special=[reached.condition])
        at = found.nearest(reached.condition)
        assert found.x[at] == reached.condition != 0.83
        np.testing.assert_allclose(found.x[at - 1 : at + 2], [0.82, 0.83, 0.84], atol=1e-5)

    @every_table
    def test_agree_with_the_best_threshold_of_each(self, counts):
        special = [2 / 3, 4 / 7, 10 / 13, *costs.cost_curve(counts).envelope.x[:40].tolist()]
        found = conditions(costs.cost_curve(counts), special=special)
        for i, x in enumerate(found.x.tolist()):
            best = best_at(counts, x)
            assert found.cost[i] == pytest.approx(best.normalized_cost, abs=1e-12)
            cm = counts.at(found.threshold[i])
            assert (found.fpr[i], found.tpr[i]) == pytest.approx((metrics.fpr(cm), metrics.recall(cm)))
            here = x * (1 - found.tpr[i]) + (1 - x) * found.fpr[i]
            assert here == pytest.approx(best.normalized_cost, abs=1e-12)
            if len(best.tied) == 1 or counts is MELON:
                assert found.threshold[i] == best.threshold

    def test_steps_are_hundredths_finer_near_the_ends_and_the_special_ones(self):
        found = conditions(costs.cost_curve(MELON), special=[10 / 13, 0.4])
        assert found.x.size == CONDITIONS + 2 * len(NEAR_ENDS) + 1
        assert (np.diff(found.x) > 0).all()
        ends = {0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.995, 0.998, 0.999, 0.9995, 0.9998, 0.9999}
        assert set(found.x) == {*(i / 100 for i in range(101)), *ends, 10 / 13}
        assert found.x[found.nearest(0.00012)] == 0.0001
        assert found.x[found.nearest(0.7699)] == 0.77
        assert found.x[found.nearest(-1)] == 0
        assert conditions(costs.cost_curve(MELON)).x.size == CONDITIONS + 2 * len(NEAR_ENDS)

    def test_where_only_one_class_matters_the_other_is_free(self):
        found = conditions(costs.cost_curve(MELON))
        assert (found.threshold[0], found.fpr[0], found.tpr[0], found.cost[0]) == (0.88, 0, 0.5, 0)
        assert (found.threshold[-1], found.fpr[-1], found.tpr[-1], found.cost[-1]) == (0.42, 0.5, 1, 0)

    @examples(60)
    @given(BOTH_CLASSES, st.floats(0, 1))
    def test_no_other_threshold_is_cheaper(self, groups, x):
        counts = counts_of(groups)
        curve = costs.cost_curve(counts)
        found = conditions(curve, special=[x])
        lowest = (curve.fpr[:, None] * (1 - found.x) + curve.fnr[:, None] * found.x).min(axis=0)
        np.testing.assert_allclose(found.cost, lowest, atol=1e-12)
        np.testing.assert_allclose(found.x * (1 - found.tpr) + (1 - found.x) * found.fpr, lowest, atol=1e-11)

    @pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
    def test_one_class_has_no_best_threshold(self, counts, _reason):
        found = conditions(costs.cost_curve(counts), special=[0.3])
        for values in (found.cost, found.threshold, found.fpr, found.tpr):
            assert np.isnan(values).all()
            assert values.shape == found.x.shape


@every_table
def test_operating_lines_are_the_rates_of_each_step(counts):
    steps = threshold_view(counts, special=(0.5,)).steps
    found = operating_lines(steps)
    cms = [counts.at(t) for t in steps.threshold.tolist()]
    np.testing.assert_allclose(found.fpr, [metrics.fpr(cm) for cm in cms], atol=1e-15)
    np.testing.assert_allclose(found.fnr, [metrics.fnr(cm) for cm in cms], atol=1e-15)
    assert (found.fpr[-1], found.fnr[-1]) == (0, 1)


class TestPlane:
    LINES = (cost_lines("melon", MELON), cost_lines("lecture", LECTURE))
    MATRIX = costs.CostMatrix(5, 1)

    def test_in_shares_nothing_is_changed(self):
        plane = plane_of_shares(self.LINES)
        assert plane == Plane()
        assert plane.across([0, 0.3, 1]).tolist() == [0, 0.3, 1]
        assert plane.up([0, 0.3, 1], [0.1, 0.2, 0.3]).tolist() == [0.1, 0.2, 0.3]
        assert [end.tolist() for end in plane.ends([0.1, 0.2], [0.3, 0.4])] == [[0.1, 0.2], [0.3, 0.4]]

    def test_zoom_shows_the_highest_envelope_with_room_above(self):
        highest = max(one.envelope_cost.max() for one in self.LINES)
        assert plane_of_shares(self.LINES, zoom=True).high == 1.3 * highest
        assert plane_of_shares(self.LINES[:1], zoom=True).high == 1.3 * self.LINES[0].envelope_cost.max()

    def test_zoom_never_shows_more_than_the_whole_plane(self):
        useless = cost_lines("useless", threshold_counts([True, False], [0.5, 0.5]))
        assert plane_of_shares([useless], zoom=True).high == 1.3 * 0.5
        worst = replace(useless, envelope_cost=np.array([0.0, 0.9, 0.0]))
        assert plane_of_shares([worst], zoom=True).high == 1.0

    @examples(50)
    @given(
        st.floats(0, 1),
        st.floats(0, 1),
        st.floats(0, 1),
        st.builds(costs.CostMatrix, *[st.floats(0.01, 100)] * 2, *[st.floats(-100, 0)] * 2),
    )
    def test_money_is_what_the_cases_cost_at_the_prevalence(self, p, fpr, fnr, matrix):
        plane = plane_of_money(self.LINES, matrix)
        x = matrix.probability_cost(p)
        assert plane.across(x) == pytest.approx(p, abs=1e-9)
        money = 1000 * costs.expected_cost(fpr, fnr, prevalence=p, **vars(matrix))
        size = 1e-3 * (1 + sum(map(abs, vars(matrix).values())))
        assert plane.up(x, costs.normalized_cost(fpr, fnr, x)) == pytest.approx(money, abs=size)
        left, right = plane.ends(fpr, fnr)
        assert (1 - p) * left + p * right == pytest.approx(money, abs=size)

    def test_melon_in_money(self):
        plane = plane_of_money(self.LINES, self.MATRIX)
        # 300 for 1,000 cases at the prevalence of the rows and costs of 5 and 1.
        assert plane.across(10 / 13) == pytest.approx(0.4)
        assert plane.up(10 / 13, 0.1153846153846154) == pytest.approx(300)
        assert [float(end) for end in plane.ends(1, 1)] == [1000, 5000]
        # The rules that ignore the score cross at 1/6, where both cost 5/6 of a thousand; above is a little room.
        assert (plane.low, plane.high) == pytest.approx((0, 1.3 * 5000 / 6))

    def test_money_from_near_a_rare_prevalence(self):
        plane = plane_of_money(self.LINES, self.MATRIX, zoom=0.002)
        assert plane.far == 0.008
        # So close to 0 the envelope of both is never to call any row positive, or nearly: 5 x .008 for a case.
        assert 0 < plane.high <= 1.3 * 5000 * 0.008
        at = conditions(costs.cost_curve(MELON), special=[0.01], plane=plane)
        steps = plane.across(at.x)
        assert (steps.min(), steps.max()) == pytest.approx((0, 0.008))
        assert np.diff(steps).max() == pytest.approx(0.00008)

    def test_steps_are_even_in_prevalence_where_the_plane_is_in_money(self):
        plane = plane_of_money(self.LINES, self.MATRIX)
        at = conditions(costs.cost_curve(MELON), plane=plane)
        hundredths = plane.across(at.x).round(12)
        assert np.isin(np.linspace(0, 1, 101).round(2), hundredths).all()
        best = costs.best_threshold(MELON, cost_fn=5, cost_fp=1, prevalence=0.2)
        assert at.threshold[np.argmin(np.abs(hundredths - 0.2))] == best.threshold

    def test_room_for_benefits(self):
        plane = plane_of_money(self.LINES, costs.CostMatrix(5, 1, -2, -1))
        assert plane.low == -2000
        assert plane.high > 0

    @pytest.mark.parametrize("matrix", [costs.CostMatrix(0, 1), costs.CostMatrix(1, 0), costs.CostMatrix(2, 1, 2)])
    def test_a_mistake_that_costs_nothing_has_no_plane_in_money(self, matrix):
        assert plane_of_money(self.LINES, matrix) is None


def corners_say_the_same(counts):
    """Compare what is read off the lines that can be lowest with what is read off all."""
    whole = costs.cost_curve(counts)
    few = whole.corners()
    assert len(few.threshold) == len(set(whole.envelope.index.tolist()))
    one, other = conditions(whole, special=[0.3]), conditions(few, special=[0.3], among=counts.threshold)
    for name, value in vars(one).items():
        np.testing.assert_array_equal(value, getattr(other, name), err_msg=name)
    found, again = costs.cheaper(whole, whole), costs.cheaper(few, few)
    np.testing.assert_array_equal(found.edges, again.edges)
    assert str(found.message) == str(again.message)
    assert whole.envelope.to_frame().equals(few.envelope.to_frame())
    np.testing.assert_array_equal(few.area, whole.area)
    assert few.reason == whole.reason


@given(BOTH_CLASSES)
def test_corners_of_any_table(groups):
    corners_say_the_same(counts_of(groups))


@pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
def test_corners_of_one_class(counts, _reason):
    corners_say_the_same(counts)


def test_two_models_are_compared_by_their_corners_alone():
    curves = [costs.cost_curve(counts) for counts in (LECTURE, MELON)]
    found, again = costs.cheaper(*curves), costs.cheaper(*(curve.corners() for curve in curves))
    np.testing.assert_array_equal(found.winner, again.winner)
    assert str(found.message) == str(again.message)


@pytest.mark.parametrize("special", [0.5, 0.999, 0.0003])
def test_without_its_ends_no_condition_is_of_one_kind_of_mistake_alone(special):
    found = conditions(costs.cost_curve(MELON), special=[special], ends=False).x
    assert 0 < found.min() <= 0.01
    assert 0.99 <= found.max() < 1
    assert special in found
    assert found.size == CONDITIONS - 2 + (special != 0.5)
