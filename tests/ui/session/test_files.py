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
