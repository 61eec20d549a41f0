"""What the view of double descent asks for."""

from tests.ui.session.sessions import Session
from ui.bias_variance import controls
from ui.bias_variance.double_descent.setting import DESIGN, MOST_RANDOM_SETS, _shown, used_sets


def test_the_number_of_sets_is_the_one_that_is_used():
    assert (used_sets(1_000, "fixed"), used_sets(1_000, "random"), used_sets(50, "random")) == (1_000, 200, 50)
    assert MOST_RANDOM_SETS == 200
    session = Session(**{controls.SETS.key: 1_000, DESIGN.key: "random"})
    assert session.run(_shown) == "n = 25, T = 200, σ = 0.3"
