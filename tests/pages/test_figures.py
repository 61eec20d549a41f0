"""The figure of every view: what is to be guessed is marked, numbers and titles have one form, hues are not needed.

Each page is run once for all that is asked of it here.
"""

import base64
import json
import re
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from evalcore.figures.layout import LONGEST, TITLE
from evalcore.figures.style import letters
from tests.evalcore.figures.test_colour import lab
from tests.pages import tables
from tests.tiers import thorough
from tests.views import EVERY
from ui.shared.text import speaking

# Numbers in as many digits as only an answer has; ticks, levels and rows have fewer.
_NUMBER = re.compile(r"(?<![\d.,])\d[\d,]*\.\d{3,}(?![\d.])|(?<![\d.,])\d+\.\d%")
# What is not written for a reader as a number: formulas, code, the targets of links, tags with their styles.
_CODE = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>", re.DOTALL)
# A hyphen before a number, unless it joins words or dates as in "k-2" or "2021-05"; five digits in a row; no nought.
_HYPHEN = re.compile(r"(?<![\w.)\]-])-\d")
_UNSEPARATED = re.compile(r"(?<![\w.,#])\d{5,}(?![\w.])")
# The estimators .632 and .632+ are called so.
_NO_NOUGHT = re.compile(r"(?<![\w.…])\.(?!632)\d")
_EXPONENT = re.compile(r"\de[-+]?\d")
# A field that the browser fills in: which, a column of it, and how.
_FIELD = re.compile(r"%{(x|y|z|customdata|text)(?:\[(\d+)\])?:?([^}]*)}")
_FOREIGN = re.compile(r"[\u4e00-\u9fff)\d]: |[\u4e00-\u9fff]:|\d %")
_GUESSED = re.compile(r'<span style="--guessed:1">.*?</span>')
_TAG = re.compile(r"<[^>]*>")
# Titles that begin with a symbol, or with the name of a model or a class.
_AS_WRITTEN = ("p-values", "linear_regression")
# What is small is no title: it begins with a sign, or tells a colour.
_KEY = re.compile(r'[●○◥◆]|.*?<span style="color')

VIEWS = pytest.mark.parametrize(("page", "view"), [(page, view) for page, views in EVERY.items() for view in views])
# Difference of two colours, in units of which 2.3 is just seen side by side.
_APART = 15


def numbers(text):
    return set(_NUMBER.findall(text.replace("\\", "")))


def in_answer(block):
    """Return the texts of the band that says the answer."""
    if getattr(block.proto, "id", "").endswith("-answer"):
        return [one.value for one in block.get("markdown")]
    inner = [child for child in block.children.values() if hasattr(child, "children")]
    return [text for child in inner for text in in_answer(child)]


def shown(spec):
    """Return every text of a figure that stays while the answer is hidden, with what the pills of its handles show."""
    layout = spec["layout"]
    guessed = layout["meta"]["guessed"]
    texts = []
    for i, trace in enumerate(spec["data"]):
        # The names in the legend stay, without their values.
        texts.append(_GUESSED.sub("", trace.get("name") or "") if trace.get("showlegend", True) else "")
        if i not in guessed["traces"]:
            texts += [str(text) for text in trace.get("text") or []]
    texts += [one["text"] for i, one in enumerate(layout.get("annotations", [])) if i not in guessed["annotations"]]
    live = json.loads(layout["meta"].get("live", '{"handles": []}'))
    return " | ".join(map(str, texts)), [h["shown"][h["active"]] for h in live["handles"] if not h["tells"]]


@cache
def page_of(page, view, narrow=False):
    chosen = {"page_narrow": True} if narrow else {}
    at = tables.page_of(page, view, **chosen)
    return at, json.loads(at.get("plotly_chart")[0].proto.spec)


@VIEWS
def test_every_view_marks_what_is_to_be_guessed(page, view):
    at, spec = page_of(page, view)
    guessed = spec["layout"]["meta"]["guessed"]
    traces = guessed["traces"]
    assert traces
    # Something is left to guess from: a handle, an axis, a name.
    assert len(traces) < len(spec["data"])
    (answer,) = in_answer(at.main)
    said, pills = shown(spec)
    assert not numbers(answer) & (numbers(said) - set(pills))
    assert not numbers(answer) & set().union(*map(numbers, pills), set())


@VIEWS
def test_every_view_says_its_figure_as_tables(page, view):
    at, _spec = page_of(page, view)
    found = tables.tables_of(at)
    if any(one in view for one in tables.LISTED):
        assert found == {}
        return
    assert found
    for body, (titles, *rows) in zip(tables.written(at), found.values(), strict=True):
        assert rows
        assert {len(row) for row in rows} == {len(titles)}
        assert body.count('scope="col"') == len(titles)
        assert body.count('scope="row"') == len(rows)
        assert not re.search(r">(nan|None|inf|-\d)", body)


def written(at, spec):
    """Return every text of a page and its figure in which numbers stand as a reader sees them."""
    layout = spec["layout"]
    texts = [one["text"] for one in layout.get("annotations", [])]
    texts += [str(text) for trace in spec["data"] for text in as_list(trace.get("text"))]
    live = json.loads(layout["meta"].get("live", '{"handles": []}'))
    texts += [text for handle in live["handles"] for text in (*handle["shown"], *handle["said"])]
    texts += [
        piece if isinstance(piece, str) else piece[0]
        for handle in live["handles"]
        for sentence in handle.get("sentences", [])
        for piece in sentence
    ]
    texts += [str(one.value) for kind in ("metric", "markdown", "caption", "info") for one in at.get(kind)]
    texts += [str(cell) for table in at.dataframe for cell in table.value.select_dtypes("str").to_numpy().ravel()]
    return [re.sub(r"\\([\W_])", r"\1", _CODE.sub(" ", text)) for text in texts]


def as_list(text):
    return text if isinstance(text, list) else [] if text is None else [text]


def hovered(spec):
    """Return what is written where one points at the marks of a figure, before the browser fills it in."""
    for trace in spec["data"]:
        yield from as_list(trace.get("hovertemplate"))
        yield from as_list(trace.get("hovertext"))
        yield from (str(value) for value in as_list(trace.get("customdata")) if isinstance(value, str))
        rows = [row for row in as_list(trace.get("customdata")) if isinstance(row, list)]
        yield from (value for row in rows for value in row if isinstance(value, str))
    yield from (one["hovertext"] for one in spec["layout"].get("annotations", []) if one.get("hovertext"))


def filled(trace):
    """Yield each field of a hover text that is written in significant digits, and the numbers that stand for it."""
    for text in as_list(trace.get("hovertemplate")):
        for field, column, fmt in _FIELD.findall(text):
            if not fmt.endswith("g"):
                continue
            values = unpacked(trace[field])
            chosen = (values[:, int(column)] if column else values.ravel()).astype(float)
            yield f"{{{field}:{fmt}}}", np.abs(chosen[np.isfinite(chosen) & (chosen != 0)])


def unpacked(values):
    """Return numbers of a trace, which may have been packed."""
    if not isinstance(values, dict):
        return np.array(values, dtype=object)  # beside numbers stand names
    found = np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"])
    return found.reshape([int(size) for size in str(values.get("shape", found.size)).split(",")])


@VIEWS
def test_no_power_of_ten_and_no_trailing_nought_is_left_to_the_browser(page, view):
    """It would write 3e-11, and 0.500000; thresholds so small stand as texts."""
    _at, spec = page_of(page, view)
    for trace in spec["data"]:
        for field, sizes in filled(trace):
            assert "~" in field, trace["hovertemplate"]
            assert ((sizes >= 1e-6) & (sizes < 1e6)).all(), (field, sizes.min(), sizes.max())


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@VIEWS
def test_numbers_are_written_by_one_rule(page, view, language):
    """A minus is no hyphen, and thousands stand apart: in figures, at every step of their handles, and in tables."""
    with speaking(language):
        at, spec = page_of(page, view if language == "en" else f"{view}&lang={language}")
        hover = [_CODE.sub(" ", _FIELD.sub(" ", text)) for text in hovered(spec)]
        texts = [*written(at, spec), *hover]
    assert [text for text in texts if _EXPONENT.search(text)] == []
    assert [text for text in texts if _HYPHEN.search(text)] == []
    assert [text for text in texts if _UNSEPARATED.search(text)] == []
    assert [text for text in texts if _NO_NOUGHT.search(text)] == []
    # Chinese has its own colon, and no space before a percent sign.
    assert language != "zh" or [text for text in texts if _FOREIGN.search(text)] == []


def planes(spec):
    """Return what is drawn in each plane."""
    found = {}
    for trace in spec["data"]:
        if trace.get("visible", True) is True and trace.get("type", "scatter") == "scatter":
            found.setdefault((trace.get("xaxis", "x"), trace.get("yaxis", "y")), []).append(trace)
    return found.values()


def lines_of(traces):
    """Return colour and dash of the lines that run through a plane; rules, levels and keys are two points or grey."""
    drawn = [one for one in traces if "lines" in one.get("mode", "") and one.get("fill", "none") == "none"]
    styles = {(one["line"].get("color"), one["line"].get("dash", "solid")) for one in drawn if long(one)}
    return sorted((colour, dash) for colour, dash in styles if str(colour).startswith("#"))


def long(trace):
    """Whether a line has a course of its own; numbers may have been packed."""
    x = trace.get("x", ())
    return isinstance(x, dict) or len(x) > 2


def areas_of(traces):
    """Return opaque colour and texture of the areas of a plane."""
    found = set()
    for one in traces:
        if one.get("fill", "none") == "none" or not (colour := solid(one.get("fillcolor"))):
            continue
        found.add((colour, (one.get("fillpattern") or {}).get("shape", "")))
    return sorted(found)


def solid(colour):
    """Return the hue of a fill that covers what lies below, None of a shade."""
    if str(colour).startswith("#"):
        return colour
    parts = re.fullmatch(r"rgba\((\d+),(\d+),(\d+),([\d.]+)\)", str(colour))
    if parts is None or float(parts[4]) < 0.45:
        return None
    return "#" + "".join(f"{int(parts[k]):02X}" for k in (1, 2, 3))


@pytest.mark.parametrize("kind", ["deuteranopia", "protanopia", "tritanopia"])
@VIEWS
def test_lines_and_areas_are_told_apart_without_their_hue(page, view, kind):
    _at, spec = page_of(page, view)
    for traces in planes(spec):
        for styles in (lines_of(traces), areas_of(traces)):
            for (a, one), (b, other) in combinations(styles, 2):
                assert one != other or np.linalg.norm(lab(a, kind) - lab(b, kind)) >= _APART, (a, b, one)


def above_panels(spec):
    """Return what stands above the panels of a figure."""
    found = spec["layout"].get("annotations", [])
    return [one for one in found if one.get("xref") == one.get("yref") == "paper" and one.get("xanchor") == "left"]


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize("width", ["wide", thorough("narrow")])
@VIEWS
def test_titles_have_one_form(page, view, width, language):
    """One size and weight, a capital first, left, and never shrunk."""
    choices = f"{view}&lang={language}" if language != "en" else view
    with speaking(language):
        _at, spec = page_of(page, choices, narrow=width == "narrow")
    for one in above_panels(spec):
        said = one["text"].partition(" · ")[0]
        if one["font"].get("weight") != 600:
            assert not said or _KEY.match(one["text"]), one["text"]
            continue
        assert one["font"]["size"] == TITLE, said
        lines = [_TAG.sub("", line) for line in said.split("<br>")]
        assert max(map(letters, lines)) <= LONGEST, said
        assert not lines[0][:1].islower() or language == "zh" or lines[0].startswith(_AS_WRITTEN), said
