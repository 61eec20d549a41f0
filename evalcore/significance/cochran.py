"""Many learners on the same rows, each right or wrong: do their accuracies differ by more than chance?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats

from evalcore.errors import InputError, Message
from evalcore.significance.null_distributions import known_null, squared_sums_null
from evalcore.significance.results import TestResult
from evalcore.significance.score_tables import two_dimensional
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.text import shown

FEW_CELLS = 24
HYPOTHESIS = Message("All learners have the same accuracy on all rows such as these.")
ASSUMPTIONS = (
    Message("The rows are independent of each other, and no learner was fitted to them."),
    Message("All learners predicted the same rows."),
)
TOO_LARGE = Message("The table is too large to count all exchanges of learners within its rows.")
NO_ROW_TELLS = Message(
    "On every row all learners are right or all are wrong, so nothing speaks against the hypothesis: p is 1 by "
    "definition, and the statistic is 0 divided by 0."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class CochranResult(TestResult):
    """Do the learners' accuracies differ by more than chance?

    Parameters
    ----------
    accuracies : (learners,) float64 in [0, 1]
        Share of rows on which each learner is right.
    informative : int >= 0
        Rows on which some learner is right and another wrong; no other row tells anything.
    exact_pvalue : float in [0, 1]
        Share of all exchanges of learners within rows in which the statistic is at least as large; nan where there are
        too many, then `reason` says so.

    Notes
    -----
    The other fields are those of `TestResult`; `pvalue` is by the chi-squared distribution.
    """

    accuracies: FloatArray
    informative: int
    exact_pvalue: float
    reason: Message | None


def cochran_q(correct: ArrayLike) -> CochranResult:
    """Do several learners that predicted the same rows differ in accuracy?

    Parameters
    ----------
    correct : (rows, learners) True/False or 1/0
        True where a learner's label is right. At least one row and two learners.

    Returns
    -------
    CochranResult
        `statistic` is Q, with k - 1 degrees of freedom.

    Notes
    -----
    Q = (k - 1) (k sum C_j^2 - (sum C_j)^2) / (k sum R_i - sum R_i^2), C_j being the learners' numbers of right rows and
    R_i the rows' numbers of right learners. For two learners it is McNemar's statistic without the continuity
    correction. `warnings` say where informative rows times learners are below 24, the rule of Tate and Brown; the exact
    p-value is the one to trust there. *Undefined when* no row tells the learners apart: statistic nan, p = 1.

    References
    ----------
    Cochran (1950), https://doi.org/10.1093/biomet/37.3-4.256; Tate and Brown (1970), Journal of the American
    Statistical Association 65, 155-160

    Examples
    --------
    >>> test = cochran_q([[1, 1, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 0], [1, 1, 0]])
    >>> f"{test.statistic:.3f} {test.pvalue:.4f} {test.exact_pvalue:.4f}"
    '6.400 0.0408 0.0494'
    """
    table = _right(correct)
    n, k = table.shape
    right = table.sum(axis=1)
    telling = table[(right > 0) & (right < k)]
    columns, rows = telling.sum(axis=0), telling.sum(axis=1)
    between = k * int((columns**2).sum()) - int(columns.sum()) ** 2
    within = k * int(rows.sum()) - int((rows**2).sum())
    q = (k - 1) * between / within if within else np.nan
    counted = squared_sums_null(telling.astype(np.int64)) if len(telling) else None
    exact = float(counted.at_least((columns**2).sum())) if counted else np.nan if within else 1.0
    return CochranResult(
        statistic=q,
        pvalue=float(stats.chi2.sf(q, k - 1)) if within else 1.0,
        df=k - 1,
        alternative="greater",
        method="cochran-q",
        hypothesis=HYPOTHESIS,
        assumptions=ASSUMPTIONS,
        warnings=_warnings(len(telling), k),
        null_distribution=known_null("chi2", k - 1),
        accuracies=frozen(table.sum(axis=0) / n),
        informative=len(telling),
        exact_pvalue=exact,
        reason=TOO_LARGE if math.isnan(exact) else None,
    )


def _right(correct: ArrayLike) -> BoolArray:
    """Return the table as bool; only True/False and 1/0 are right and wrong."""
    table = two_dimensional(correct, "correct")
    if table.dtype == np.bool_:
        return np.asarray(table, dtype=np.bool_)
    flat = pd.Series(table.ravel())
    if not (usable := flat.isin([0, 1]).to_numpy(dtype=bool)).all():
        row, column = divmod(int(np.argmin(usable)), table.shape[1])
        raise InputError(
            "correct must hold True and False, or 1 and 0; got '{value}' (data row {row}, learner {column}). Compare "
            "each learner's labels with the truth first.",
            value=shown(table[row, column]),
            row=row + 1,
            column=column + 1,
        )
    return np.asarray(table == 1, dtype=np.bool_)


def _warnings(informative: int, k: int) -> tuple[Message, ...]:
    if informative == 0:
        return (NO_ROW_TELLS,)
    if informative * k >= FEW_CELLS:
        return ()
    said = Message(
        "Few rows tell the learners apart ({count}), so the chi-squared distribution is a rough guide. Trust the exact "
        "p-value.",
        {"count": informative},
    )
    return (said,)
