"""The page of tests as a test opens it, and what it says."""

import re

from streamlit.testing.v1 import AppTest

from tests.ui.shared.test_text import ENTRIES
from ui.session import samples

PAGES = samples.FOLDER.parent / "pages"


def opened(address=None, *, page="significance", **chosen):
    """Run the page at an address, with choices already made in the session."""
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    for key, value in (address or {}).items():
        at.query_params[key] = value
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def well(at):
    """Return the page after making sure that it ran to its end."""
    assert not at.exception
    return at


def texts(at):
    """Return what the page says in words and formulas, refusals too, line by line as it is written in Markdown."""
    said = "\n".join(str(e.value) for kind in ("markdown", "caption", "latex", "error") for e in at.get(kind))
    return spelled(said)


def spelled(said):
    """Return a sentence with the ends that its bars show, and without what makes of its numbers ones to be held."""
    bars = re.compile(r"\[\*{0,2}([^\]*]+)\*{0,2}\]\(#between-\d+-\d+-\d+-(-?[\d.,]+)_(-?[\d.,]+)_[^)]*\)")
    ends = bars.sub(
        lambda found: f"{found[1]} [{found[2]}, {found[3]}]".replace(" [-", " [−").replace(", -", ", −"), said
    )
    return (
        re.sub(r"\[([^\]]+)\]\(#hold-\w+\)", r"\1", ends)
        .replace("\u00a0α\u00a0=\u00a0", " α = ")
        .replace("α\u00a0=\u00a0", "α = ")
    )


def cells(at):
    """Return what stands in all cells of the tables of the page."""
    return [str(cell) for table in at.dataframe for cell in table.value.to_numpy().ravel()]


def paste(at, text, key):
    """Paste a table of one's own and take it."""
    at.text_area(key=f"{key}_pasted").set_value(text)
    return well(at.button(key=f"{key}_paste").click().run())


def not_translated(said):
    """Return the English sentences that stand in what a page says."""
    return [entry for entry in ENTRIES if len(entry) > 25 and "{" not in entry and entry in said]
