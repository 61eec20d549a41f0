"""The path of lessons: the lecture's order, links that hold, and sentences that are true of what they open."""

import itertools

import numpy as np
import pytest

from evalcore import costs, metrics
from evalcore.bias_variance import CurveProblem
from evalcore.counts import class_matrix, threshold_counts
from evalcore.curves import rank_loss, roc_curve
from evalcore.figures.bias_variance.double_descent import place
from evalcore.hypotheses import MELON_EXAMPLES, MELONS
from evalcore.metrics.thresholds import best_index
from evalcore.significance import binomial_test, friedman, nemenyi, paired_t_test
from evalcore.views.bias_variance.double_descent import double_descent_steps, double_descent_view
from evalcore.views.hypotheses.search import search_view
from evalcore.views.regression.use import use_view
from evalcore.views.resampling.kept import KEPT
from evalcore.views.resampling.plan import Plan
from tests.evalcore.views.regression.tables import regions
from tests.ui.shared.links import wrong
from ui.bias_variance.double_descent import setting
from ui.frame import path, steps
from ui.frame.course_steps import KNOWN
from ui.frame.steps import _IN_ORDER, STEPS
from ui.session import choices, samples
from ui.shared import chapter
from ui.shared.text import catalogue
from ui.significance.folds import data as folds_data
from ui.significance.many import setting as many_setting


def counts(key):
    """Return the counts of a step: those of its sample's model."""
    asked = STEPS[key].asked
    content = samples.bundled(asked["sample"])
    model = asked.get("model", next(iter(content.scores)))
    return threshold_counts(content.y_true, content.scores[model])


def test_the_order_is_the_lecture_s_and_no_page_is_left_out():
    pages = list(dict.fromkeys(step.page for step in STEPS.values()))
    assert pages == list(chapter.PAGES)
    # Who goes along the path turns to no page twice.
    turns = [step.page for before, step in itertools.pairwise(STEPS.values()) if before.page != step.page]
    assert turns == pages[1:]
    assert len({step.key for step in _IN_ORDER}) == len(_IN_ORDER)
    assert {step.key for step in _IN_ORDER} <= set(STEPS)


def test_a_page_without_a_step_is_shown_by_its_example():
    page = chapter.ChapterPage("new", "New", "", "learning", "2.6", "What is new?", {"tab": "learn"})
    assert steps._of_page(page) == [steps.Step("new", "new", "What is new?", {"tab": "learn"})]


def test_what_each_step_asks_for_there_is():
    for key, step in STEPS.items():
        asked = path.asked(step)
        assert asked["path"] == key
        assert len(asked) > 1, key
        assert not wrong(asked), key


def test_every_step_asks_a_question():
    for key, step in STEPS.items():
        assert step.shows.endswith("?"), key
        assert catalogue("zh")[step.shows].endswith("？"), key


# What a step counts out in words, by the choices of its link; those it leaves out are at their default.
COUNTED = {
    "misses": {"cost_fn": "five"},
    "bar": {"one_errors": "six", "one_rows": "ten", "one_bar": "0.3"},
    "kfold": {"ev_k": "ten"},
    "repeats": {"ev_repeats": "ten", "ev_k": "ten"},
    "lecture": {"t": "0.5"},
}
NUMBERS = {"five": 5, "six": 6, "ten": 10}


@pytest.mark.parametrize("key", COUNTED)
def test_what_a_step_counts_out_is_what_its_link_sets(key):
    said = KNOWN[key].shows.lower()
    for choice, word in COUNTED[key].items():
        asked = KNOWN[key].asked.get(choice)
        value = choices.REGISTERED[choice].default if asked is None else float(asked)
        assert word in said
        assert value == (NUMBERS[word] if word in NUMBERS else float(word))


def test_what_is_to_be_tried_with_a_sample_is_what_its_page_opens_with():
    asked = chapter.PAGES["costs"].example
    assert "cost ten times a false alarm" in samples.SAMPLES[asked["sample"]].attempt
    assert float(asked["cost_fn"]) == 10 * float(asked["cost_fp"])


def test_every_step_is_a_scene():
    """What its line speaks of stands alone before an audience."""
    # A page without a step of its own is shown as it is.
    own = [step for step in STEPS.values() if step.key != step.page]
    assert all(step.scene is not None for step in own)
    assert all(step.scene in (steps.FIGURE, "pairs") for step in STEPS.values() if step.stages)


def test_no_sample_of_the_path_is_called_by_its_answer():
    """Whether two models differ is what both of their steps ask."""
    assert samples.SAMPLES["two-models"].title == "Two models on the same rows"
    # Nor which of two models keeps its promises.
    assert samples.SAMPLES["miscalibrated"].title == "Two models, one ROC curve"
    assert samples.SAMPLES["miscalibrated"].scores == ("model_a", "model_b")


def test_a_step_that_hides_nothing_goes_on_by_itself():
    assert all(step.hides or step.moves for step in STEPS.values())


def test_who_presents_a_search_from_the_top_presses_few_keys():
    """What is dropped, what goes with it, what is kept and what is found; the first key reveals."""
    step = STEPS["narrowing"]
    view = search_view(MELONS, MELON_EXAMPLES, direction="down", step=0)
    assert step.hides
    assert len(step.halts) <= 5
    assert step.halts[0] == 0
    assert step.halts[-1] == len(view.steps) - 1
    outcomes = [view.steps[halt].last.outcome for halt in step.halts[1:-1]]
    assert outcomes == ["left", "dropped", "kept"]
    assert len(view.steps[step.halts[2]].struck) > 1


def test_who_presents_a_search_from_the_bottom_presses_few_keys():
    """What is too special, what it becomes, what is kept and what is found."""
    step = STEPS["widening"]
    view = search_view(MELONS, MELON_EXAMPLES, direction="up", step=0)
    assert step.hides
    assert len(step.halts) <= 5
    assert step.halts[0] == 0
    assert step.halts[-1] == len(view.steps) - 1
    assert [view.steps[halt].last.outcome for halt in step.halts[1:-1]] == ["left", "left", "kept"]


def test_a_handle_with_many_stops_is_moved_in_strides_from_where_it_begins():
    """Of the last step the first stride ends at the peak, as many features as points."""
    peak = STEPS["peak"]
    *_, found = double_descent_steps(CurveProblem("sine", 0.3, "fixed"), n=25, n_sets=2, seed=0)
    found_view = double_descent_view(found, ratio=setting.RATIO.default)
    ratios = [step.ratio for step in found_view.steps]
    begins = found_view.active
    assert place(ratios[begins]) > peak.begins > place(ratios[begins - 1])
    assert ratios[begins :: peak.strides] == [0.48, 1.0, 2.6, 10.0]
    # Nobody presses a key more often than there are rows.
    assert {step.key for step in STEPS.values() if step.strides > 1} == {"use", "squares", "peak", "razor", "lunch"}


def test_nobody_waits_for_ten_times_ten_folds():
    """They come with the app: before an audience nothing is trained for minutes."""
    asked = KNOWN["repeats"].asked
    assert set(asked) == {"ev_view", "ev_method", "ev_repeats"}
    assert Plan(repeats=int(asked["ev_repeats"])) in KEPT


class TestWhatTheySayIsTrue:
    def test_the_best_model_gives_way_to_the_other_at_a_tilt_of_0_53(self):
        assert STEPS["use"].asked["re_data"] == "two_regions"
        (crossing,) = use_view(regions()).crossings
        assert (crossing.before, crossing.after) == ("local", "even")
        assert crossing.tilt == pytest.approx(0.53, abs=0.005)

    def test_four_metrics_are_0_6(self):
        cm = counts("lecture").at(float(STEPS["lecture"].asked["t"]))
        found = [metrics.precision(cm), metrics.recall(cm), metrics.f1(cm), metrics.accuracy(cm)]
        assert found == pytest.approx([0.6] * 4)

    @pytest.mark.parametrize(("name", "t"), [("accuracy", 0.88), ("f1", 0.6)])
    def test_criteria_choose_thresholds_of_their_own(self, name, t):
        table = counts("criteria")
        assert table.threshold[best_index(table, name).index] == t

    def test_nothing_found_has_accuracy_0_99(self):
        cm = counts("rare").at(float(STEPS["rare"].asked["t"]))
        assert (cm.tp, metrics.accuracy(cm)) == (0, pytest.approx(0.99))

    def test_macro_and_micro_differ(self):
        content = samples.bundled("digits")
        cm = class_matrix(content, labels="naive_bayes")
        assert abs(metrics.macro(cm).f1 - metrics.micro(cm).f1) > 0.005

    def test_one_pair_of_four_is_wrong(self):
        table = counts("pairs")
        assert table.n_pos * table.n_neg == 4
        assert (rank_loss(table), roc_curve(table).auc) == (0.25, 0.75)

    def test_tied_rows_make_slanted_strokes(self):
        roc = roc_curve(counts("ties"))
        assert np.any((np.diff(roc.fpr) > 0) & (np.diff(roc.tpr) > 0))

    def test_two_curves_are_nearly_one(self):
        content = samples.bundled("two-models")
        first, second = (roc_curve(threshold_counts(content.y_true, score)).auc for score in content.scores.values())
        assert abs(first - second) < 0.005

    def test_the_least_cost_lies_at_0_42(self):
        asked = STEPS["misses"].asked
        price = {name: float(asked[name]) for name in ("cost_fn", "cost_fp")}
        assert costs.best_threshold(counts("misses"), **price).threshold == 0.42
        assert float(asked["t"]) == 0.6

    def test_one_of_two_equal_curves_promises_too_much(self):
        content = samples.bundled("miscalibrated")
        promised = STEPS["promises"].asked["model"]
        other = next(name for name in content.scores if name != promised)
        areas = [roc_curve(threshold_counts(content.y_true, content.scores[name])).auc for name in (promised, other)]
        assert areas[0] == pytest.approx(areas[1], abs=1e-12)
        assert content.scores[promised].mean() > content.y_true.mean() + 0.05

    def test_six_errors_in_ten_are_past_the_bar(self):
        asked = STEPS["bar"].asked
        errors, rows, bar = (float(asked[name]) for name in ("one_errors", "one_rows", "one_bar"))
        test = binomial_test(errors, rows, bar)
        assert test.reject(0.05)
        assert not binomial_test(errors - 1, rows, bar).reject(0.05)

    def test_the_corrected_interval_is_wider(self):
        plain = paired_t_test(np.array(folds_data.LECTURE_A), np.array(folds_data.LECTURE_B))
        corrected = paired_t_test(
            np.array(folds_data.LECTURE_A), np.array(folds_data.LECTURE_B), test_train_ratio=1 / 9
        )
        assert corrected.high - corrected.low > plain.high - plain.low

    def test_some_mean_ranks_lie_further_apart_than_the_critical_difference(self):
        table = np.column_stack(list(many_setting.LECTURE.values()))
        assert table.shape == (4, 3)
        ranks = friedman(table, higher_is_better=False).mean_ranks
        apart = nemenyi(ranks, 4).critical_difference
        differences = sorted(abs(a - b) for a, b in [(ranks[0], ranks[1]), (ranks[1], ranks[2]), (ranks[0], ranks[2])])
        assert differences[0] < apart < differences[-1]


def test_what_the_keys_of_a_remote_control_move_is_taken_over():
    """The figure of a page tells the server what is let go; of the other scenes only the rows of ROC do."""
    assert {step.scene for step in STEPS.values() if step.moves} == {steps.FIGURE, "steps"}
