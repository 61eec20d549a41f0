"""On which rows a threshold is chosen, as an address says it: read back as it was written, or refused."""

import pytest

from tests.ui.session.sessions import Session
from ui.session import chosen_on
from ui.session.chosen_on import CHOICE, FILE, FOLDS, HALF, PART, On

TEXTS = {
    "": On(),
    "part~validation": On(PART, part="validation"),
    "part~a~b ": On(PART, part="a~b "),
    "file": On(FILE),
    "half~0": On(HALF),
    "half~999999": On(HALF, seed=999_999),
    "folds": On(FOLDS),
    "folds~2~7": On(FOLDS, k=2, seed=7),
    "folds~100~0": On(FOLDS, k=100),
}


@pytest.mark.parametrize(("text", "on"), TEXTS.items())
def test_what_is_written_is_read(text, on):
    assert On.read(text) == on
    assert on.write() == text
    assert CHOICE.read(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "half",
            "half~",
            "half~-1",
            "half~1.5",
            "half~1000000",
            "half~１",
            "part",
            "part~",
            "folds~1~0",
            "folds~101~0",
        ),
        *("folds~5", "folds~~1", "Half~1", "half~1~2", "file~x", "other"),
    ],
)
def test_what_says_nothing_is_refused(text):
    assert On.read(text) is None
    assert CHOICE.read(text) is None
    assert "chosen_on must be one of part~NAME, file, half~SEED, folds, folds~K~SEED" in str(CHOICE.refuse(text))


def test_a_session_asks_for_the_same_rows_until_another_choice():
    session = Session()
    assert session.run(chosen_on.asked) == On()
    session.run(lambda: chosen_on.ask(On(HALF, seed=4)))
    assert session.run(chosen_on.asked) == On(HALF, seed=4)
    session["chosen_on"] = "nothing of the kind"
    assert session.run(chosen_on.asked) == On()
