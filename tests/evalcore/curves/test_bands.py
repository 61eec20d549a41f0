"""Bootstrap bands of ROC and P-R curves: against resampling rows one by one."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves._rank_bootstrap import observed_at_ranks, sampled_at_ranks
from evalcore.curves.bands import precision_recall_band, precision_recall_replicates, roc_band, roc_replicates
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.tiers import thorough

pytestmark = pytest.mark.slow

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
TIED = ThresholdCounts.from_grouped([5, 4, 3, 2, 1], [2, 0, 4, 1, 1], [0, 3, 5, 2, 1])
ONE_EACH = np.array([1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0])
CONTINUOUS = ThresholdCounts.from_grouped(range(15, 0, -1), ONE_EACH, 1 - ONE_EACH)
TABLES = {"melon": MELON, "tied": TIED, "continuous": CONTINUOUS}
FPR = np.array([0, 0.05, 0.1, 0.25, 0.4, 0.5, 0.75, 0.9, 1])
RECALL = np.array([0, 0.1, 0.125, 0.3, 0.5, 0.625, 0.8, 1])


def rows_of(counts):
    score = np.repeat(np.tile(counts.threshold[1:], 2), np.concatenate([np.diff(counts.tp), np.diff(counts.fp)]))
    return np.arange(len(score)) < counts.n_pos, score


def resampled(counts, rng):
    """Draw the rows of each class with replacement."""
    truth, score = rows_of(counts)
    drawn = [rng.choice(score[kind], np.count_nonzero(kind)) for kind in (truth, ~truth)]
    return threshold_counts(truth, np.concatenate(drawn))


def tpr_at(counts, fpr):
    """Walk along the points of a ROC curve: the upper end where it is vertical, a line where it is not."""
    points = [(fp / counts.n_neg, tp / counts.n_pos) for fp, tp in zip(counts.fp, counts.tp, strict=True)]
    left = max(i for i, (x, _) in enumerate(points) if x <= fpr + 1e-12)
    if left == len(points) - 1:
        return points[left][1]
    (x0, y0), (x1, y1) = points[left : left + 2]
    return y0 + (y1 - y0) * max(fpr - x0, 0) / (x1 - x0)


def precision_at(counts, recall):
    """Take the first threshold that reaches the recall, or finds one positive."""
    row = next(i for i, tp in enumerate(counts.tp) if tp > 0 and tp >= recall * counts.n_pos - 1e-9)
    return counts.tp[row] / (counts.tp[row] + counts.fp[row])


KINDS = {
    "roc": (roc_replicates, FPR, tpr_at),
    "roc, far apart": (roc_replicates, np.array([0.03, 0.57]), tpr_at),
    "precision-recall": (precision_recall_replicates, RECALL, precision_at),
    "precision-recall, far apart": (precision_recall_replicates, np.array([0.2, 0.9]), precision_at),
}


@pytest.fixture(scope="module", params=KINDS)
def kind(request):
    return request.param


# Ties are what resampling counts could get wrong.
@pytest.fixture(scope="module", params=["tied", *(thorough(name) for name in TABLES if name != "tied")])
def both(request, kind):
    """The same curve on a grid, 3,000 times by resampling rows and 20,000 times from the counts."""
    replicates, grid, at = KINDS[kind]
    counts, rng = TABLES[request.param], np.random.default_rng(0)
    slow = np.array([[at(sample, x) for x in grid] for sample in (resampled(counts, rng) for _ in range(3_000))])
    return slow, np.concatenate(list(replicates(counts, grid, n_replicates=20_000, rng=rng)))


def test_each_point_has_the_distribution_of_resampled_rows(both):
    slow, fast = both
    for resampled_rows, from_counts in zip(slow.T, fast.T, strict=True):
        values = np.unique(np.concatenate([resampled_rows, from_counts]).round(9))
        shares = [np.searchsorted(np.sort(x), values + 1e-8) / len(x) for x in (resampled_rows, from_counts)]
        # Kolmogorov's distance, at a level of about 1e-4
        assert np.abs(shares[0] - shares[1]).max() < 2.2 * math.sqrt(1 / 3_000 + 1 / 20_000)


def test_points_of_one_curve_belong_together(both):
    slow, fast = both
    for i in range(slow.shape[1] - 1):
        products = [x[:, i] * x[:, i + 1] for x in both]
        error = math.hypot(*(x.std() / math.sqrt(len(x)) for x in products))
        assert abs(products[0].mean() - products[1].mean()) < 4 * error + 1e-12
    if slow[0, 0] != fast[0, 0] and (np.diff(slow) >= 0).all():
        assert (np.diff(fast) >= -1e-12).all()


@pytest.mark.parametrize("table", TABLES)
def test_the_curve_itself_on_the_grid(table):
    counts, rng = TABLES[table], np.random.default_rng(0)
    roc = roc_band(counts, n_replicates=50, rng=rng, grid=FPR)
    np.testing.assert_allclose(roc.tpr, [tpr_at(counts, x) for x in FPR], atol=1e-12)
    pr = precision_recall_band(counts, n_replicates=50, rng=rng, grid=RECALL)
    np.testing.assert_allclose(pr.precision, [precision_at(counts, x) for x in RECALL], atol=1e-12)


@pytest.mark.parametrize("table", TABLES)
def test_counts_at_ranks_fit_together(table):
    counts = TABLES[table]
    for lead, other in ((counts.fp, counts.tp), (counts.tp, counts.fp)):
        ranks = np.arange(1, lead[-1] + 1)
        for found in (
            sampled_at_ranks(lead, other, ranks, 500, np.random.default_rng(1)),
            observed_at_ranks(lead, other, ranks),
        ):
            assert (found.lead_above < ranks).all()
            assert (found.lead_upto >= ranks).all()
            assert (found.other_above <= found.other_upto).all()
            assert found.other_above.min() >= 0
            assert (found.lead_upto[:, -1] == lead[-1]).all()
            for counted in found:
                assert (np.diff(counted) >= 0).all()
            # whoever stands in the same tie sees the same counts
            tie = found.lead_above[:, 1:] == found.lead_above[:, :-1]
            assert (found.lead_upto[:, 1:] == found.lead_upto[:, :-1])[tie].all()
            assert (found.other_upto[:, 1:] == found.other_upto[:, :-1])[tie].all()


def at_ranks_of_rows(tie_lead, tie_other, ranks):
    """Return what `sampled_at_ranks` counts, of one sample in which the tie of each row is known."""
    counted = []
    for rank in ranks:
        tie = np.sort(tie_lead)[rank - 1]
        counted.append(
            [(tie_lead < tie).sum(), (tie_lead <= tie).sum(), (tie_other < tie).sum(), (tie_other <= tie).sum()]
        )
    return np.array(counted).ravel()


@pytest.mark.parametrize("ranks", [thorough([2, 5]), thorough([3, 4]), [1, 2, 6]])
def test_counts_at_ranks_have_the_joint_distribution_of_resampled_rows(ranks):
    # Ties of 2, 3 and 1 rows of the leading class, among which 1, 3 and 2 of the other one stand.
    tie_lead, tie_other = np.repeat([0, 1, 2], [2, 3, 1]), np.repeat([0, 1, 2], [1, 3, 2])
    rng, n = np.random.default_rng(4), 20_000
    slow = [at_ranks_of_rows(rng.choice(tie_lead, 6), rng.choice(tie_other, 6), ranks) for _ in range(n)]
    lead, other = (np.append(0, np.cumsum(np.bincount(ties))) for ties in (tie_lead, tie_other))
    fast = np.stack(sampled_at_ranks(lead, other, np.array(ranks), n, rng), axis=-1).reshape(n, -1)
    outcomes, place = np.unique(np.concatenate([slow, fast]), axis=0, return_inverse=True)
    shares = [np.bincount(place.ravel()[part], minlength=len(outcomes)) / n for part in (slice(n), slice(n, None))]
    error = np.sqrt((shares[0] + shares[1]) / n)
    assert (np.abs(shares[0] - shares[1]) < 4.5 * error).all()


def test_band_is_the_percentiles_of_the_replicates():
    band = roc_band(MELON, n_replicates=300, confidence_level=0.8, rng=np.random.default_rng(7), grid=FPR)
    found = np.concatenate(list(roc_replicates(MELON, FPR, n_replicates=300, rng=np.random.default_rng(7))))
    np.testing.assert_allclose([band.low, band.high], np.quantile(found, [0.1, 0.9], axis=0), rtol=1e-14)
    assert (band.confidence_level, band.n_replicates, band.reason) == (0.8, 300, None)
    with pytest.raises(ValueError, match="read-only"):
        band.low[0] = 0


def test_binormal_band_has_the_width_theory_gives():
    """Var TPR(f) = TPR (1 - TPR) / m+ + slope^2 f (1 - f) / m-, for large samples."""
    n, x = 100_000, np.array([0.1, 0.3, 0.6])
    quantiles = stats.norm.ppf((np.arange(n) + 0.5) / n)
    counts = threshold_counts(np.repeat([True, False], n), np.concatenate([quantiles + 1, quantiles]))
    band = roc_band(counts, n_replicates=4_000, rng=np.random.default_rng(0), grid=x)
    cut = stats.norm.isf(x)
    tpr, slope = stats.norm.sf(cut - 1), stats.norm.pdf(cut - 1) / stats.norm.pdf(cut)
    error = np.sqrt((tpr * (1 - tpr) + slope**2 * x * (1 - x)) / n)
    np.testing.assert_allclose(band.high - band.low, 2 * 1.96 * error, rtol=0.06)
    np.testing.assert_allclose((band.high + band.low) / 2, tpr, atol=error.max() / 4)


@pytest.mark.parametrize("size", [10**6, 10**12])
def test_any_number_of_rows(size):
    counts = ThresholdCounts.from_grouped([3, 2, 1], np.array([4, 3, 2]) * size, np.array([1, 3, 5]) * size)
    rng = np.random.default_rng(0)
    for band in (roc_band(counts, rng=rng), precision_recall_band(counts, rng=rng)):
        assert 0 <= (band.high - band.low).max() < 0.01
        assert band.low.min() >= 0
        assert band.high.max() <= 1


@pytest.mark.parametrize(
    ("truth", "score", "reason", "known"),
    [
        ([1, 1], [1, 2], "No row is negative.", (False, True)),
        ([0, 0], [1, 2], "No row is positive.", (False, False)),
        ([1, 0, 0], [2, 1, 3], "A standard error needs at least two rows of each class; there are 1 ", (True,) * 2),
        ([1, 1, 0, 0], [4, 3, 2, 1], "Every pair is in the right order, which is no proof of certainty", (True,) * 2),
        ([1, 1, 0, 0], [1, 2, 3, 4], "Every pair is in the wrong order, which is no proof of certainty", (True,) * 2),
        ([1, 1, 0, 0], [1, 1, 1, 1], "All rows have the same score", (True,) * 2),
    ],
)  # fmt: skip
def test_where_there_is_no_band(truth, score, reason, known):
    counts, rng = threshold_counts(truth, score), np.random.default_rng(0)
    roc, pr = roc_band(counts, rng=rng, grid=FPR), precision_recall_band(counts, rng=rng, grid=RECALL)
    for band in (roc, pr):
        assert np.isnan([band.low, band.high]).all()
        assert str(band.reason).startswith(reason)
        assert band.warnings == ()
    assert (not np.isnan(roc.tpr).any(), not np.isnan(pr.precision).any()) == known


def test_weighted_rows_have_no_band():
    counts = threshold_counts([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2, 1, 1])
    band = roc_band(counts, rng=np.random.default_rng(0))
    assert str(band.reason) == "The rows are weighted, and a bootstrap of the counts draws rows that count once each."
    assert np.isnan(band.low).all()


def test_a_band_without_width_is_flagged():
    counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [50, 1, 0, 0], [0, 1, 10, 50])
    band = roc_band(counts, rng=np.random.default_rng(0))
    assert [str(w) for w in band.warnings] == [
        "In places all resamples agree and the band has no width, which is no proof of certainty: too few rows decide "
        "there.",
        "With fewer than a hundred rows of a class, or fewer than twenty distinct scores, the band holds the true "
        "curve less often than its level says, least of all near the corners.",
    ]


def test_a_band_is_not_flagged_for_the_corner_in_which_every_curve_ends():
    of_pos = np.append(np.ones(19, dtype=int), 81)
    counts = ThresholdCounts.from_grouped(np.arange(20)[::-1], of_pos[::-1], of_pos)
    band = roc_band(counts, rng=np.random.default_rng(0), grid=np.array([0.5, 1.0]))
    assert band.low[0] < band.high[0]
    assert (band.low[1], band.high[1]) == (1, 1)
    assert band.warnings == ()


@pytest.mark.parametrize(("n", "scores", "few"), [(100, 20, False), (99, 20, True), (100, 19, True)])
def test_bands_of_few_rows_are_noted(n, scores, few):
    of_pos = np.append(np.ones(scores - 1, dtype=int), n - scores + 1)
    counts = ThresholdCounts.from_grouped(np.arange(scores)[::-1], of_pos[::-1], of_pos)
    grid = np.array([0.5])
    roc, pr = (band(counts, rng=np.random.default_rng(0), grid=grid) for band in (roc_band, precision_recall_band))
    assert [str(word).startswith("With fewer than a hundred rows") for word in roc.warnings] == [True] * few
    assert str(pr.warnings[-1]).startswith("The band of precision keeps the numbers of positive and negative rows")
    assert len(pr.warnings) == 1 + few


def test_progress_and_stop():
    seen = []
    roc_band(MELON, n_replicates=250, rng=np.random.default_rng(0), progress=seen.append)
    assert seen == [0.4, 0.8, 1.0]

    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        precision_recall_band(MELON, n_replicates=250, rng=np.random.default_rng(0), progress=stop)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"grid": [0.5, 1.5]}, "grid must lie between 0 and 1; got 0.5 to 1.5. Write 5% as 0.05."),
        (
            {"grid": [0.5, math.nan]},
            "grid must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a",
        ),
        ({"n_replicates": 1}, "The number of resamples must be a whole number from 2; got 1. Choose 200 or more."),
        ({"n_replicates": 9.5}, "The number of resamples must be a whole number from 2; got 9.5. Choose 200 or more."),
        ({"confidence_level": 95}, "The confidence level must lie between 0 and 1; got 95. Write 95% as 0.95."),
    ],
)
@pytest.mark.parametrize("band", [roc_band, precision_recall_band])
def test_bad_options(band, options, sentence):
    with pytest.raises(InputError) as refused:
        band(MELON, rng=np.random.default_rng(0), **options)
    assert str(refused.value).startswith(sentence)
