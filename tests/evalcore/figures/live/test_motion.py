"""What a step of a handle changes, as it is sent and read back."""

import json

import numpy as np
import plotly.graph_objects as go
import pytest

from evalcore.figures.live import motion
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.style import INK
from tests.evalcore.figures.steps import at_step, handle_of, plain_part

BASE = {"type": "scatter", "mode": "lines", "x": [0, 1], "y": [0, 0]}


def handle(parts, **changed):
    """Return a handle of three steps."""
    given = {"at": [0, 0.5, 1], "values": ["0.0", "0.5", "1.0"], "shown": ["a", "b", "c"], "said": ["A", "B", "C"]}
    given |= {"name": "threshold", "panel": "xy", "label": "t", "active": 1, "parts": parts, "stops": [0, 1, 2]}
    return Handle(**given | changed)


class TestMoved:
    def test_a_trace_changes_its_shade_its_text_or_its_places(self):
        steps = [
            [{**BASE, "fillcolor": colour}, {**BASE, "text": [text]}, {**BASE, "x": [x], "y": [y]}]
            for colour, text, x, y in (("red", "1", 0, 5), ("blue", "2", 1, 6))
        ]
        assert moved(steps, 3) == [
            {"trace": 3, "fillcolor": ["red", "blue"]},
            {"trace": 4, "text": [["1"], ["2"]]},
            {"trace": 5, "x": [[0], [1]], "y": [[5], [6]]},
        ]

    def test_what_stays_is_left_out(self):
        steps = [[{**BASE, "x": [x, x], "y": [0, 1]}, {**BASE, "text": ["same"]}] for x in (0, 1, 2)]
        assert moved(steps, 0) == [{"trace": 0, "x": [[0, 0], [1, 1], [2, 2]]}]

    def test_what_moves_only_between_the_first_step_and_the_last_is_not(self):
        steps = [[{**BASE, "y": [y, 0]}] for y in (0, 1, 0)]
        assert moved(steps, 0) == [{"trace": 0, "y": [[0, 0], [1, 0], [0, 0]]}]

    def test_each_step_has_all_traces(self):
        with pytest.raises(ValueError, match="zip"):
            moved([[BASE], [BASE, BASE]], 0)


class TestFigure:
    FIGURE = live_figure(
        [BASE, {**BASE, "mode": "markers", "marker": {"color": [0, 1]}}],
        {"height": 300, "meta": {"left": [0, 1]}},
        [
            handle(
                [
                    {"trace": 0, "x": [[0, 0], [1, 1], [2, 2]]},
                    {"trace": 1, "rank": [0, 1], "middle": [-0.5, 0.5, 1.5], "size": 2},
                ]
            ),
            handle([], name="condition", dashed=True),
        ],
    )

    def test_is_a_figure_of_plotly_that_stands_still_without_the_player(self):
        assert type(self.FIGURE) is go.Figure
        assert not self.FIGURE.frames
        assert not self.FIGURE.layout.sliders
        assert self.FIGURE.layout.height == 300

    def test_keeps_what_else_the_layout_carries(self):
        assert self.FIGURE.layout.meta["left"] == [0, 1]

    def test_each_handle_is_found_by_its_name(self):
        assert handle_of(self.FIGURE, "threshold")["active"] == 1
        assert handle_of(self.FIGURE, "condition")["dashed"] is True
        with pytest.raises(StopIteration):
            handle_of(self.FIGURE, "other")

    def test_a_step_says_what_changes_and_nothing_else(self):
        assert at_step(self.FIGURE, "threshold", 2) == [
            (0, {"x": [2, 2]}),
            # The colour scale turns in its middle.
            (1, {"marker": {"cmin": -0.5, "cmax": 3.5}}),
        ]
        assert at_step(self.FIGURE, "condition", 2) == []

    def test_survives_what_is_sent(self):
        again = go.Figure(json.loads(self.FIGURE.to_json()))
        assert handle_of(again, "threshold") == handle_of(self.FIGURE, "threshold")

    def test_words_that_end_a_script_do_not_end_that_of_an_exported_file(self):
        figure = live_figure([BASE], {}, [handle([], label="</script><b>")])
        assert handle_of(figure, "threshold")["label"] == "</script><b>"
        assert "</script><b>" not in figure.to_html(include_plotlyjs=False, full_html=False)

    def test_holds_nothing_that_a_browser_cannot_read(self):
        with pytest.raises(ValueError, match="JSON"):
            live_figure([BASE], {}, [handle([{"trace": 0, "x": [[0.0, float("nan")]] * 3}])])

    def test_what_is_drawn_in_ink_is_marked(self):
        dot = {"type": "scatter", "mode": "markers", "x": [0], "y": [0]}
        figure = live_figure(
            [
                {**BASE, "line": {"color": INK, "width": 2}},
                {**BASE, "line": {"color": "#5B6BD6"}},
                {**dot, "marker": {"color": INK}},
                {**dot, "marker": {"color": [0, 1]}},
                BASE,
            ],
            {},
            [],
        )
        assert json.loads(figure.layout.meta["live"])["ink"] == [0, 2]


class TestSpelled:
    @pytest.mark.parametrize("digits", [0, 2, 3, 4])
    def test_the_very_numbers_are_read_again(self, digits):
        drawn = (np.random.default_rng(digits).uniform(-1, 1, (5, 60)) * 4000 / 10**digits / 2).round(digits).tolist()
        part = {"trace": 3, "y": motion.spelled(drawn)}
        assert set(part["y"]) == {"first", "unit", "each", "letters"}
        assert (part["y"]["each"], plain_part(part)) == (2, {"trace": 3, "y": drawn})

    @pytest.mark.parametrize(
        ("steps", "each"),
        [
            ([[0.01] * 150, [99.0] * 150], 3),
            ([[0.5, None] * 75, [0.25, None] * 75], 2),
            ([[0.001, None, 40.0] * 50, [-40.0, None, 7.5] * 50], 3),
            ([[0, None, 4094] * 50] * 2, 2),
            ([[0, None, 4095] * 50] * 2, 3),
        ],
        ids=["far apart", "gaps", "both", "as many as two letters hold", "one more"],
    )
    def test_gaps_and_numbers_far_apart(self, steps, each):
        part = {"trace": 3, "x": motion.spelled(steps)}
        assert (part["x"]["each"], plain_part(part)["x"]) == (each, steps)

    @pytest.mark.parametrize(
        "steps",
        [
            [[1.0, 2.0], [3.0, 4.0]],
            [[1 / 3] * 150, [0.5] * 150],
            [[0.01] * 150, [9999.0] * 150],
            [["1"] * 150, ["2"] * 150],
            [[1.0] * 150, [2.0] * 151],
        ],
        ids=["few", "no decimals", "too far apart", "texts", "of several lengths"],
    )
    def test_others_stay_as_they_are(self, steps):
        assert motion.spelled(steps) is steps


class TestScript:
    def test_spells_with_the_same_letters(self):
        assert f"'{motion.DIGITS}'" in motion.script()

    def test_has_all_parts_and_what_others_call(self):
        text = motion.script()
        for name in ("drawingOf", "playerOf", "makeLive", "liveSpec", "stepByKey"):
            assert text.count(f"function {name}(") == 1

    def test_is_plain_javascript_that_fits_into_any_script(self):
        text = motion.script()
        assert not any(line.startswith(("import ", "export ")) for line in text.splitlines())
        assert "</script" not in text

    def test_of_an_exported_file_makes_its_own_figure_live(self):
        figure = live_figure([BASE], {}, [handle([])])
        page = figure.to_html(include_plotlyjs=False, post_script=motion.post_script(), div_id="mine")
        assert motion.script() in page
        assert "makeLive(document.getElementById('mine'));" in page


OUTLINE = {**BASE, "x": [0, 1, 2, 3], "y": [0, 5, 6, 0]}


class TestCut:
    """An area that is cut out of an outline is sent as the places of the cut."""

    def area(self, outline, cut, name, **of):
        x, y = motion.cut_out(outline["x"], outline["y"], cut)
        return {**BASE, "x": x, "y": y, "name": name, "meta": {"cut": cut, **of}}

    def test_of_an_outline_that_moves_with_it(self):
        moving = [{**OUTLINE, "y": [0, height, 6, 0]} for height in (5, 4)]
        steps = [[one, BASE, self.area(one, [0.5, 4], "p")] for one in moving]
        *_, part = moved(steps, 3)
        assert part == {"trace": 5, "of": 3, "cut": [[0.5, 4]] * 2, "name": ["p"] * 2}

    def test_of_an_outline_that_stays(self):
        steps = [[self.area(OUTLINE, [0.5, high], f"p {high}", of=1)] for high in (4, 2)]
        assert moved(steps, 7) == [{"trace": 7, "of": 1, "cut": [[0.5, 4], [0.5, 2]], "name": ["p 4", "p 2"]}]

    def test_what_stays_is_left_out(self):
        steps = [[OUTLINE, BASE, self.area(OUTLINE, [0.5, 2], "p")]] * 2
        assert moved(steps, 0) == []

    def test_nothing_between_the_places_is_left(self):
        assert motion.cut_out([0, 1, 2, 3], [1, 5, 6, 1], (-1, 2.5)) == ([0, 1, 2.5, 3], [0, 0, 0, 1])
        assert motion.cut_out([0, 1, 2, 3], [1, 5, 6, 1], (-9, 9)) == ([0, 1, 2, 3], [0, 0, 0, 0])


def test_the_scripts_leave_what_is_private_to_plotly_alone():
    # Plotly's own names begin with an underscore, and change from one release to the next without a word.
    assert "._" not in motion.script()
