"""Who may come in and who may load, by the address that a proxy or a login vouches for."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.sources import ROOT
from ui.session import allowed

DATA = str(ROOT / "pages" / "data.py")
EVERYBODY = ""


def may():
    """Write what the visitor may do."""
    import streamlit as st  # noqa: PLC0415 - the script stands alone

    from ui.session import allowed  # noqa: PLC0415

    st.text(f"{allowed.may_look()} {allowed.may_load()}")


@pytest.mark.parametrize(
    ("look", "load", "address", "wanted"),
    [
        (EVERYBODY, EVERYBODY, None, "True True"),
        (EVERYBODY, "ada@example.org", None, "True False"),
        (EVERYBODY, "ada@example.org", "Ada@Example.org", "True True"),
        (EVERYBODY, "ada@example.org", "eve@example.org", "True False"),
        ("*@example.org", EVERYBODY, "eve@example.org", "True True"),
        ("*@example.org", EVERYBODY, "eve@example.org.elsewhere.org", "False False"),
        ("*@example.org", EVERYBODY, None, "False False"),
        ("*@example.org", "ada@other.org, bob@example.org", "ada@other.org", "True True"),
        ("*@example.org", "ada@other.org, bob@example.org", "eve@example.org", "True False"),
        ("*", EVERYBODY, None, "False False"),
        (" , ", EVERYBODY, "ada@example.org", "False False"),
        (",", "ada@example.org", "ada@example.org", "True True"),
        (EVERYBODY, ",", "ada@example.org", "True False"),
    ],
)
def test_who_may_what(monkeypatch, look, load, address, wanted):
    monkeypatch.setenv(allowed.LOOK, look)
    monkeypatch.setenv(allowed.LOAD, load)
    at = AppTest.from_function(may)
    at.user = {} if address is None else {"email": address}
    assert at.run().text[0].value == wanted


@pytest.mark.parametrize(("said", "wanted"), [(True, "True"), ("true", "True"), (False, "False"), ("false", "False")])
def test_an_address_that_nobody_has_looked_at_is_none(monkeypatch, said, wanted):
    monkeypatch.setenv(allowed.LOOK, "ada@example.org")
    monkeypatch.setenv(allowed.LOAD, EVERYBODY)
    at = AppTest.from_function(may)
    at.user = {"email": "ada@example.org", "email_verified": said}
    assert at.run().text[0].value == f"{wanted} {wanted}"


@pytest.mark.parametrize(("address", "fields"), [("ada@example.org", 2), ("eve@example.org", 0)])
def test_who_may_only_look_has_nowhere_to_drop_or_paste(monkeypatch, address, fields):
    monkeypatch.setenv(allowed.LOAD, "ada@example.org")
    at = AppTest.from_file(DATA, default_timeout=30)
    at.user = {"email": address}
    at.run()
    assert not at.exception
    assert bool(at.file_uploader) == bool(fields)
    assert bool(at.text_area) == bool(fields)
    said = [one.value for one in at.caption if one.value.startswith("You may look")]
    assert bool(said) == (not fields)
    # Samples stay.
    assert any(one.key and "sample" in one.key for one in at.button)


@pytest.mark.parametrize("page", sorted((ROOT / "pages").glob("*.py")), ids=lambda page: page.stem)
def test_a_page_that_runs_without_the_frame_lets_nobody_in_either(monkeypatch, page):
    monkeypatch.setenv(allowed.LOOK, "*@example.org")
    at = AppTest.from_file(str(page), default_timeout=30)
    at.user = {"email": "eve@elsewhere.org"}
    at.run()
    assert not at.exception
    assert [one.value.partition(".")[0] for one in at.info] == ["This server shows its pages to people it knows"]
    assert not at.title
    assert not at.button
    assert not at.file_uploader


def test_a_login_is_offered_where_there_is_one(monkeypatch):
    monkeypatch.setenv(allowed.LOAD, "ada@example.org")
    at = AppTest.from_file(DATA, default_timeout=30)
    at.user = {"is_logged_in": False}
    assert "Log in" in [one.label for one in at.run().button]


def test_the_operator_is_told_of_a_list_that_names_nobody(monkeypatch, capsys):
    monkeypatch.setenv(allowed.LOOK, " , ")
    monkeypatch.setenv(allowed.LOAD, "ada@example.org")
    allowed.tell_operator()
    assert capsys.readouterr().err == "EVALUATION_MAY_LOOK is set and names nobody, so it lets nobody in.\n"
