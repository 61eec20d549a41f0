"""What the view of squared loss says in one sentence."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from evalcore.bias_variance import CurveProblem
from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from tests.ui.session.sessions import Session
from ui.bias_variance.squared import setting
from ui.bias_variance.squared import words as squared_words

VIEW = squared_view(
    CurveSimulator(CurveProblem(), FAMILIES["polynomial"].make(10), n=10, seed=0).upto(5), FAMILIES["polynomial"]
)


def view_of(bias2, variance, noise):
    """Return a view whose only learner has these parts; those below 1e-16 come from rounding."""
    mean = SimpleNamespace(
        bias2_corrected=bias2, variance_corrected=variance, noise=noise, error=bias2 + variance + noise
    )
    return replace(VIEW, steps=(replace(VIEW.steps[0], parts=SimpleNamespace(mean=mean), rounding=1e-16),), best=0)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((0.3, 0.1, 0.1), "the error is mostly **bias** (60%): the best of its family."),
        (
            (0.1, 0.3, 0.1),
            "the error is mostly **variance** (60%): the best of its family; more data would lower it.",
        ),
        (
            (0.02, 0.08, 0.1),
            "the error is **50% noise**, the rest mostly **variance**: the best ",
        ),
        (
            (0.08, 0.02, 0.1),
            "the error is **50% noise**, the rest mostly **bias**: the best of ",
        ),
        ((0.0, 0.0, 0.1), "All error is **noise**, which no model lowers."),
        ((1e-31, 2e-31, 0.1), "All error is **noise**, which no model lowers."),
        ((1e-31, 2e-31, 0.0), "There is **no error** to take apart but that of rounding."),
        ((0.0, 0.0, 0.0), "There is **no error** to take apart."),
        # Of equal parts the one is named that can be lowered.
        ((0.1, 0.1, 0.1), "the error is mostly **bias** (33%)"),
        ((0.0, 0.1, 0.1), "the error is mostly **variance** (50%)"),
    ],
)
def test_the_answer_names_what_dominates_and_what_would_lower_it(parts, said):
    answer = Session().run(lambda: squared_words.answer(view_of(*parts), 0))
    if said.startswith("the error"):
        answer = answer.removeprefix(f"With [{VIEW.steps[0].shown}](#hold-complexity) ")
    assert answer.startswith(said)


def test_every_family_has_a_name_and_a_word_for_its_axis():
    assert set(setting.LEARNERS) == set(FAMILIES) == set(setting.COMPLEXITY)


def test_what_would_lower_the_error_is_read_off_the_sweep():
    view = squared_view(
        CurveSimulator(CurveProblem(), FAMILIES["polynomial"].make(25), n=25, seed=0).upto(200), FAMILIES["polynomial"]
    )
    said = [Session().run(lambda k=k: squared_words.answer(view, k)) for k in range(len(view.steps))]
    assert view.best == 3
    # From degree 1 to 2 the error of the sine rises a little: what is promised is the best, not the next.
    assert all("a more flexible model would lower it, best d = 3" in one for one in said[:3])
    assert "the best of its family; more data" in said[3]
    assert all("a simpler model would lower it, best d = 3" in one for one in said[4:])


def test_two_sets_do_not_turn_variance_into_bias():
    simulator = CurveSimulator(CurveProblem(), FAMILIES["polynomial"].make(25), n=25, seed=0)
    view = squared_view(simulator.upto(2), FAMILIES["polynomial"])
    assert {view.steps[degree].rest for degree in (5, 9, 12)} == {"variance"}


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize("family", ["polynomial", "ridge", "neighbours", "tree"])
@pytest.mark.parametrize("shape", ["cubic", "flat"])
def test_no_advice_is_taken_from_rounding(shape, family, design):
    learners = FAMILIES[family]
    simulator = CurveSimulator(CurveProblem(shape, 0.0, design), learners.make(10), n=10, seed=0)
    view = squared_view(simulator.upto(5), learners)
    for k, step in enumerate(view.steps):
        said = Session().run(lambda k=k: squared_words.answer(view, k))
        if step.parts.mean.error < 1e-20:
            assert said.startswith("There is **no error** to take apart")
    if (shape, family) == ("cubic", "polynomial"):
        assert view.steps[view.best].shown == "d = 3"  # the most rigid of those that are exact
        assert "a more flexible model would lower it, best d = 3" in squared_words.answer(view, 1)


@pytest.mark.parametrize(
    ("active", "said"),
    [(0, "more trees would lower it, best B = 10"), (2, "the best of its family"), (3, "fewer trees would do")],
)
def test_an_average_is_not_called_more_flexible(active, said):
    learners = replace(FAMILIES["polynomial"], is_averaged=True)
    view = squared_view(CurveSimulator(CurveProblem(), learners.make(10), n=10, seed=0).upto(5), learners)
    steps = tuple(replace(step, shown=f"B = {k * 5}") for k, step in enumerate(view.steps[:4]))
    assert said in squared_words.answer(replace(view, steps=steps, best=2), active)
