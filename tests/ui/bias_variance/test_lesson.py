"""Numbers of the lesson of bias and variance, found again by simulation; every link leads to what it promises."""

import re
from functools import cache
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem, NearestNeighbours, PlaneProblem, Polynomial, Tree, simulate, train
from evalcore.bias_variance.problems import PLANE_POINTS
from evalcore.views.bias_variance.double_descent import double_descent_steps, double_descent_view
from evalcore.views.bias_variance.zero_one import zero_one_sets
from tests.languages import WHOLE
from ui.bias_variance import sections  # noqa: F401 - registers what links ask for
from ui.session import choices, screen
from ui.shared import text


@pytest.fixture(params=WHOLE)
def lesson(request):
    return (text.HERE / "bias_variance" / f"lesson.{request.param}.md").read_text(encoding="utf-8")


def paragraph(lesson, *words):
    """Return the paragraph that holds all of these."""
    (found,) = [one for one in lesson.split("\n\n") if all(word in one for word in words)]
    return found


@cache
def parts(learner, *, shape="sine", sigma=0.3, n=25, n_sets=200, design="fixed"):
    problem = CurveProblem(shape, sigma, design)
    found = simulate(problem, learner, n=n, n_sets=n_sets, rng=np.random.default_rng(0))
    return found.squared().mean, found.training_error


def holds(said, *values):
    for value in values:
        assert value in said, said


def test_bias(lesson):
    mean, _training = parts(Polynomial(1))
    said = next(one for one in lesson.split("\n\n") if "?bv_polynomial=1" in one)
    holds(said, f"{mean.bias2:.3f}")


def test_over_and_underfitting(lesson):
    said = paragraph(lesson, "bv_polynomial=12&")
    for degree in (0, 3, 12):
        mean, training = parts(Polynomial(degree))
        holds(said, f"{training:.3f}", f"{mean.error:.3f}")


def test_variance(lesson):
    said = paragraph(lesson, "bv_problem=flat")
    mean, _training = parts(Polynomial(0), shape="flat", sigma=1.0, n=200)
    holds(said, f"{mean.variance:.3f}")
    assert mean.variance == pytest.approx(1 / 200, rel=0.1)
    line, _training = parts(Polynomial(1), sigma=0.0, design="random")
    holds(said, f"{line.variance:.3f}")


def test_more_data_lower_variance_at_no_more_bias(lesson):
    few, many = (parts(Polynomial(9), n=n)[0] for n in (25, 200))
    holds(paragraph(lesson, "bv_dd_ratio"), f"{few.variance:.3f}", f"{many.variance:.3f}")
    assert many.bias2 <= few.bias2


def test_double_descent(lesson):
    *_, found = double_descent_steps(CurveProblem("sine"), n=25, n_sets=200, seed=0)
    view = double_descent_view(found, ratio=4)
    median, now, first = view.peak.median, view.now.median, view.best_before.median
    holds(paragraph(lesson, "bv_dd_ratio"), f"{round(median, -2):,.0f}", f"{now:.2f}", f"{first:.2f}")
    assert view.now.median < view.best_before.median


def test_the_gap_is_not_the_variance(lesson):
    mean, _training = parts(Polynomial(5))
    gap = 2 * 0.09 * 6 / 25
    said = paragraph(lesson, f"{gap:.4f}", "df/n")
    holds(said, f"{mean.variance:.4f}")
    assert gap == pytest.approx(2 * mean.variance, rel=0.02)


def test_golden_errors_of_degree_five(lesson):
    """Erratum 19."""
    mean, training = parts(Polynomial(5), n_sets=4_000)
    assert mean.error == pytest.approx(0.1119, abs=0.001)
    assert training == pytest.approx(0.0684, abs=0.001)
    paragraph(lesson, "0.0684", "0.1119")


def test_two_sets(lesson):
    two, many = (parts(Polynomial(9), n_sets=n_sets)[0].variance for n_sets in (2, 200))
    holds(paragraph(lesson, "bv_sets=2"), f"{two:.3f}", f"{many:.3f}")


@pytest.mark.slow
def test_stumps(lesson):
    sets = zero_one_sets(PlaneProblem("boundary"), n=100, n_sets=100, seed=0)
    mean = train(Tree(1), sets).judged_at(slice(PLANE_POINTS)).zero_one().mean
    holds(paragraph(lesson, "bv01_tree=1"), f"{mean.loss:.3f}", f"{mean.naive_sum:.3f}")


def test_noise(lesson):
    mean, _training = parts(Polynomial(3))
    said = [one for one in lesson.split("\n\n") if "bv_polynomial=3" in one]
    holds(said[0], f"{mean.error:.3f}", f"{mean.noise:.3f}")


def test_misprints(lesson):
    """Errata 19 and 34."""
    assert parts(NearestNeighbours(1))[1] == 0
    said = paragraph(lesson, "0.3494")
    holds(said, "0.2360", "0.1134", "0.2513")
    assert pytest.approx(0.3494) == 0.2360 + 0.1134
    assert pytest.approx(0.2519) == 0.0620 + 0.1727 + 0.0172


def test_every_link_leads_to_what_there_is(lesson):
    links = re.findall(r"\((/[^)]+)\)", lesson)
    assert len(links) >= 12
    for link in links:
        asked = dict(parse_qsl(urlsplit(link).query))
        asked.pop("lang", None)
        assert urlsplit(link).path == "/bias_variance"
        for key, value in asked.items():
            assert choices.REGISTERED[key].read(value) is not None, (key, value)
    assert screen.TAB.key in choices.REGISTERED


def test_each_misconception_is_marked_and_its_correction_bold(lesson):
    marked = [one for one in lesson.split("\n\n") if one.startswith("✗")]
    assert len(marked) == 11
    for one in marked:
        claim, correction = one.split("\\\n", 1)
        assert correction.startswith("**"), claim


def test_both_languages_have_the_same_numbers():
    found = []
    for language in WHOLE:
        lesson = (text.HERE / "bias_variance" / f"lesson.{language}.md").read_text(encoding="utf-8")
        found.append([re.findall(r"\d\.\d{3,4}", one) for one in lesson.split("\n\n") if one.startswith("✗")])
    assert [sorted(one) for one in found[0]] == [sorted(one) for one in found[1]]
