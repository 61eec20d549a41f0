"""Numbers of the lesson and of the exercises, found again in what comes with the app."""

import pandas as pd
import pytest

from evalcore.resampling import bootstrap_out_fraction
from evalcore.views.resampling.kept import comparison
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.spread import spread_view
from evalcore.views.resampling.tuning import threshold_view
from tests.languages import WHOLE
from ui.resampling import exercises
from ui.resampling.leaks import sections as leaks
from ui.resampling.spread import run as spread_run
from ui.resampling.tuning import sections as tuning
from ui.shared import text


@pytest.fixture(params=WHOLE)
def lesson(request):
    return (text.HERE / "resampling" / f"lesson.{request.param}.md").read_text(encoding="utf-8")


def paragraph(lesson, *words):
    """Return the paragraph that holds all of these."""
    (found,) = [one for one in lesson.split("\n\n") if all(word in one for word in words)]
    return found


def holds(said, *values):
    for value in values:
        assert value in said, said


def view(learner="3-nn"):
    plan = Plan(learner=learner)
    return spread_view(comparison(pd.read_csv(spread_run.FILE), plan, 100), plan)


def step(kind, setting=0.0, learner="3-nn"):
    found = view(learner)
    return found.rows[kind][found.nearest(kind, setting)]


def test_spreads(lesson):
    holds(paragraph(lesson, "ev_share=0.5"), f"{step('kfold', 2).sd:.3f}", f"{step('holdout', 0.5).sd:.3f}")
    holds(
        next(one for one in lesson.split("\n\n") if "0.125" in one),
        f"{step('loo').sd:.3f}",
        f"{step('kfold', 10).sd:.3f}",
        f"{step('holdout', 0.3).sd:.3f}",
    )
    holds(paragraph(lesson, "tab=sure"), f"{step('kfold', 10).correlation:.2f}")


def test_the_majority_rule(lesson):
    loo, folds = (step(kind, 10, "majority").mean for kind in ("loo", "kfold"))
    holds(paragraph(lesson, "ev_learner=majority"), f"{loo:.2f}", f"{folds:.2f}")


def test_a_threshold(lesson):
    view = threshold_view(n=100, n_sets=300, seed=0)
    holds(paragraph(lesson, "ev_tuned=threshold"), f"{view.rows['naive'].mean:.3f}", f"{view.rows['fresh'].mean:.3f}")


def test_bootstrap(lesson):
    holds(paragraph(lesson, "ev_m=10", "34.87"), f"{bootstrap_out_fraction(10) * 100:.2f}")
    holds(paragraph(lesson, "0.9895"), f"{0.9**0.1:.4f}")
    holds(paragraph(lesson, "ev_method=bootstrap"), f"{step('oob').bias:.3f}", f"{-step('632').bias:.3f}")


def test_errors_that_are_taken_for_one(lesson):
    """Empirical, test and generalisation error."""
    nearest = view("1-nn")
    holds(
        paragraph(lesson, "ev_method=training"),
        f"{step('training', learner='1-nn').mean:.3f}",
        f"{nearest.true_error:.3f}",
    )
    third = step("holdout", 0.3)
    holds(
        paragraph(lesson, "ev_method=holdout"),
        f"{third.dots.min():.3f}",
        f"{third.dots.max():.3f}",
        f"{view().true_error:.3f}",
        str(len(third.dots)),
    )


def test_many_folds_do_not_overfit(lesson):
    said = paragraph(lesson, "ev_k=20")
    for k in (2, 20):
        holds(said, f"{step('kfold', k).bias:.3f}", f"{step('kfold', k).sd:.3f}")


def test_the_leak(lesson):
    mean = pd.read_csv(leaks.FILE).groupby("leak")["leaking"].mean()["selection"]
    holds(paragraph(lesson, "ev_view=leaks"), f"{mean:.3f}")
    holds(str(exercises.find_leak().because), f"{mean:.3f}")


def test_more_folds():
    said = str(exercises.more_folds().because)
    holds(said, *(f"{step('kfold', k).sd:.3f}" for k in (5, 10)), f"{step('loo').sd:.3f}")


def test_a_winner_is_worse_on_fresh_data_and_nesting_knows_it():
    means = pd.read_csv(tuning.FILE).groupby("learner")[["naive", "nested", "fresh"]].mean()
    assert (means["fresh"] > means["naive"]).all()
    assert ((means["nested"] - means["fresh"]).abs() < means["fresh"] - means["naive"]).all()
