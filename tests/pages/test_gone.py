"""Pages whose table or run is gone with the session before: the sentence says so, and no other's numbers are shown."""

import pytest

from tests.pages.significance_page import opened, paste, texts, well

WHY = "the connection was away too long, or the server was started anew"


def lost(page, place, name, **address):
    return opened(address, page=page, session_lost={place: name}, session_lost_in_sight=True)


def shows_numbers(at):
    """Whether the page shows a figure, which can be downloaded, or readings; exercises have figures of their own."""
    return bool(at.get("download_button") or at.metric or at.dataframe)


@pytest.mark.parametrize(
    ("page", "address", "place", "example"),
    [
        ("resampling", {"ev_view": "table"}, "ev_table", "ev_data_iris"),
        ("bias_variance", {"bv_view": "table"}, "bv_table", "bv_example_wine"),
        ("regression", {}, "re_table", "re_five_values"),
    ],
)
def test_a_table_of_ones_own_is_named_until_another_is_chosen(page, address, place, example):
    at = lost(page, place, "my *own*.csv", **address)
    assert f"is gone: {WHY}. Load it again, or choose an example." in texts(at)
    assert r"my \*own\*" in texts(at)
    assert not shows_numbers(at)
    well(at.button(key=example).click().run())
    assert WHY not in texts(at)


def test_a_typed_table_of_results_is_gone_until_it_is_brought_again():
    at = lost("significance", "table_many_own", "", question="many")
    (said,) = at.warning
    assert said.value == (
        f"The table you typed, pasted or loaded is gone: {WHY}. Bring it again, or choose an example."
    )
    assert not at.get("plotly_chart")
    assert not at.metric
    paste(at, "data,A,B,C\n1,.1,.2,.3\n2,.2,.3,.4\n3,.1,.3,.2", "table_many")
    assert not at.warning
    assert at.get("plotly_chart")


def test_a_run_of_ones_own_is_gone_until_the_other_is_asked_for():
    at = lost("significance", "laboratory", "", question="lies")
    (said,) = at.warning
    assert said.value == f"Your own run of the laboratory is gone: {WHY}."
    assert not shows_numbers(at)
    well(at.button(key="laboratory_shipped").click().run())
    assert not at.warning
    assert at.get("plotly_chart")


def test_the_file_that_is_gone_is_named():
    at = opened({"source": "file"}, page="curves", session_lost={"file": "my *own*.csv"}, session_lost_in_sight=True)
    (said,) = at.warning
    assert said.value == rf"Your file my \*own\*\.csv is gone: {WHY}. Load it again."
    assert not shows_numbers(at)


@pytest.mark.parametrize(("page", "address"), [("regression", {}), ("significance", {"question": "two"})])
def test_a_page_that_takes_what_is_loaded_waits_for_the_file_that_is_gone(page, address):
    at = opened({"source": "file", **address}, page=page, session_lost={"file": "mine.csv"}, session_lost_in_sight=True)
    (said,) = at.warning
    assert said.value == rf"Your file mine\.csv is gone: {WHY}. Load it again."
    assert not shows_numbers(at)
    assert not at.get("plotly_chart")
    well(at.button(key="gone_sample").click().run())
    assert not at.warning
    assert at.get("plotly_chart")


@pytest.mark.parametrize("page", ["curves", "home", "data"])
def test_a_file_that_went_before_it_was_loaded_is_named_beside_the_sample_that_stays(page):
    at = opened(page=page, session_lost={"brought": "my *own*.csv"}, session_lost_in_sight=True, session_lost_idle=True)
    why = "it was not used for long, and this server gives the memory to others then"
    assert [one.value for one in at.warning] == [rf"Your file my \*own\*\.csv is gone: {why}. Load it again."]
    if page == "curves":
        assert shows_numbers(at)
