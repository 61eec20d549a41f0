"""Each estimator over many data sets: the golden table, and what holds for every run."""

import pickle

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from evalcore.errors import InputError
from evalcore.resampling import (
    Bootstrap,
    Comparison,
    HoldOut,
    KFold,
    LeaveOneOut,
    Prepared,
    TrainingError,
    TwoNormals,
    compare,
    compare_steps,
    estimate_error,
    learner,
    tunable,
)


class ThreeNeighbours:
    """Three nearest neighbours of 0 and 1, a hundred times as fast on few rows; compared with scikit-learn's below."""

    def fit(self, x, y):
        self.x, self.y = x, y
        return self

    def predict(self, x):
        far = np.square(x[:, None] - self.x).sum(axis=2)
        return (self.y[np.argpartition(far, 2, axis=1)[:, :3]].sum(axis=1) >= 2).astype(int)


def rng(seed=0):
    return np.random.default_rng(seed)


def test_the_fast_neighbours_are_those_of_scikit_learn():
    rows, at = TwoNormals().draw(60, rng()), rng(1).standard_normal((300, 5))
    theirs = KNeighborsClassifier(3).fit(rows.x, rows.y).predict(at)
    assert ThreeNeighbours().fit(rows.x, rows.y).predict(at).tolist() == theirs.tolist()


# Section 7: 60 rows, 3-NN, true error .285, 300 sets. method, bias, SD over the sets.
GOLDEN = [
    (TrainingError(), -0.132, 0.046),
    (HoldOut(0.3), 0.013, 0.115),
    (HoldOut(0.5), 0.019, 0.095),
    (KFold(5), 0.006, 0.073),
    (KFold(10), 0.007, 0.072),
    (LeaveOneOut(), 0.007, 0.070),
    (Bootstrap(25, "out-of-bag"), 0.037, 0.060),
    (Bootstrap(25, ".632"), -0.025, 0.052),
]


@pytest.fixture(scope="module")
def golden():
    return compare(TwoNormals(), ThreeNeighbours(), [m for m, *_ in GOLDEN], n=60, n_sets=150, rng=rng())


@pytest.mark.slow
class TestGolden:
    def test_true_error(self, golden):
        assert golden.true_error == pytest.approx(0.285, abs=0.01)

    @pytest.mark.parametrize(("at", "bias", "sd"), [(i, b, s) for i, (_, b, s) in enumerate(GOLDEN)])
    def test_bias_and_spread(self, golden, at, bias, sd):
        # both tables are simulated: theirs of 300 sets, this one of 150
        tolerance = 3 * golden.bias_error[at] * np.sqrt(1.5)
        assert golden.bias[at] == pytest.approx(bias, abs=tolerance)
        assert golden.sd[at] == pytest.approx(sd, rel=3 * np.sqrt(1 / 300 + 1 / 600))

    def test_order(self, golden):
        seen, half, folds, out, mixed = (golden.bias[i] for i in (0, 2, 4, 6, 7))
        assert seen < mixed < min(folds, half) <= max(folds, half) < out
        assert golden.sd[1] > golden.sd[2] > golden.sd[4] > golden.sd[6] > golden.sd[7]

    def test_an_estimate_hardly_knows_its_own_data_set(self, golden):
        assert (golden.correlation > 0.1).all()
        assert (golden.correlation < 0.65).all()


METHODS = [TrainingError(), KFold(3, 2), Bootstrap(4, "out-of-bag"), Bootstrap(4, ".632"), Bootstrap(4, ".632+")]


def small(methods=METHODS, n_sets=6, seed=0):
    return compare(TwoNormals(), ThreeNeighbours(), methods, n=24, n_sets=n_sets, rng=rng(seed))


def test_summaries():
    found = Comparison(
        methods=(TrainingError(), LeaveOneOut()),
        errors=np.array([[0.1, 0.4], [0.3, 0.4]]),
        true_errors=np.array([0.2, 0.3]),
        n_sets=4,
        n_fits=(1, 9),
    )
    np.testing.assert_allclose([found.true_error, found.progress], [0.25, 0.5])
    np.testing.assert_allclose(found.mean, [0.2, 0.4])
    np.testing.assert_allclose(found.bias, [-0.05, 0.15])
    np.testing.assert_allclose(found.bias_error, [0.05, 0.05])
    np.testing.assert_allclose(found.sd, [0.2 / np.sqrt(2), 0], atol=1e-12)
    np.testing.assert_allclose(found.rmse, np.sqrt([0.005, 0.025]))
    np.testing.assert_allclose(found.correlation, [1, np.nan])
    frame = found.to_frame()
    assert frame["method"].tolist() == ["TrainingError()", "LeaveOneOut(grouped=False)"]
    assert frame["fits"].tolist() == [1, 9]


def test_one_set_has_no_spread():
    found = small(n_sets=1)
    assert np.isnan([*found.sd, *found.bias_error, *found.correlation]).all()


def test_steps_are_the_first_of_many():
    steps = list(compare_steps(TwoNormals(), ThreeNeighbours(), METHODS, n=24, n_sets=6, rng=rng()))
    assert [one.progress for one in steps] == [i / 6 for i in range(1, 7)]
    np.testing.assert_array_equal(steps[-1].errors[:3], steps[2].errors)
    np.testing.assert_array_equal(steps[-1].errors, small().errors)
    np.testing.assert_array_equal(small(n_sets=2).errors, steps[1].errors)
    np.testing.assert_array_equal(small(n_sets=2).true_errors, steps[-1].true_errors[:2])


def test_other_methods_leave_the_data_sets_as_they_are():
    np.testing.assert_array_equal(small().true_errors, small([KFold(2)]).true_errors)
    np.testing.assert_array_equal(small().errors[:, 0], small([KFold(2), TrainingError()]).errors[:, 1])


def test_bootstraps_are_trained_once_and_read_in_three_ways():
    alone = compare(TwoNormals(), ThreeNeighbours(), METHODS[2:], n=24, n_sets=1, rng=rng())
    data, own = rng().spawn(1)[0].spawn(2)
    rows = TwoNormals().draw(24, data)
    both = estimate_error(ThreeNeighbours(), rows.x, rows.y, method=Bootstrap(4, ".632"), rng=own)
    assert alone.errors[0].tolist() == [both.out_of_bag, both.point632, both.point632_plus]


def test_progress_is_told():
    told = []
    found = compare(TwoNormals(), learner("lda"), [KFold(2)], n=20, n_sets=2, rng=rng(), progress=told.append)
    assert told == [0.5, 1.0]
    assert found.errors.shape == (2, 1)
    assert not found.errors.flags.writeable


@pytest.mark.parametrize(
    ("methods", "n", "n_sets", "sentence"),
    [
        ([], 20, 5, "methods must name at least one evaluation method; got none. Choose one."),
        (
            METHODS,
            20,
            0,
            "n_sets must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        ([KFold(30)], 20, 5, "k must be at most the number of rows, 20; got 30. Choose fewer folds."),
        (METHODS, 1, 5, "n must be a whole number from 2; got 1. Pass a count, not a share or a sum of weights."),
    ],
)
def test_what_is_refused_before_anything_is_drawn(methods, n, n_sets, sentence):
    with pytest.raises(InputError) as refused:
        compare_steps(TwoNormals(), ThreeNeighbours(), methods, n=n, n_sets=n_sets, rng=rng())
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "sent",
    [
        TwoNormals().draw(12, rng()),
        METHODS,
        learner("lda"),
        Prepared(learner("majority"), "selection"),
        tunable("tree"),
        small(n_sets=1),
        estimate_error(learner("majority"), [[0]] * 4, [0, 1, 0, 1], method=Bootstrap(2), rng=rng()),
    ],
    ids=lambda sent: type(sent).__name__,
)
def test_all_of_it_can_be_sent_to_a_process_of_its_own(sent):
    assert type(pickle.loads(pickle.dumps(sent))) is type(sent)
