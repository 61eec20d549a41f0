"""The lattice searched try by try: every step against the tries until then."""

from dataclasses import replace

import pytest

from evalcore.hypotheses import ANY, DIRECTIONS, MELON_EXAMPLES, MELONS, Space, version_space
from evalcore.views.hypotheses.search import LAST, MOST_STEPS, search_view

LARGE = Space.of_shape([4, 4, 4, 4])
CASES = [
    (MELONS, MELON_EXAMPLES),
    (MELONS, []),
    (replace(MELONS, wildcard=False), MELON_EXAMPLES),
    (Space.of_shape([2, 3]), [((0, 0), True), ((0, 0), False)]),
    (LARGE, [((0, 0, 0, k), False) for k in range(4)]),
]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("space", "examples"), CASES)
class TestSteps:
    def test_every_hypothesis_is_open_kept_or_gone(self, space, examples, direction):
        for step in search_view(space, examples, direction=direction, step=0).steps:
            assert sorted((*step.open, *step.kept, *step.gone)) == list(range(len(space.hypotheses)))
            assert set(step.struck) <= set(step.gone)

    def test_steps_are_all_tries_in_their_order(self, space, examples, direction):
        view = search_view(space, examples, direction=direction, step=0)
        assert [one for step in view.steps for one in step.tries] == list(view.found.tries)
        assert (view.steps[0].tried, view.steps[-1].tried) == (0, len(view.found.tries))
        assert len(view.steps) - 1 <= LAST == MOST_STEPS + 1

    def test_it_ends_with_the_version_space_between_its_ends(self, space, examples, direction):
        view = search_view(space, examples, direction=direction, step=999)
        found = version_space(space, examples)
        assert view.active == len(view.steps) - 1
        assert not view.step.open
        assert set(view.of(view.step.kept)) == set(found.remaining)
        left = found.remaining
        general = {a for a in left if not any(b != a and b.is_at_least_as_general_as(a) for b in left)}
        specific = {a for a in left if not any(b != a and a.is_at_least_as_general_as(b) for b in left)}
        assert set(view.of(view.step.general)) == general
        assert set(view.of(view.step.specific)) == specific
        assert all(not step.general for step in view.steps[:-1]), "the ends are known at the end"


def test_the_four_melons():
    view = search_view(MELONS, MELON_EXAMPLES, direction="down", step=2)
    assert len(view.steps) == 13
    assert view.step.last.hypothesis.values == (0, ANY, ANY)
    assert (view.step.last.number, len(view.step.struck), len(view.step.gone)) == (2, 17, 18)
    assert view.place(view.step.last.hypothesis) in view.step.struck
    assert (view.following, replace(view, active=12).following) == (3, 0)


def test_a_long_search_has_several_tries_a_step():
    view = search_view(LARGE, [], direction="up", step=1)
    assert len(view.found.tries) == len(LARGE.hypotheses)
    assert len(view.step.tries) > 1
    assert view.step.last == view.step.tries[-1]


def test_table_has_a_row_a_try():
    frame = search_view(MELONS, MELON_EXAMPLES, direction="up", step=0).to_frame()
    assert frame["outcome"].tolist() == ["left", "left", "kept", "kept", "kept", "dropped"]
    assert frame["example"].dropna().tolist() == [1, 2, 3]
    assert frame["struck_out"].tolist() == [57, 4, 0, 0, 0, 1]
