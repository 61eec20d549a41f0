"""The way from page to page: a button's wish stays until it is fulfilled, and no late report leads back."""

import pytest
import streamlit as st

from ui.shared import navigation


class LeftError(Exception):
    """Raised in place of the end of a run that goes on with another page."""


@pytest.fixture
def visit(monkeypatch):
    """A session within the app; what is returned runs a page and says where the visitor is sent, if anywhere."""

    def sent(script, query_params=None):
        raise LeftError(script.removeprefix("pages/").removesuffix(".py"), query_params)

    def run(page):
        try:
            navigation.arrive(page)
        except LeftError as left:
            return left.args
        return None

    monkeypatch.setattr(st, "session_state", {navigation.FRAMED: True})
    monkeypatch.setattr(st, "switch_page", sent)
    return run


def test_a_page_opened_by_its_link_is_where_the_visitor_is(visit):
    for page in ("home", "costs", "home"):
        assert visit(page) is None
        assert navigation.here() == page


def test_a_button_leads_to_its_page(visit):
    visit("home")
    navigation.go_to("costs", tab="exercises")
    assert visit("home") == ("costs", {"tab": "exercises"})
    assert visit("costs") is None
    # The wish is fulfilled: the way back is free.
    assert visit("home") is None


def test_a_click_that_runs_a_part_of_a_page_leads_on_from_there(visit):
    visit("costs")
    navigation.leave()
    for page in ("significance", "costs"):
        navigation.go_to(page)
        with pytest.raises(LeftError) as left:
            navigation.leave()
        assert left.value.args == (page, None)
        assert visit(page) is None
        navigation.leave()


def test_a_wish_outlives_a_run_that_is_broken_off(visit):
    visit("home")
    navigation.go_to("costs")
    # The run that the button began never came to `arrive`; another has come in for the former page, and once more.
    navigation.reported("home")
    assert visit("home") == ("costs", None)
    assert visit("home") == ("costs", None)
    assert visit("costs") is None


@pytest.mark.parametrize("by_button", [True, False])
def test_a_late_report_of_the_former_page_does_not_bring_it_back(visit, by_button):
    visit("home")
    if by_button:
        navigation.go_to("costs")
        visit("home")
    visit("costs")
    navigation.reported("home")
    assert visit("home") == ("costs", None)
    assert visit("costs") is None
    # Without a report it is the visitor who goes there.
    assert visit("home") is None


def test_a_report_of_the_page_one_is_on_leads_nowhere(visit):
    visit("costs")
    navigation.reported("costs")
    assert visit("costs") is None


def test_a_report_broken_off_by_a_link_does_not_hold_the_visitor_back(visit):
    visit("home")
    navigation.reported("home")
    assert visit("curves") is None
    assert visit("home") is None


def test_a_page_that_runs_on_its_own_has_no_other(visit):
    del st.session_state[navigation.FRAMED]
    navigation.go_to("costs")
    assert visit("home") is None
