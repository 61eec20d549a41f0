"""What pROC gives for its data set aSAH: three markers of 41 patients with a poor and 72 with a good outcome.

The markers are told by their placements, twice the number of patients of the other outcome that each is ordered rightly
against, poor outcomes first: they are all that an area, its variance and a comparison depend on, and the order of all
patients can be put together from them. Placements and results are those that pROC's own tests expect of it
(https://github.com/xrobin/pROC, tests/testthat: deLongPlacementsCpp, ci.auc, var, roc.test).

References
----------
Robin et al. (2011), https://doi.org/10.1186/1471-2105-12-77; Turck et al. (2010),
https://doi.org/10.1007/s00134-009-1641-y
"""

import numpy as np
from scipy import stats

N_POOR, N_GOOD = 41, 72
PLACED = {
    "ndka": (
        """
        116 90 98 110 6 40 74 134 140 134 134 58 104 124 24 36 102 2 144 124 62 74 80 102 128 93 124 36 142 109
        6 49 124 6 48 134 76 104 138 74 110
        """,
        """
        82 68 72 58 74 33 74 26 42 26 28 6 66 74 48 74 74 2 46 62 62 26 80 72 74 63 44 72 34 8 72 74 48 66 72 44
        16 18 60 50 4 74 28 62 58 58 34 80 28 48 66 58 26 58 50 72 62 58 16 68 48 45 8 52 48 66 16 60 38 18 74
        42
        """,
    ),
    "wfns": (
        """
        117 94 128 140 140 140 140 94 140 94 37 94 140 128 128 94 140 140 140 94 140 94 140 94 128 140 128 128
        37 128 128 94 94 140 140 94 94 140 140 140 140
        """,
        """
        80 80 80 80 18 80 66 66 80 66 66 80 80 80 66 80 66 80 80 53 44 80 44 80 18 18 80 80 66 44 80 80 66 66 80
        66 80 66 66 80 80 80 80 66 80 66 80 80 53 66 44 66 80 44 80 80 18 44 66 66 80 80 80 53 80 66 66 44 44 80
        80 80
        """,
    ),
    "s100b": (
        """
        81 63 103 78 130 144 140 26 123 50 26 128 126 139 144 118 144 144 144 26 144 120 0 50 116 144 118 144 38
        118 81 63 74 116 144 88 144 121 144 144 130
        """,
        """
        58 55 66 80 28 52 66 66 80 73 80 70 63 77 52 77 63 58 52 80 53 55 36 70 24 28 53 77 32 28 63 73 70 73 80
        58 66 55 54 80 80 70 80 70 73 53 70 73 37 63 42 77 66 39 77 80 48 34 66 54 73 55 66 77 80 52 54 28 52 54
        24 27
        """,
    ),
}
TRUTH = np.arange(N_POOR + N_GOOD) < N_POOR
AREA = {"ndka": 0.611957994579946, "wfns": 0.823678861788618, "s100b": 0.731368563685637}
VARIANCE = {"ndka": 0.0031908105493913, "wfns": 0.00146991470882363, "s100b": 0.00266868245717244}
INTERVAL_OF_NDKA = 0.501244999271703, 0.722670989888189
# Z, p, and the interval of the difference
COMPARED = {
    ("wfns", "s100b"): (2.20898359144091, 0.0271757822291882, 0.0104061769564846, 0.174214419249478),
    ("wfns", "ndka"): (2.79777591868904, 0.00514557970691098, 0.0634011709339876, 0.3600405634833566),
    ("ndka", "s100b"): (-1.39077002573558, 0.164295175223054, -0.2876917446341914, 0.0488706064228094),
}


def placed(marker: str) -> tuple[np.ndarray, np.ndarray]:
    """Return twice the number of rightly ordered pairs of each patient, of both outcomes."""
    of_poor, of_good = (np.array(numbers.split(), dtype=np.int64) for numbers in PLACED[marker])
    return of_poor, of_good


def score(marker: str) -> np.ndarray:
    """Return numbers that order the patients as the marker does: how many poor outcomes are below, ties as half."""
    of_poor, of_good = placed(marker)
    return np.concatenate([stats.rankdata(of_poor) - 0.5, N_POOR - of_good / 2])
