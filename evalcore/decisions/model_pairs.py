"""Several models on the same rows: how much do any two of them differ by any metric, and how sure is that?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import special, stats

from evalcore.costs.paired import FEW_APART, few_apart, few_cases_apart
from evalcore.counts import Cells, threshold_counts
from evalcore.decisions._names import listed
from evalcore.decisions.choice import fulfil
from evalcore.decisions.wish import Wish
from evalcore.errors import InputError, Message, present
from evalcore.intervals import Estimate
from evalcore.intervals.cases import ALIKE as CASES_ALIKE
from evalcore.intervals.cases import corrected, degrees_of_freedom, equal_cases, few_cases, one_case, wider
from evalcore.metrics import METRICS, evaluate, undefined_reason
from evalcore.metrics.registry import metric
from evalcore.significance import holm, mcnemar
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, truths
from evalcore.support.results import Result

NAMES: Final = ("accuracy", "precision", "recall", "specificity", "f_beta", "matthews")
# Shares of rows that are the same for both models, and whose: McNemar's test is of them.
OF_ROWS: Final = {
    **dict.fromkeys(("accuracy", "error_rate", "queue_rate"), (True, False)),
    **dict.fromkeys(("recall", "fnr"), (True,)),
    **dict.fromkeys(("specificity", "fpr"), (False,)),
}
STEP = 1e-5  # of the rows, by which cells are moved to see how a metric grows
ALIKE = Message("Both models decide every row alike at these thresholds.")
CHOSEN = Message(
    "The thresholds were chosen on these very rows: each model looks better here than on new rows, and so may a "
    "difference."
)


class _Joint(NamedTuple):
    """Rows by truth (positive first) and by who calls them positive: both, only the first, only the second, none."""

    table: FloatArray

    def cells(self) -> tuple[Cells, Cells]:
        """Return the matrices of both models."""
        (tt, tf, ft, ff), (nt, nf, mt, mf) = self.table
        return (
            Cells(tp=tt + tf, fp=nt + nf, fn=ft + ff, tn=mt + mf),
            Cells(tp=tt + ft, fp=nt + mt, fn=tf + ff, tn=nf + mf),
        )


@dataclass(frozen=True, eq=False)
class PackedCalls(Result):
    """Which rows each of several models calls positive, a bit a row.

    Parameters
    ----------
    models : tuple of str
    truth : (b,) uint8
        Packed: eight rows a byte.
    called : (models, b) uint8
    n : int
        Rows.
    """

    models: tuple[str, ...]
    truth: NDArray[np.uint8]
    called: NDArray[np.uint8]
    n: int

    def joint(self, first: int, second: int) -> NDArray[np.int64]:
        """Return rows by truth (positive first) and by who of two calls them positive: both, first, second, none."""
        a, b = self.called[first], self.called[second]
        n_pos = _count(self.truth)
        found = []
        for mask, n in ((self.truth, n_pos), (~self.truth, self.n - n_pos)):
            of_a, of_b, both = _count(a & mask), _count(b & mask), _count(a & b & mask)
            found.append([both, of_a - both, of_b - both, n - of_a - of_b + both])
        return np.array(found)

    def rows(self, model: int) -> BoolArray:
        """Return which rows a model calls positive."""
        return np.unpackbits(self.called[model], count=self.n).astype(bool)

    @property
    def positive(self) -> BoolArray:
        """Which rows are positive."""
        return np.unpackbits(self.truth, count=self.n).astype(bool)


@dataclass(frozen=True)
class PairDifference(Estimate):
    """How much larger is a metric of one model than of another, on the same rows?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: first less second, this interval alone.
    name : key of `METRICS`
    first, second : str
    low_all, high_all : float
        One of the intervals of all pairs that hold together at the level (Bonferroni).
    pvalue : float in [0, 1]
        Of no difference, this test alone; McNemar's (mid-p) of shares of rows, else by the interval's standard error.
    adjusted : float in [0, 1]
        Adjusted by Holm's method for all pairs of this metric.
    n_apart : int
        Rows that the two decide differently.
    """

    name: str = field(kw_only=True)
    first: str = field(kw_only=True)
    second: str = field(kw_only=True)
    low_all: float = field(default=math.nan, kw_only=True)
    high_all: float = field(default=math.nan, kw_only=True)
    pvalue: float = field(default=math.nan, kw_only=True)
    adjusted: float = field(default=math.nan, kw_only=True)
    n_apart: int = field(default=0, kw_only=True)


@dataclass(frozen=True, eq=False)
class ModelPairs(Result):
    """How much do any two models differ by each metric?

    Parameters
    ----------
    differences : tuple of PairDifference
        By metric, then by pair, in the order the models were given.
    thresholds : dict of model to float
        At which each decides; empty where decisions were given.
    left_out : dict of model to Message
        Models without a threshold, and why.
    n_pairs : int
        For how many pairs intervals and p-values are adjusted, of each metric by itself.
    confidence_level : float in (0, 1)
    warnings : tuple of Message
        That the thresholds were chosen here.
    """

    differences: tuple[PairDifference, ...]
    thresholds: Mapping[str, float]
    left_out: Mapping[str, Message]
    n_pairs: int
    confidence_level: float
    warnings: tuple[Message, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return one row a metric and pair, with its notes."""
        columns = ("value", "low", "high", "low_all", "high_all", "pvalue", "adjusted", "n_apart")
        return pd.DataFrame(
            [
                {"name": of.name, "first": of.first, "second": of.second}
                | {column: getattr(of, column) for column in columns}
                | {"note": " ".join(map(str, present(of.reason, *of.warnings)))}
                for of in self.differences
            ]
        )


def packed_calls(y_true: ArrayLike, called: Mapping[str, ArrayLike]) -> PackedCalls:
    """Pack which rows several models call positive, a bit a row.

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each.
    called : dict of model to (n,) True/False or 1/0
        Two models at least.

    Returns
    -------
    PackedCalls
    """
    truth = truths(y_true)
    decisions = {str(name): truths(of, str(name)) for name, of in called.items()}
    for name, of in decisions.items():
        same_length(of, len(truth), name)
    if len(decisions) < 2:
        raise InputError("At least two models must be given; got {count}. Add another one.", count=len(decisions))
    packed = np.stack([np.packbits(of) for of in decisions.values()])
    return PackedCalls(tuple(decisions), frozen(np.packbits(truth)), frozen(packed), len(truth))


def pair_differences(
    calls: PackedCalls,
    *,
    names: Sequence[str] = NAMES,
    beta: float = 1.0,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> ModelPairs:
    """How much do any two models differ by each metric, and how sure is that?

    Parameters
    ----------
    calls : PackedCalls
        Rows count once each.
    names : keys of `METRICS`
    beta : float >= 0
        Of "f_beta".
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.
    confidence_level : float in (0, 1)
        Of each interval alone, and of all pairs of one metric together.

    Returns
    -------
    ModelPairs

    Notes
    -----
    The rows of a pair are eight counts, by truth and both decisions, which are multinomial. A row is added to each of
    the four counts in which the two differ; the interval is Wald's around the difference of these, with the variance of
    the delta method: the sum over the eight of n (slope of the first's metric - slope of the second's)^2. Of recall and
    specificity this is Bonett and Price's interval; without the rows added it misses too often where few differ. It
    reaches to the difference of the rows themselves at least, and not beyond what the metric can be. p is McNemar's
    mid-p of accuracy, recall, specificity, their complements and the queue rate, else by the same standard error. By
    case the counts are divided by the design effect, the variance by case over that by row, and by (t / z)^2, as in
    `model_cost_difference`; p is then Student's. Of k models there are k (k - 1) / 2 pairs: `low_all` and `high_all`
    are at the level 1 - alpha / pairs (Bonferroni), `adjusted` is Holm's. Fewer than ten rows or cases apart:
    `warnings`. *Undefined when* the metric is for one of the two; the interval also where both decide every row alike
    (then p = 1), with a single case, or where cases do not differ.

    References
    ----------
    Bonett and Price (2012), https://doi.org/10.3102/1076998611411915; Agresti and Min (2005),
    https://doi.org/10.1002/sim.1781 (rows added); Holm (1979), https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> y = [1] * 40 + [0] * 60
    >>> calls = packed_calls(y, {"a": [1] * 30 + [0] * 70, "b": [1] * 38 + [0] * 57 + [1] * 5})
    >>> (of,) = pair_differences(calls, names=["recall"]).differences
    >>> f"{of.value:.3f} [{of.low:.3f}, {of.high:.3f}], p {of.pvalue:.4f}"
    '-0.200 [-0.326, -0.055], p 0.0039'
    """
    check_level(confidence_level)
    asked = listed(names)
    for name in asked:
        metric(name)
    pairs = list(itertools.combinations(range(len(calls.models)), 2))
    cases = None if case is None else numbered(case, calls.n)
    levels = confidence_level, 1 - (1 - confidence_level) / len(pairs)
    of_name: dict[str, list[PairDifference]] = {name: [] for name in asked}
    for pair in pairs:
        joint = _Joint(calls.joint(*pair).astype(np.float64))
        counted = None if cases is None else _CountsOfCases.of(calls, pair, cases)
        models = calls.models[pair[0]], calls.models[pair[1]]
        for name in asked:
            of_name[name].append(_Question(name, beta, models, joint, levels).answer(counted))
    found: list[PairDifference] = []
    for differences in of_name.values():
        adjusted = holm([of.pvalue for of in differences])
        found += [replace(of, adjusted=float(p)) for of, p in zip(differences, adjusted, strict=True)]
    return ModelPairs(tuple(found), {}, {}, len(pairs), confidence_level)


def compare_models(
    y_true: ArrayLike,
    scores: Mapping[str, ArrayLike],
    at: float | Mapping[str, float] | Wish,
    *,
    names: Sequence[str] = NAMES,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> ModelPairs:
    """How much do any two models differ where each decides at its threshold?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each.
    scores : dict of model to (n,) finite numbers
    at : float, dict of model to float, or Wish
        One threshold for all, each model's own, or what is wished of each: its threshold is then the best one on these
        rows, which `warnings` say.
    names, case, confidence_level
        As for `pair_differences`; what the wish is about is added to the names.

    Returns
    -------
    ModelPairs

    Raises
    ------
    InputError
        Where fewer than two models are left, or one has no threshold in the dict.

    Notes
    -----
    A model of which no threshold does what is wished is left out. Otherwise as `pair_differences`.

    Examples
    --------
    >>> y = [1] * 40 + [0] * 60
    >>> scores = {"a": [0.9] * 30 + [0.2] * 70, "b": [0.8] * 38 + [0.1] * 57 + [0.6] * 5}
    >>> found = compare_models(y, scores, 0.5, names=["recall", "accuracy"])
    >>> [(of.name, round(of.value, 3)) for of in found.differences]
    [('recall', -0.2), ('accuracy', -0.03)]
    """
    truth = truths(y_true)
    numbers = {str(name): finite_numbers(score, str(name)) for name, score in scores.items()}
    for name, score in numbers.items():
        same_length(score, len(truth), name)
    thresholds, left_out = _thresholds(truth, numbers, at)
    called = {name: numbers[name] >= threshold for name, threshold in thresholds.items()}
    wish = at if isinstance(at, Wish) else None
    asked = listed([*names, *(() if wish is None else wish.metrics)])
    found = pair_differences(
        packed_calls(truth, called),
        names=asked,
        beta=1.0 if wish is None else wish.beta,
        case=case,
        confidence_level=confidence_level,
    )
    return replace(found, thresholds=thresholds, left_out=left_out, warnings=() if wish is None else (CHOSEN,))


def _thresholds(
    truth: BoolArray, scores: Mapping[str, FloatArray], at: float | Mapping[str, float] | Wish
) -> tuple[dict[str, float], dict[str, Message]]:
    """Return at which threshold each model decides, and why some have none."""
    if isinstance(at, Wish):
        wished = {name: fulfil(threshold_counts(truth, score), at) for name, score in scores.items()}
        reached = {name: of.threshold for name, of in wished.items() if of.reached}
        return reached, {name: of.reason for name, of in wished.items() if of.reason is not None}
    own = at if isinstance(at, Mapping) else dict.fromkeys(scores, at)
    if missing := [name for name in scores if name not in own]:
        raise InputError(
            "Each model must have a threshold; got none for '{name}'. Name one, or leave the model out.",
            name=missing[0],
        )
    return {name: float(own[name]) for name in scores}, {}


@dataclass(frozen=True, eq=False)
class _CountsOfCases:
    """Rows of each case by truth and by who of two models calls them positive, as in `_Joint`: (cases, 8)."""

    table: FloatArray

    @classmethod
    def of(cls, calls: PackedCalls, pair: tuple[int, int], cases: Cases) -> _CountsOfCases:
        """Count them."""
        a, b = (calls.rows(model) for model in pair)
        code = 8 * cases.code + 4 * ~calls.positive + 2 * ~a + ~b
        return cls(np.bincount(code, minlength=8 * cases.count).reshape(-1, 8).astype(np.float64))

    def sizes(self, *, of_classes: bool) -> list[FloatArray]:
        """Return the rows of each case: of all, or of each class."""
        return (
            [self.table[:, :4].sum(axis=1), self.table[:, 4:].sum(axis=1)] if of_classes else [self.table.sum(axis=1)]
        )

    @property
    def apart(self) -> int:
        """How many cases have rows that the two decide differently."""
        return int(np.count_nonzero(self.table[:, [1, 2, 5, 6]].sum(axis=1)))


class _Question(NamedTuple):
    """A metric of two models, their rows, and the levels of the interval alone and together with all pairs."""

    name: str
    beta: float
    models: tuple[str, str]
    joint: _Joint
    levels: tuple[float, float]

    def answer(self, by_case: _CountsOfCases | None) -> PairDifference:
        """Return the difference with its intervals and p-value, not yet adjusted."""
        n_apart = int(self.joint.table[:, 1:3].sum())
        first, second = self.models
        level = self.levels[0]
        found = partial(
            PairDifference, name=self.name, first=first, second=second, n_apart=n_apart, confidence_level=level
        )
        reason = next((why for of in self.joint.cells() if (why := self._undefined(of)) is not None), None)
        if reason is not None:
            return found(math.nan, reason=reason)
        a, b = (float(evaluate(self.name, cells, beta=self.beta)) for cells in self.joint.cells())
        if not n_apart:
            return found(0.0, pvalue=1.0, reason=ALIKE)
        times, df = 1.0, math.inf
        warnings: tuple[Message, ...] = (few_apart(n_apart),) if n_apart < FEW_APART else ()
        if by_case is not None:
            times, df, warnings, reason = self._as_rows(by_case)
            if reason is not None:
                return found(a - b, reason=reason)
        centre, error = self._centre_and_error(times)
        (low, high), (low_all, high_all) = (self._ends(a - b, centre, error, of, df) for of in self.levels)
        pvalue = self._pvalue(centre / error, df)
        return found(a - b, low, high, low_all=low_all, high_all=high_all, pvalue=pvalue, warnings=warnings)

    def _undefined(self, cells: Cells) -> Message | None:
        return undefined_reason(self.name, cells, beta=self.beta)

    def _slopes(self, cells: Cells) -> FloatArray:
        """Return how the metric grows with each cell: tp, fp, fn, tn."""
        base = np.array(cells, dtype=np.float64)
        step = STEP * base.sum()
        moved = base + step * np.concatenate([np.eye(4), -np.eye(4)])
        values = np.asarray(evaluate(self.name, Cells(*moved.T), beta=self.beta))
        return np.asarray((values[:4] - values[4:]) / (2 * step))

    def _apart(self, table: FloatArray) -> FloatArray:
        """Return how the difference grows with each of the eight counts."""
        (tp, fp, fn, tn), (of_tp, of_fp, of_fn, of_tn) = (self._slopes(of) for of in _Joint(table).cells())
        return np.array(
            [
                [tp - of_tp, tp - of_fn, fn - of_tp, fn - of_fn],
                [fp - of_fp, fp - of_tn, tn - of_fp, tn - of_tn],
            ]
        )

    def _centre_and_error(self, times: float) -> tuple[float, float]:
        """Return the middle of the interval and its standard error, rows added; of so many rows as one."""
        table = self.joint.table / times + np.array([0.0, 1.0, 1.0, 0.0])
        a, b = (float(evaluate(self.name, cells, beta=self.beta)) for cells in _Joint(table).cells())
        return a - b, math.sqrt(float((table * self._apart(table) ** 2).sum()))

    def _ends(self, value: float, centre: float, error: float, level: float, df: float) -> tuple[float, float]:
        """Return the interval, within what the metric can be; Student's quantile is in the number of rows."""
        half = float(special.ndtri((1 + level) / 2)) * error
        if math.isfinite(df):
            # The rows were made fewer for one level; another level has another quantile.
            half *= wider(level, df) / wider(self.levels[0], df)
        most = 1 - METRICS[self.name].lowest
        return max(min(centre - half, value), -most), min(max(centre + half, value), most)

    def _pvalue(self, statistic: float, df: float) -> float:
        """Return how often models that do not differ are as far apart."""
        if math.isfinite(df):
            return float(2 * stats.t.sf(abs(statistic) * wider(self.levels[0], df), df))
        if self.name not in OF_ROWS:
            return float(2 * special.ndtr(-abs(statistic)))
        pos, neg = self.joint.table[:, 1:3].astype(int).tolist()
        # Of right decisions a negative that only the first calls positive is one of the second.
        turned = self.name in {"accuracy", "error_rate"}
        counted = [
            of for of, side in ((pos, True), (neg[::-1] if turned else neg, False)) if side in OF_ROWS[self.name]
        ]
        return mcnemar(*(sum(of) for of in zip(*counted, strict=True))).pvalue

    def _as_rows(self, counted: _CountsOfCases) -> tuple[float, float, tuple[Message, ...], Message | None]:
        """Return how many rows are as good as one that is independent, degrees of freedom, warnings, why none."""
        sizes = counted.sizes(of_classes=self._of_classes)
        if (reason := one_case(*sizes)) is not None:
            return math.nan, math.nan, (), reason
        table, slopes = self.joint.table, self._apart(self.joint.table)
        by_row = float((table * slopes**2).sum())
        sums = counted.table @ slopes.ravel()
        variance = corrected(len(sums)) * float(sums @ sums)
        if not (variance > 0 and by_row > 0):
            return math.nan, math.nan, (), CASES_ALIKE
        df = degrees_of_freedom(min(map(equal_cases, sizes)))
        few = (few_cases_apart(counted.apart),) if counted.apart < FEW_APART else ()
        return variance / by_row * wider(self.levels[0], df) ** 2, df, (*few, *few_cases(*sizes)), None

    @property
    def _of_classes(self) -> bool:
        """Whether the metric is one of both classes separately, so that cases of each count."""
        return self.name in {"recall", "fnr", "specificity", "fpr", "balanced_accuracy", "youden_j"}


def _count(packed: NDArray[np.uint8]) -> int:
    """Return how many bits are set; those beyond the last row are not."""
    return int(np.bitwise_count(packed).sum(dtype=np.int64))
