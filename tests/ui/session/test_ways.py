"""Ways from page to page: they open as a link at the beginning of a session would, and rows of one's own stay."""

import pytest

from tests.ui.session.sessions import Session, two_classes
from ui.session import address, choices, loaded, screen, ways
from ui.session.choices import Choice
from ui.shared import navigation


@pytest.fixture
def registered(monkeypatch):
    """Return a register that only this test sees, with a choice of each kind."""
    monkeypatch.setattr(choices, "REGISTERED", {})
    for one in (
        Choice("of_rows"),
        Choice("stays", stays=True),
        Choice("of_own_rows", stays=True, in_links_of_own_rows=False),
        Choice("of_reader", of_reader=True),
        screen.TAB,
    ):
        choices.register(one)


EVERY = {"of_rows": 1.0, "stays": 2.0, "of_own_rows": 3.0, "of_reader": 4.0, "tab": "learn"}


def begun(what=None):
    session = Session()
    session.run(address.start)
    if what is not None:
        session.run(lambda: loaded.keep(what))
    for key, value in EVERY.items():
        session[key] = value
    return session


def held(session):
    return {key: session[key] for key in EVERY if session[key] is not None}


@pytest.mark.usefixtures("registered")
def test_a_way_to_a_sample_begins_with_what_it_names():
    session = begun(two_classes())
    session["model"], session["positive"] = "other", "b"
    asked = {"sample": "two-models", "of_rows": "7", "model": "model_b", "positive": "0"}
    session.run(lambda: ways.take("curves", asked))
    assert session["loaded"].sample == "two-models"
    assert (session["model"], session["positive"]) == ("model_b", "0")
    assert held(session) == {"of_rows": 7.0, "of_reader": 4.0}


@pytest.mark.usefixtures("registered")
def test_a_way_without_a_sample_leaves_rows_and_what_belongs_to_them():
    mine = two_classes()
    session = begun(mine)
    session.run(lambda: ways.take("significance", {"of_reader": "5", "tab": "sure"}))
    assert session["loaded"] is mine
    assert held(session) == {"of_rows": 1.0, "of_own_rows": 3.0, "of_reader": 5.0, "tab": "sure"}


@pytest.mark.usefixtures("registered")
def test_what_it_asks_of_a_page_that_nobody_has_opened_waits():
    session = begun()
    session.run(lambda: ways.take("new", {"sample": "ties", "later": "3"}))
    choices.register(Choice("later"))
    session.run(address.start)
    assert session["later"] == 3.0


@pytest.mark.usefixtures("registered")
def test_what_does_not_fit_is_refused():
    session = begun()
    session.run(lambda: ways.take("curves", {"sample": "ties", "of_rows": "many", "model": "mine"}))
    refused = session.run(lambda: [str(message) for message in choices.refused()])
    assert refused == [
        "model must be one of score; got 'mine' (in the link). Its default is shown.",
        "of_rows must be a number; got 'many' (in the link). Its default is shown.",
    ]


@pytest.mark.usefixtures("registered")
def test_the_page_is_opened(monkeypatch):
    opened = []
    monkeypatch.setattr(navigation, "go_to", opened.append)
    session = begun()
    session.run(lambda: ways.take("curves", {}))
    assert opened == ["curves"]
