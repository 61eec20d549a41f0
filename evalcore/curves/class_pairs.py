"""Many classes: how well are the classes told apart pair by pair?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import threshold_counts
from evalcore.curves.many_classes import checked
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import weights
from evalcore.support.results import Result
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False)
class HandTill(Result):
    """AUC of each pair of classes, and their mean.

    Parameters
    ----------
    classes : tuple of str
    auc : (k, k) float64 in [0, 1]
        Row i, column j: A(i|j), the share of pairs of a row of class i and one of class j in which the first has the
        larger score for class i. nan on the diagonal, and where a class has no row.
    measure : float in [0, 1]
        Hand and Till's M: the mean of all of them; it does not depend on how many rows the classes have.
    weighted : float in [0, 1]
        The mean over pairs of classes weighted by the rows of both, or by the sums of their weights.
    undefined : tuple of Message
        Which classes have no row; then both means are nan.
    """

    classes: tuple[str, ...]
    auc: FloatArray
    measure: float
    weighted: float
    undefined: tuple[Message, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return A(i|j), a row for each class i and a column for each class j."""
        return pd.DataFrame(self.auc, index=pd.Index(self.classes, name="class"), columns=list(self.classes))


def hand_till(
    y_true: ArrayLike, scores: ArrayLike, classes: Sequence[str], *, sample_weight: ArrayLike | None = None
) -> HandTill:
    """How well are many classes told apart, pair by pair?

    Parameters
    ----------
    y_true : (n,) whole numbers
        Places in `classes`, from 0.
    scores : (n, k) finite numbers
        One column a class, in the order of `classes`.
    classes : k different names
    sample_weight : (n,) numbers >= 0, optional
        How often each row counts; a row of weight 0 vanishes.

    Returns
    -------
    HandTill

    Notes
    -----
    M = 2 / (k (k - 1)) times the sum over i < j of (A(i|j) + A(j|i)) / 2, where A(i|j) is the AUC of the score for
    class i among the rows of classes i and j; ties as half. For two classes whose scores add up to 1 it is the AUC. A
    pair of rows counts as much as the product of their weights, so whole weights equal repetition of the rows. It takes
    k (k - 1) sorts of the rows of two classes. *Undefined when* a class has no row: `undefined` names it.

    References
    ----------
    Hand and Till (2001), https://doi.org/10.1023/A:1010920819831

    Examples
    --------
    >>> found = hand_till([0, 0, 1, 2], [[5, 1, 1], [3, 4, 0], [4, 3, 2], [1, 2, 6]], ["a", "b", "c"])
    >>> found.auc[0].tolist(), round(found.measure, 4)
    ([nan, 0.5, 1.0], 0.8333)
    """
    codes, table = checked(y_true, scores, classes)
    weight = None if sample_weight is None else weights(sample_weight, len(codes))
    if weight is not None:
        codes, table, weight = codes[weight > 0], table[weight > 0], weight[weight > 0]
    k = len(classes)
    rows = [np.flatnonzero(codes == code) for code in range(k)]
    auc = np.full((k, k), np.nan)
    for i, mine in enumerate(rows):
        for j, others in enumerate(rows):
            if i != j and len(mine) and len(others):
                both = np.concatenate([mine, others])
                of_both = None if weight is None else weight[both]
                counts = threshold_counts(codes[both] == i, table[both, i], sample_weight=of_both)
                auc[i, j] = roc_curve(counts).auc
    pairs = np.triu_indices(k, 1)
    means, sizes = (auc + auc.T)[pairs] / 2, np.bincount(codes, weight, minlength=k).astype(np.float64)
    undefined = tuple(
        Message("Class '{name}' has no row, so it cannot be told from the others.", {"name": shown(name)})
        for name, mine in zip(classes, rows, strict=True)
        if not len(mine)
    )
    weighted = np.nan if undefined else float(np.average(means, weights=(sizes[:, None] + sizes)[pairs]))
    return HandTill(tuple(map(str, classes)), frozen(auc), float(means.mean()), weighted, undefined)
