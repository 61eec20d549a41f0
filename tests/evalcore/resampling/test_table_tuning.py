"""Tuning given rows finds what nesting finds; groups stay together; what cannot be dealt is refused."""

import numpy as np
import pytest

from evalcore import resampling
from evalcore.errors import InputError
from evalcore.resampling import KFold, Prepared, TwoNormals, nested, table_tuning_steps, tunable

DEPTHS = (1.0, 2.0)


def rows(n=30, **more):
    return TwoNormals(features=2, **more).draw(n, np.random.default_rng(0))


@pytest.mark.parametrize("group_size", [1, 3])
@pytest.mark.parametrize("preparation", [None, "scaling"])
def test_against_nesting(preparation, group_size):
    data, make = rows(group_size=group_size), tunable("tree").make
    steps = list(
        table_tuning_steps(data, "tree", DEPTHS, k=2, outer=3, preparation=preparation, rng=np.random.default_rng(5))
    )
    here = nested(
        make if preparation is None else lambda depth: Prepared(make(depth), preparation),
        DEPTHS,
        data,
        outer=KFold(3, grouped=group_size > 1),
        inner=KFold(2, grouped=group_size > 1),
        rng=np.random.default_rng(5),
    )
    found = steps[-1]
    assert [one.progress for one in steps] == [1 / 3, 2 / 3, 1]
    assert (found.naive_error, found.error, found.chosen) == (here.naive_error, here.error, here.chosen)
    assert found.optimism == here.optimism
    assert (found.best, found.n_fits) == (here.naive.best, here.n_fits)
    assert found.refit_error == (here.final.predict(data.x) != data.y).mean()
    assert found.to_frame()["error"].tolist() == here.naive.errors.tolist()
    assert found.to_frame()["training_error"].tolist() == here.naive.training_errors.mean(axis=1).tolist()


@pytest.mark.parametrize(
    ("data", "k", "outer", "sentence"),
    [
        (rows(6), 7, 3, "k must be at most the number of rows, 6; got 7. Choose fewer folds."),
        (rows(6), 3, 7, "k must be at most the number of rows, 6; got 7. Choose fewer folds."),
    ],
)
def test_what_is_refused_before_anything_is_trained(data, k, outer, sentence):
    with pytest.raises(InputError) as refused:
        table_tuning_steps(data, "tree", DEPTHS, k=k, outer=outer, rng=np.random.default_rng(0))
    assert str(refused.value) == sentence


def test_what_is_refused_on_the_way():
    """Seven rows of a class reach each outer fold; of the six left too few are there for seven inner ones."""
    data = resampling.as_rows(np.arange(14.0)[:, None], [0, 1] * 7)
    steps = table_tuning_steps(data, "tree", DEPTHS, k=7, outer=5, rng=np.random.default_rng(0))
    with pytest.raises(InputError, match="fold"):
        list(steps)
