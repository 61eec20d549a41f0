"""Features prepared inside the folds, against scikit-learn's pipeline, and outside them."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from evalcore.errors import InputError
from evalcore.resampling import (
    KFold,
    LeaveOneOut,
    Prepared,
    TwoNormals,
    estimate_error,
    learner,
    prepared_outside,
    real_rows,
)
from evalcore.resampling.preparation import f_values

ROWS = TwoNormals(features=30, group_size=2).draw(60, np.random.default_rng(1))
STEPS = [("scaling", StandardScaler()), ("selection", SelectKBest(f_classif, k=4))]


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_inside_is_a_pipeline(name, step):
    found = estimate_error(Prepared(learner("lda"), name, 4), ROWS.x, ROWS.y, method=KFold(5), rng=rng())
    folds = StratifiedKFold(5, shuffle=True, random_state=int(rng().integers(2**32)))
    scores = cross_val_score(make_pipeline(step, LinearDiscriminantAnalysis()), ROWS.x, ROWS.y, cv=folds)
    np.testing.assert_allclose(found.round_errors, 1 - scores, atol=1e-12)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_outside_uses_all_rows(name, step):
    found = prepared_outside(ROWS, name, 4)
    np.testing.assert_allclose(found.x, step.fit_transform(ROWS.x, ROWS.y))
    assert (found.classes, found.y is ROWS.y, found.groups is ROWS.groups) == (ROWS.classes, True, True)
    assert not found.x.flags.writeable


@pytest.mark.parametrize("name", ["majority", "memoriser"])
@pytest.mark.parametrize("preparation", ["scaling", "selection"])
def test_own_learners_can_be_prepared_for(name, preparation):
    found = estimate_error(Prepared(learner(name), preparation), ROWS.x, ROWS.y, method=KFold(3), rng=rng())
    assert 0 <= found.error <= 1


def test_features_that_never_vary_or_tell_all():
    x = np.array([[0, 1, 5, 0.1], [0, 1, 5, 0.2], [1, 1, 5, 0.1], [1, 1, 6, 0.3]])
    found = f_values(x, np.array([0, 0, 1, 1]))
    assert found[1] == 0
    assert found[0] > 1e300
    np.testing.assert_allclose(found[2:], f_classif(x[:, 2:], [0, 0, 1, 1])[0])
    assert f_values(np.ones((4, 2)), np.array([0, 0, 1, 1])).tolist() == [0, 0]


def test_digits_have_corners_that_never_vary():
    rows = real_rows("digits").some(np.arange(200))
    found = estimate_error(Prepared(learner("1-nn"), "selection", 99), rows.x, rows.y, method=KFold(2), rng=rng())
    assert found.error < 0.2


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: Prepared(learner("majority"), "cleaning"),
            "preparation must be one of scaling, selection; got 'cleaning'. Choose one of them.",
        ),
        (
            lambda: prepared_outside(ROWS, "cleaning"),
            "preparation must be one of scaling, selection; got 'cleaning'. Choose one of them.",
        ),
        (
            lambda: prepared_outside(ROWS, "selection", 0),
            "kept must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


def test_a_refusal_of_the_learner_inside_is_said_once():
    """With two rows to train on, three neighbours cannot be found."""
    inside = Prepared(learner("3-nn"), "scaling")
    with pytest.raises(InputError) as refused:
        estimate_error(inside, [[0], [1], [2]], [0, 1, 0], method=LeaveOneOut(), rng=rng())
    assert str(refused.value).count("The learner must be able to use") == 1
    assert "it says 'Expected n_neighbors <= n_samples" in str(refused.value)
