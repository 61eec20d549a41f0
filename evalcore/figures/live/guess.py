"""What of a figure is to be guessed: its parts say so themselves, and the figure carries a list of them for the page.

A page that asks before it shows hides what is listed by one rule of its style sheet, whatever the figure is of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.figures.style import GUESSED, Trace

_MARK: Final = next(iter(GUESSED))
_CLICKS: Final = {"itemclick": "toggleothers", "itemdoubleclick": "toggle"}


def guess_figure(data: Sequence[Trace], layout: Mapping[str, Any]) -> go.Figure:
    """Return a figure whose `layout.meta` lists what of it is to be guessed.

    Each list has places: of traces, annotations and shapes; of axes their names, whose numbers are meant. Plotly takes
    no mark of ours on a trace, so it is taken off. Entries of all legends answer a click alike.

    >>> figure = guess_figure([{"y": [1]}, {"y": [2], **GUESSED}], {"yaxis2": {**GUESSED}})
    >>> figure.layout.meta["guessed"]
    {'traces': [1], 'annotations': [], 'shapes': [], 'axes': ['y2']}
    >>> guess_figure([], {"legend": {"x": 0}}).layout.legend.itemclick
    'toggleothers'
    """
    lists = {name: layout.get(name, ()) for name in ("annotations", "shapes")}
    axes = {key: one for key, one in layout.items() if key[1:].startswith("axis")}
    found = {
        "traces": _places(data),
        **{name: _places(parts) for name, parts in lists.items()},
        "axes": [key.replace("axis", "") for key, one in axes.items() if _MARK in one],
    }
    plain = {name: [_plain(one) for one in parts] for name, parts in lists.items() if parts}
    plain_axes = {key: _plain(one) for key, one in axes.items()}
    meta = {**layout.get("meta", {}), _MARK: found}
    # An entry shows its line alone, and all again when it is clicked once more.
    legends = {key: {**_CLICKS, **one} for key, one in layout.items() if key.startswith("legend")}
    every = {**layout, **plain, **plain_axes, **legends, "meta": meta}
    return go.Figure(data=[_plain(one) for one in data], layout=every)


def with_guesses(figure: go.Figure, traces: Sequence[int]) -> go.Figure:
    """Return a figure that was drawn without marks, in which these traces are to be guessed.

    >>> with_guesses(go.Figure(go.Scatter(y=[1])), [0]).layout.meta["guessed"]["traces"]
    [0]
    """
    meta = {_MARK: {"traces": list(traces), "annotations": [], "shapes": [], "axes": []}}
    return figure.update_layout(meta=meta)


def _places(parts: Sequence[Any]) -> list[int]:
    return [k for k, one in enumerate(parts) if _MARK in one]


def _plain(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != _MARK}
