"""Lines of planes get names instead of a legend, each in the colour and the group of its line."""

import re

from evalcore.figures.parts.named import Room, named_lines, of_their_lines
from evalcore.figures.style import INK, MODELS, OF_LINE, RULE, coloured

FIRST, SECOND = {"xaxis": "x", "yaxis": "y"}, {"xaxis": "x2", "yaxis": "y2"}
ENDS = (0.0, 1.0)


def line(name, height, axes=FIRST, *, colour=MODELS[0][0], width=2, **more):
    drawn = {"type": "scatter", "mode": "lines", "x": [0, 1], "y": [height, height], "name": name}
    return {**drawn, **axes, "line": {"color": colour, "width": width}, **more}


def room(axes=FIRST, **more):
    return Room(axes, ENDS, ENDS, 300, 200, **more)


def test_names_are_in_the_colours_of_their_lines_and_what_is_in_ink_in_that_of_the_page():
    drawn = [line("A", 0.2), line("best", 0.5, colour=INK), line("behind", 0.8, colour="rgba(1,2,3,0.9)")]
    lines, (names,) = named_lines(drawn, [room()])
    assert names["text"] == [coloured("A", MODELS[0][0]), "best", coloured("behind", RULE)]
    assert names[OF_LINE] == [one[OF_LINE] for one in lines]
    assert not any(one["showlegend"] for one in lines)
    assert all(one.get("showlegend", True) for one in drawn)


def test_a_name_is_as_wide_as_what_is_told_without_its_marks():
    drawn = [line("A<br>AUC 0.9", 0.5)]
    assert named_lines(drawn, [Room(FIRST, ENDS, ENDS, 45, 200)]) is None
    _lines, (names,) = named_lines(drawn, [Room(FIRST, ENDS, ENDS, 45, 200)], {"A<br>AUC 0.9": "<b>A</b>"})
    assert re.sub("<.*?>", "", names["text"][0]) == "A"


def test_names_keep_off_lines_without_an_entry_but_not_off_a_ground():
    walls = [line("", height / 20, showlegend=False) for height in range(21)]
    assert named_lines([*walls, line("A", 0.5)], [room()]) is None
    ground = [one | {"line": {**one["line"], "width": 1}} for one in walls]
    assert named_lines([*ground, line("A", 0.5)], [room()]) is not None


def test_a_group_of_the_legend_is_one_line_that_has_its_name_in_a_further_plane_too():
    drawn = [
        line("A<br>0.9", 0.5, legendgroup="a"),
        line("", 0.5, SECOND, legendgroup="a", showlegend=False, hovertemplate="%{x}"),
        line("", 0.6, SECOND, legendgroup="a", showlegend=False),
        line("", 0.7, legendgroup="nobody", showlegend=False),
    ]
    mine = of_their_lines(drawn, SECOND)
    assert [one.get(OF_LINE) for one in mine] == ["a", "a", "a", None]
    assert [one["name"] for one in mine if one.get("showlegend", True)] == ["A<br>0.9"] * 2
    _lines, names = named_lines(mine, [room(), room(SECOND)])
    assert [one[OF_LINE] for one in names] == [["a"], ["a"]]
