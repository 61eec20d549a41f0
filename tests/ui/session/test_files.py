"""What a table taken home says of itself, and what its file is called."""

import pytest

from tests.ui.session.sessions import TWO, Session, own_file
from ui.session import files, loaded


def test_about():
    own = own_file(TWO, truth="y", scores=["s"], positive="a")
    said = Session(loaded=own).run(lambda: files.about(loaded.binary()))
    assert said == {"file": "my file.csv", "model": "s", "positive_class": "a"}


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("logit", "areas_logit"),
        ("a/b: c?", "areas_a_b_c"),
        ("逻辑回归", "areas_逻辑回归"),
        ("../..", "areas"),
        ("x" * 99, "areas_" + "x" * 40),
    ],
)
def test_name(model, name):
    assert files.name("areas", model) == name


def test_the_name_of_a_figure():
    own = Session(loaded=own_file(TWO, truth="y", scores=["s"], positive="a"))
    assert own.run(lambda: files.figure_name("curves", loaded.binary(), 0.25)) == "curves_s_t0.25"
    assert own.run(lambda: files.figure_name("curves", loaded.binary(), None)) == "curves_s"
    assert files.figure_name("regression_error", None, None) == "regression_error"
