"""Two learners trained and tested on the same sets several times: the paired t-test, plain and corrected."""

from __future__ import annotations

from typing import get_args

from numpy.typing import ArrayLike

from evalcore.errors import InputError, Message
from evalcore.significance.checks import ratio_of_sizes, rounding_of, with_gaps
from evalcore.significance.results import Alternative
from evalcore.significance.student import Degenerate, TResult, mean_fields
from evalcore.support.checks import check_level, option

HYPOTHESIS = {
    "two-sided": Message("Both learners have the same expected result."),
    "greater": Message("The expected result of the first learner is at most that of the second."),
    "less": Message("The expected result of the first learner is at least that of the second."),
}
PAIRED = Message("Both learners were trained and tested on the same sets each time.")
NORMAL = Message("The differences are normally distributed, or there are many of them.")
INDEPENDENT = Message(
    "The differences are independent. In cross validation they are not, since the training sets overlap: their "
    "variance comes out too small, and equal learners are called different too often."
)
CORRELATED = Message(
    "Any two differences correlate as much as the share of rows that is tested each time; that is an approximation."
)
SAME = Degenerate(
    same=Message("Both learners have the same result every time, so they cannot be told apart: p is 1 by definition."),
    constant=Message("The learners differ by the same amount every time, so nothing tells how sure that amount is."),
)


def paired_t_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    test_train_ratio: float | None = None,
    alternative: Alternative = "two-sided",
    confidence_level: float = 0.95,
) -> TResult:
    """Do two learners that were trained and tested on the same k pairs of sets differ in their mean result?

    Parameters
    ----------
    a, b : (k,) numbers
        Result of each learner, such as its error rate, in the same repetition at the same place; nan where one has no
        value, which leaves nothing to test.
    test_train_ratio : float >= 0, optional
        Test rows for each training row: 1 / (k - 1) in k-fold cross validation. With it the variance is corrected for
        the overlap of the training sets; left out, the differences are taken as independent.
    alternative : "two-sided", "greater" or "less"
        "greater": large results of `a` speak against the hypothesis.
    confidence_level : float in (0, 1)

    Returns
    -------
    TResult
        `effect` is the mean of a - b, `low` and `high` its interval; `method` is "paired-t" or "nadeau-bengio".

    Notes
    -----
    (2.31) tau = |sqrt(k) mean / s| with k - 1 degrees of freedom; here tau keeps its sign. Nadeau and Bengio divide by
    sqrt((1 / k + test_train_ratio) s^2) instead of sqrt(s^2 / k): overlapping training sets make the differences
    alike, so that s^2 / k is too small. With two learners of one true error rate, 300 rows and 30 repeated hold-outs,
    the plain test at level .05 rejects in .60 of the cases. *Undefined when* a value is missing, there is only one, or
    all differences are the same but not 0 (up to a few units in the last place of the results); where all are 0, p =
    1.

    References
    ----------
    Dietterich (1998), https://doi.org/10.1162/089976698300017197; Nadeau and Bengio (2003),
    https://doi.org/10.1023/A:1024068626366

    Examples
    --------
    >>> a, b = [0.12, 0.11, 0.13, 0.09, 0.12], [0.10, 0.10, 0.10, 0.10, 0.10]
    >>> plain, corrected = paired_t_test(a, b), paired_t_test(a, b, test_train_ratio=1 / 4)
    >>> f"{plain.effect:.3f}, t {plain.statistic:.3f} (p {plain.pvalue:.3f}), {corrected.statistic:.3f}"
    '0.014, t 2.064 (p 0.108), 1.376'
    """
    first, second = with_gaps(a, "a"), with_gaps(b, "b")
    if len(first) != len(second):
        raise InputError(
            "b must have as many values as a, {expected}; got {length}. Pair the results of each repetition.",
            expected=len(first),
            length=len(second),
        )
    option(alternative, "alternative", get_args(Alternative))
    check_level(confidence_level)
    fields = mean_fields(
        first - second,
        0.0,
        rounding=rounding_of(first, second),
        extra_variance=ratio_of_sizes(test_train_ratio),
        alternative=alternative,
        confidence_level=confidence_level,
        words=SAME,
    )
    corrected = test_train_ratio is not None
    return TResult(
        method="nadeau-bengio" if corrected else "paired-t",
        hypothesis=HYPOTHESIS[alternative],
        assumptions=(PAIRED, NORMAL, CORRELATED if corrected else INDEPENDENT),
        **fields,
    )
