"""Fields say what they are called, for the list of steps."""

from types import SimpleNamespace

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix
from tests.ui.session.sessions import Session
from ui.confusion_matrix import formulas
from ui.confusion_matrix.controls import BETA
from ui.hypotheses import own
from ui.shared import told
from ui.significance.folds import overlap

SHOWN = {
    "beta": (
        lambda: formulas.show(ConfusionMatrix(np.array([[3, 2], [1, 4]]), ("p", "n"), positive_first=True)),
        BETA.key,
        1.0,
        2.0,
        "β 1 → 2",
    ),
    "attributes": (lambda: own._typed(lambda: None), own.TYPED.key, "3, 2", "2", "My attributes 3, 2 → 2"),
    "repeats": (
        lambda: overlap.layout_field(SimpleNamespace(rows=range(10))),
        overlap._REPEATS.key,
        1,
        2,
        "repetitions × folds 1 × 10 → 2 × 5",
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_field_says_what_it_is_called(name):
    show, key, before, after, said = SHOWN[name]
    session = Session()
    session.run(show)
    assert session.run(lambda: told.change(key, before, after)).replace("\\", "") == said


def test_what_has_no_field_is_a_choice():
    assert Session().run(lambda: told.change("a row", 1, 2)) == "A choice was made"
