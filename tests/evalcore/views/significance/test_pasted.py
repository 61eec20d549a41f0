"""Numbers from a box, in any form, and the sentence each other text gets."""

import re

import pytest

from evalcore.errors import InputError
from evalcore.views.significance.pasted import pasted_numbers


def test_numbers_are_parted_by_anything_that_parts_words():
    assert pasted_numbers("0.12, .10;14%\n1e-1\t0，1；0.5、0.25") == (0.12, 0.1, 0.14, 0.1, 0, 1, 0.5, 0.25)


@pytest.mark.parametrize(
    ("text", "value", "place"), [("0.1 x", "x", 2), ("1.2", "1.2", 1), ("-1", "-1", 1), ("nan", "nan", 1)]
)
def test_what_is_no_error_rate_is_named_with_its_place(text, value, place):
    wanted = f"Error rates must be numbers from 0 to 1; got '{value}' (number {place}). Write 12% as 0.12 or 12%."
    with pytest.raises(InputError, match=re.escape(wanted)):
        pasted_numbers(text)


def test_none_and_too_many_are_refused():
    with pytest.raises(InputError, match=r"The box must hold at least one number; got none\. Paste an error rate"):
        pasted_numbers(" \n")
    with pytest.raises(InputError, match=r"The box must hold at most 1000 numbers; got 1001\. Leave some out\."):
        pasted_numbers("0 " * 1_001)
