"""Every item of the lecture has its place: the table in docs/lecture.md says where, and each address is opened."""

import json
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import tabs
from ui.resampling import runs
from ui.session.samples import FOLDER

ROOT = FOLDER.parent
# About programs, not about evaluation.
NOT_SHOWN = {68}
# Behind the page's title in the table: nothing where it stands above the tabs.
TAB = {"Readings": "readings", "Compare": "compare", "Formulas": "formulas", "Learn": "learn"}
OPENED = {}
_BETWEEN = re.compile(r"\[(\*\*[^]]*\*\*)\]\(#between[^)]*\)")


def items():
    """Return number, page and tab in words, address and what is read there, of each row of the table."""
    for line in (ROOT / "docs" / "lecture.md").read_text("utf-8").splitlines():
        cells = [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and cells[0].isdigit():
            number, what, where, address, text = cells
            yield int(number), what, where, address.strip("`"), text.strip("`")


ITEMS = list(items())


def words(page, query):
    """Return all that a page says, and what its figures say, as its address asks."""
    if (page, query) not in OPENED:
        at = AppTest.from_file(str(ROOT / "pages" / f"{page}.py"), default_timeout=120)
        at.query_params.update(part.split("=", 1) for part in query.split("&") if part)
        at.run()
        assert not at.exception
        assert not at.toast, "the address asks for what there is"
        kinds = (
            at.markdown,
            at.caption,
            at.header,
            at.info,
            at.warning,
            at.latex,
            at.text,
            at.metric,
            at.number_input,
            at.button,
        )
        said = [str(getattr(one, name, "")) for kind in kinds for one in kind for name in ("label", "value")]
        drawn = [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]
        # A number with its interval is a link to it, which a style shows as a bar.
        text = _BETWEEN.sub(r"\1", "\n".join([*said, *map(_texts, drawn)]))
        OPENED[page, query] = "\n".join([text, text.replace("**", "")])
    return OPENED[page, query]


def _texts(one):
    """Return the texts within a drawing."""
    if isinstance(one, dict):
        return "\n".join(map(_texts, one.values()))
    if isinstance(one, list):
        return "\n".join(map(_texts, one))
    return one if isinstance(one, str) else ""


@pytest.fixture(autouse=True)
def only_the_tab_of_the_address(monkeypatch):
    """Open what the address opens, as a browser does, and wait for what is trained."""
    monkeypatch.setattr(tabs, "is_open", bool)
    monkeypatch.setattr(runs, "PATIENCE", 120.0)


def test_no_item_is_left_out():
    assert {number for number, *_rest in ITEMS} == set(range(1, 75)) - NOT_SHOWN
    assert [number for number, *_rest in ITEMS] == sorted(number for number, *_rest in ITEMS)


@pytest.mark.parametrize(("number", "what", "where", "address", "text"), ITEMS, ids=[str(one[0]) for one in ITEMS])
def test_an_item_of_the_lecture_opens(number, what, where, address, text):
    page, _, query = address.partition("?")
    assert Path(ROOT / "pages" / f"{page}.py").exists()
    assert text in words(page, query), number
    # The first tab is open by itself.
    tab = TAB.get(where.partition(" · ")[2])
    assert tab in (None, "readings") or f"tab={tab}" in query
    if what.startswith("Misprint"):
        cards = tabs.lesson(page).split("## Misprints to know")[1].split("\n\n")
        (card,) = [one for one in cards if one.startswith("✗") and text in one]
        assert "\n**" in card
