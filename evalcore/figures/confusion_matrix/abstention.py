"""How accurate are the answers where little confidence says nothing?"""

from __future__ import annotations

import plotly.graph_objects as go

from evalcore.curves import AbstentionAt
from evalcore.errors import Say, message
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.parts.plane import SHARE, line, plane, point
from evalcore.figures.style import plain
from evalcore.views.ranking import DrawnAbstention


def abstention_figure(
    drawn: DrawnAbstention, at: AbstentionAt, model: str, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw the accuracy of the answers against the share of rows that are answered."""
    figure = go.Figure(line(drawn.coverage, drawn.accuracy, plain(model, 40)))
    figure.add_trace(point(at.coverage.value, at.accuracy, say(message("present place"))))
    axes = (message("coverage: share of rows answered"), SHARE), (message("accuracy of the answers"), SHARE)
    figure.layout = plane(*axes, say=say, look=look)
    return with_guesses(figure, [0, 1])
