"""Pages with the box open that says their figure as tables, and what is written there."""

import html
import re

from tests.pages.significance_page import opened, well
from ui.frame.figure_tables import KEY

# What their figures draw is a list, which stands whole among their readings.
LISTED = {"ml_view=space", "ml_view=lattice", "ml_view=search", "ml_seen=2"}


def page_of(page, view, *, is_open=True, **chosen):
    at = opened(dict(choice.split("=") for choice in view.split("&")), page=page, **{KEY: is_open}, **chosen)
    while not at.get("plotly_chart"):  # learners are still trained
        at = well(at.run())
    return at


def written(at):
    """Return what is written of tables in HTML."""
    return [one.proto.body for one in at.get("html") if 'class="figure-table"' in one.proto.body]


def tables_of(at):
    """Return the tables by their captions: their titles, then their rows."""
    return tables_in(written(at))


def tables_in(bodies):
    found = {}
    for body in bodies:
        rows = [
            [html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
            for row in re.findall(r"<tr>(.*?)</tr>", body)
        ]
        found[html.unescape(re.search("<caption>(.*?)</caption>", body)[1])] = rows
    return found
