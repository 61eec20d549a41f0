"""Learners trained in a process of their own make of sets what they make of them here, bit for bit."""

from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest

from evalcore.bias_variance import (
    CLASSIFIERS,
    FAMILIES,
    CurveProblem,
    Forest,
    NearestNeighbours,
    PlaneProblem,
    Polynomial,
    RandomFeatures,
    Ridge,
    Tree,
    bootstrap_sets,
    draw_sets,
    family,
    learn_table,
    sweep_steps,
    table_sweep_steps,
)
from evalcore.support import apart as process
from evalcore.views.bias_variance import apart, worker
from evalcore.views.bias_variance.curves import curve_steps
from tests.evalcore.here import answers_here

CURVES = [Polynomial(4), Ridge(0.1), NearestNeighbours(3), RandomFeatures(30), Tree(2)]
MANY = 101  # sets: trees come in two steps


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(apart, "answers_apart", answers_here)


def sets_of(problem, *, n=8, n_sets=5):
    return draw_sets(problem, n=n, n_sets=n_sets, rng=np.random.default_rng(1))


def same(found, expected):
    assert (found.learner, found.sets.n_sets) == (expected.learner, expected.sets.n_sets)
    assert (found.fitted is found.predictions) == (expected.fitted is expected.predictions)
    for name in ("predictions", "fitted"):
        one, other = getattr(found, name), getattr(expected, name)
        assert one.dtype == other.dtype
        assert one.strides == other.strides  # sums come in the same order, too
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("design", ["fixed", "random"])
def test_learners_of_numbers(design):
    sets = sets_of(CurveProblem(design=design))
    *_, found = apart.sweep_apart(sets, CURVES)
    *_, here = sweep_steps(sets, CURVES)
    for one, other in zip(found.simulations, here.simulations, strict=True):
        same(one, other)
    pd.testing.assert_frame_equal(found.to_frame(), here.to_frame(), check_exact=True)


def test_learners_of_two_classes():
    sets = sets_of(PlaneProblem("boundary"))
    learners = [Tree(1), Forest(2, trees=2), *(family(name, n=8)[0] for name in CLASSIFIERS)]
    *_, found = apart.sweep_apart(sets, learners)
    *_, here = sweep_steps(sets, learners)
    for one, other in zip(found.simulations, here.simulations, strict=True):
        same(one, other)


@pytest.mark.parametrize("design", ["fixed", "random"])
def test_what_is_predicted_along_the_curve(design):
    sets = sets_of(CurveProblem(design=design), n_sets=MANY)
    steps = list(apart.curves_apart(sets, CURVES))
    here = list(curve_steps(sets, CURVES))
    assert [(one.n_done, one.progress) for one in steps] == [(one.n_done, one.progress) for one in here]
    for one, other in zip(steps[-1].sweep.simulations, here[-1].sweep.simulations, strict=True):
        same(one, other)
    for line, other in zip(steps[-1].lines, here[-1].lines, strict=True):
        assert line.dtype == other.dtype
        np.testing.assert_array_equal(line, other)


@pytest.mark.parametrize("target", ["number", "two", "three"])
@pytest.mark.parametrize("n_sets", [1, 7])
def test_learners_on_a_table(target, n_sets):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"a": rng.random(40), "b": rng.random(40)})
    made = {"number": frame.a + frame.b, "two": frame.a > 0.5, "three": np.arange(40) % 3}
    table = learn_table(frame.assign(y=made[target]), target="y", task="regression" if target == "number" else None)
    sets = bootstrap_sets(table, n_sets=n_sets, rng=rng)
    learners = [Tree(2), NearestNeighbours(3)]
    steps, here = list(apart.table_sweep_apart(sets, learners)), list(table_sweep_steps(sets, learners))
    assert [one.progress for one in steps] == [one.progress for one in here]
    for one, other in zip(steps[-1].parts, here[-1].parts, strict=True):
        for field in fields(one):
            np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name))


@pytest.mark.parametrize("name", sorted({*FAMILIES, *CLASSIFIERS}))
def test_every_learner_is_what_its_parts_say(name):
    for learner in family(name, n=25):
        again = worker.made(process.read(process.written({"one": worker.parts(learner)}))["one"])
        assert replace(again, **({"bounds": tuple(again.bounds)} if isinstance(again, Ridge) else {})) == learner


@pytest.mark.parametrize("problem", [CurveProblem("step", 0.1, "random"), PlaneProblem("boundary", 0.2)])
def test_a_problem_is_what_its_parts_say(problem):
    assert worker.made(worker.parts(problem)) == problem
