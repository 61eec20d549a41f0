"""What is said to be right is right: each number is computed here."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from evalcore import costs, metrics
from evalcore.counts import class_matrix, threshold_counts
from evalcore.curves import precision_recall_curve, roc_curve
from evalcore.hypotheses import MELON_EXAMPLES, MELONS, search
from evalcore.metrics.thresholds import best_index
from evalcore.resampling import KFold, drawn_set, estimate_error, learner
from evalcore.significance import delong_test, friedman, nemenyi, paired_t_test, paired_t_test_5x2
from evalcore.views.regression.use import use_view
from evalcore.views.resampling.kept import comparison
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.spread import spread_view
from tests.evalcore.views.regression.tables import regions
from ui.audience.answers import ANSWERS, Choices, Guess
from ui.frame.course_steps import KNOWN
from ui.session import samples
from ui.significance.folds import data as folds_data
from ui.significance.many import setting as many_setting


def counts(sample):
    content = samples.bundled(sample)
    return threshold_counts(content.y_true, next(iter(content.scores.values())))


def numbers(key):
    """Return the numbers that the reason of an answer names."""
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+(?:\.\d+)?", ANSWERS[key].because)]


def right(key):
    answer = ANSWERS[key]
    return answer.options[answer.right]


def test_every_step_has_its_answer():
    # A page without a step of its own asks what its example shows, and has no answer to be chosen.
    assert set(ANSWERS) == {key for key, step in KNOWN.items() if key != step.page}


@pytest.mark.parametrize("key", ANSWERS)
def test_an_answer_is_one_of_several_or_between_its_ends(key):
    answer = ANSWERS[key]
    assert answer.because.endswith(".")
    if isinstance(answer, Guess):
        assert answer.lowest < answer.truth < answer.highest
    else:
        assert isinstance(answer, Choices)
        assert len(set(answer.options)) == len(answer.options) >= 3
        assert answer.right is None or 0 <= answer.right < len(answer.options)


def test_both_ways_of_search():
    down, up = (search(MELONS, MELON_EXAMPLES, direction=way) for way in ("down", "up"))
    assert numbers("narrowing") == [len(down.tries), len(MELONS.hypotheses)]
    assert set(down.kept) == set(up.kept)
    assert numbers("widening") == [len(up.kept), len(down.tries), len(up.tries)]


def test_a_row_is_never_drawn():
    assert ANSWERS["draws"].truth == pytest.approx(100 * np.exp(-1), abs=0.05)
    assert numbers("draws")[-1] == pytest.approx(np.exp(-1), abs=5e-4)


def test_the_lecture_at_half():
    cm = counts("lecture-20").at(0.5)
    assert numbers("lecture") == [cm.tp, cm.fn, cm.fp, cm.tn, 1, 0.6]
    assert right("lecture") == f"TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn}: all four are 0.6."


def test_best_thresholds():
    table = counts("melon-20")
    best = {name: table.threshold[best_index(table, name).index].item() for name in ("accuracy", "f1")}
    assert right("criteria") == f"{best['accuracy']:.2f} by accuracy, {best['f1']:.2f} by F1."
    assert np.ravel(costs.best_threshold(table, cost_fn=5, cost_fp=1).threshold).tolist() == numbers("misses")
    assert right("misses") == "Lower than 0.6"


def test_nothing_found():
    assert ANSWERS["rare"].truth == pytest.approx(100 * metrics.accuracy(counts("rare-class").at(0.95)))


def test_averages_differ():
    cm = class_matrix(samples.bundled("digits"), labels="naive_bayes")
    assert metrics.macro(cm).f1 != pytest.approx(metrics.micro(cm).f1, abs=0.005)
    assert right("classes").startswith("They differ")


def test_pairs():
    assert roc_curve(counts("four-samples")).auc == 0.75
    assert right("pairs") == "In 3 of 4"


def test_two_models():
    content = samples.bundled("two-models")
    found = delong_test(content.y_true, *content.scores.values())
    said = numbers("models")
    assert said == pytest.approx([abs(found.effect), found.low, found.high, found.pvalue], abs=5.1e-3)
    assert found.pvalue > 0.05
    assert right("models").startswith("No")


def test_errors_against_a_bar():
    assert numbers("bar")[:3] == pytest.approx([0.3, binom.sf(5, 10, 0.3), binom.sf(4, 10, 0.3)], abs=5e-4)
    least = next(n for n in range(11) if binom.sf(n - 1, 10, 0.3) <= 0.05)
    assert right("bar") == f"Chance would hardly do that: at the 5% level it takes {least} errors or more."


def test_mean_ranks():
    ranks = friedman(np.column_stack(list(many_setting.LECTURE.values())), higher_is_better=False).mean_ranks
    apart = nemenyi(ranks, 4).critical_difference
    assert numbers("ranks") == pytest.approx([*ranks, apart, ranks[2] - ranks[0]], abs=5e-4)
    assert ranks[2] - ranks[0] > apart > max(ranks[1] - ranks[0], ranks[2] - ranks[1])
    assert right("ranks") == "Those of A and C"


def test_errors_of_the_regression():
    table = pd.read_csv(samples.FOLDER / "diabetes.csv")
    truth, predicted = table["progression"], table["linear_regression"]
    error = (truth - predicted).abs()
    assert numbers("distances") == [round(error.mean())]
    low, high = truth.quantile([0.2, 0.8])
    ends = (truth <= low) | (truth >= high)
    assert error[ends].mean() > 1.2 * error[~ends].mean()
    assert (predicted - truth)[truth <= low].mean() > 0 > (predicted - truth)[truth >= high].mean()


def test_a_leak_makes_chance_look_like_skill():
    table = pd.read_csv(samples.FOLDER / "leaks.csv")
    chosen = table[table["leak"] == "selection"]
    assert (chosen["true"] == numbers("leaks")[0]).all()
    assert chosen["leaking"].mean() < numbers("leaks")[1] < chosen["clean"].mean()


def test_hold_outs_lie():
    table = pd.read_csv(samples.FOLDER / "laboratory.csv")
    equal = table[(table["learner"] == "lda") & (table["n"] == 300) & (table["difference"] == 0)]
    rejected = (equal[["hold-out-t", "mcnemar", "repeated-cv-corrected"]] < 0.05).mean()
    assert rejected["hold-out-t"] > 0.5
    assert rejected.drop("hold-out-t").max() < 0.05
    assert right("lies").startswith("The t test over 30 hold-outs")


def test_a_density_changes_which_model_is_best():
    (crossing,) = use_view(regions()).crossings
    assert numbers("use") == [pytest.approx(crossing.tilt, abs=5e-3)]


def test_ten_folds_and_one_row_at_a_time_are_as_far_off():
    plan = Plan()
    found = spread_view(comparison(pd.read_csv(samples.FOLDER / "estimates.csv"), plan, 100), plan)
    ten = found.rows["kfold"][found.nearest("kfold", 10)]
    (each,) = found.rows["loo"]
    assert numbers("kfold") == [found.n_sets, plan.n, round(ten.rmse, 3)]
    assert numbers("loo") == [plan.n, each.fits, ten.fits, round(each.rmse, 3), round(ten.rmse, 3)]
    assert each.rmse > ten.rmse
    assert KNOWN["kfold"].asked["ev_method"] == "kfold"
    rows = drawn_set(plan.problem, n=plan.n, at=0, rng=np.random.default_rng(plan.seed))
    dealt = KFold(10).assign(rows, np.random.default_rng(0))
    assert set(dealt.judged.sum(axis=0)) == {1}
    assert set(dealt.times_trained.sum(axis=0)) == {9}
    assert right("kfold") == "Tested once, trained on nine times."


@pytest.mark.slow
def test_dealing_ten_times_is_steadier_and_as_far_off():
    plan = Plan()
    rows = drawn_set(plan.problem, n=plan.n, at=6, rng=np.random.default_rng(plan.seed))
    once, often = (
        [
            estimate_error(
                learner(plan.learner),
                rows.x,
                rows.y,
                method=KFold(10, repeats=repeats),
                rng=np.random.default_rng(seed),
            ).error
            for seed in range(8)
        ]
        for repeats in (1, 10)
    )
    assert np.std(often) < 0.6 * np.std(once)
    assert np.mean(often) == pytest.approx(np.mean(once), abs=2 * np.std(once))


def test_which_p_r_curve_encloses_which():
    content = samples.bundled("pr-curves")
    curves = {
        name: precision_recall_curve(threshold_counts(content.y_true, one)) for name, one in content.scores.items()
    }
    needed = np.linspace(0.01, 1, 100)
    # The precision at the least recall that is enough.
    a, b, c = (one.precision[np.searchsorted(one.recall, needed)] for one in curves.values())
    assert (a >= c).all()
    assert (a > b).any()
    assert (b > a).any()
    points = [curves[name].break_even_point for name in "AB"]
    assert numbers("enclosing") == pytest.approx(points, abs=5.1e-3)
    assert points[0] > points[1]
    assert right("enclosing") == "A encloses C; A and B cross."


def test_tests_of_ten_differences():
    first, second = np.array(folds_data.LECTURE_A), np.array(folds_data.LECTURE_B)
    paired = paired_t_test(first, second)
    assert numbers("paired") == pytest.approx([np.mean(first - second), paired.statistic, paired.pvalue], abs=5e-3)
    assert right("paired").startswith("Yes") is paired.reject(0.05) is True
    halves = paired_t_test_5x2(np.array(folds_data.LECTURE_HALVES), numerator="mean")
    assert numbers("halves") == [round(halves.statistic, 2), round(halves.critical_value(0.05), 2), halves.df]
    assert not halves.reject(0.05)
