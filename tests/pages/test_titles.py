"""The titles of the panels of every view: one size and weight, a capital first, left, and never shrunk."""

import re

import pytest

from evalcore.figures.layout import LONGEST, TITLE
from evalcore.figures.style import letters
from tests.pages.test_figures import VIEWS, page_of
from tests.tiers import thorough
from ui.shared.text import speaking

_TAG = re.compile(r"<[^>]*>")
# Titles that begin with a symbol, or with the name of a model or a class.
_AS_WRITTEN = ("p-values", "linear_regression")
# What is small is no title: it begins with a sign, or tells a colour.
_KEY = re.compile(r'[●○◥◆]|.*?<span style="color')


def above_panels(spec):
    """Return what stands above the panels of a figure."""
    found = spec["layout"].get("annotations", [])
    return [one for one in found if one.get("xref") == one.get("yref") == "paper" and one.get("xanchor") == "left"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", ["wide", thorough("narrow")])
@VIEWS
def test_titles_have_one_form(page, view, width, language):
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
