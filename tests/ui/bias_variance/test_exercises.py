"""Answers of the exercises of bias and variance, found again with numpy and scikit-learn; each variant has one."""

import re

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, draw_sets
from tests.ui.exercises.sets import SETS
from ui.bias_variance import cases, exercises, further_exercises, part_exercises
from ui.exercises import cards
from ui.shared import text
from ui.shared.numbers import number

CARDS = {card.key: card for card in SETS["bias_variance"]}


def drawn(case, design="fixed"):
    return draw_sets(cases.problem(case, design), n=case.n, n_sets=cases.SETS, rng=np.random.default_rng(0))


def refitted(sets, degree):
    """Return what a loop of fits predicts where learners are judged."""
    x = np.broadcast_to(sets.x[..., 0], sets.y.shape)
    at = sets.at[:, 0]
    return np.stack([np.polynomial.Polynomial.fit(xs, y, degree)(at) for xs, y in zip(x, sets.y, strict=True)])


def parts(case, degree, design="fixed"):
    sets = drawn(case, design)
    fits = refitted(sets, degree)
    main = fits.mean(axis=0)
    return np.square(main - sets.at_truth).mean(), np.square(fits - main).mean(), case.sigma**2


def test_there_are_seven():
    assert list(CARDS)[:7] == ["u_curve", "shrinks", "step_bias", "no_noise", "bagging", "optimism", "peak"]


@pytest.mark.parametrize("key", list(CARDS))
def test_again_asks_something_else(key):
    first, second = CARDS[key], cards.attempt_of(CARDS[key], 1, 5)
    assert str(first.prompt) != str(second.prompt)


@pytest.mark.parametrize("case", exercises.CURVES)
class TestCurve:
    def test_errors_are_those_of_a_loop(self, case):
        found = [sum(parts(case, degree)) for degree in exercises.DEGREES]
        assert exercises.errors(*case) == pytest.approx(found, rel=1e-6)

    def test_what_is_measured_is_right_and_its_mirror_is_not(self, case):
        answer = exercises.curve(case).answer
        assert exercises.check_curve(case, answer).right
        upside_down = {name: 2.0 - value for name, value in answer.items()}
        assert not exercises.check_curve(case, upside_down).right
        assert not exercises.check_curve(case, dict.fromkeys(answer, 0.3)).right

    def test_the_least_error_is_within(self, case):
        found = exercises.errors(*case)
        assert 0 < int(np.argmin(found)) < len(found) - 1
        assert found[-1] > 1.03 * min(found)


def test_a_curve_need_not_be_exact_but_turn_at_the_right_degree():
    case = exercises.CURVES[0]
    assert exercises.check_curve(case, {"1": 0.5, "3": 0.2, "5": 0.4, "9": 0.6, "12": 0.9}).right
    late = exercises.check_curve(case, {"1": 0.5, "3": 0.45, "5": 0.4, "9": 0.3, "12": 0.5})
    assert not late.right
    assert "degree 9" in str(late.said)
    assert "degree 3" in str(late.said)


@pytest.mark.parametrize("change", part_exercises.CHANGES)
def test_parts_that_shrink(change):
    before, after = (parts(*side) for side in (change.before, change.after))
    ratios = dict(zip(part_exercises.PARTS, np.array(after) / np.array(before), strict=True))
    assert part_exercises.shrinking(change).answer == {name for name, ratio in ratios.items() if ratio < 0.5}
    assert all(ratio < 0.45 or ratio > 0.8 for ratio in ratios.values())


@pytest.mark.parametrize("n", part_exercises.EDGES)
def test_the_line_has_most_bias_beside_a_step(n):
    case, place = cases.Case("step", n), n // 2 + 1
    sets = drawn(case)
    at = sets.at[place, 0]
    nearest = np.argsort(np.abs(sets.x[:, 0] - at), kind="stable")
    means = {
        "line": refitted(sets, 1)[:, place].mean(),
        "five": refitted(sets, 5)[:, place].mean(),
        "five_nearest": sets.y[:, nearest[:5]].mean(),
        "nearest": sets.y[:, nearest[0]].mean(),
    }
    bias = sorted(((mean - 1) ** 2, name) for name, mean in means.items())
    assert at > 0.5
    assert part_exercises.most_bias(n).answer == bias[-1][1]
    assert bias[-1][0] > 1.2 * bias[-2][0]


@pytest.mark.parametrize("degree", part_exercises.NOISELESS)
def test_without_noise_only_the_draw_of_x_makes_variance(degree):
    case = cases.Case(sigma=0.0)
    fixed, random = (parts(case, degree, design)[1] for design in ("fixed", "random"))
    assert fixed == pytest.approx(0, abs=1e-20)
    solution = part_exercises.without_noise(degree)
    assert solution.answer == "random"
    assert number(random, 4) in str(solution.because)
    assert random > 1e-3


@pytest.mark.parametrize("asked", part_exercises.GAPS)
def test_the_gap_is_twice_the_noise_times_the_share_of_coefficients(asked):
    degree, n, sigma = asked
    solution = part_exercises.gap(*asked)
    assert solution.answer == pytest.approx(2 * sigma**2 * (degree + 1) / n)
    assert part_exercises.ask_gap(*asked).tolerance < solution.answer / 3


@pytest.mark.slow
@pytest.mark.parametrize("trees", further_exercises.TREES)
def test_bagging_helps_and_hurts(trees):
    alone, together = further_exercises.bagged(trees.shape, trees.depth)
    assert further_exercises.bagging(trees).answer == "unbiased"
    # The vote of all is wrong where it is biased: there it has 1 - 2 noise more than a right one.
    assert alone.noise < together < alone.loss
    assert min(alone.variance_unbiased, alone.variance_biased) > 0.01


@pytest.mark.parametrize("n", further_exercises.OTHERS)
def test_the_peak_goes_with_the_points(n):
    assert further_exercises.where(n).answer == "points"
    assert further_exercises.peak_of(n).features == pytest.approx(n, rel=0.05)


@pytest.mark.parametrize("key", ["u_curve", "shrinks", "bagging"])
def test_a_sentence_within_a_prompt_is_translated(key, monkeypatch):
    monkeypatch.setattr(text, "language", lambda: "zh")
    assert not re.search("[a-z]{7}", cards.said(CARDS[key].prompt))


def test_problems_of_the_exercises_are_those_of_the_page():
    assert cases.problem(cases.Case()) == CurveProblem("sine", 0.3, "fixed")
