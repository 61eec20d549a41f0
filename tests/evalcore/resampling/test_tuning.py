"""The validation curve against scikit-learn's, on the same rounds for every setting."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold
from sklearn.model_selection import validation_curve as theirs

from evalcore.errors import InputError
from evalcore.resampling import (
    Bootstrap,
    HoldOut,
    KFold,
    MajorityRule,
    TwoNormals,
    grid,
    tunable,
    validation_curve,
    validation_steps,
)

ROWS = TwoNormals().draw(60, np.random.default_rng(1))
SETTINGS = grid(0, 1, 0.1)


def rng(seed=0):
    return np.random.default_rng(seed)


class Cut:
    """Positive where a feature is above zero; the setting says which, and nothing is learned."""

    def __init__(self, setting):
        self.column = int(setting)

    def fit(self, x, y):
        return self

    def predict(self, x):
        return (x[:, self.column] > 0).astype(int)


def test_against_scikit_learn():
    found = validation_curve(tunable("lda").make, SETTINGS, ROWS, method=KFold(4), rng=rng())
    trained, judged = theirs(
        LinearDiscriminantAnalysis(solver="lsqr"),
        ROWS.x,
        ROWS.y,
        param_name="shrinkage",
        param_range=SETTINGS,
        cv=StratifiedKFold(4, shuffle=True, random_state=int(rng().integers(2**32))),
    )
    np.testing.assert_allclose(found.round_errors, 1 - judged, atol=1e-12)
    np.testing.assert_allclose(found.training_errors, 1 - trained, atol=1e-12)
    assert found.n_fits == 44
    frame = found.to_frame()
    assert frame["setting"].tolist() == list(SETTINGS)
    np.testing.assert_allclose(frame["spread"], (1 - judged).std(axis=1, ddof=1))
    assert found.best_error == found.errors.min() == found.errors[found.best]
    assert found.best_setting == SETTINGS[found.best]


def test_of_equal_settings_the_first_wins():
    found = validation_curve(lambda _: MajorityRule(), (0.3, 0.1, 0.2), ROWS, rng=rng())
    assert (found.best, found.best_setting, found.best_error) == (0, 0.3, 0.5)


def test_what_is_not_learned_is_judged_the_same_in_all_rounds_together():
    found = validation_curve(Cut, (0, 1, 2), ROWS, method=KFold(5), rng=rng())
    expected = [np.mean((ROWS.x[:, i] > 0) != ROWS.y) for i in range(3)]
    np.testing.assert_allclose(found.errors, expected)


def test_steps():
    steps = list(validation_steps(Cut, (0, 1, 2), ROWS, method=HoldOut(), rng=rng()))
    assert [one.progress for one in steps] == [1 / 3, 2 / 3, 1]
    assert [len(one.to_frame()) for one in steps] == [1, 2, 3]
    assert np.isnan(steps[-1].to_frame()["spread"]).all()
    assert not steps[-1].round_errors.flags.writeable
    assert steps[0].assignment is steps[2].assignment


def test_a_round_that_judges_no_row_counts_for_nothing():
    rows, draws = ROWS.some(np.flatnonzero(ROWS.y == 1)[:2]), rng()
    found = validation_curve(Cut, (0, 1), rows, method=Bootstrap(8), rng=draws)
    out = found.assignment.judged_sizes > 0
    assert np.isnan(found.round_errors[:, ~out]).all()
    assert out.any()
    assert not out.all()
    np.testing.assert_allclose(found.errors, found.round_errors[:, out].mean(axis=1))


def test_no_setting():
    with pytest.raises(InputError) as refused:
        validation_steps(Cut, (), ROWS, rng=rng())
    assert str(refused.value) == "settings must name at least one setting; got none. Choose a range and a step."
