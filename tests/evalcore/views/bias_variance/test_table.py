"""What is shown of a table: steps of each family, which part dominates, how far the axes reach."""

import math
from functools import cache

import numpy as np
import pandas as pd
import pytest

from evalcore.bias_variance import bootstrap_sets, learn_table, table_sweep_steps
from evalcore.views.bias_variance.table import table_view
from evalcore.views.bias_variance.table_families import TABLE_FAMILIES


@cache
def sets(*, classes=False, n_sets=6):
    rng = np.random.default_rng(3)
    x = rng.normal(size=(90, 2))
    y = x[:, 0] + 0.5 * rng.normal(size=90)
    frame = pd.DataFrame(x, columns=["a", "b"]).assign(y=np.where(y > 0, "yes", "no") if classes else y)
    return bootstrap_sets(learn_table(frame, target="y"), n_sets=n_sets, rng=np.random.default_rng(0))


@cache
def view(name="tree", *, classes=False, n_sets=6):
    drawn, family = sets(classes=classes, n_sets=n_sets), TABLE_FAMILIES[name]
    *_, found = table_sweep_steps(drawn, family.make(drawn.n))
    return table_view(found, family)


@pytest.mark.parametrize("name", TABLE_FAMILIES)
def test_families_go_from_rigid_to_flexible(name):
    family = TABLE_FAMILIES[name]
    learners = family.make(300)
    at = [family.at(learner) for learner in learners]
    assert at == sorted(set(at))
    assert all(family.low <= family.setting(learner) <= family.high for learner in learners)
    assert any(family.setting(learner) == pytest.approx(family.usual, rel=0.5) for learner in learners)


@pytest.mark.parametrize("n", [21, 1_400])
def test_there_are_never_more_neighbours_than_rows(n):
    assert all(learner.k <= n for learner in TABLE_FAMILIES["neighbours"].make(n))


def test_steps_have_the_means_of_the_parts():
    shown = view()
    assert [step.shown for step in shown.steps[:2]] == ["d = 1", "d = 2"]
    assert (shown.n_sets, shown.n, shown.n_held_out, shown.is_squared, shown.is_partial) == (6, 63, 27, True, False)
    for step, parts in zip(shown.steps, shown.found.parts, strict=True):
        assert step.bias_and_noise.value + step.variance.value == pytest.approx(step.error.value)
        assert step.error == parts.mean("error")
    assert shown.best == int(np.argmin([step.error.value for step in shown.steps]))
    assert shown.to_frame()["error"].tolist() == [step.error.value for step in shown.steps]


def test_of_classes_what_variance_takes_off_is_drawn_below_zero():
    shown = view(classes=True)
    assert shown.parts == ("bias_and_noise", "variance_unbiased", "variance_biased", "error")
    for step in shown.steps:
        heights = [shown.height(step, name) for name in shown.parts]
        assert sum(heights[:3]) == pytest.approx(heights[3])
        assert heights[2] <= 0
        low, high = shown.ends
        assert low <= min(heights) <= max(heights) <= high


def test_dominant_part():
    shown = view("linear")
    assert (shown.steps[0].dominant, shown.steps[-1].share <= 1) == ("bias_and_noise", True)
    assert 0.5 <= shown.steps[0].share <= 1
    deep = view().steps[-1]
    assert deep.dominant == ("variance" if deep.variance.value > deep.bias_and_noise.value else "bias_and_noise")


def test_without_error_nothing_dominates():
    rows, family = np.arange(80.0), TABLE_FAMILIES["neighbours"]
    far_apart = pd.DataFrame({"a": rows + 1_000 * (rows >= 40), "y": np.where(rows < 40, "x", "z")})
    drawn = bootstrap_sets(learn_table(far_apart, target="y"), n_sets=3, rng=np.random.default_rng(1))
    *_, found = table_sweep_steps(drawn, family.make(drawn.n)[-1:])
    step = table_view(found, family).steps[0]
    assert (step.error.value, step.dominant, math.isnan(step.share)) == (0, "none", True)


def test_one_set_is_drawn_without_its_undefined_parts():
    shown = view(n_sets=1)
    step = shown.steps[0]
    assert math.isnan(step.variance.value)
    assert (shown.height(step, "variance"), shown.interval(step, "variance")) == (0, (0, 0))
    assert np.isfinite(shown.ends).all()


def test_the_nearest_learner_is_found_on_the_axis():
    shown = view("neighbours")
    settings = [step.setting for step in shown.steps]
    assert settings[shown.nearest(1)] == 1
    assert settings[shown.nearest(700)] == max(settings)


def test_a_sweep_that_was_stopped_is_partial():
    drawn, family = sets(), TABLE_FAMILIES["tree"]
    found = next(one for one in table_sweep_steps(drawn, family.make(drawn.n)) if len(one.parts) == 2)
    shown = table_view(found, family)
    assert (shown.is_partial, len(shown.steps), shown.n_learners) == (True, 2, 10)
