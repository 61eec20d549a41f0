"""What decisions and rules are called, by the classes they are about."""

from __future__ import annotations

import pandas as pd
import pytest

from evalcore.predictions import BinaryView, from_frame, one_vs_rest
from ui.live import words


def rows(*classes: str) -> BinaryView:
    """Return rows of these classes, the first of them positive."""
    frame = pd.DataFrame({"y": [*classes] * 2, "m": [*classes, *reversed(classes)]})
    return one_vs_rest(from_frame(frame, truth="y", labels=["m"], positive=classes[0]), classes[0], labels="m")


@pytest.mark.parametrize(
    ("classes", "mistakes", "rules"),
    [
        (("fraud", "fine"), ["A missed fraud", "A false alarm"], ("always fine", "always fraud")),
        (("1", "0"), ["A missed positive", "A false alarm"], ("always negative", "always positive")),
        (("1.0", "0.0"), ["A missed positive", "A false alarm"], ("always negative", "always positive")),
        (("p", "n"), ["A missed positive", "A false alarm"], ("always negative", "always positive")),
        (("8", "3", "5"), ["A missed positive", "A false alarm"], ("always 3 / 5", "always 8")),
    ],
)
def test_a_class_that_is_a_number_is_not_read_as_a_count(
    classes: tuple[str, ...], mistakes: list[str], rules: tuple[str, str]
) -> None:
    of = rows(*classes)
    assert [words.decision(of, cell) for cell in ("fn", "fp")] == mistakes
    assert words.rules(of) == rules
