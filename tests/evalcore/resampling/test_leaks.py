"""Every leak flatters, the same work inside the folds does not, and scaling hardly matters."""

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.resampling import LEAKS, groups_of, leak_steps, leaks


def hunt(leak, n_sets, n=60):
    *_, found = leak_steps(leak, n=n, n_sets=n_sets, rng=np.random.default_rng(0))
    return found


@pytest.mark.parametrize(("leak", "at_most"), [("selection", 0.25), ("groups", 0.1)])
def test_what_cannot_be_learned_looks_learned(leak, at_most):
    found = hunt(leak, 5)
    assert found.true.mean() == pytest.approx(0.5, abs=0.02)
    assert found.leaking.mean() < at_most
    assert found.clean.mean() > 0.38
    assert found.flattery > 0.25


def test_copies():
    """Of a row that is there twice the twin is trained on four times in five."""
    found = hunt("copies", 5)
    assert found.leaking.mean() < 0.15 < found.true.mean() - 0.1
    assert found.clean.mean() > found.leaking.mean() + 0.1


def test_scaling_is_a_leak_that_hardly_matters():
    found = hunt("scaling", 5)
    assert np.abs(found.leaking - found.clean).max() <= 0.1
    assert abs(found.flattery) < 0.12


@pytest.mark.slow
def test_tuning():
    found = hunt("tuning", 16)
    sure = np.std(found.true - found.leaking) / 4
    assert found.flattery > 2 * sure
    assert found.true.mean() == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("leak", "n", "groups"), [("groups", 60, 12), ("groups", 304, 60), ("copies", 31, 15)])
def test_groups_are_those_that_are_drawn(leak, n, groups):
    assert groups_of(leak, n) == groups
    rows = leaks._LEAKS[leak][0].draw(n, np.random.default_rng(0))
    assert len(set(rows.groups.tolist())) == groups


@pytest.mark.parametrize("leak", LEAKS)
def test_steps(leak):
    steps = leak_steps(leak, n=30, n_sets=40, rng=np.random.default_rng(1))
    first, second = next(steps), next(steps)
    assert (first.leak, first.progress, second.progress) == (leak, 1 / 40, 2 / 40)
    assert first.leaking.tolist() == second.leaking[:1].tolist()
    assert second.to_frame().columns.tolist() == ["leaking", "clean", "true"]
    values = second.to_frame().to_numpy()
    assert ((values >= 0) & (values <= 1)).all()
    assert not second.clean.flags.writeable


@pytest.mark.parametrize(
    ("leak", "n", "n_sets", "sentence"),
    [
        (
            "peeking",
            60,
            5,
            "leak must be one of selection, scaling, groups, copies, tuning; got 'peeking'. Choose one of them.",
        ),
        (
            "groups",
            10,
            5,
            "n must be a whole number from 30; got 10. Pass a count, not a share or a sum of weights.",
        ),
        (
            "groups",
            60,
            0,
            "n_sets must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_what_is_refused(leak, n, n_sets, sentence):
    with pytest.raises(InputError) as refused:
        leak_steps(leak, n=n, n_sets=n_sets, rng=np.random.default_rng(0))
    assert str(refused.value) == sentence
