"""What software reports that knows drawn labels only and gives all variance the same sign."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from evalcore.bias_variance.zero_one import decompose_zero_one
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnLabelParts(Result):
    """Three numbers that do not add up, and why.

    Parameters
    ----------
    loss : float
        Share of predictions that differ from the drawn label.
    bias : float
        Share of points whose main prediction differs from it: the noise of the labels is in here.
    variance : float
        Share of predictions that differ from the main one.
    sum : float
        bias + variance.
    gap : float
        sum - loss: what variance takes off the loss where the main prediction is wrong, counted with the wrong sign;
        with two classes twice `variance_biased`.
    variance_biased : float
        What of the variance is at such points.
    """

    loss: float
    bias: float
    variance: float
    sum: float
    gap: float
    variance_biased: float


def drawn_label_parts(predictions: ArrayLike, labels: ArrayLike) -> DrawnLabelParts:
    """Which loss, bias and variance are reported from drawn labels, and why do they not add up?

    Parameters
    ----------
    predictions : (sets, points)
        A row for each training set: the labels that the learner trained on it predicts.
    labels : (points,)
        Labels that were drawn, such as those of a test set.

    Returns
    -------
    DrawnLabelParts

    Raises
    ------
    InputError
        If the shapes do not agree.

    Notes
    -----
    The output of mlxtend's bias_variance_decomp with the 0-1 loss. It is Domingos' decomposition with the drawn label
    as the best one and no noise, but for c2: variance at biased points is added, although it lowers the loss there.

    References
    ----------
    Raschka (2018), MLxtend, Journal of Open Source Software 3(24), 638, https://doi.org/10.21105/joss.00638

    Examples
    --------
    >>> found = drawn_label_parts([[0, 1], [1, 0], [0, 0]], [0, 1])
    >>> [round(part, 3) for part in (found.loss, found.bias, found.variance, found.gap)]
    [0.5, 0.5, 0.333, 0.333]
    """
    mean = decompose_zero_one(predictions, labels).mean
    total = mean.bias + mean.variance
    return DrawnLabelParts(
        loss=mean.loss,
        bias=mean.bias,
        variance=mean.variance,
        sum=total,
        gap=total - mean.loss,
        variance_biased=mean.variance_biased,
    )
