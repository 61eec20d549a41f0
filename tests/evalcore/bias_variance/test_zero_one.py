"""Both decompositions of 0-1 loss, against losses counted one by one, the golden table and mlxtend."""

import itertools

import numpy as np
import pandas as pd
import pytest

from evalcore.bias_variance import decompose_kohavi_wolpert, decompose_zero_one
from evalcore.errors import InputError


def counted_loss(predictions, best, noise, classes):
    """Expected loss at each point: every prediction against every label, weighted by its probability."""
    loss = np.zeros(len(best))
    for point, right in enumerate(best):
        for label, row in itertools.product(classes, predictions):
            wrong = noise[point] / (len(classes) - 1)
            loss[point] += (row[point] != label) * (1 - noise[point] if label == right else wrong) / len(predictions)
    return loss


@pytest.fixture(params=[2, 3, 5])
def example(request):
    rng = np.random.default_rng(request.param)
    classes = np.array(list("edcba"))[: request.param]
    predictions = classes[(rng.random((11, 40)) ** 2 * request.param).astype(int)]
    return predictions, rng.choice(classes, 40), rng.random(40) * 0.4, classes


def test_domingos_adds_up(example):
    predictions, best, noise, classes = example
    found = decompose_zero_one(predictions, best, noise=noise, classes=classes)
    loss = counted_loss(predictions, best, noise, classes)
    np.testing.assert_allclose(found.loss, loss, atol=1e-13)
    np.testing.assert_allclose(found.c1 * noise + found.bias + found.c2 * found.variance, loss, atol=1e-13)
    np.testing.assert_allclose(found.variance_unbiased + found.variance_biased, found.variance)
    mean = found.mean
    assert mean.loss == pytest.approx(loss.mean())
    assert mean.noise_term + mean.bias + mean.variance_term == pytest.approx(mean.loss)
    by_set = [counted_loss(row[None], best, noise, classes).mean() for row in predictions]
    assert mean.loss_error == pytest.approx(np.std(by_set, ddof=1) / np.sqrt(len(by_set)))


def test_kohavi_wolpert_adds_up(example):
    predictions, best, noise, classes = example
    found = decompose_kohavi_wolpert(predictions, best, noise=noise, classes=classes)
    loss = counted_loss(predictions, best, noise, classes)
    np.testing.assert_allclose(found.bias2 + found.variance + found.noise, loss, atol=1e-13)
    np.testing.assert_allclose(found.bias2_corrected + found.variance_corrected + found.noise, loss, atol=1e-13)
    np.testing.assert_allclose(found.loss, loss, atol=1e-13)
    mean = found.mean
    assert mean.bias2 + mean.variance + mean.noise == pytest.approx(loss.mean())


def test_by_hand():
    predictions = [["a", "a", "b"], ["a", "b", "b"], ["a", "b", "c"], ["a", "c", "a"]]
    found = decompose_zero_one(predictions, ["a", "a", "a"], noise=0.3)
    assert found.main.tolist() == ["a", "b", "b"]
    assert found.bias.tolist() == [0, 1, 1]
    assert found.is_biased.tolist() == [False, True, True]
    assert found.variance.tolist() == [0, 0.5, 0.5]
    # One of the two that differ from the main prediction is right, at either biased point.
    assert found.c2.tolist() == [1, -0.5, -0.5]
    # a is predicted by 4, 1, 1 of 4; a wrong label is one of two others.
    np.testing.assert_allclose(found.c1, [1, 0.25 - 0.375, 0.25 - 0.375])
    np.testing.assert_allclose(found.loss, [0.3, 0.75 - 0.0375, 0.75 - 0.0375])


def test_by_hand_kohavi_wolpert():
    found = decompose_kohavi_wolpert([[1, 0], [1, 1], [1, 1], [1, 1]], [1, 0], noise=0.1)
    np.testing.assert_allclose(found.bias2, [0.01, (0.65**2 + 0.65**2) / 2])
    np.testing.assert_allclose(found.variance, [0, (1 - 0.0625 - 0.5625) / 2])
    np.testing.assert_allclose(found.noise, [0.09, 0.09])
    np.testing.assert_allclose(found.variance_corrected, [0, 0.1875 * 4 / 3])


@pytest.mark.parametrize(
    ("loss", "terms", "variance", "naive", "kohavi_wolpert"),
    [
        (0.2519, (0.0620, 0.1727, 0.0172), (0.0653, 0.0481), 0.3860, (0.0843, 0.0776, 0.0900)),
        (0.1965, (0.0759, 0.0437, 0.0769), (0.0936, 0.0166), 0.2539, (0.0235, 0.0829, 0.0900)),
        (0.2273, (0.0682, 0.0243, 0.1348), (0.1453, 0.0106), 0.2802, (0.0160, 0.1213, 0.0900)),
        (0.1778, (0.0805, 0.0663, 0.0309), (0.0525, 0.0216), 0.2404, (0.0353, 0.0525, 0.0900)),
    ],
    ids=["stump", "tree of depth 3", "full tree", "25 neighbours"],
)
def test_the_golden_table_is_of_these_definitions(loss, terms, variance, naive, kohavi_wolpert):
    """Predictions with the bias and the variance of each row of the table have its other numbers, too."""
    sets, points = 200, 10_000
    biased = round(terms[1] * points)
    rows = []
    for share, count in ((variance[0], points - biased), (variance[1], biased)):
        others = share * points * sets / count  # sets that do not predict the main prediction, on average
        ranks = np.arange(sets)[:, None]
        rows.append(ranks < np.floor(others) + (np.arange(count) < (others % 1) * count))
    predictions = np.concatenate([rows[0], ~rows[1]], axis=1).astype(int)
    best = np.zeros(points, dtype=int)
    mean = decompose_zero_one(predictions, best, noise=0.1).mean
    found = [mean.loss, mean.noise_term, mean.bias, mean.variance_term]
    np.testing.assert_allclose(found, [loss, *terms], atol=1.1e-4)
    np.testing.assert_allclose([mean.variance_unbiased, mean.variance_biased], variance, atol=1e-4)
    assert mean.naive_sum == pytest.approx(naive, abs=1.1e-4)
    parts = decompose_kohavi_wolpert(predictions, best, noise=0.1).mean
    assert sum(kohavi_wolpert) == pytest.approx(loss, abs=1.5e-4)  # three parts rounded to four digits
    assert parts.loss == pytest.approx(loss, abs=1.1e-4)
    assert parts.noise == pytest.approx(kohavi_wolpert[2])


def replayed():
    """Predictions of 200 sets, and labels of which one in ten is flipped."""
    rng = np.random.default_rng(12)
    best = (np.arange(300) % 3 == 0).astype(int)
    chance = rng.random(300)
    predictions = (rng.random((200, 300)) < chance).astype(int)
    return predictions, best, np.where(rng.random(300) < 0.1, 1 - best, best)


def test_mlxtend_does_not_add_up():
    """mlxtend 0.25.0, bias_variance_decomp of a learner that replays these predictions, returns these numbers.

    It takes drawn labels for the truth, so that noise is in bias, and adds variance with the same sign everywhere.
    """
    predictions, _best, drawn = replayed()
    mean = decompose_zero_one(predictions, drawn).mean
    np.testing.assert_allclose(
        [mean.loss, mean.bias, mean.variance], (0.5044333333333334, 0.49333333333333335, 0.2249333333333333), rtol=1e-12
    )
    assert mean.bias + mean.variance > mean.loss + 0.1
    assert mean.bias + mean.variance_unbiased - mean.variance_biased == pytest.approx(mean.loss, rel=1e-12)


def test_ties_take_the_first_class():
    assert decompose_zero_one([[0], [1]], [1]).main.tolist() == [0]
    assert decompose_zero_one([[0], [1]], [1], classes=[1, 0]).main.tolist() == [1]


def test_one_class_only():
    found = decompose_zero_one([["x"], ["x"]], ["x"], noise=0.2)
    assert (found.mean.loss, found.mean.bias, found.mean.variance) == (0.2, 0, 0)
    assert found.classes.tolist() == ["x"]
    assert decompose_kohavi_wolpert([["x"], ["x"]], ["x"], noise=0.2).mean.loss == pytest.approx(0.2)


def test_one_set_shows_no_variance():
    domingos, kohavi_wolpert = decompose_zero_one([[0, 1]], [0, 0]), decompose_kohavi_wolpert([[0, 1]], [0, 0])
    for found, parts in (
        (domingos, ("bias", "variance", "variance_unbiased", "variance_biased", "variance_term")),
        (kohavi_wolpert, ("bias2", "variance", "bias2_corrected", "variance_corrected")),
    ):
        assert found.loss.tolist() == [0, 1]
        assert np.isnan([getattr(found, part) for part in parts]).all()
        assert np.isnan([getattr(found.mean, part) for part in parts]).all()
        assert str(found.reason).startswith("One training set shows one fit")
    assert np.isnan(domingos.mean.loss_error)
    assert not domingos.is_biased.any()
    assert decompose_zero_one([[0], [1]], [0]).reason is None
    assert decompose_kohavi_wolpert([[0], [1]], [0]).reason is None


def test_equal_predictions_have_no_variance():
    found = decompose_zero_one([["b", "a"]] * 3, ["a", "a"], noise=0.1)
    assert (found.variance.tolist(), found.bias.tolist()) == ([0, 0], [1, 0])
    np.testing.assert_allclose(found.loss, [0.9, 0.1])


def test_the_classes_of_the_caller_stay_writeable():
    classes = np.array([1, 0])
    decompose_zero_one([[0], [1]], [1], classes=classes)
    assert classes.flags.writeable


def test_labels_of_a_table_column():
    predictions = pd.DataFrame({"first": ["x", "y"], "second": ["x", "x"]}, dtype="category")
    assert decompose_zero_one(predictions, pd.Series(["x", "y"])).main.tolist() == ["x", "x"]
    assert decompose_zero_one([[True, False], [True, True]], [1, 0]).bias.tolist() == [0, 0]


def test_noise_where_a_learner_is_always_wrong_lowers_the_loss():
    found = decompose_zero_one([[0], [0]], [1], noise=0.1)
    assert (found.c1[0], found.loss[0]) == (-1, 0.9)


def test_tables():
    assert decompose_zero_one([[0, 1]], [0, 0]).to_frame()["loss"].tolist() == [0, 1]
    assert list(decompose_kohavi_wolpert([[0, 1]], [0, 0]).to_frame()) == ["loss", "bias2", "variance", "noise"]


@pytest.mark.parametrize("decompose", [decompose_zero_one, decompose_kohavi_wolpert])
@pytest.mark.parametrize(
    ("predictions", "truth", "options", "sentence"),
    [
        (
            [0, 1],
            [0, 1],
            {},
            "predictions must have a row a training set and a column a point; got an array of shape (2,). "
            "Stack the predictions of each set.",
        ),
        (
            [[0, 1]],
            [0],
            {},
            "truth_labels must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (
            [[0, 2]],
            [0, 1],
            {"classes": [0, 1]},
            "predictions must hold labels of the classes given; got '2'. Name this class, too.",
        ),
        (
            [[0, 1]],
            [0, -1],
            {"classes": [0, 1]},
            "truth_labels must hold labels of the classes given; got '-1'. Name this class, too.",
        ),
        (
            [[0, 0]],
            [0, 0],
            {"classes": [0, 0]},
            "classes must name at least two different labels; got 0, 0. Name each label once.",
        ),
        *(
            (
                [[0, 1]],
                [0, 1],
                {"noise": noise},
                f"noise must lie between 0 and 0.5; got {said}. With more noise another label would be the best one.",
            )
            for noise, said in ((0.6, 0.6), (-0.1, -0.1), ([0.2, 0.7], 0.7))
        ),
        *(
            (
                predictions,
                ["a", "b"],
                {},
                f"predictions must hold a label everywhere; got '{said}'. Leave the point or the set out, or give it a "
                "label.",
            )
            for predictions, said in (([["a", None]], None), ([[0.0, np.nan]], np.nan))
        ),
        (
            [["0", "1"]],
            [0, 1],
            {},
            "Labels must be of one kind; got predictions: text, truth_labels: numbers. Write all of them as text, or "
            "all as numbers.",
        ),
        (
            np.array([["a", 1]], dtype=object),
            ["a", "b"],
            {},
            "Labels must be of one kind; got predictions: mixed, truth_labels: text. Write all of them as text, or "
            "all as numbers.",
        ),
        (
            [["a", "b"], ["a"]],
            ["a", "b"],
            {},
            "predictions must have as many values in every row; got rows of different lengths. Judge all sets at the "
            "same points.",
        ),
        (
            [[]],
            [],
            {},
            "predictions must have a row a training set and a column a point; got an array of shape (1, 0). "
            "Stack the predictions of each set.",
        ),
    ],
)
def test_what_is_refused(decompose, predictions, truth, options, sentence):
    with pytest.raises(InputError) as refused:
        decompose(predictions, truth, **options)
    assert str(refused.value) == sentence
