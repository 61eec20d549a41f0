"""Every long run finds in a process of its own what it finds here, bit for bit: nothing is lost in the pipe."""

from dataclasses import fields, is_dataclass
from functools import partial

import numpy as np
import pandas as pd
import pytest

from evalcore import resampling
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
from evalcore.resampling import TwoNormals
from evalcore.significance import laboratory_steps
from evalcore.views.bias_variance.curves import curve_steps
from tests.evalcore.here import in_process_here

METHODS = (resampling.HoldOut(0.4), resampling.KFold(3, stratified=False), resampling.Bootstrap(2, ".632+"))
CURVES = [Polynomial(4), Ridge(0.1), NearestNeighbours(3), RandomFeatures(30), Tree(2)]
MANY = 101  # sets: trees come in two steps
TWO = TwoNormals(features=2)


def rng(seed=0):
    return np.random.default_rng(seed)


def rows(**more):
    return TwoNormals(features=2, **more).draw(30, rng())


def sets_of(problem, *, n=8, n_sets=5):
    return draw_sets(problem, n=n, n_sets=n_sets, rng=rng(1))


def table_sets(target):
    frame = pd.DataFrame({"a": rng(2).random(40), "b": rng(3).random(40)})
    made = {"number": frame.a + frame.b, "two": frame.a > 0.5, "three": np.arange(40) % 3}
    table = learn_table(frame.assign(y=made[target]), target="y", task="regression" if target == "number" else None)
    return bootstrap_sets(table, n_sets=7, rng=rng(4))


def same(one, other):
    """Hold two results to be the same in all their parts."""
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert (one.dtype, one.shape, one.flags.writeable) == (other.dtype, other.shape, other.flags.writeable)
        np.testing.assert_array_equal(one, other)
    elif is_dataclass(one):
        for field in fields(one):
            same(getattr(one, field.name), getattr(other, field.name))
    elif isinstance(one, pd.DataFrame):
        pd.testing.assert_frame_equal(one, other, check_exact=True)
    elif isinstance(one, tuple):
        assert len(one) == len(other)
        for part, of_other in zip(one, other, strict=True):
            same(part, of_other)
    else:
        assert one == other or (one != one and other != other)  # noqa: PLR0124 - nan


RUNS = {
    "methods": lambda: partial(resampling.compare_steps, TWO, "majority", METHODS, n=20, n_sets=3, rng=rng(4)),
    "leaks": lambda: partial(resampling.leak_steps, "copies", n=30, n_sets=2, rng=rng(1)),
    "several leaks": lambda: partial(resampling.leaks_steps, ("copies", "scaling"), n=30, n_sets=2, seed=1),
    "pipelines": lambda: partial(resampling.pipeline_steps, n=30, n_sets=1, rng=rng(3)),
    "winners": lambda: partial(
        resampling.tuning_worth_steps,
        *(TWO, resampling.tunable("tree").make, (1, 2)),
        n=30,
        n_sets=2,
        outer=resampling.KFold(3),
        rng=rng(2),
    ),
    "estimates": lambda: partial(
        resampling.estimates_steps, "3-nn", rows(group_size=3), METHODS[1:], preparation="scaling", rng=rng(3)
    ),
    "table tuning": lambda: partial(
        resampling.table_tuning_steps, rows(), "lda", (0.0, 0.5), k=2, outer=3, preparation="scaling", rng=rng(5)
    ),
    "laboratory": lambda: partial(laboratory_steps, "lda", n=60, n_replicates=30, rng=rng()),
    "curves, fixed": lambda: partial(curve_steps, sets_of(CurveProblem(design="fixed"), n_sets=MANY), CURVES),
    "curves, random": lambda: partial(curve_steps, sets_of(CurveProblem("step", 0.1, "random")), CURVES),
    "numbers": lambda: partial(sweep_steps, sets_of(CurveProblem()), [family(name, n=8)[0] for name in FAMILIES]),
    "classes": lambda: partial(
        sweep_steps,
        sets_of(PlaneProblem("boundary", 0.2)),
        [Tree(1), Forest(2, trees=2), *(family(name, n=8)[0] for name in CLASSIFIERS)],
    ),
    **{
        f"table of {target}": partial(lambda target: partial(table_sweep_steps, table_sets(target), [Tree(2)]), target)
        for target in ("number", "two", "three")
    },
}


@pytest.mark.parametrize("name", RUNS)
def test_the_same_is_found(name):
    found, here = list(in_process_here(RUNS[name]())), list(RUNS[name]()())
    same(tuple(found), tuple(here))


def test_several_leaks_are_found_one_after_the_other_as_alone():
    both = list(resampling.leaks_steps(("copies", "scaling"), n=30, n_sets=2, seed=1))
    assert [one.progress for one in both] == [0.25, 0.5, 0.75, 1.0]
    for leak, found in zip(("copies", "scaling"), both[-1].found, strict=True):
        *_, alone = resampling.leak_steps(leak, n=30, n_sets=2, rng=rng(1))
        assert found.leak == leak
        pd.testing.assert_frame_equal(found.to_frame(), alone.to_frame(), check_exact=True)


def test_several_methods_say_what_each_says_alone():
    data, made = rows(), resampling.Prepared(resampling.learner("3-nn"), "scaling")
    *_, found = resampling.estimates_steps("3-nn", data, METHODS, preparation="scaling", rng=rng(3))
    own = rng(3)
    for one, method in zip(found.found, METHODS, strict=True):
        alone = resampling.estimate_error(made, data.x, data.y, method=method, rng=own)
        np.testing.assert_array_equal(one.wrong, alone.wrong)
        assert one.error == alone.error
    assert found.progress == 1


def test_one_of_the_data_sets_is_drawn_again():
    seen = []

    class Looking(resampling.MajorityRule):
        def fit(self, x, y):
            """Keep what was trained on."""
            seen.append(x)
            return super().fit(x, y)

    problem = TwoNormals()
    resampling.compare(problem, Looking(), [resampling.TrainingError()], n=20, n_sets=2, rng=rng(5))
    np.testing.assert_array_equal(seen[-1], resampling.drawn_set(problem, n=20, at=1, rng=rng(5)).x)
