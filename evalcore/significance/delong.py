"""Two models on the same rows: is the difference of their areas under the ROC curve more than chance?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special

from evalcore.errors import InputError, Message
from evalcore.intervals.auc_variance import Placements, placements, too_few
from evalcore.intervals.case_areas import AreaByCase, area_by_case
from evalcore.intervals.cases import ALIKE, INDEPENDENT_CASES, wider
from evalcore.significance.adjustment import holm
from evalcore.significance.contradictions import contradiction
from evalcore.significance.few_rows import (
    DELONG,
    HARDLY_ENOUGH,
    INTERVAL,
    NEAR_AN_END,
    FewRows,
    farther_ends,
    few_for_delong,
)
from evalcore.significance.null_distributions import known_null
from evalcore.significance.results import TestResult
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, truths
from evalcore.support.results import Result
from evalcore.support.text import shown

FEW_ROWS = 10
HYPOTHESIS = Message("Both models have the same area under the ROC curve on all rows such as these.")
ASSUMPTIONS = (
    Message("The rows are independent of each other, and neither model was fitted to them."),
    Message("Both models scored the same rows."),
    Message("There are enough rows of each class for the difference to be normally distributed."),
)
ENOUGH_CASES = Message("There are enough cases with rows of each class for the difference to be normally distributed.")
EXCHANGEABLE = Message(
    "If both models are equally good, then at every row it is chance which of them gave it which of its two ranks."
)
SAME_ORDER = Message(
    "Both models put every pair of a positive and a negative row in the same order, so they cannot be told apart: p is "
    "1 by definition."
)
SAME_DIFFERENCE = Message(
    "The models differ by the same amount at every row, so the rows cannot tell how sure the difference is."
)
CLIPPED = Message("The interval of the difference reached beyond -1 or 1 and was cut there: the rows are too few.")


@dataclass(frozen=True, eq=False, kw_only=True)
class DelongResult(TestResult):
    """How much do the areas of two models differ, and is it more than chance?

    Parameters
    ----------
    auc_a, auc_b : float in [0, 1]
    standard_error : float >= 0
        Of the difference.
    delong_pvalue : float in [0, 1]
        DeLong's, also where `pvalue` is the one of exchanges (`method` "exchange") in its place; by case `pvalue`.

    Notes
    -----
    The other fields are those of `TestResult`; `effect`, also called `difference`, is auc_a - auc_b.
    """

    auc_a: float
    auc_b: float
    standard_error: float
    delong_pvalue: float

    @property
    def difference(self) -> float:
        """AUC of a minus AUC of b."""
        return self.effect


@dataclass(frozen=True, eq=False)
class AucDifferences(Result):
    """How much do the areas of all pairs of models differ?

    Parameters
    ----------
    pairs : tuple of (str, str)
        First and second model of each pair, in the order the models were given.
    tests : tuple of DelongResult
        One a pair. Its interval is one of `n_tests` that hold together at `confidence_level` (Bonferroni), so its own
        `confidence_level` is higher; its p-value is not adjusted.
    adjusted : (pairs,) float64
        p-values adjusted by Holm's method; nan where a test has none.
    confidence_level : float in (0, 1)
        Of all intervals together.
    """

    pairs: tuple[tuple[str, str], ...]
    tests: tuple[DelongResult, ...]
    adjusted: FloatArray
    confidence_level: float

    @property
    def n_tests(self) -> int:
        """For how many pairs intervals and p-values are adjusted: those with a p-value."""
        return int(np.count_nonzero(~np.isnan(self.adjusted)))

    def to_frame(self) -> pd.DataFrame:
        """Return one row a pair, its warnings as sentences beside its p-value."""
        columns = ("auc_a", "auc_b", "difference", "low", "high", "statistic", "pvalue")
        named = {"model_a": [a for a, _ in self.pairs], "model_b": [b for _, b in self.pairs]}
        numbers = {column: np.array([getattr(test, column) for test in self.tests], dtype=float) for column in columns}
        warnings = [" ".join(map(str, test.warnings)) for test in self.tests]
        return pd.DataFrame(named | numbers | {"adjusted": self.adjusted, "warnings": warnings})


def delong_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> DelongResult:
    """Do two models that scored the same rows differ in their area under the ROC curve?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        True where a row is of the positive class. Rows count once each; there are no weights.
    score_a, score_b : (n,) finite numbers
        Scores of the two models for the same rows in the same order; their scales need not agree.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case, such as a patient or a user, and are not independent.
    confidence_level : float in (0, 1)
        Of the interval around the difference.

    Returns
    -------
    DelongResult
        Two-sided; `difference`, `low` and `high` are in units of AUC.

    Notes
    -----
    z = (AUC_a - AUC_b) / SE. With the placements V10, the share of negatives a positive row is above, and V01, the
    share of positives a negative row is below (ties as half), SE^2 = s^2(V10_a - V10_b) / m+ + s^2(V01_a - V01_b) / m-,
    which is DeLong's variance with its covariance. Differences are taken before squaring, in whole numbers, so that
    models that order the rows alike give exactly 0. It takes O(n log n). With fewer than ten rows of a class DeLong's p
    is not reliable, as `warnings` say; `pvalue` then is that of `exchange_pvalue`, which rejects at most as often as it
    may if the two models could have changed places at every row, and next to never with two or three rows of a class.
    DeLong's interval is too narrow there, too, and with fewer than 30 rows of a class, or less than one of them on the
    wrong side of an area. There each end is the farther one of DeLong's and of what `newcombe_difference` makes of the
    printed intervals of both areas: of samples in which it can be computed it holds .92 and more (docs/coverage.md),
    and 0 where the test does not reject; `warnings` say so where it holds 0 though the test rejects. How often
    DeLong's p calls two models of one true AUC (binormal, scores correlated by .5 in each class) different at level
    .05, at AUC .7 / .8 / .9: .193 / .155 / .087 of samples of 2 + 98 rows, .121 / .098 / .044 of 3 + 97, .097 / .080 /
    .040 of 5 + 95, .069 / .065 / .044 of 10 + 90, .052 / .050 / .046 of 30 + 70 (20,000 samples each, standard error at
    most .003; tests/benchmarks/delong.py). *Undefined when* a class has fewer than two rows, or the difference is the
    same at every row and not 0. Models that order all pairs alike: p = 1, no statistic.

    With `case` the variance is Obuchowski's of the same differences (`area_by_case`), and Student's distribution stands
    in the place of the normal one in test and interval, which always agree; its df are the cases of equal size that are
    as good, of the class that has fewer, less one. Where every case has one row, or copies of one, it is the test
    without `case`. Two equally good models it calls different at level .05 in .00 to .07 of simulated samples of 40
    cases of 25 rows, 100 of 5, 15 of 10 and cases of unequal size, DeLong's in .03 to .57; its intervals hold .92 to
    .99, those of rows .40 to .97 (docs/coverage.md, tests/benchmarks/coverage_cases.py), and fewer where an area is
    near 1: .87 with 15 unequal cases and .98, which `warnings` say. Rule of thumb: 20 cases of each class; with fewer
    it seldom rejects, and `warnings` say so. *Undefined when* also fewer than two
    cases have rows of a class, or the difference is the same in all cases.

    References
    ----------
    Obuchowski (1997), https://doi.org/10.2307/2533958; DeLong, DeLong and Clarke-Pearson (1988),
    https://doi.org/10.2307/2531595; Sun and Xu (2014), https://doi.org/10.1109/LSP.2014.2337313

    Examples
    --------
    >>> test = delong_test([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.2, 0.1], [0.7, 0.3, 0.6, 0.5, 0.2, 0.4])
    >>> f"{test.difference:.4f} {test.statistic:.4f} {test.pvalue:.4f}"
    '0.2222 0.8944 0.4375'
    """
    check_level(confidence_level)
    truth, models, cases = _rows(y_true, {"score_a": score_a, "score_b": score_b}, case)
    model_a, model_b = models
    return _Pair(truth, model_a, model_b, cases).test(confidence_level)


def auc_differences(
    y_true: ArrayLike,
    scores: Mapping[str, ArrayLike],
    *,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> AucDifferences:
    """Which of many models that scored the same rows differ in their area under the ROC curve?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each; there are no weights.
    scores : mapping of model to (n,) finite numbers
        At least two models.
    case : (n,) labels of any kind, optional
        As for `delong_test`.
    confidence_level : float in (0, 1)
        Of all intervals together.

    Returns
    -------
    AucDifferences
        `delong_test` of every pair, its interval adjusted by Bonferroni's method for the number of pairs, and p-values
        adjusted by Holm's.

    Notes
    -----
    Each model is sorted once. Holm's p is never larger than Bonferroni's, which belongs to the intervals: it may reject
    where the interval still holds 0. *Undefined when* as for `delong_test`; such a pair has no adjusted p-value and
    does not count as a test.

    Examples
    --------
    >>> y = [1, 1, 0, 1, 0, 0]
    >>> auc_differences(y, {"x": [6, 5, 4, 3, 2, 1], "y": [5, 3, 4, 6, 2, 1], "z": [1, 2, 3, 4, 5, 6]}).pairs
    (('x', 'y'), ('x', 'z'), ('y', 'z'))
    """
    return auc_differences_at(y_true, scores, [confidence_level], case=case)[0]


def auc_differences_at(
    y_true: ArrayLike,
    scores: Mapping[str, ArrayLike],
    confidence_levels: Sequence[float],
    *,
    case: ArrayLike | Cases | None = None,
) -> list[AucDifferences]:
    """Return the `auc_differences` of several levels, for which the scores are sorted once.

    Parameters
    ----------
    y_true, scores, case
        As in `auc_differences`; rows count once each.
    confidence_levels
        Shape (levels,): between 0 and 1, each of all intervals together.

    Returns
    -------
    list
        Of one `AucDifferences` a level, in their order: p-values are the same in all, ends are not. Undefined when
        `auc_differences` is, each with its reason.

    Raises
    ------
    InputError
        As `auc_differences`, also if any level is not between 0 and 1.
    """
    for confidence_level in confidence_levels:
        check_level(confidence_level)
    if len(scores) < 2:
        raise InputError(
            "A comparison must have at least two models; got {count}. Choose another score column.", count=len(scores)
        )
    pairs = tuple(combinations(scores, 2))
    truth, models, cases = _rows(y_true, scores, case)
    found = [_Pair(truth, *both, cases) for both in combinations(models, 2)]
    if not confidence_levels:
        return []
    # The level moves the ends alone.
    adjusted = frozen(holm([pair.test(confidence_levels[0]).pvalue for pair in found]))
    n_tests = max(int(np.count_nonzero(~np.isnan(adjusted))), 1)
    each = [(level, 1 - (1 - level) / n_tests) for level in confidence_levels]
    return [AucDifferences(pairs, tuple(pair.test(own) for pair in found), adjusted, level) for level, own in each]


class _Model(NamedTuple):
    """Scores of one model and their placements."""

    score: FloatArray
    placed: Placements


def _rows(
    y_true: ArrayLike, scores: Mapping[str, ArrayLike], case: ArrayLike | Cases | None
) -> tuple[BoolArray, list[_Model], Cases | None]:
    """Return the labels, every model with its placements, and the cases unless each is one row."""
    truth = truths(y_true)
    columns = [finite_numbers(values, shown(name)) for name, values in scores.items()]
    for name, score in zip(scores, columns, strict=True):
        same_length(score, len(truth), shown(name))
    cases = None if case is None else numbered(case, len(truth))
    if cases is not None and (rows := cases.one_row_each(truth, *columns)) is not None:
        truth, columns, cases = truth[rows], [score[rows] for score in columns], None
    return truth, [_Model(score, placements(truth, score)) for score in columns], cases


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two models and the labels of their rows; what does not depend on a level is found once."""

    truth: BoolArray
    a: _Model
    b: _Model
    cases: Cases | None = None

    @property
    def sizes(self) -> tuple[int, int]:
        """Rows of both classes."""
        return len(self.a.placed.of_pos), len(self.a.placed.of_neg)

    @cached_property
    def between(self) -> tuple[float, float, Message | None]:
        """The difference, its standard error, and why there is no test."""
        between, reason = self.a.placed.minus(self.b.placed), too_few(*self.sizes)
        difference = between.area if all(self.sizes) else np.nan
        if reason is None and between.constant:
            reason = SAME_DIFFERENCE if difference else SAME_ORDER
        return difference, math.sqrt(between.variance) if min(self.sizes) >= 2 else np.nan, reason

    @cached_property
    def few(self) -> FewRows | None:
        """What stands in DeLong's place where rows of a class are few."""
        if self.between[2] is not None or min(self.sizes) >= FEW_ROWS:
            return None
        return FewRows(self.truth, self.a.score, self.b.score, self.a.placed, self.b.placed)

    def test(self, confidence_level: float) -> DelongResult:
        """Return the test, its interval at this level."""
        if self.cases is not None and all(self.sizes):
            return self._by_case(confidence_level)
        difference, error, reason = self.between
        statistic = difference / error if reason is None else np.nan
        by_delong = 1.0 if reason is SAME_ORDER else 2 * float(special.ndtr(-abs(statistic)))
        few, said = self.few, () if reason is None else (reason,)
        if few is not None:
            low, high, warnings = few.interval(confidence_level)
            said = (_few_rows(*self.sizes),)
        elif reason is None and few_for_delong(self.a.placed, self.b.placed):
            low, high, warnings = self._farther_ends(by_delong, confidence_level)
        else:
            low, high, warnings = _ends(difference, error if reason is None else np.nan, confidence_level)
        return DelongResult(
            statistic=statistic,
            pvalue=by_delong if few is None else few.pvalue,
            method="delong" if few is None else "exchange",
            hypothesis=HYPOTHESIS,
            effect=difference,
            low=low,
            high=high,
            confidence_level=confidence_level,
            assumptions=ASSUMPTIONS if few is None else (*ASSUMPTIONS[:2], EXCHANGEABLE),
            warnings=(*said, *warnings),
            null_distribution=known_null("norm") if few is None else None,
            auc_a=self.a.placed.area if all(self.sizes) else np.nan,
            auc_b=self.b.placed.area if all(self.sizes) else np.nan,
            standard_error=error,
            delong_pvalue=by_delong,
        )

    @cached_property
    def by_case(self) -> tuple[AreaByCase, tuple[AreaByCase, ...]]:
        """How far the difference may be off, and both areas, if cases are drawn."""
        assert self.cases is not None
        each = tuple(area_by_case(self.truth, model.placed, self.cases) for model in (self.a, self.b))
        return area_by_case(self.truth, self.a.placed.minus(self.b.placed), self.cases), each

    def _by_case(self, level: float) -> DelongResult:
        """Return the test of rows that belong to cases."""
        found, each = self.by_case
        reason = found.reason
        if reason is None and found.variance == 0:
            reason = ALIKE if found.area else SAME_ORDER
        error = math.sqrt(found.variance)
        statistic = found.area / error if reason is None else np.nan
        pvalue = 1.0 if reason is SAME_ORDER else 2 * float(special.stdtr(found.df, -abs(statistic)))
        low, high, said = _ends(found.area, (error if reason is None else np.nan) * wider(level, found.df), level)
        if reason is None and any(min(of.as_rows) * min(of.area, 1 - of.area) < HARDLY_ENOUGH for of in each):
            said += (NEAR_AN_END,)
        return DelongResult(
            statistic=statistic,
            pvalue=pvalue,
            df=found.df,
            method="obuchowski",
            hypothesis=HYPOTHESIS,
            effect=found.area,
            low=low,
            high=high,
            confidence_level=level,
            assumptions=(INDEPENDENT_CASES, *ASSUMPTIONS[1:2], ENOUGH_CASES),
            warnings=(*(() if reason is None else (reason,)), *found.warnings, *said),
            null_distribution=known_null("t", found.df),
            auc_a=self.a.placed.area,
            auc_b=self.b.placed.area,
            standard_error=error,
            delong_pvalue=pvalue,
        )

    def _farther_ends(self, pvalue: float, level: float) -> tuple[float, float, tuple[Message, ...]]:
        """Return the interval where DeLong's is read off too few rows, and whether it contradicts the test."""
        low, high = farther_ends(self.a.placed, self.b.placed, confidence_level=level)
        cut = (CLIPPED,) if low == -1 or high == 1 else ()
        said = contradiction(pvalue, low, high, value=0, confidence_level=level, interval=INTERVAL, test=DELONG)
        return low, high, (*cut, *said)


def _ends(difference: float, error: float, level: float) -> tuple[float, float, tuple[Message, ...]]:
    """Return DeLong's interval of the difference, and that it was cut where it was."""
    half = float(special.ndtri((1 + level) / 2)) * error
    cut = (CLIPPED,) if abs(difference) + half > 1 else ()
    return float(np.maximum(difference - half, -1)), float(np.minimum(difference + half, 1)), cut


def _few_rows(n_pos: int, n_neg: int) -> Message:
    """Say that the normal distribution is no good guide here: tests/benchmarks/delong.py shows how far it is off."""
    return Message(
        "A class has fewer than ten rows ({n_pos} positive, {n_neg} negative), so DeLong's p-value is not reliable: of "
        "two equally good models (AUC 0.8) it said at level 0.05 in 0.16 of simulated samples with 2 rows of a class "
        "among 100 that they differ, in 0.10 with 3, in 0.08 with 5. In its place stands the p-value of exchanging "
        "both models' ranks row by row. The interval is not DeLong's alone either: it reaches as far as the intervals "
        "of both areas tell, and to 0 where the test does not reject.",
        {"n_pos": n_pos, "n_neg": n_neg},
    )
