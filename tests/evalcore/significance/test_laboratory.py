"""The laboratory: the hypothesis is exactly true, the seed decides, and what is seen so far adds up."""

from itertools import islice

import numpy as np
import pytest
from scipy import stats

from evalcore.errors import InputError
from evalcore.intervals import wilson
from evalcore.significance import LaboratoryResult, laboratories_from_frame, laboratory_steps, run_laboratory
from evalcore.significance.laboratory import STEP, replicate
from evalcore.significance.laboratory_learners import PREDICT
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
    return LaboratoryResult(learner="lda", n=60, pvalues=table)


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
    one = Outcome(*map(np.concatenate, zip(*(replicate(learner, 60, rng) for _ in range(20)), strict=True)))
    exchanged = Outcome(-one.hold_out, -one.folds, -one.halves, one.discordant[:, ::-1])
    np.testing.assert_allclose(pvalues(exchanged), pvalues(one), rtol=1e-12)


@pytest.mark.parametrize("learner", PREDICT)
def test_either_learner_is_better_equally_often(learner):
    rng = np.random.default_rng(6)
    means = np.array([replicate(learner, 60, rng).folds.mean() for _ in range(120)])
    assert stats.binomtest(int((means > 0).sum()), int((means != 0).sum())).pvalue > 0.05
    assert abs(means.mean()) < 3 * means.std() / np.sqrt(len(means))


def test_repeated_tests_reject_far_too_often_and_others_nearly_keep_their_level(found):
    rate = dict(zip(NAMES, found.rate, strict=True))
    assert min(rate["hold-out-t"], rate["repeated-cv-t"]) > 0.35
    assert rate["mcnemar"] < 0.09
    assert rate["cv-corrected"] < 0.09
    assert rate["5x2-mean"] <= rate["5x2-scaled-mean"]
    assert rate["cv-corrected"] <= rate["cv-t"]


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
    assert found.warnings[1:] == (None,) * 9


def test_table(found):
    frame = found.to_frame()
    assert list(frame) == ["test", "replicates", "rejections", "rate", "low", "high", "alpha", "undefined"]
    assert frame["test"].tolist() == NAMES
    np.testing.assert_array_equal(frame["rate"], found.rate)
    assert set(frame["replicates"]) == {150}


def test_results_come_back_from_their_table(found):
    (learner, again), *more = laboratories_from_frame(found.replicates_frame(), alpha=0.1).items()
    assert (learner, again.n, again.alpha, more) == (found.learner, 100, 0.1, [])
    np.testing.assert_array_equal(again.pvalues, found.pvalues)


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
        ({"alpha": 5}, "alpha must lie between 0 and 1; got 5. Write 5 % as 0.05."),
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
