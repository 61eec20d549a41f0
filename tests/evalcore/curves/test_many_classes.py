"""Curves and areas of many classes."""

import math

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.preprocessing import label_binarize

from evalcore.counts import ThresholdCounts
from evalcore.curves import precision_recall_curve, roc_curve
from evalcore.curves.class_pairs import hand_till
from evalcore.curves.macro_average import macro_areas, macro_roc
from evalcore.curves.many_classes import micro_average_counts, one_vs_rest_counts
from evalcore.errors import InputError

NAMES = ["a", "b", "c", "d"]


def drawn(n, k, seed, digits=2):
    """Codes and probabilities with ties; rounded rows still sum to 1."""
    rng = np.random.default_rng(seed)
    codes = rng.choice(k, n, p=np.arange(1, k + 1) / (k * (k + 1) / 2))
    raw = rng.normal(size=(n, k)) + 1.3 * (codes[:, None] == np.arange(k))
    shares = np.floor(np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True) * 10**digits) / 10**digits
    shares[:, -1] += 1 - shares.sum(axis=1)
    return codes, shares


@pytest.fixture(scope="module", params=[(200, 4, 0), (50, 4, 1), (400, 2, 2)], ids=str)
def problem(request):
    codes, scores = drawn(*request.param)
    return codes, scores, NAMES[: request.param[1]]


def test_scikit_learn_agrees_on_areas(problem):
    codes, scores, names = problem
    by_class = one_vs_rest_counts(codes, scores, names)
    found, micro = macro_areas(by_class), micro_average_counts(by_class)
    if len(names) > 2:
        for average, value in (("macro", found.auc), ("weighted", found.weighted_auc)):
            expected = sk.roc_auc_score(codes, scores, multi_class="ovr", average=average)
            assert value == pytest.approx(expected, abs=1e-12)
        truth = label_binarize(codes, classes=range(len(names)))
        assert roc_curve(micro).auc == pytest.approx(sk.roc_auc_score(truth, scores, average="micro"), abs=1e-12)
        for average, value in (
            ("macro", found.average_precision),
            ("weighted", found.weighted_average_precision),
            ("micro", precision_recall_curve(micro).average_precision),
        ):
            assert value == pytest.approx(sk.average_precision_score(truth, scores, average=average), abs=1e-12)
    assert list(found.to_frame().index) == names
    assert found.to_frame()["support"].sum() == len(codes)


def test_scikit_learn_agrees_on_pairs(problem):
    codes, scores, names = problem
    found = hand_till(codes, scores, names)
    if len(names) > 2:
        for average, value in (("macro", found.measure), ("weighted", found.weighted)):
            expected = sk.roc_auc_score(codes, scores, multi_class="ovo", average=average)
            assert value == pytest.approx(expected, abs=1e-12)
    else:
        assert found.measure == pytest.approx(sk.roc_auc_score(codes, scores[:, 1]), abs=1e-12)
        assert found.measure == found.weighted
    assert found.to_frame().loc["a", "b"] == found.auc[0, 1]
    assert np.isnan(np.diag(found.auc)).all()


def test_micro_average_pools_all_pairs_of_row_and_class(problem):
    codes, scores, names = problem
    pooled = micro_average_counts(one_vs_rest_counts(codes, scores, names))
    truth = (codes[:, None] == np.arange(len(names))).ravel()
    score = scores.ravel()
    for threshold, tp, fp in list(zip(pooled.threshold, pooled.tp, pooled.fp, strict=True))[::7]:
        assert (tp, fp) == (np.sum(truth & (score >= threshold)), np.sum(~truth & (score >= threshold)))
    assert (pooled.n_pos, pooled.n_neg) == (len(codes), len(codes) * (len(names) - 1))


def test_weights_are_repetitions():
    codes, scores = drawn(60, 4, 3)
    weight = np.random.default_rng(0).integers(0, 4, 60)
    weighted = one_vs_rest_counts(codes, scores, NAMES, sample_weight=weight)
    repeated = one_vs_rest_counts(np.repeat(codes, weight), np.repeat(scores, weight, axis=0), NAMES)
    for name in NAMES:
        np.testing.assert_array_equal(weighted[name].tp, repeated[name].tp)
    assert macro_areas(weighted).weighted_auc == pytest.approx(macro_areas(repeated).weighted_auc, abs=1e-12)
    assert roc_curve(micro_average_counts(weighted)).auc == pytest.approx(
        roc_curve(micro_average_counts(repeated)).auc, abs=1e-12
    )


def test_pairs_of_weighted_rows_by_the_definition():
    codes, scores = drawn(80, 3, 4, digits=1)
    weight = np.random.default_rng(1).random(80) * (np.arange(80) % 5 > 0)
    found = hand_till(codes, scores, NAMES[:3], sample_weight=weight)
    for i, j in ((i, j) for i in range(3) for j in range(3) if i != j):
        mine, others = codes == i, codes == j
        order = np.sign(scores[mine, i][:, None] - scores[others, i]) / 2 + 0.5
        expected = weight[mine] @ order @ weight[others] / (weight[mine].sum() * weight[others].sum())
        assert found.auc[i, j] == pytest.approx(expected, abs=1e-12)
    assert found.measure == pytest.approx(np.nanmean(found.auc), abs=1e-12)
    assert found.measure != pytest.approx(hand_till(codes, scores, NAMES[:3]).measure, abs=1e-4)


def test_a_class_whose_rows_weigh_nothing_has_no_row():
    codes, scores = drawn(40, 3, 0)
    found = hand_till(codes, scores, NAMES[:3], sample_weight=codes != 1)
    assert [str(line) for line in found.undefined] == ["Class 'b' has no row, so it cannot be told from the others."]
    assert np.isnan(found.measure)
    assert found.auc[0, 2] == hand_till(codes, scores, NAMES[:3]).auc[0, 2]


def upper_tpr(counts, fpr):
    """Walk along the points of one curve; np.interp where it is not vertical."""
    curve = roc_curve(counts)
    met = curve.tpr[curve.fpr == fpr]
    if len(met):
        return met.max()
    right = int(np.argmax(curve.fpr > fpr))
    return np.interp(fpr, curve.fpr[right - 1 : right + 1], curve.tpr[right - 1 : right + 1])


def test_macro_roc_is_the_vertical_mean(problem):
    by_class = one_vs_rest_counts(*problem)
    exact = macro_roc(by_class)
    assert np.trapezoid(exact.tpr, exact.fpr) == pytest.approx(exact.auc, abs=1e-12)
    assert exact.auc == macro_areas(by_class).auc
    assert (exact.fpr[0], exact.tpr[0], exact.fpr[-1], exact.tpr[-1]) == (0, 0, 1, 1)
    assert (np.diff(exact.fpr) >= 0).all()
    assert (np.diff(exact.tpr) >= -1e-12).all()
    points = np.concatenate([np.linspace(0, 1, 11), exact.fpr[::9]])
    grid = macro_roc(by_class, grid=points)
    expected = [np.mean([upper_tpr(counts, x) for counts in by_class.values()]) for x in np.sort(points)]
    np.testing.assert_allclose(grid.tpr, expected, atol=1e-12)
    assert grid.auc == exact.auc


def test_equal_rates_of_classes_of_different_size_meet():
    """1 of 3 and 2 of 6 are one place on the axis."""
    by_class = {
        "a": ThresholdCounts.from_grouped([4, 3, 2, 1], [1, 1, 0, 0], [0, 1, 1, 1]),
        "b": ThresholdCounts.from_grouped([4, 3, 2, 1], [1, 0, 1, 0], [0, 2, 2, 2]),
    }
    found = macro_roc(by_class)
    np.testing.assert_array_equal(found.fpr, [0, 0, 1 / 3, 2 / 3, 1])
    np.testing.assert_allclose(found.tpr, [0, 0.5, 0.75, 1, 1])


def test_a_class_without_rows_is_named():
    codes, scores = drawn(40, 4, 0)
    codes[codes == 2] = 1
    by_class = one_vs_rest_counts(codes, scores, NAMES)
    found, sentence = macro_areas(by_class), "Class 'c' has no row, so it has no curve."
    assert [str(line) for line in found.undefined] == [sentence]
    assert np.isnan([found.auc, found.average_precision, found.class_auc[2]]).all()
    assert found.weighted_auc == pytest.approx(np.average(found.class_auc[[0, 1, 3]], weights=found.support[[0, 1, 3]]))
    mean = macro_roc(by_class)
    assert [str(line) for line in mean.undefined] == [sentence]
    assert len(mean.fpr) == 0
    rest = macro_areas({name: counts for name, counts in by_class.items() if name != "c"})
    assert rest.auc == pytest.approx(np.nanmean(found.class_auc))
    pairs = hand_till(codes, scores, NAMES)
    assert [str(line) for line in pairs.undefined] == ["Class 'c' has no row, so it cannot be told from the others."]
    assert np.isnan([pairs.measure, pairs.weighted, *pairs.auc[2], *pairs.auc[:, 2]]).all()
    assert np.count_nonzero(~np.isnan(pairs.auc)) == 6


def test_all_rows_of_one_class():
    by_class = one_vs_rest_counts([0, 0], [[1, 2], [2, 1]], ["a", "b"])
    found = macro_areas(by_class)
    assert [str(line) for line in found.undefined] == [
        "All rows are of class 'a', so it has no ROC curve.",
        "Class 'b' has no row, so it has no curve.",
    ]
    assert found.class_average_precision[0] == 1
    assert math.isnan(found.weighted_auc)


def test_float32_and_perfect_scores():
    codes = np.arange(30) % 3
    scores = (codes[:, None] == np.arange(3)).astype(np.float32)
    by_class = one_vs_rest_counts(codes, scores, NAMES[:3])
    assert macro_areas(by_class).auc == hand_till(codes, scores, NAMES[:3]).measure == 1
    assert roc_curve(micro_average_counts(by_class)).auc == 1
    np.testing.assert_array_equal(macro_roc(by_class).tpr, [0, 1, 1])


def test_results_are_read_only():
    by_class = one_vs_rest_counts(*drawn(40, 4, 0), NAMES)
    with pytest.raises(ValueError, match="read-only"):
        macro_roc(by_class).tpr[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        macro_areas(by_class).class_auc[0] = 1


SCORES = [[1, 2], [2, 1]]


@pytest.mark.parametrize(
    ("truth", "scores", "classes", "sentence"),
    [
        ([0, 2], SCORES, ["a", "b"], "y_true must hold places in the list of classes, 0 to 1; got '2' (data row 2). "),
        (["x", "y"], SCORES, ["a", "b"], "y_true must hold places in the list of classes, 0 to 1; got 'x' (data row "),
        ([0, 1], SCORES, ["a", "a"], "classes must be at least two different names; got 'a, a'. Name every"),
        ([0, 0], [[1], [2]], ["a"], "classes must be at least two different names; got 'a'. Name every class once."),
        ([0, 1], [1, 2], ["a", "b"], "scores must have one column for each of the 2 classes; got an array of shape ("),
        ([0, 1], SCORES * 2, ["a", "b"], "scores must have 2 values, one a row; got 4."),
        ([0, 1], [[1, 2], [2, math.nan]], ["a", "b"], "Score of b must hold finite numbers; got 'nan' (data row 2)."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("make", [one_vs_rest_counts, hand_till])
def test_bad_input(make, truth, scores, classes, sentence):
    with pytest.raises(InputError) as refused:
        make(truth, scores, classes)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("average", [macro_areas, macro_roc, micro_average_counts])
def test_no_class(average):
    with pytest.raises(InputError, match=r"An average must have at least one class; got none\."):
        average({})


def test_bad_grid():
    with pytest.raises(InputError, match=r"grid must lie between 0 and 1; got 0\.5 to 50\.0\. Write 5% as 0\.05\."):
        macro_roc(one_vs_rest_counts([0, 1], SCORES, ["a", "b"]), grid=[50, 0.5])
