"""What the figures of evaluation methods show: plans, stacks, estimators, rounds, draws, tuning, leaks."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.resampling import (
    LEAKS,
    Comparison,
    HoldOut,
    KFold,
    LeaveOneOut,
    TwoNormals,
    bootstrap_out_fraction,
    compare,
    leak_steps,
    learner,
)
from evalcore.views.resampling import draws, kept, leaks, rounds, stacks, tuning
from evalcore.views.resampling.plan import FOLDS, SHARES, Plan
from evalcore.views.resampling.spread import methods_of, spread_view

QUICK = Plan(learner="majority", n=24, rounds=3)


@cache
def spread(plan=QUICK, n_sets=3):
    rng = np.random.default_rng(plan.seed)
    return spread_view(
        compare(plan.problem, learner(plan.learner), methods_of(plan), n=plan.n, n_sets=n_sets, rng=rng), plan
    )


class TestPlan:
    def test_folds_are_as_many_as_the_rows_allow(self):
        rows = TwoNormals().draw(24, np.random.default_rng(0))
        of = QUICK.estimators(rows)
        assert [setting for setting, _method in of["kfold"]] == [k for k in FOLDS if k <= 12]
        assert [setting for setting, _method in of["holdout"]] == list(SHARES)
        unstratified = Plan(stratified=False).estimators(rows)["kfold"]
        assert unstratified[-1] == (20, KFold(20, stratified=False))

    def test_groups_stay_together(self):
        plan = Plan(TwoNormals(group_size=5), "majority", grouped=True)
        rows = plan.problem.draw(60, np.random.default_rng(0))
        of = plan.estimators(rows)
        assert of["loo"] == ((0.0, LeaveOneOut(grouped=True)),)
        assert of["holdout"][2][1] == HoldOut(0.3, stratified=False, grouped=True)
        for steps in of.values():
            for _setting, method in steps:
                method.assign(rows, np.random.default_rng(0))
        assert of["kfold"][-1][0] == 6

    @pytest.mark.parametrize(
        ("plan", "sentence"),
        [
            (
                Plan(TwoNormals(group_size=10), n=20, grouped=True),
                "Each class must have at least 2 groups, one for each fold, where folds are stratified and groups stay "
                "together; one class has 1. Draw more rows, make groups smaller, or deal the rows without looking at "
                "classes.",
            ),
            (
                Plan(TwoNormals(positive_share=0.05), n=20),
                "Each class must have rows on both sides of a stratified hold-out; 'positive' has 1 rows, and 6 of 20 "
                "are judged on. Choose another share, or split without looking at classes.",
            ),
        ],
    )
    def test_too_few_for_two_folds(self, plan, sentence):
        for refused in (lambda: methods_of(plan), lambda: rounds.rounds_view(plan, "kfold", at=0)):
            with pytest.raises(InputError) as error:
                refused()
            assert str(error.value) == sentence

    def test_too_few_rows(self):
        with pytest.raises(InputError, match="n must be a whole number from 2"):
            methods_of(Plan(n=1))


class TestStacks:
    def test_dots_of_a_column_stand_side_by_side(self):
        found = stacks.stacked(np.array([0.1, 0.1, 0.1, np.nan, 0.9]), width=0.01)
        np.testing.assert_array_equal(found, [0, -1, 1, np.nan, 0])

    def test_single_dots_stand_in_the_middle(self):
        assert stacks.stacked(np.array([0.1, 0.5]), width=0.01).tolist() == [0, 0]
        assert stacks.stacked(np.array([]), width=0.01).tolist() == []

    @pytest.mark.parametrize("n", [2, 3, 8, 9, 100])
    def test_nothing_leaves_its_row_or_lies_on_another(self, n):
        found = stacks.stacked(np.full(n, 0.3), width=0.01)
        assert np.abs(found).max() <= 1
        assert len(set(found.tolist())) == n


class TestSpread:
    def test_estimators_are_those_of_the_comparison(self):
        view = spread()
        assert list(view.rows) == ["training", "holdout", "repeated", "kfold", "loo", "oob", "632", "632plus"]
        assert view.rows["loo"][0].mean == 1  # erratum 33
        assert view.rows["kfold"][view.nearest("kfold", 4)].mean == 0.5
        assert view.nearest("holdout", 0.29) == 2
        assert [step.fits for step in view.rows["kfold"]] == [k for k in FOLDS if k <= 12]
        assert not view.is_partial
        assert view.top == pytest.approx(1.02)
        assert len(view.to_frame()) == sum(map(len, view.rows.values()))

    def test_dots_are_those_of_the_first_data_sets(self):
        methods = methods_of(QUICK)
        errors = np.tile(np.linspace(0, 1, 104)[:, None], len(methods))
        found = Comparison(
            methods=methods, errors=errors, true_errors=errors[:, 0], n_sets=200, n_fits=tuple(range(len(methods)))
        )
        view = spread_view(found, QUICK)
        assert view.rows["oob"][0].dots.tolist() == errors[:100, 0].tolist()
        assert (view.n_sets, view.is_partial) == (104, True)


class TestRounds:
    @pytest.mark.parametrize("shown", ["holdout", "kfold", "loo", "bootstrap", "training"])
    @pytest.mark.parametrize("plan", [QUICK, Plan(TwoNormals(group_size=4), "majority", n=80, grouped=True)], ids=repr)
    def test_cells_say_who_is_trained_on_and_who_is_judged(self, shown, plan):
        view = rounds.rounds_view(plan, shown, at=1)
        for step in view.steps:
            assert step.cells.shape == (rounds.LINES, min(plan.n, rounds.MOST_COLUMNS))
            table = step.found.assignment.table[:, view.columns]
            line = step.cells[::-1][0]  # the first line is of the first round
            assert ((line == rounds.JUDGED) == (table[0] == -1)).all()
            assert ((line == rounds.OUT) == (table[0] == 0)).all()
            assert step.low - 1e-9 <= step.found.error <= step.high + 1e-9 or shown == "bootstrap"
        assert sorted(view.rows.y[view.columns]) == view.rows.y[view.columns].tolist()
        assert view.n_first == (view.rows.y[view.columns] == 0).sum()

    def test_every_round_has_as_many_lines(self):
        for k in FOLDS:
            found = rounds.cells(np.arange(k)[:, None] % 2)
            assert len(found) == rounds.LINES
        assert rounds.cells(np.full((30, 2), -1)).min() == rounds.JUDGED  # no room for a line between
        assert rounds.cells(np.full((2, 2), -1))[[0, 30]].max() == rounds.OUT

    def test_samples_of_many_are_drawn_at_even_distances(self):
        view = rounds.rounds_view(Plan(learner="majority", n=200), "training", at=0)
        assert len(set(view.columns.tolist())) == 60
        assert view.n_first == 30

    def test_the_next_data_set(self):
        assert [rounds.following(at, 3) for at in range(3)] == [1, 2, 0]

    def test_k_fold_judges_each_row_once(self):
        view = rounds.rounds_view(QUICK, "kfold", at=0)
        assert view.nearest(5.2) == 3
        assert {int(times) for step in view.steps for times in step.times_judged} == {1}

    def test_how_far_off_the_worst_round_is(self):
        view = rounds.rounds_view(QUICK, "holdout", at=0)
        for step in view.steps:
            assert view.farthest_off(step) == max(abs(one - view.true_error) for one in (step.low, step.high))

    @pytest.mark.filterwarnings("error")
    def test_where_none_judged_a_row_nothing_is_known_of_rounds(self):
        view = rounds.rounds_view(QUICK, "holdout", at=0)
        step, errors = view.steps[0], view.steps[0].found.round_errors
        some = replace(step, found=SimpleNamespace(round_errors=np.append(errors, np.nan)))
        assert (some.low, some.high, view.farthest_off(some)) == (step.low, step.high, view.farthest_off(step))
        none = replace(step, found=SimpleNamespace(round_errors=np.full(3, np.nan)))
        assert np.isnan([none.low, none.high, view.farthest_off(none)]).all()


class TestDraws:
    def test_expected_and_simulated_shares(self):
        view = draws.draw_view(300, seed=0)
        assert [step.m for step in view.steps] == list(draws.SIZES)
        for step in view.steps:
            assert step.expected == bootstrap_out_fraction(step.m)
            assert abs(step.mean - step.expected) <= 4 * step.error + 1e-12
            assert step.low <= step.mean <= step.high
            assert step.bars.sum() == pytest.approx(1)
            assert step.times.sum() <= step.m
        ten = view.steps[view.nearest(10)]
        assert (round(ten.expected, 4), round(ten.misprint, 4)) == (0.3487, 0.9895)  # erratum 31
        assert len(view.to_frame()) == len(draws.SIZES)

    def test_the_first_draw_counts_what_it_leaves_out(self):
        step = draws.draw_view(10, seed=1).steps[5]
        assert step.n_out == (step.times == 0).sum()
        assert step.out == step.n_out / 10


@cache
def tuned():
    return tuning.tuning_view(tuning.TuningPlan("tree", 1, 2, 1, n=30, k=3), at=0)


class TestTuning:
    def test_the_lecture_s_grid(self):
        assert len(tuning.TuningPlan().settings) == 11

    def test_view_of_a_data_set(self):
        view = tuned()
        assert view.settings == (1, 2)
        assert view.validation[view.best] == view.found.naive_error == view.validation.min()
        assert view.true_of_best == view.true_errors[view.best]
        assert (view.nearest(None), view.nearest(1.9)) == (view.best, 1)
        assert view.worst <= 1
        assert list(view.to_frame()["true_error"]) == view.true_errors.tolist()
        assert view.plan.parameter == "depth"

    def test_a_grid_that_is_none(self):
        with pytest.raises(InputError, match="high must not be below low"):
            tuning.tuning_view(tuning.TuningPlan(low=1, high=0), at=0)

    def test_kept_scores(self):
        frame = pd.DataFrame(
            {"learner": ["lda"] * 3, "naive": [0.1, 0.2, 0.3], "nested": 0.3, "fresh": 0.4, "chosen": 0}
        )
        found = tuning.kept_worth(frame, tuning.TuningPlan(), 2)
        view = tuning.worth_view(found)
        assert (view.n_sets, view.is_partial) == (2, False)
        assert view.gap.mean == pytest.approx(0.25)
        assert view.nested_gap.mean == pytest.approx(0.1)
        assert view.naive.error == pytest.approx(view.naive.sd / np.sqrt(2))
        assert tuning.kept_worth(frame, tuning.TuningPlan(), 4) is None
        assert tuning.kept_worth(frame, tuning.TuningPlan(n=80), 2) is None


class TestLeaks:
    def test_a_leak_among_those_that_are_kept(self):
        kept_runs = pd.DataFrame({"leak": LEAKS, "leaking": 0.1, "clean": 0.4, "true": 0.5})
        *_, found = leak_steps("copies", n=30, n_sets=2, rng=np.random.default_rng(0))
        view = leaks.leak_view(found, kept_runs)
        assert (view.n_sets, view.is_partial) == (2, False)
        assert view.flattery["copies"].mean == view.gap.mean == pytest.approx(found.flattery)
        assert view.flattery["groups"].mean == pytest.approx(0.4)
        assert view.clean_gap.mean == pytest.approx((found.true - found.clean).mean())
        assert leaks.kept_leak(kept_runs, "copies", 60, 2) is None
        assert leaks.kept_leak(kept_runs, "copies", 30, 1) is None

    def test_after_the_last_comes_the_first(self):
        assert [leaks.after(leak) for leak in LEAKS] == [*LEAKS[1:], LEAKS[0]]


class TestKept:
    def test_what_is_kept_is_the_comparison(self):
        plan = Plan(learner="majority")
        rng = np.random.default_rng(0)
        methods = methods_of(plan)
        whole = compare(plan.problem, learner("majority"), methods, n=60, n_sets=3, rng=rng)
        frame = kept.to_frame(whole, plan)
        found = kept.comparison(frame, plan, 2)
        np.testing.assert_allclose(found.errors, whole.errors[:2])
        assert (found.methods, found.n_fits, found.n_sets) == (methods, whole.n_fits, 2)
        assert kept.comparison(frame, plan, 4) is None
        assert kept.comparison(frame, Plan(repeats=10), 2) is None
        assert kept.comparison(frame, Plan(learner="majority", n=80), 2) is None


@pytest.mark.parametrize(
    ("values", "side"),
    [
        ([-0.3], "unknown"),
        ([-0.1, 0.1, -0.1], "either"),
        ([-0.3, -0.2, -0.25], "below"),
        ([0.3, 0.2, 0.25], "above"),
        ([0.0, 0.0], "either"),
    ],
)
def test_a_mean_lies_beside_0_by_two_standard_errors_or_not_at_all(values, side):
    assert tuning.score_row(np.array(values)).side_of_zero == side
