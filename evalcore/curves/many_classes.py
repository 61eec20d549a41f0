"""Many classes: one table of counts for each class against the rest, and one that pools them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import finite_numbers, one_dimensional, same_length
from evalcore.support.text import shown


def one_vs_rest_counts(
    y_true: ArrayLike,
    scores: ArrayLike,
    classes: Sequence[str],
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
) -> dict[str, ThresholdCounts]:
    """What does every threshold of a class's score decide, that class taken as the positive one?

    Parameters
    ----------
    y_true : (n,) whole numbers
        Places in `classes`, from 0.
    scores : (n, k) finite numbers
        One column a class, in the order of `classes`; the larger, the more the row looks like that class.
    classes : k different names
    sample_weight : (n,) numbers >= 0, optional
    case : (n,) labels of any kind, optional
        As for `threshold_counts`.

    Returns
    -------
    dict of class to ThresholdCounts
        In the order of `classes`; every binary curve and area can be read off each. A class may be without rows.

    Examples
    --------
    >>> counts = one_vs_rest_counts([0, 1, 2], [[3, 1, 0], [2, 5, 1], [1, 4, 6]], ["a", "b", "c"])
    >>> counts["a"].tp.tolist(), counts["a"].fp.tolist()
    ([0, 1, 1, 1], [0, 0, 1, 2])
    """
    codes, table = checked(y_true, scores, classes)
    cases = None if case is None else numbered(case, len(codes))
    return {
        str(name): threshold_counts(codes == code, table[:, code], sample_weight=sample_weight, case=cases)
        for code, name in enumerate(classes)
    }


def micro_average_counts(by_class: Mapping[str, ThresholdCounts]) -> ThresholdCounts:
    """What does one threshold for the scores of all classes decide, every pair of a row and a class being a case?

    Parameters
    ----------
    by_class : mapping of class to ThresholdCounts
        From `one_vs_rest_counts`.

    Returns
    -------
    ThresholdCounts
        Of n k cases, n of them positive. Its ROC and P-R curves are the micro-averages.

    Notes
    -----
    It compares scores of different classes with each other, so they must be on one scale, as probabilities are. A row
    is k cases, which are not independent: intervals read off this table would be wrong.

    Examples
    --------
    >>> counts = one_vs_rest_counts([0, 1], [[0.9, 0.1], [0.3, 0.7]], ["a", "b"])
    >>> micro_average_counts(counts).tp.tolist()
    [0, 1, 2, 2, 2]
    """
    tables = list(by_class.values())
    if not tables:
        raise InputError("An average must have at least one class; got none. Choose the score columns of all classes.")
    return ThresholdCounts.from_grouped(
        np.concatenate([counts.threshold[1:] for counts in tables]),
        np.concatenate([np.diff(counts.tp) for counts in tables]),
        np.concatenate([np.diff(counts.fp) for counts in tables]),
    )


def checked(y_true: ArrayLike, scores: ArrayLike, classes: Sequence[str]) -> tuple[IntArray, FloatArray]:
    """Return codes and a table of scores that fit the classes."""
    k = len(classes)
    codes = one_dimensional(y_true, "y_true")
    usable = np.isin(codes, np.arange(k))
    if not usable.all():
        row = int(np.argmin(usable))
        raise InputError(
            "y_true must hold places in the list of classes, 0 to {last}; got '{value}' (data row {row}). Replace each "
            "label by its place.",
            last=k - 1,
            value=shown(codes[row]),
            row=row + 1,
        )
    if k < 2 or len({str(name) for name in classes}) < k:
        raise InputError(
            "classes must be at least two different names; got '{names}'. Name every class once.",
            names=shown(", ".join(str(name) for name in classes)),
        )
    table = np.asarray(scores)
    if table.ndim != 2 or table.shape[1] != k:
        raise InputError(
            "scores must have one column for each of the {count} classes; got an array of shape {shape}. Choose the "
            "score columns of all classes.",
            count=k,
            shape=str(table.shape),
        )
    same_length(table, len(codes), "scores")
    columns = [finite_numbers(table[:, code], f"Score of {shown(name)}") for code, name in enumerate(classes)]
    return codes.astype(np.int64), np.stack(columns, axis=1)
