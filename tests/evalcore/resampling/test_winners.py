"""What the winner's score is worth: section 7's threshold tuned on the test set, and settings that do not matter."""

import numpy as np
import pytest
from sklearn.metrics import f1_score

from evalcore.errors import InputError
from evalcore.resampling import KFold, MajorityRule, TwoNormals, threshold_worth, tunable, tuning_worth_steps


def rng(seed=0):
    return np.random.default_rng(seed)


def test_golden_best_f1():
    """100 points: the best threshold reads .616, on fresh data .555."""
    found = threshold_worth(n_sets=400, rng=rng())
    sure = found.naive.std() / 20
    assert found.naive.mean() == pytest.approx(0.616, abs=4 * sure)
    assert found.fresh.mean() == pytest.approx(0.555, abs=4 * found.fresh.std() / 20)
    assert found.gap == pytest.approx(-0.061, abs=0.02)
    assert (found.progress, np.isnan(found.nested).all()) == (1.0, True)


def test_the_threshold_by_trying_all():
    found = threshold_worth(n=30, n_sets=3, rng=rng())
    draws = rng()
    for at in range(3):
        rows = TwoNormals(1.0, 1, 0.3).draw(30, draws)
        x = rows.x[:, 0]
        tried = {t: f1_score(rows.y, x >= t) for t in x}
        assert found.naive[at] == pytest.approx(max(tried.values()))
        assert tried[found.chosen[at]] == pytest.approx(found.naive[at])


def test_fresh_f1_by_drawing():
    found = threshold_worth(n_sets=1, rng=rng())
    draws = rng(5)
    y = draws.random(200_000) < 0.3
    score = draws.standard_normal(200_000) + y
    assert found.fresh[0] == pytest.approx(f1_score(y, score >= found.chosen[0]), abs=0.01)


class Noise:
    """Takes no notice of the rows, and another guess for each setting."""

    def __init__(self, setting):
        self.setting = int(setting)

    def fit(self, x, y):
        return self

    def predict(self, x):
        return (np.floor(np.abs(x[:, self.setting]) * 1e3) % 2).astype(int)


def test_of_guesses_the_luckiest_wins():
    """All settings are worth .5: the winner's score is the least of seven nearly independent shares of 60 coins."""
    steps = tuning_worth_steps(TwoNormals(features=7), Noise, range(7), n=60, n_sets=60, method=KFold(3), rng=rng())
    *_, found = steps
    least = 0.5 - 1.352 * np.sqrt(0.25 / 60)  # expected maximum of seven normal draws: 1.352
    assert found.naive.mean() == pytest.approx(least, abs=0.02)
    assert found.fresh.mean() == pytest.approx(0.5, abs=0.01)
    assert found.gap == pytest.approx(0.5 - least, abs=0.025)


def test_steps_with_the_nested_estimate():
    make = tunable("tree").make
    options = {"n": 24, "n_sets": 3, "method": KFold(2), "outer": KFold(2)}
    steps = list(tuning_worth_steps(TwoNormals(), make, (1, 2), **options, rng=rng()))
    assert [one.progress for one in steps] == [1 / 3, 2 / 3, 1]
    np.testing.assert_array_equal(steps[0].naive, steps[2].naive[:1])
    frame = steps[-1].to_frame()
    assert frame.columns.tolist() == ["chosen", "naive", "nested", "fresh"]
    assert frame.notna().all(axis=None)
    assert set(frame["chosen"]) <= {1, 2}
    assert not steps[-1].fresh.flags.writeable


def test_the_majority_rule_is_worth_what_it_says():
    *_, found = tuning_worth_steps(TwoNormals(0), lambda _: MajorityRule(), (1,), n=20, n_sets=3, rng=rng())
    np.testing.assert_allclose(found.naive, 0.5)
    np.testing.assert_allclose(found.fresh, 0.5)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: threshold_worth(n_sets=0, rng=rng()),
            "n_sets must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: threshold_worth(n_sets=1, prevalence=0, rng=rng()),
            "positive_share must lie between 0.05 and 0.95; got 0. Choose a number in that range.",
        ),
        (
            lambda: tuning_worth_steps(TwoNormals(), Noise, (), n=20, n_sets=2, rng=rng()),
            "settings must name at least one setting; got none. Choose a range and a step.",
        ),
        (
            lambda: tuning_worth_steps(TwoNormals(), Noise, (1,), n=4, n_sets=2, rng=rng()),
            "k must be at most the number of rows, 4; got 5. Choose fewer folds.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
