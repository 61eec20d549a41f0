"""Three steps, each before or after the split: two of them flatter, scaling does not, and none of them is honest."""

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.resampling import (
    PIPELINES,
    KFold,
    Pipeline,
    estimate_error,
    pipeline_steps,
)
from evalcore.resampling.learners import learner
from evalcore.resampling.pipelines import PROBLEM
from evalcore.resampling.preparation import Prepared, prepared_outside


@pytest.fixture(scope="module")
def hunt():
    *_, found = pipeline_steps(n=60, n_sets=4, rng=np.random.default_rng(0))
    return found


def mean(hunt, **steps):
    return hunt.of(Pipeline(**steps)).leaking.mean()


def test_which_steps_flatter(hunt):
    clean, true = mean(hunt), hunt.true.mean()
    assert abs(mean(hunt, scaling=True) - clean) < 0.1
    assert mean(hunt, selection=True) < true - 0.15
    assert mean(hunt, groups=True) < true - 0.2
    assert mean(hunt, scaling=True, selection=True, groups=True) < true - 0.25
    assert clean > true - 0.1


def test_one_combination_is_a_leak_beside_the_honest_one(hunt):
    pipeline = Pipeline(selection=True)
    found = hunt.of(pipeline)
    assert (found.leak, pipeline.name) == ("pipeline 010", "pipeline 010")
    np.testing.assert_array_equal(found.clean, hunt.estimates[:, 0])
    assert len({one.name for one in PIPELINES}) == 8
    assert PIPELINES[0] == Pipeline()


def test_against_the_steps_by_hand(hunt):
    generator = np.random.default_rng(0)
    PROBLEM.judge(generator)
    own = generator.spawn(4)[0]
    rows = PROBLEM.draw(60, own)
    seed = int(own.integers(2**32))
    chosen = prepared_outside(rows, "selection")
    by_hand = estimate_error(
        Prepared(learner("3-nn"), "scaling"),
        chosen.x,
        chosen.y,
        method=KFold(5),
        rng=np.random.default_rng(seed),
    )
    assert hunt.estimates[0, PIPELINES.index(Pipeline(selection=True, groups=True))] == by_hand.error


def test_what_is_refused():
    with pytest.raises(InputError, match="n must be a whole number from 30"):
        pipeline_steps(n=20, n_sets=1, rng=np.random.default_rng(0))
