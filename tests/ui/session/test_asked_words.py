"""What was asked of a source, as a reader says it."""

from ui.session import asked_words
from ui.session.question import Asked


def test_columns_groups_and_conditions_are_said():
    asked = Asked("claims", "y", "fraud", ("a", "b"), "country", (("amount", ">", 100), ("day", "is known", None)))
    assert asked_words.said(asked, str) == (
        "truth y · positive class fraud · scores a, b · groups by country · only rows where amount is above 100 "
        "and day is known"
    )


def test_what_was_not_asked_is_not_said_and_names_stay_names():
    said = asked_words.said(Asked("claims", "y", "1", ("*bold*",)))
    assert "only rows" not in said
    assert "groups" not in said
    assert "*bold*" not in said  # it is shown literally
