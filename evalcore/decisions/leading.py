"""Which of several models leads by a metric, from which others that is shown, and where two of them decide apart."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from evalcore.counts import Cells
from evalcore.decisions._names import listed
from evalcore.decisions.model_pairs import ModelPairs, PackedCalls, PairDifference
from evalcore.metrics.registry import metric
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class Leading(Result):
    """Which model is best by a metric on these rows, and than which others is it shown to be better?

    Parameters
    ----------
    name : key of `METRICS`
    model : str or None
        The best one, of several as good the first; None where the metric is defined for none.
    tied : tuple of str
        Others as good on these rows.
    differences : dict of model to PairDifference
        The best one less each other.
    shown : tuple of str
        Others than which it is better by the interval that holds for all pairs together.
    n_others : int
    """

    name: str
    model: str | None
    tied: tuple[str, ...]
    differences: Mapping[str, PairDifference]
    shown: tuple[str, ...]
    n_others: int


def leading(values: Mapping[str, float], pairs: ModelPairs | None, name: str) -> Leading:
    """Which model is best by a metric, and than which others is it shown to be better?

    Parameters
    ----------
    values : dict of model to float
        The metric of each model on the same rows; nan where undefined.
    pairs : ModelPairs, optional
        With differences by this metric; without them nothing is shown.
    name : key of `METRICS`

    Returns
    -------
    Leading

    Notes
    -----
    The best one is found on these rows. It is shown to be better only by `low_all` and `high_all`, which hold for all
    pairs at once, so also for those of the model that happens to lead. *Undefined when* the metric is for every model:
    `model` is None.

    Examples
    --------
    >>> from evalcore.decisions import packed_calls, pair_differences
    >>> y = [1] * 40 + [0] * 60
    >>> calls = packed_calls(y, {"a": [1] * 20 + [0] * 80, "b": [1] * 38 + [0] * 62, "c": [1] * 39 + [0] * 61})
    >>> found = leading({"a": 0.5, "b": 0.95, "c": 0.975}, pair_differences(calls, names=["recall"]), "recall")
    >>> found.model, found.shown, round(found.differences["a"].value, 3)
    ('c', ('a',), 0.475)
    """
    sign = -1.0 if metric(name).smaller_is_better else 1.0
    known = {model: sign * value for model, value in values.items() if not math.isnan(value)}
    if not known:
        return Leading(name, None, (), {}, (), max(len(values) - 1, 0))
    best = max(known.values())
    first, *tied = (model for model, value in known.items() if value == best)
    differences = {} if pairs is None else against(pairs, first, name)
    shown = tuple(other for other, of in differences.items() if (of.low_all if sign > 0 else -of.high_all) > 0)
    return Leading(name, first, tuple(tied), differences, shown, len(values) - 1)


def against(pairs: ModelPairs, model: str, name: str) -> dict[str, PairDifference]:
    """Return by how much a metric of one model is larger than that of each other.

    >>> from evalcore.decisions import packed_calls, pair_differences
    >>> calls = packed_calls([1, 1, 0, 0], {"a": [1, 0, 0, 0], "b": [1, 1, 1, 0]})
    >>> against(pair_differences(calls, names=["recall"]), "b", "recall")["a"].value
    0.5
    """
    found, (name,) = {}, listed([name])  # F1 is F-beta with beta = 1
    for of in pairs.differences:
        if of.name == name and of.first == model:
            found[of.second] = of
        elif of.name == name and of.second == model:
            found[of.first] = _turned(of)
    return found


def _turned(of: PairDifference) -> PairDifference:
    """Return the second less the first."""
    return replace(
        of,
        value=-of.value + 0.0,  # no -0
        low=-of.high,
        high=-of.low,
        low_all=-of.high_all,
        high_all=-of.low_all,
        first=of.second,
        second=of.first,
    )


def decided_otherwise(calls: PackedCalls, first: str, second: str) -> Cells:
    """How many rows of each cell of one model's matrix does another model decide otherwise?

    Parameters
    ----------
    calls : PackedCalls
    first, second : str
        Two of its models.

    Returns
    -------
    Cells
        Rows, by the cell they have with the first: of `tp` the second calls no row positive, of `fn` it does.

    Examples
    --------
    >>> from evalcore.decisions import packed_calls
    >>> calls = packed_calls([1, 1, 0, 0], {"a": [1, 0, 0, 0], "b": [1, 1, 1, 0]})
    >>> tuple(map(int, decided_otherwise(calls, "a", "b")))
    (0, 0, 1, 1)
    """
    table = calls.joint(*(calls.models.index(model) for model in (first, second)))
    (tp, fn), (fp, tn) = table[:, 1:3]
    return Cells(tp=tp, fp=fp, fn=fn, tn=tn)
