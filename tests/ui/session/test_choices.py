"""Choices with a place in the address: what they take, and how long they hold."""

import pytest

from tests.ui.session.sessions import Session, two_classes
from ui.session import address, choices, loaded
from ui.session.choices import Choice


@pytest.fixture
def registered(monkeypatch):
    """Return a register that only this test sees."""
    monkeypatch.setattr(choices, "REGISTERED", {})
    return choices.register


@pytest.mark.parametrize(
    ("choice", "text", "value"),
    [
        (Choice("k"), "-1.5", -1.5),
        (Choice("k", low=0, high=1), "1", 1.0),
        (Choice("k", low=0, high=1), "1.01", None),
        (Choice("k", low=0, high=1), "-0.01", None),
        (Choice("k"), "nan", None),
        (Choice("k"), "1e400", None),
        (Choice("k"), "many", None),
        (Choice("k"), "", None),
        (Choice("k", options=("one", "two")), "two", "two"),
        (Choice("k", options=("one", "two")), "1", None),
        (Choice("k", is_flag=True), "0", False),
        (Choice("k", is_flag=True), "yes", None),
        (Choice("k", low=-2, most=3), "1_-2_0.5", (1, -2, 0.5)),
        (Choice("k", low=-2, most=3), "1_-3", None),
        (Choice("k", most=3), "1_2_3_4", None),
        (Choice("k", most=3), "1__2", None),
        (Choice("k", most=3), "", None),
    ],
)
def test_takes_what_fits(choice, text, value):
    assert choice.read(text) == value


def test_a_choice_of_a_page_nobody_has_opened_waits(registered):
    session = Session({"k": "3"})
    session.run(address.start)
    assert session["k"] is None
    registered(Choice("k"))
    session.run(address.start)
    assert session["k"] == 3
    session["k"] = 4
    session.run(address.start)
    assert session["k"] == 4


@pytest.mark.parametrize(("stays", "value"), [(True, 3), (False, None)])
@pytest.mark.parametrize("is_early", [True, False])
def test_the_next_sample_keeps_what_stays(registered, stays, value, is_early):
    session = Session({"k": "3"})
    if is_early:
        registered(Choice("k", stays=stays))
    session.run(address.start)
    session.run(lambda: loaded.keep(loaded.sample("melon-20")))
    registered(Choice("k", stays=stays))
    session.run(address.start)
    assert session["k"] == value


@pytest.mark.parametrize("is_early", [True, False])
def test_nothing_of_a_sample_reaches_a_visitors_rows(registered, is_early):
    session = Session({"k": "3"})
    if is_early:
        registered(Choice("k", stays=True))
    session.run(address.start)
    session.run(lambda: loaded.keep(two_classes()))
    registered(Choice("k", stays=True))
    session.run(address.start)
    assert session["k"] is None


@pytest.mark.parametrize("is_early", [True, False])
@pytest.mark.parametrize("rows", [two_classes, lambda: loaded.sample("melon-20")])
def test_how_someone_looks_holds_whatever_is_loaded(registered, is_early, rows):
    session = Session({"k": "3"})
    if is_early:
        registered(Choice("k", of_reader=True))
    session.run(address.start)
    session.run(lambda: loaded.keep(rows()))
    registered(Choice("k", of_reader=True))
    session.run(address.start)
    assert session["k"] == 3


def test_what_stays_does_not_outlast_a_visitors_rows(registered):
    session = Session({"k": "3"})
    session.run(address.start)
    session.run(lambda: loaded.keep(two_classes()))
    session.run(lambda: loaded.keep(loaded.sample("melon-20")))
    session.run(lambda: loaded.keep(loaded.sample("ties")))
    registered(Choice("k", stays=True))
    session.run(address.start)
    assert session["k"] is None


@pytest.mark.parametrize(
    ("choice", "text", "sentence"),
    [
        (Choice("k"), "many", "k must be a number; got 'many' (in the link). Its default is shown."),
        (
            Choice("k", low=0.1, high=10),
            "11",
            "k must be a number between 0.1 and 10; got '11' (in the link). Its default is shown.",
        ),
        (
            Choice("k", options=("one", "two")),
            "three" * 20,
            f"k must be one of one, two; got '{('three' * 20)[:39]}…' (in the link). Its default is shown.",
        ),
        (Choice("k", is_flag=True), "", "k must be one of 0, 1; got '' (in the link). Its default is shown."),
        (
            Choice("k", most=2),
            "1,2",
            "k must be at most 2 numbers with _ between them; got '1,2' (in the link). Its default is shown.",
        ),
    ],
)
def test_what_does_not_fit_gets_its_sentence_once(registered, choice, text, sentence):
    session = Session({"k": text})
    registered(choice)
    session.run(address.start)
    assert [toast.value.replace("\\", "") for toast in session.at.toast] == [sentence]
    assert session["k"] is None
    session.run(address.start)
    assert not session.at.toast


@pytest.mark.parametrize(
    ("choice", "value", "said"),
    [
        (Choice("k", default=1.0), 0.1 + 0.2, {"k": "0.30000000000000004"}),
        (Choice("k", default=1.0), 1.0, {}),
        (Choice("k", default=1.0), 2.0, {"k": "2"}),
        (Choice("k", default="one", options=("one", "two")), "two", {"k": "two"}),
        (Choice("k", default="one", options=("one", "two")), "one", {}),
        (Choice("k", is_name=True), "model_b ✓", {"k": "model_b ✓"}),
        (Choice("k", most=3), (1.0, -2.5, 0.1 + 0.2), {"k": "1_-2.5_0.30000000000000004"}),
        (Choice("k", is_flag=True, default=False), True, {"k": "1"}),
        (Choice("k"), None, {}),
    ],
)
def test_is_written_unless_at_its_default(registered, choice, value, said):
    session = Session({"k": "9"}, k=value)
    registered(choice)
    session.at.session_state["loaded"] = loaded.sample("melon-20")
    session.run(lambda: address.write_choice(choice))
    assert session.address == said


@pytest.mark.parametrize(("is_said", "said"), [(True, {"k": "2"}), (False, {})])
def test_some_are_not_said_of_a_visitors_rows(registered, is_said, said):
    choice = registered(Choice("k", in_links_of_own_rows=is_said))
    session = Session(loaded=two_classes(), k=2)
    session.run(lambda: address.write_choice(choice))
    assert session.address == said
