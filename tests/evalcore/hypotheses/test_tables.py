"""A table of examples: attributes, values as they occur, and labels in many words; bad ones are in test_bad_input."""

import pandas as pd
import pytest

from evalcore.hypotheses import (
    MELON_EXAMPLES,
    MELONS,
    examples_text,
    space_text,
    table_of_examples,
    typed_examples,
    typed_space,
    version_space,
)
from evalcore.hypotheses.tables import NO, YES

BOOK = pd.DataFrame(
    {
        "色泽": ["青绿", "乌黑", "青绿", "乌黑"],
        "根蒂": ["蜷缩", "蜷缩", "硬挺", "稍蜷"],
        "敲声": ["浊响", "浊响", "清脆", "沉闷"],
        "好瓜": ["是", "是", "否", "否"],
    }
)


def test_table_of_the_book_leaves_what_the_melons_leave():
    """Pale is no value of this table, since no melon in it is; that strikes out and leaves the same."""
    space, examples = table_of_examples(BOOK)
    assert space.shape == (2, 3, 3)
    assert space.attributes[1].values == ("蜷缩", "硬挺", "稍蜷")
    assert [positive for _instance, positive in examples] == [True, True, False, False]
    assert len(version_space(space, examples).remaining) == len(version_space(MELONS, MELON_EXAMPLES).remaining) == 3


def test_as_text_and_back():
    space, examples = table_of_examples(BOOK)
    again = typed_space(space_text(space))
    assert again == space
    assert typed_examples(again, examples_text(examples)) == examples


@pytest.mark.parametrize(
    ("yes", "no"), [(1, 0), (1.0, 0.0), (True, False), ("Yes", "NO"), (" + ", "-"), ("正例", "反例")]
)
def test_labels_in_many_words(yes, no):
    _space, examples = table_of_examples(pd.DataFrame({"size": [3, 4], "label": [yes, no]}))
    assert examples == (((0,), True), ((1,), False))


def test_numbers_are_values_as_they_are_written():
    space, _examples = table_of_examples(pd.DataFrame({"size": [3.0, 4.5], "label": ["y", "n"]}))
    assert space.attributes[0].values == ("3", "4.5")


def test_no_word_says_both():
    assert not YES & NO
