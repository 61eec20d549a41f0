"""Colours, fonts and the template of every figure.

Decision is hue (blue: predicted positive, orange: predicted negative), truth is fill (solid: actual positive, hollow:
actual negative): safe for colour-blind readers and readable in grey. All colours have a contrast of at least 3:1 on
white and on the dark background, since a page cannot know for certain which of the two its reader sees.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import plotly.graph_objects as go

from evalcore.support.text import TURNING

# A trace, or what a frame changes of one, as Plotly takes it.
Trace = dict[str, Any]

POSITIVE = "#1D7FC4"
NEGATIVE = "#D97706"
# The present threshold, and what is best, in every panel. On a dark page the player and the page's style turn it light.
INK, LIGHT_INK = "#1C2733", "#E6EBF0"
RULE = "#8A93A1"
# Digits of an interval: at most, and from where on an end must not look like 0 or 1; what is smaller is rounding.
MOST_DIGITS, LEAST_DIGITS, NOUGHT = 7, 3, 1e-9
# Where a moving mark stands that no step may show: beyond every plane. Plotly has no mark for a missing value, and a
# step that has one again would need the figure drawn anew.
OUT_OF_SIGHT = -9.0
# Marks a trace, an annotation, a shape or an axis as what is to be guessed; of an axis it is the numbers.
GUESSED: Trace = {"guessed": True}
# Says of a trace which line it belongs to, or a list of that for each of its points. A text among them names the line,
# and a click on it leaves that line alone.
OF_LINE = "of_line"
# Small text needs more contrast than a mark: on light and on dark ground.
TEXT = {
    POSITIVE: "light-dark(#1668A3,#6FB4E8)",
    NEGATIVE: "light-dark(#A85B00,#F0A24A)",
    "#0B9A83": "light-dark(#067A68,#3CC4AC)",
    "#9B5DE5": "light-dark(#8940E0,#BD94EE)",
    "#D6457F": "light-dark(#C02F6B,#F07FAB)",
    "#737E8C": "light-dark(#5B6573,#A9B3C0)",
    RULE: "light-dark(#5B6573,#A9B3C0)",
    "#5B6BD6": "light-dark(#4F60D3,#98A2E5)",
    "#9D7159": "light-dark(#88624D,#BF9F8E)",
    "#5B8D29": "light-dark(#4C7522,#76B635)",
    "#8968AB": "light-dark(#7F5BA4,#B39EC9)",
    "#038F93": "light-dark(#02777A,#04B8BD)",
    "#C0477D": "light-dark(#B53E73,#D98FB0)",
}
# The page's own colours, on light and on dark ground, as style sheets and scripts name them, see `filled`.
PAGE = {
    "ink": (INK, LIGHT_INK),
    "ground": ("#FFFFFF", "#11161C"),
    "raised": ("#FFFFFF", "#1A1F27"),
    "edge": ("#C5CCD6", "#4A5563"),
    "quiet": ("#5B6573", "#A9B3C0"),
    "rule": (RULE, RULE),
    "line": ("#D5DCE3", "#33404D"),
    "pressed": ("#3A4653", "#C5CCD6"),
}
# Pixels of the smallest text.
SMALLEST = 12
# Letters of a name that is read where one points at it.
MOST_POINTED_AT = 80
# Thresholds of six digits from one on and below the other are written without a power of ten.
LEAST_PLAIN, MOST_PLAIN = 1e-4, 999_999.5
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# What is not broken: a word, or a Chinese character, with the brackets that open before it and what closes behind it.
_WORDS = r"[(（]*[^\W\u2e80-\uffef]+[^\w(（]*|[(（]*[\u2e80-\uffef][，。：；、）？,)]*\s*|\W+"
GRID = "rgba(138,147,161,0.22)"
# One colour and one dash a metric: the dash carries the difference in grey.
METRIC = {
    "precision": ("#0B9A83", "solid"),
    "recall": ("#9B5DE5", "dash"),
    "f1": ("#D6457F", "dashdot"),
    "accuracy": ("#737E8C", "dot"),
}
# Models: hues that are neither of the two decisions, and a dash each for print in grey. Colour-blind readers tell them
# apart by colour alone, the first four easily.
MODELS = (
    ("#5B6BD6", "solid"),
    ("#9D7159", "dash"),
    ("#5B8D29", "dashdot"),
    ("#8968AB", "longdash"),
    ("#038F93", "dot"),
    ("#C0477D", "longdashdot"),
)
FONT = '"Source Sans", "Source Sans 3", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif'


def rgba(colour: str, alpha: float) -> str:
    """Return `colour` (#RRGGBB) with an opacity."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def filled(sheet: str) -> str:
    """Fill colours and `$font` of the page into a style sheet or script, where `$ink` is that of light and dark ground.

    `$ink_rgb` is the ink of light ground as Plotly writes it into its drawing, to be found there.
    """
    colours = {name: f"light-dark({light}, {dark})" for name, (light, dark) in PAGE.items()}
    colours["font"] = FONT
    colours["ink_rgb"] = ", ".join(map(str, bytes.fromhex(INK[1:])))
    return re.sub(rf"\$({'|'.join(colours)})\b", lambda name: colours[name[1]], sheet)


def read_sheet(path: Path) -> str:
    """Read a style sheet or script with the colours of the page filled in."""
    return filled(path.read_text(encoding="utf-8"))


def plain(text: object, most: int = 24) -> str:
    """Return text from a file as Plotly shows it literally: no tags or fields, one line, as wide as `most` letters."""
    line = " ".join(str(text).translate(TURNING).split())
    # A Chinese character is as wide as two letters.
    ends = list(accumulate(2 if east_asian_width(c) in "WF" else 1 for c in line))
    cut = line if not ends or ends[-1] <= most else line[: bisect_right(ends, most - 1)] + "…"
    return cut.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("%{", "%\u200b{")


def whole(name: str, shown: str) -> Trace:
    """Return what an annotation says where one points at it: all of a name that is `shown` shortened.

    >>> whole("not readmitted", "not readmitted"), whole("not readmitted", "not rea…")
    ({}, {'hovertext': 'not readmitted'})
    """
    return {"hovertext": plain(name, MOST_POINTED_AT)} if "…" in shown else {}


def letters(text: str) -> int:
    """Return how many letters wide a text is; a Chinese character is as wide as two.

    >>> letters("F1"), letters("查准率")
    (2, 6)
    """
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text: str, width: int, most: int) -> list[str]:
    """Return text in lines that are as wide as so many letters; of more than `most` letters the rest is cut.

    >>> wrapped("the same t always", 10, 80), wrapped("阈值总是相同", 8, 80)
    (['the same t', 'always'], ['阈值总是', '相同'])
    >>> wrapped("is (a, b)", 4, 80), wrapped("个（甲）。", 6, 80)
    (['is', '(a,', 'b)'], ['个', '（甲）。'])
    """
    lines, room = [""], width
    for part in re.findall(_WORDS, " ".join(text.split())[:most]):
        wide = letters(part.rstrip())
        if wide > room and lines[-1]:
            lines, room = [*lines, ""], width
        lines[-1] += part
        room -= letters(part)
    return [line.rstrip() for line in lines]


def coloured(text: str, colour: str) -> str:
    """Return text in a colour of its own; all other text takes the colour of the page it stands on."""
    return f'<span style="color:{TEXT.get(colour, colour)}">{text}</span>'


def raised(text: str) -> str:
    """Return an exponent that can be read: Plotly's own is seven tenths as high as what it stands behind.

    >>> raised("3")
    '<sup><span style="font-size:12px">3</span></sup>'
    """
    return f"<sup>{_in_small(text)}</sup>"


def lowered(text: str) -> str:
    """Return an index that can be read."""
    return f"<sub>{_in_small(text)}</sub>"


def _in_small(text: str) -> str:
    return f'<span style="font-size:{SMALLEST}px">{text}</span>'


def guessed(text: str) -> str:
    """Return a part of a text that is to be guessed, such as the value behind a name."""
    return f'<span style="--guessed:1">{text}</span>'


def signed(text: str) -> str:
    """Write a negative number with a minus sign, as Plotly does on its axes, not with a hyphen; no end is a sign, too.

    >>> signed("-0.5"), signed("-inf")
    ('−0.5', '−∞')
    """
    written = "−" + text[1:] if text.startswith("-") else text
    return written.removesuffix("inf") + "∞" if written.endswith("inf") else written


def number(value: float, digits: int = 3) -> str:
    """Return a number for a figure: thousands with commas, shares with `digits` places, undefined as a dash."""
    if math.isnan(value):
        return "—"
    if float(value).is_integer() and abs(value) >= 2:
        return signed(f"{value:,.0f}")
    return signed(f"{value:z,.{digits}f}")


def threshold(value: float, digits: int) -> str:
    """Write a threshold with so many significant digits, of which trailing noughts go unsaid.

    >>> threshold(-0.5, 6), threshold(float("inf"), 6), threshold(float("nan"), 6), threshold(5.7e-10, 6)
    ('−0.5', '∞', '—', '5.7×10⁻¹⁰')
    """
    if math.isnan(value):
        return "—"
    return _raised(signed("∞" if value == math.inf else f"{value:.{digits}g}"))


def pointed_at(thresholds: Iterable[float], digits: int = 6) -> list[str]:
    """Write the thresholds behind the points of a line, with so many digits at most.

    Points whose click sets the threshold are written by `labelled`: six digits of a score may decide otherwise.

    >>> pointed_at([float("inf"), 1.0, 0.1234567, -2.5, 3.04593e-11])
    ['∞', '1', '0.123457', '−2.5', '3.04593×10⁻¹¹']
    """
    return [threshold(value, digits) for value in thresholds]


def hovered(field: str, thresholds: Sequence[float], digits: int = 6) -> tuple[str, Trace]:
    """Return how thresholds are written where one points at them, and what a trace has for that.

    The browser writes them from a field of the points, as long as it needs no power of ten: it would write 3e-11.
    Of thresholds that are short already, up to ten digits are all they have.

    >>> hovered("x", [0.25, 0.5]), hovered("x", [0.0, 3.04593e-11])
    (('%{x:.6~g}', {}), ('%{text}', {'text': ['0', '3.04593×10⁻¹¹']}))
    """
    if all(value == 0 or LEAST_PLAIN <= abs(value) < MOST_PLAIN for value in thresholds):
        return f"%{{{field}:.{digits}~g}}", {}
    return "%{text}", {"text": pointed_at(thresholds, digits)}


def _raised(text: str) -> str:
    digits, e, power = text.partition("e")
    return f"{digits}×10{str(int(power)).translate(_RAISED)}" if e else text


def template() -> go.layout.Template:
    """Return the house template, for figures that leave the page (inside it the app's theme is laid over)."""
    axis = {"gridcolor": GRID, "zeroline": False, "linecolor": RULE, "ticks": "", "automargin": False}
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 14},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "xaxis": axis,
            "yaxis": axis,
            "hoverlabel": {"font": {"family": FONT}},
        }
    )


def digits_of_interval(low: float, high: float, digits: int = 3) -> int:
    """How many digits after the point does an interval need, so that what is written claims no more than it says?

    Parameters
    ----------
    low, high : float
    digits : int
        Those it has otherwise.

    Returns
    -------
    int
        As many as let ends that differ look different, and, from three digits on, an end near 0 or 1 not look like it;
        at most MOST_DIGITS.

    Examples
    --------
    >>> digits_of_interval(0.0, 0.000388), digits_of_interval(0.0002, 0.4), digits_of_interval(0.1, 0.3)
    (4, 4, 3)
    """
    while digits < MOST_DIGITS and _looks_certain(low, high, digits):
        digits += 1
    return digits


def _looks_certain(low: float, high: float, digits: int) -> bool:
    """Tell whether ends that differ would be written alike, or one near 0 or 1 as if it were there."""
    if not (math.isfinite(low) and math.isfinite(high)) or high - low <= NOUGHT:
        return False
    if round(low, digits) == round(high, digits):
        return True
    if digits < LEAST_DIGITS:  # money, counts
        return False
    return any(abs(end - limit) > NOUGHT and round(end, digits) == limit for end in (low, high) for limit in (0.0, 1.0))
