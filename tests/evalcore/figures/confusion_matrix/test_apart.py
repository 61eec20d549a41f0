"""Two cells side by side: dots and intervals are those of the differences, and names from a file are literal."""

import numpy as np
import pandas as pd

from evalcore.decisions import columns_apart
from evalcore.figures.confusion_matrix.apart import LEVEL, apart_figure
from evalcore.figures.layout import Look

HOSTILE = "<b>x</b> %{x}"


def found(n=300):
    rng = np.random.default_rng(3)
    side = np.arange(n) < 100
    return columns_apart(
        pd.DataFrame(
            {
                HOSTILE: rng.normal(size=n) + side,
                "town": rng.choice(["a", "<i>b</i>", "c"], n),
                "income": np.where(rng.random(n) < 0.2 + 0.4 * side, np.nan, rng.normal(size=n)),
                "a name that is much too long to stand beside a figure": rng.normal(size=n),
            }
        ),
        side,
        ~side,
    )


def drawn(rows, **more):
    return apart_figure(rows, names=("FP", "TN"), **more).to_dict()


def test_dots_and_intervals_are_the_differences():
    rows = list(found())
    zero, ends, dots = drawn(rows)["data"]
    assert list(dots["x"]) == [one.value for one in rows]
    assert list(dots["y"]) == list(range(len(rows)))
    assert list(ends["x"]) == [end for one in rows for end in (one.low, one.high, None)]
    assert list(ends["y"]) == [y for k in range(len(rows)) for y in (k, k, None)]
    assert list(zero["x"]) == [0, 0]
    full = [symbol == "circle" for symbol in dots["marker"]["symbol"]]
    assert full == [one.adjusted < LEVEL for one in rows]
    assert 0 < sum(full) < len(full)


def test_names_are_literal_and_say_what_is_compared():
    rows = list(found())
    layout = drawn(rows)["layout"]
    names = layout["yaxis"]["ticktext"]
    assert "&lt;b&gt;x&lt;/b&gt; %\u200b{x}" in names
    assert "town = &lt;i&gt;b&lt;/i&gt;" in names
    assert "income: empty cells" in names
    assert not any("<" in name or "%{" in name for name in (*names, *drawn(rows)["data"][2]["text"]))
    assert layout["xaxis"]["title"]["text"] == "standardised difference, FP less TN"
    long = next(name for name in names if name.startswith("a name"))
    assert long.endswith("…")
    narrow = drawn(rows, look=Look(narrow=True))["layout"]
    assert narrow["margin"]["l"] < layout["margin"]["l"]


def test_the_axis_holds_every_end_and_the_figure_every_row():
    rows = list(found())
    layout = drawn(rows)["layout"]
    low, high = layout["xaxis"]["range"]
    assert low == -high
    assert high > max(abs(end) for one in rows for end in (one.low, one.high))
    assert drawn(rows[:2])["layout"]["height"] < layout["height"]


def test_rows_of_cases_have_dots_without_intervals():
    rows = list(
        columns_apart(pd.DataFrame({"x": [1.0, 2, 3, 4]}), [1, 1, 0, 0], [0, 0, 1, 1], case=["a", "a", "b", "b"])
    )
    _zero, ends, dots = drawn(rows)["data"]
    assert list(ends["x"]) == [None, None, None]
    assert list(dots["marker"]["symbol"]) == ["circle-open"]
