"""Nested cross validation against loops over the validation curve, and its count of fits."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from evalcore.errors import InputError
from evalcore.resampling import (
    Bootstrap,
    HoldOut,
    KFold,
    LeaveOneOut,
    MajorityRule,
    TrainingError,
    TwoNormals,
    nested,
    nested_steps,
    tunable,
    validation_curve,
)

ROWS = TwoNormals(group_size=2).draw(48, np.random.default_rng(1))
DEPTHS = (1.0, 2.0, 4.0)
MAKE = tunable("tree").make


def rng(seed=0):
    return np.random.default_rng(seed)


def test_against_a_loop():
    found = nested(MAKE, DEPTHS, ROWS, outer=KFold(3), inner=KFold(2), rng=rng())
    draws = rng()
    naive = validation_curve(MAKE, DEPTHS, ROWS, method=KFold(2), rng=draws)
    outer = KFold(3).assign(ROWS, draws)
    assert found.naive_error == naive.best_error == found.naive.best_error
    for at in range(3):
        inside = np.flatnonzero(~outer.judged[at])
        curve = validation_curve(MAKE, DEPTHS, ROWS.some(inside), method=KFold(2), rng=draws)
        assert found.chosen[at] == curve.best_setting
        tree = DecisionTreeClassifier(max_depth=int(curve.best_setting), random_state=0)
        wrong = tree.fit(ROWS.x[inside], ROWS.y[inside]).predict(ROWS.x[outer.judged[at]]) != ROWS.y[outer.judged[at]]
        assert found.round_errors[at] == wrong.mean()
    assert found.error == pytest.approx(found.round_errors.mean())
    assert found.optimism == pytest.approx(found.error - naive.best_error)


def test_cost_and_final_model():
    """3 settings on 2 folds for each of 3 rounds and once more for all rows, 3 outer learners, the final one."""
    found = nested(MAKE, DEPTHS, ROWS, outer=KFold(3), inner=KFold(2), rng=rng())
    assert found.n_fits == 3 * (3 * 2) + 3 * 2 + 3 + 1
    whole = DecisionTreeClassifier(max_depth=int(found.naive.best_setting), random_state=0).fit(ROWS.x, ROWS.y)
    assert found.final.predict(ROWS.x).tolist() == whole.predict(ROWS.x).tolist()


def test_steps():
    steps = list(nested_steps(MAKE, DEPTHS, ROWS, outer=KFold(4, grouped=True), inner=HoldOut(), rng=rng()))
    assert [one.progress for one in steps] == [0.25, 0.5, 0.75, 1]
    assert [len(one.chosen) for one in steps] == [1, 2, 3, 4]
    assert steps[0].final is steps[-1].final
    assert not steps[-1].wrong.flags.writeable


def test_one_setting_leaves_nothing_to_choose():
    found = nested(lambda _: MajorityRule(), (1,), ROWS, outer=LeaveOneOut(), inner=KFold(2), rng=rng())
    assert (found.error, found.naive_error, set(found.chosen)) == (1.0, 0.5, {1})


def test_what_is_refused():
    with pytest.raises(InputError, match=r"^settings must name at least one setting; got none"):
        nested_steps(MAKE, (), ROWS, rng=rng())
    with pytest.raises(InputError, match=r"^k must be at most the number of rows, 48; got 99"):
        nested_steps(MAKE, DEPTHS, ROWS, outer=KFold(99), rng=rng())
    with pytest.raises(InputError) as refused:
        nested_steps(MAKE, DEPTHS, ROWS, outer=Bootstrap(3), inner=KFold(2), rng=rng())
    assert str(refused.value) == (
        "outer must keep the rows that judge apart, and take each other row once; got Bootstrap(rounds=3, "
        "estimator='.632'). Choose a hold-out, k-fold cross validation or leave-one-out."
    )
    with pytest.raises(InputError, match=r"^outer must keep the rows that judge apart"):
        nested_steps(MAKE, DEPTHS, ROWS, outer=TrainingError(), inner=KFold(2), rng=rng())
