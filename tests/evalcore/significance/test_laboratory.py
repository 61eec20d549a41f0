"""The laboratory: the hypothesis is exactly true, the seed decides, and what is seen so far adds up."""

from itertools import islice

import numpy as np
import pytest
from scipy import integrate, stats

from evalcore.errors import InputError
from evalcore.intervals import wilson
from evalcore.significance import LaboratoryResult, laboratories_from_frame, laboratory_steps, run_laboratory
from evalcore.significance.laboratory import STEP, replicate
from evalcore.significance.laboratory_learners import PREDICT, SEPARATION, better_by, error_rate
from evalcore.significance.laboratory_tests import TESTS, Outcome, pvalues

NAMES = [test.name for test in TESTS]


def run(learner="lda", n=60, n_replicates=60, seed=0, **options):
    return run_laboratory(learner, n=n, n_replicates=n_replicates, rng=np.random.default_rng(seed), **options)


@pytest.fixture(scope="module", params=PREDICT)
def found(request):
    return run(request.param, n=100, n_replicates=150)


def with_pvalues(*rows):
    """Return a result with these p-values of the first tests, and 0.5 of the others."""
    table = np.full((len(TESTS), len(rows[0])), 0.5)
    table[: len(rows)] = rows
    return LaboratoryResult(learner="lda", n=60, pvalues=table, differing=table / 2)


@pytest.mark.parametrize("learner", PREDICT)
def test_a_seed_gives_the_same(learner):
    first, again, other = run(learner), run(learner), run(learner, seed=1)
    np.testing.assert_array_equal(first.pvalues, again.pvalues)
    assert (first.pvalues != other.pvalues).any()


def test_the_first_of_many_replicates_are_those_of_few():
    many, few = run(n_replicates=60), run(n_replicates=2 * STEP - 7)
    np.testing.assert_array_equal(many.pvalues[:, : few.n_replicates], few.pvalues)


def test_results_so_far_add_up():
    shares = []
    whole = run(n_replicates=60, progress=shares.append)
    parts = list(laboratory_steps("lda", n=60, n_replicates=60, rng=np.random.default_rng(0)))
    assert [part.n_replicates for part in parts] == [25, 50, 60]
    assert shares == [25 / 60, 50 / 60, 1.0]
    for part in parts:
        np.testing.assert_array_equal(part.pvalues, whole.pvalues[:, : part.n_replicates])
    rejected = [part.rejections for part in parts]
    running = whole.running()
    for part, count in zip(parts, rejected, strict=True):
        np.testing.assert_allclose(running.rate[:, part.n_replicates - 1], count / part.n_replicates)
        np.testing.assert_allclose(running.low[:, part.n_replicates - 1], part.low)
        np.testing.assert_allclose(running.high[:, part.n_replicates - 1], part.high)


def test_it_may_be_stopped_in_the_middle():
    drawn = np.random.default_rng(0)
    steps = laboratory_steps("1-nn", n=60, n_replicates=1_000_000, rng=drawn)
    stopped = list(islice(steps, 2))[-1]
    np.testing.assert_array_equal(stopped.pvalues, run("1-nn", n_replicates=50).pvalues)

    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(n_replicates=1_000_000, progress=stop)


@pytest.mark.parametrize("learner", PREDICT)
def test_exchanging_the_features_changes_no_pvalue(learner):
    rng = np.random.default_rng(5)
    drawn = (replicate(learner, 60, rng, SEPARATION)[0] for _ in range(20))
    one = Outcome(*map(np.concatenate, zip(*drawn, strict=True)))
    exchanged = Outcome(-one.hold_out, -one.folds, -one.halves, one.discordant[:, ::-1])
    np.testing.assert_allclose(pvalues(exchanged, 60), pvalues(one, 60), rtol=1e-12)


@pytest.mark.parametrize("learner", PREDICT)
def test_either_learner_is_better_equally_often(learner):
    rng = np.random.default_rng(6)
    means = np.array([replicate(learner, 60, rng, SEPARATION)[0].folds.mean() for _ in range(120)])
    assert stats.binomtest(int((means > 0).sum()), int((means != 0).sum())).pvalue > 0.05
    assert abs(means.mean()) < 3 * means.std() / np.sqrt(len(means))


def test_repeated_tests_reject_far_too_often_and_others_nearly_keep_their_level(found):
    rate = dict(zip(NAMES, found.rate, strict=True))
    assert min(rate["hold-out-t"], rate["repeated-cv-t"]) > 0.35
    assert rate["mcnemar"] < 0.09
    assert rate["cv-corrected"] < 0.09
    assert rate["5x2-mean"] <= rate["5x2-scaled-mean"]
    assert rate["cv-corrected"] <= rate["cv-t"]
    assert rate["hold-out-corrected"] < rate["hold-out-t"] / 3


def test_rates_have_wilson_s_interval(found):
    for count, rate, low, high in zip(found.rejections.tolist(), found.rate, found.low, found.high, strict=True):
        assert (low, high) == wilson(count, 150)
        assert low <= rate <= high


def test_another_level_judges_the_same_replicates(found):
    loose = found.at(0.5)
    assert loose.alpha == 0.5
    np.testing.assert_array_equal(loose.rejections, (found.pvalues < 0.5).sum(axis=1))
    assert (loose.rejections > found.rejections).any()
    assert run(alpha=0.5).rejections.tolist() == run().at(0.5).rejections.tolist()


def test_histogram_counts_every_defined_pvalue():
    found = with_pvalues([0.0, 0.049, 0.05, 1.0], [np.nan, 0.5, 0.51, 0.99])
    counts = found.histogram()
    assert counts.shape == (len(TESTS), 20)
    assert counts[0].tolist() == [2, 1, *[0] * 16, 0, 1]
    assert counts[1].sum() == 3
    assert found.histogram(bins=2)[1].tolist() == [0, 3]


def test_an_undefined_pvalue_is_counted_said_and_does_not_reject():
    found = with_pvalues([np.nan, 0.01, np.nan, 0.2])
    assert (found.rejections[0], found.undefined[0], found.rate[0]) == (1, 2, 0.25)
    assert str(found.warnings[0]) == (
        "In 2 of 4 replicates the differences do not vary, so this test has no p; they count as not rejected."
    )
    assert found.warnings[1:] == (None,) * 10


def test_table(found):
    frame = found.to_frame()
    assert list(frame) == [
        *("test", "replicates", "rejections", "rate", "low", "high"),
        *("difference", "finds", "power", "power_low", "power_high", "alpha", "undefined"),
    ]
    assert frame["test"].tolist() == NAMES
    np.testing.assert_array_equal(frame["rate"], found.rate)
    assert set(frame["replicates"]) == {150}


def test_results_come_back_from_their_table(found):
    (learner, again), *more = laboratories_from_frame(found.replicates_frame(), alpha=0.1).items()
    assert (learner, again.n, again.alpha, more) == (found.learner, 100, 0.1, [])
    np.testing.assert_array_equal(again.pvalues, found.pvalues)
    np.testing.assert_array_equal(again.differing, found.differing)
    assert again.difference == found.difference


@pytest.mark.parametrize("learner", PREDICT)
def test_power_grows_with_the_difference_and_false_alarms_stay(learner):
    small, large = (run(learner, n=100, n_replicates=100, difference=by) for by in (0.01, 0.1))
    np.testing.assert_array_equal(small.pvalues, large.pvalues)
    assert (large.power > small.power).all()
    assert (large.power > large.rate).all()


@pytest.mark.slow
def test_a_learner_is_better_by_what_was_asked():
    """Both learners are trained on many rows; the first is that of the equal ones."""
    rng = np.random.default_rng(8)
    for learner in PREDICT:
        equal, differing = (
            np.mean([one.hold_out.mean() for one in outcomes])
            for outcomes in zip(
                *(replicate(learner, 5_000, rng, better_by(learner, 0.05)) for _ in range(6)), strict=True
            )
        )
        assert equal == pytest.approx(0, abs=0.01)
        assert differing - equal == pytest.approx(0.05, abs=0.006)


@pytest.mark.parametrize("separation", [1.0, 2.0, 3.0])
def test_error_rates_after_many_rows(separation):
    assert error_rate("lda", separation) == pytest.approx(stats.norm.cdf(-separation / 2))

    def both(x):
        p, q = (stats.norm.pdf(x, side * separation / 2) for side in (-1, 1))
        return p * q / (p + q)

    assert error_rate("1-nn", separation) == pytest.approx(integrate.quad(both, -12, 12)[0], rel=1e-8)


def test_power_has_wilson_s_interval(found):
    low, high = found.power_ends
    np.testing.assert_allclose((low[3], high[3]), wilson(int(found.finds[3]), found.n_replicates))
    assert found.finds[3] == (found.differing[3] < 0.05).sum()


def test_pvalues_are_read_only(found):
    assert not found.pvalues.flags.writeable


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_every_test_has_a_name_of_its_own_and_a_title(test):
    assert NAMES.count(test.name) == 1
    assert str(test.title)[0].isupper() or str(test.title)[0].isdigit()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"learner": "svm"}, "learner must be one of lda, 1-nn; got 'svm'. Choose one of them."),
        ({"n": 39}, "Number of rows must be a whole number from 40 to 5000; got 39. Choose one in that range."),
        ({"n": 60.5}, "Number of rows must be a whole number from 40 to 5000; got 60.5. Choose one in that range."),
        (
            {"n_replicates": 0},
            "n_replicates must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            {"difference": 0.5},
            "difference must be a number from 0.01 to 0.1; got 0.5. Choose one in that range.",
        ),
        ({"alpha": 5}, "alpha must lie between 0 and 1; got 5. Write 5% as 0.05."),
    ],
)
def test_what_is_refused(options, sentence):
    usable = {"learner": "lda", "n": 60, "n_replicates": 1}
    with pytest.raises(InputError) as refused:
        laboratory_steps(**(usable | options), rng=np.random.default_rng(0))
    assert str(refused.value) == sentence


def test_an_unknown_learner_in_a_table_is_refused():
    frame = run(n_replicates=1).replicates_frame().assign(learner="tree")
    with pytest.raises(InputError, match="learner must be one of lda, 1-nn; got 'tree'"):
        laboratories_from_frame(frame)
