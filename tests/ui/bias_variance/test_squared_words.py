"""What the view of squared loss says in one sentence."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from evalcore.bias_variance import CurveProblem
from evalcore.views.bias_variance.curves import CurveLaboratory
from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.squared import squared_view
from tests.ui.session.sessions import Session
from ui.bias_variance import setting, squared_words

VIEW = squared_view(
    CurveLaboratory(CurveProblem(), FAMILIES["polynomial"].make(10), n=10, seed=0).upto(5), FAMILIES["polynomial"]
)


def view_of(bias2, variance, noise):
    """Return a view whose only learner has these parts."""
    mean = SimpleNamespace(bias2=bias2, variance=variance, noise=noise, error=bias2 + variance + noise)
    return replace(VIEW, steps=(replace(VIEW.steps[0], parts=SimpleNamespace(mean=mean)),))


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((0.3, 0.1, 0.1), "Error is mostly **bias** (60%): a more flexible model would lower it, more data not."),
        ((0.1, 0.3, 0.1), "Error is mostly **variance** (60%): more data or a simpler model would lower it."),
        ((0.02, 0.08, 0.1), "**50% noise**, which no model lowers; the rest mostly **variance**: more data or a "),
        ((0.08, 0.02, 0.1), "**50% noise**, which no model lowers; the rest mostly **bias**: a more flexible model."),
        ((0.0, 0.0, 0.1), "All error is **noise**, which no model lowers."),
        ((0.0, 0.0, 0.0), "There is **no error** to take apart."),
        # Of equal parts the one is named that can be lowered.
        ((0.1, 0.1, 0.1), "Error is mostly **bias** (33%)"),
        ((0.0, 0.1, 0.1), "Error is mostly **variance** (50%)"),
    ],
)
def test_the_answer_names_what_dominates_and_what_would_lower_it(parts, said):
    assert Session().run(lambda: squared_words.answer(view_of(*parts), 0)).startswith(said)


def test_every_family_has_a_name_and_a_word_for_its_axis():
    assert set(setting.LEARNERS) == set(squared_words.COMPLEXITY) == set(FAMILIES) == set(setting.COMPLEXITY)
