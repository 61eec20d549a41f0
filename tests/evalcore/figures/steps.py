"""What a live figure shows at each step of a handle, as the browser reads it."""

from __future__ import annotations

import itertools
import json
import re
from functools import lru_cache

import numpy as np

from evalcore.figures.live import motion


def sent(figure):
    """Return what the browser gets, as plain lists; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    data = json.loads(figure.to_json(), parse_constant=refuse)
    if "live" in data["layout"].get("meta", {}):
        json.loads(data["layout"]["meta"]["live"], parse_constant=refuse)
    return data


class Marked:
    """Says each sentence between marks, and knows which ones it was asked for."""

    def __init__(self):
        self.asked = set()

    def __call__(self, sentence):
        self.asked.add(str(sentence))
        return f"«{sentence}»"

    def missing(self, *figures):
        """Return the sentences that no figure shows, by what each begins with before its first field or tag."""
        text = "".join(json.dumps(sent(figure), ensure_ascii=False) for figure in figures)
        return sorted(one for one in self.asked if "«" + re.split("[{<]", one)[0] not in text)


def left_alone(figure, group):
    """Return what Plotly leaves where a click in the legend shows a group alone: that, and what no entry is of."""
    return [t for t in figure.data if t.legendgroup == group or (not t.legendgroup and t.showlegend is False)]


def handle_of(figure, name):
    """Return what a figure carries for one of its handles."""
    return dict(next(handle for handle in _handles(figure.layout.meta["live"]) if handle["name"] == name))


@lru_cache(maxsize=8)
def _handles(live):
    handles = json.loads(live)["handles"]
    for handle in handles:
        handle["parts"] = [plain_part(part) for part in handle["parts"]]
    return handles


def plain_part(part):
    """Return a part with the numbers that are spelled in it, as the player reads them."""
    return {key: _plain(value) if isinstance(value, dict) else value for key, value in part.items()}


def _plain(column):
    digits = {letter: place for place, letter in enumerate(motion.DIGITS)}
    each = column["each"]

    def number(letters):
        """Return a number, or None where a line ends."""
        place = sum(64**k * digits[letter] for k, letter in enumerate(reversed(letters)))
        return None if place == 64**each - 1 else (column["first"] + place) / column["unit"]

    return [[number(text[k : k + each]) for k in range(0, len(text), each)] for text in column["letters"]]


def named(trace):
    """Return the name of a trace as it is read, without the mark of the value that is to be guessed."""
    return unmarked(trace.name or "")


def unmarked(text):
    """Return a text of a figure as it is read, without the mark of the value that is to be guessed."""
    return re.sub(r'<span style="--guessed:1">(.*?)</span>', r"\1", text)


def said_of_lines(figure, which=None):
    """Return what a figure of curves says of each line: in a legend, else in lines above its planes.

    `which` is the legend of the P-R plane, not of the first one.
    """
    listed = [named(trace) for trace in figure.data if trace.showlegend is not False and trace.legend == which]
    above = [t for t in figure.data if t.xaxis == ("x6" if which is None else "x7") and t.mode == "text"]
    assert not (listed and above)
    rows = {}
    for trace in above:
        for row, text in zip(trace.y, trace.text, strict=True):
            rows.setdefault(row, []).append(re.sub("<.*?>", "", text))
    return listed or ["   ".join(filter(None, row)) for _, row in sorted(rows.items())]


def texts_of(traces):
    """Return all texts that traces write."""
    return [text for trace in traces for text in trace.get("text") or []]


def at_step(figure, name, step):
    """Return what a step of a handle changes: the place of each trace with what it then has."""
    return [(part["trace"], _change(part, step)) for part in handle_of(figure, name)["parts"]]


def _change(part, step):
    if "middle" in part:
        middle, size = part["middle"][step], part["size"]
        moved = {"y": part["y"][step]} if "y" in part else {}
        return {"marker": {"cmin": middle - size, "cmax": middle + size}, **moved}
    return {key: _whole(part)[key][step] for key in ("x", "y", "text", "name", "fillcolor") if key in part}


def _whole(part):
    """Return a part that grows with what each step shows, as the player makes it; others as they are."""
    if "reach" not in part:
        return part
    course = {key: [[part[key][min(i, last)] for i in range(len(part[key]))] for last in part["reach"]] for key in "xy"}
    return {"trace": part["trace"], **course}


def values(figure, name=motion.THRESHOLD):
    """Return the exact values of a handle's steps."""
    return [float(value) for value in handle_of(figure, name)["values"]]


def places(figure, name=motion.THRESHOLD):
    """Return which traces a handle moves."""
    return [part["trace"] for part in handle_of(figure, name)["parts"]]


def played(figure, name=motion.THRESHOLD):
    """Return the figure's traces as they are at each step of a handle."""
    still, handle = sent(figure)["data"], handle_of(figure, name)
    return [_at(still, _cut(handle["parts"], still), i) for i in range(len(handle["at"]))]


def _cut(parts, still):
    """Return the parts with those that are cut out of an outline as the player makes them."""
    by = {part["trace"]: part for part in parts}
    found = []
    for part in parts:
        if "cut" in part:
            outline, now = by.get(part["of"], {}), still[part["of"]]
            n = len(part["cut"])
            x, y = (outline.get(key, [now[key]] * n) for key in ("x", "y"))
            shapes = [motion.cut_out(*of_step) for of_step in zip(x, y, part["cut"], strict=True)]
            area = {
                "trace": part["trace"],
                "name": part["name"],
                "x": [a for a, _ in shapes],
                "y": [b for _, b in shapes],
            }
            found.append(area)
        else:
            found.append(_whole(part))
    return found


def _at(still, parts, i):
    traces = list(still)
    for part in parts:
        change = {key: part[key][i] for key in ("x", "y", "text", "name", "fillcolor") if key in part}
        if "middle" in part:
            middle, size = part["middle"][i], part["size"]
            change["marker"] = {**still[part["trace"]]["marker"], "cmin": middle - size, "cmax": middle + size}
        traces[part["trace"]] = {**traces[part["trace"]], **change}
    return traces


def assert_in_order(figure, name=motion.THRESHOLD):
    """Hold that a handle is complete: as many of everything as steps, ascending, its parts within the figure."""
    handle = handle_of(figure, name)
    n = len(handle["at"])
    assert {len(handle[key]) for key in ("values", "shown", "said")} == {n}
    assert handle["at"] == sorted(handle["at"])
    assert values(figure, name) == sorted(set(values(figure, name)))
    assert 0 <= handle["active"] < n
    assert handle["stops"] == sorted(set(handle["stops"]))
    assert (handle["stops"][0], handle["stops"][-1]) == (0, n - 1)
    assert len(places(figure, name)) == len(set(places(figure, name)))
    for part in map(_whole, handle["parts"]):
        # The player knows lines, points, texts, shades, the hue of points, maps of cells, and several lines in one.
        trace = figure.data[part["trace"]]
        assert trace.type == ("heatmap" if "heat" in part else "scatter")
        changed = set(part) - {"trace", "rank", "size", "of", "columns", "shades"}
        assert changed
        assert all(len(part[key]) == n for key in changed)
        if "rank" in part:
            assert len(part["rank"]) == len(trace.x)
        if "heat" in part:
            assert {len(letters) for letters in part["heat"]} == {np.size(trace.z)}
        elif trace.fill == "toself" or None in (trace.x if trace.x is not None else ()):
            _assert_outlines(part, trace, n)
        else:
            for key in changed & {"x", "y", "text"}:
                assert {len(value) for value in part[key]} == {len(trace[key])}


def _assert_outlines(part, trace, n):
    """Hold that lines with None between them have it in both coordinates, and points before, between and after."""
    for i in range(n):
        x, y = (part[key][i] if key in part else list(trace[key]) for key in ("x", "y"))
        gaps = [k for k, value in enumerate(x) if value is None]
        assert gaps == [k for k, value in enumerate(y) if value is None]
        assert all(b - a > 2 for a, b in itertools.pairwise([-1, *gaps, len(x)]))


def handles(spec):
    """Return the handles of a figure as a page sends it, by name."""
    return {handle["name"]: handle for handle in json.loads(spec["layout"]["meta"]["live"])["handles"]}


def present(spec, name=motion.THRESHOLD):
    """Return the value at which a handle stands in a figure as a page sends it."""
    handle = handles(spec)[name]
    return float(handle["values"][handle["active"]])
