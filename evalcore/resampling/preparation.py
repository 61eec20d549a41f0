"""What is done to features before a learner sees them, inside the folds as it should be or outside them as a leak."""

from __future__ import annotations

from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from evalcore.resampling.learners import Learner, of_scikit_learn, predicted, trained
from evalcore.resampling.rows import Rows
from evalcore.support.arrays import FloatArray, IntArray, frozen
from evalcore.support.checks import option, whole_number

PREPARATIONS: Final = ("scaling", "selection")
KEPT: Final = 10  # features that a selection keeps where nobody says


class Prepared:
    """A learner that prepares the features by the very rows it is trained on, so that nothing leaks.

    Parameters
    ----------
    learner : Learner
    preparation : "scaling" or "selection"
        Mean 0 and standard deviation 1; or the features with the largest F of an analysis of variance by class.
    kept : int >= 1
        Features that a selection keeps, all where there are fewer.

    Raises
    ------
    InputError
        If there is no such preparation, or `kept` is no whole number from 1.
    """

    def __init__(self, learner: Learner, preparation: str, kept: int = KEPT) -> None:
        option(preparation, "preparation", PREPARATIONS)
        self.learner, self.preparation, self.kept = learner, preparation, whole_number(kept, "kept", least=1)

    def fit(self, x: FloatArray, y: IntArray) -> Self:
        """Prepare the features by these rows, and train."""
        self._step, self._n = _step(self.preparation, self.kept, x.shape[1]), len(y)
        self._trained = trained(self.learner, self._step.fit_transform(x, y), y)
        return self

    def predict(self, x: FloatArray) -> NDArray[Any]:
        """Return a class for each row, prepared as the rows trained on were."""
        return predicted(self._trained, self._step.transform(x), self._n)


def prepared(learner: Learner, preparation: str | None) -> Learner:
    """Return a learner with what is done to features before it, if anything."""
    return learner if preparation is None else Prepared(learner, preparation)


def prepared_outside(rows: Rows, preparation: str, kept: int = KEPT) -> Rows:
    """What do the rows look like if all of them, those to be judged too, have a say in how they are prepared: the leak?

    Parameters
    ----------
    rows : Rows
    preparation, kept
        As in `Prepared`.

    Returns
    -------
    Rows
        With the same classes and groups, without names of features.

    Raises
    ------
    InputError
        As `Prepared` does.
    """
    option(preparation, "preparation", PREPARATIONS)
    step = _step(preparation, whole_number(kept, "kept", least=1), rows.x.shape[1])
    x = np.asarray(step.fit_transform(rows.x, rows.y), dtype=np.float64)
    return Rows(x=frozen(x), y=rows.y, classes=rows.classes, groups=rows.groups)


def _step(preparation: str, kept: int, n_features: int) -> Any:
    if preparation == "scaling":
        return of_scikit_learn("preprocessing", "StandardScaler")
    return of_scikit_learn("feature_selection", "SelectKBest", score_func=f_values, k=min(kept, n_features))


def f_values(x: FloatArray, y: IntArray) -> FloatArray:
    """Return the F of each feature, (features,); 0 where it never varies, which scikit-learn would warn of."""
    from sklearn.feature_selection import f_classif  # noqa: PLC0415 - the selection has imported it

    found, varies = np.zeros(x.shape[1]), np.ptp(x, axis=0) > 0
    if varies.any():
        with np.errstate(divide="ignore", invalid="ignore"):  # a feature that tells the classes apart exactly
            found[varies] = f_classif(x[:, varies], y)[0]
    return np.nan_to_num(found)
