"""The figure of the version space: what each step of the examples greys out, names and counts."""

import pytest

from evalcore.figures.hypotheses.examples import BLANK
from evalcore.figures.hypotheses.lattice import HEAD, KEY, SEEN, lattice_figure
from evalcore.figures.hypotheses.nodes import LATTICE
from evalcore.figures.layout import MARGIN, Look, axis_key
from evalcore.figures.style import OUT_OF_SIGHT, SMALLEST
from evalcore.hypotheses import NEW_MELON
from tests.evalcore.figures.hypotheses.views import LARGE_NAMES, NAMES, large_lattice, lattice, lattice_of_cells
from tests.evalcore.figures.steps import assert_in_order, at_step, handle_of, played, sent, texts_of, values

LOOKS = [Look(), Look(narrow=True), Look(height=300)]


def seen_at(traces, name):
    """Return how many marks of a trace are in sight."""
    (found,) = [trace for trace in traces if trace.get("name") == name]
    return sum(y != OUT_OF_SIGHT for y in found["y"])


@pytest.mark.parametrize("look", LOOKS)
def test_handle_has_a_step_an_example(look):
    figure = lattice_figure(lattice(), NAMES, look=look)
    assert_in_order(figure, SEEN)
    assert values(figure, SEEN) == [0, 1, 2, 3, 4]
    assert handle_of(figure, SEEN)["active"] == 4
    sent(figure)


def test_present_step_is_what_is_drawn():
    figure = lattice_figure(lattice(2), NAMES)
    traces = sent(figure)["data"]
    for where, change in at_step(figure, SEEN, 2):
        assert {key: traces[where][key] for key in change} == change


@pytest.mark.parametrize("look", LOOKS)
def test_the_key_stands_between_the_title_and_the_lattice(look):
    layout = lattice_figure(lattice(2), NAMES, look=look).layout
    room, top = layout.height - 2 * MARGIN, layout[axis_key(LATTICE["yaxis"])].domain[1]
    (title,) = (note for note in layout.annotations if note.text.startswith("General"))
    # On a phone it has two lines.
    assert (layout.legend.y - top) * room == pytest.approx(KEY * (2 if look.narrow else 1))
    assert (title.y - layout.legend.y) * room == pytest.approx(HEAD / 2, abs=1)
    assert (layout.legend.yanchor, layout.legend.font.size) == ("top", SMALLEST)


def test_an_entry_above_the_lattice_answers_a_click_for_marks_and_lines():
    figure = lattice_figure(lattice(2), NAMES)
    assert figure.layout.legend.itemclick == "toggleothers"
    entries = [trace for trace in figure.data if trace.showlegend]
    assert [trace.legendgroup for trace in entries] == [trace.name for trace in entries]
    lines = [trace for trace in figure.data if trace.legendgroup == "remains" and trace.mode == "lines"]
    assert len(lines) == 1


def test_each_example_strikes_out_what_the_view_says():
    view = lattice()
    for step, traces in zip(view.steps, played(lattice_figure(view, NAMES), SEEN), strict=True):
        assert seen_at(traces, "remains") == len(step.remaining)
        assert seen_at(traces, "struck out just now") == len(step.struck)
        assert seen_at(traces, "most general") == len(step.general)
        assert seen_at(traces, "most specific") == len(step.specific)
        assert f"{len(step.remaining)} of 65 hypotheses remain" in texts_of(traces)


def test_before_an_audience_what_remains_is_asked_about_a_new_melon():
    view = lattice(new=NEW_MELON)
    figure = lattice_figure(view, NAMES, look=Look(height=370, alone=True))
    steps = played(figure, SEEN)
    for step, traces in zip(view.steps, steps, strict=True):
        assert f"{view.positive(step)} of the {len(step.remaining)} that remain say yes" in texts_of(traces)
    # Its name stays while what is said of it is hidden, and no handle moves it.
    places = figure.layout.meta["guessed"]["traces"]
    named = [i for i, one in enumerate(sent(figure)["data"]) if one.get("text") == ["New: green, curled, dull"]]
    assert len(named) == 1
    assert not set(named) & set(places)
    assert "New: " not in lattice_figure(view, NAMES).to_json()


def test_of_the_lattice_all_but_the_whole_is_to_be_guessed():
    for view, names in ((lattice(), NAMES), (large_lattice(), LARGE_NAMES)):
        figure = lattice_figure(view, names)
        places = figure.layout.meta["guessed"]["traces"]
        plane = [one for i, one in enumerate(sent(figure)["data"]) if one["xaxis"] == "x" and i not in places]
        assert len(plane) == 2
        assert [one["mode"] for one in plane[:2]] == ["lines", "markers"]
        assert len(plane[1]["x"]) == len(view.x)


def test_a_name_at_the_end_of_its_row_goes_inwards():
    traces = played(lattice_figure(lattice_of_cells(), NAMES), SEEN)[1]
    (named,) = [one for one in traces if "(green, curled, muffled)" in (one.get("text") or [])]
    place = named["text"].index("(green, curled, muffled)")
    assert named["x"][place] == min(named["x"])
    assert named["textposition"][place] == "top right"


def test_names_stand_where_there_is_room_and_are_never_empty():
    last = played(lattice_figure(lattice(), NAMES), SEEN)[-1]
    said = texts_of(last)
    for name in ("(∗, curled, ∗)", "(∗, ∗, muffled)", "(∗, curled, muffled)"):
        assert said.count(name) == 1
    assert "" not in said
    assert BLANK in said


def test_steps_to_come_are_not_given_away():
    before = texts_of(played(lattice_figure(lattice(), NAMES), SEEN)[1])
    assert "−57 → 8" in before
    assert "−4 → 4" not in before


def test_without_examples_it_stands_still():
    figure = lattice_figure(lattice(0, ()), NAMES)
    assert "live" not in figure.layout.meta
    assert seen_at(sent(figure)["data"], "remains") == 65


def test_largest_space_is_light_and_has_no_names():
    figure = lattice_figure(large_lattice(), LARGE_NAMES)
    assert_in_order(figure, SEEN)
    assert len(figure.to_json()) < 350_000
    assert "(a, a, a, a)" not in texts_of(sent(figure)["data"])


def test_names_from_a_reader_are_shown_as_they_are():
    names = type(NAMES)(("a", "b", "c"), (("<b>x", "y", "z"), ("&", "e", "f"), ("%{x}", "h", "i")))
    said = lattice_figure(lattice(), names).to_json()
    assert "<b>x" not in said
    assert "%{x}" not in said


@pytest.mark.parametrize("look", [Look(), Look(height=370, alone=True), Look(height=300)], ids=str)
def test_the_name_of_an_end_stands_clear_of_its_mark(look):
    figure = lattice_figure(lattice(0), NAMES, look=look)
    axis, drawn = figure.layout[axis_key(LATTICE["yaxis"])], [t for t in figure.data if t.yaxis == LATTICE["yaxis"]]
    (name,) = (trace for trace in drawn if trace.mode == "text" and "(∗, ∗, ∗)" in trace.text)
    ends = [trace for trace in drawn if str(trace.marker.symbol).startswith("triangle") and len(trace.y) > 1]
    pixels = (axis.domain[1] - axis.domain[0]) * (figure.layout.height - 24) / (axis.range[1] - axis.range[0])
    for end in ends:
        places = [k for k, y in enumerate(end.y) if y != OUT_OF_SIGHT]
        for k in places:
            assert abs(name.y[k] - end.y[k]) * pixels > end.marker.size / 2
    # Below the last row nothing is drawn, above it all lines meet.
    last = min(range(len(name.y)), key=lambda k: name.y[k])
    assert name.textposition[last] == "bottom center"
