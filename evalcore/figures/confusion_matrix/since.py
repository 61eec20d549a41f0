"""Have the scores of a class moved since the file before, and more than chance would have it?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.parts.plane import band, line, mark_place, plane, reference
from evalcore.views.since import DrawnShift

_NAMES = {"positives": message("positives"), "negatives": message("negatives")}


def since_figure(
    shifts: Sequence[DrawnShift], threshold: float, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw how much larger the share of each class is now that scores at least so much, with bands of chance."""
    figure = go.Figure()
    for k, one in enumerate(shifts):
        name = say(_NAMES[one.name])
        if not math.isnan(one.chance):
            ends = np.array([one.score[-1], one.score[0]])
            width = np.full(2, one.chance)
            of_chance = say(message("{name}: chance alone, 95%", name=name))
            figure.add_traces(band(ends, -width, width, of_chance, model=k))
        figure.add_trace(line(one.score, one.difference, name, model=k))
    if shifts:
        across = [min(float(one.score[-1]) for one in shifts), max(float(one.score[0]) for one in shifts)]
        figure.add_trace(reference(across, [0, 0], say(message("no change"))))
    share = message("share at this score or above, now − before")
    figure.layout = plane((message("score"), {}), (share, {"tickformat": ".0%"}), say=say, look=look)
    mark_place(figure, threshold)
    return with_guesses(figure, list(range(len(figure.data))))
