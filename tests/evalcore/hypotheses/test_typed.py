"""Spaces and examples as they are typed: what fits, and the sentence about what does not."""

import pytest

from evalcore.errors import InputError
from evalcore.hypotheses import (
    FEWER_EXAMPLES,
    FEWER_MELONS,
    MELON_EXAMPLES,
    MELONS,
    Space,
    count,
    examples_text,
    next_label,
    typed_examples,
    typed_instance,
    typed_space,
    version_space,
)


@pytest.mark.parametrize("text", ["3, 2, 2", "3，2，2", "3×2×2", " 3 2 2 ", "3x2x2"])
def test_numbers_of_values(text):
    assert typed_space(text).shape == (3, 2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "root: curled, stiff; sound: dull, crisp",
        "root：curled，stiff；sound：dull、crisp",
        "root:curled,stiff\nsound:dull,crisp;",
    ],
)
def test_names(text):
    first, second = typed_space(text).attributes
    assert (first.name, first.values) == ("root", ("curled", "stiff"))
    assert (second.name, second.values) == ("sound", ("dull", "crisp"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A hypothesis space must have from 1 to 12 attributes; got 0."),
        ("2," * 13, "A hypothesis space must have from 1 to 12 attributes; got 13."),
        ("3, 0", "Attributes must be numbers of values from 1 to 26, or names with their values; got '3, 0'."),
        ("3, 27", "from 1 to 26, or names with their values; got '3, 27'."),
        ("three", "or names with their values; got 'three'."),
        ("root:", "An attribute must have a name and from 1 to 26 different values; got 'root:'."),
        (": a, b", "An attribute must have a name and from 1 to 26 different values; got ': a, b'."),
        ("root: a, a", "from 1 to 26 different values; got 'root: a, a'."),
        ("root: a, b; sound", "from 1 to 26 different values; got 'sound'."),
    ],
)
def test_what_names_no_space(text, sentence):
    with pytest.raises(InputError) as refused:
        typed_space(text)
    assert sentence in str(refused.value)


def test_examples_there_and_back():
    text = examples_text(MELON_EXAMPLES)
    assert text == "aaa1-baa1-acc0-bbb0"
    assert typed_examples(MELONS, text) == MELON_EXAMPLES
    assert typed_examples(MELONS, "") == ()
    assert typed_instance(MELONS, "aab") == (0, 0, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("aaa", "An example must be a letter for each value and 1 or 0; got 'aaa'."),
        ("aaa2", "An example must be a letter for each value and 1 or 0; got 'aaa2'."),
        ("aa1", "An instance must have one of the values of each attribute, 3 × 3 × 3 by number; got (0, 0)."),
        ("aad1", "An instance must have one of the values of each attribute"),
        ("-".join(["aaa1"] * 13), "There must be at most 12 examples; got 13."),
    ],
)
def test_what_names_no_examples(text, sentence):
    with pytest.raises(InputError) as refused:
        typed_examples(MELONS, text)
    assert sentence in str(refused.value)


def test_a_label_goes_round():
    new, others = (2, 2, 2), MELON_EXAMPLES
    first = next_label(others, new)
    assert first == (*others, (new, True))
    second = next_label(first, new)
    assert second == (*others, (new, False))
    assert next_label(second, new) == others
    # Labelled twice, it goes by the last label, and leaves altogether.
    assert next_label([(new, True), *others, (new, False)], new) == others


def test_no_more_labels_than_examples_may_be():
    full = [((k % 3, k // 3 % 3, k // 9), True) for k in range(12)]
    with pytest.raises(InputError, match=r"There must be at most 12 examples; got 13\."):
        next_label(full, (2, 2, 2))
    assert len(next_label(full, full[0][0])) == 12


def test_the_smaller_table():
    """Erratum 45: 3, 2 and 2 values give 37 hypotheses."""
    assert FEWER_MELONS.shape == (3, 2, 2)
    assert count(FEWER_MELONS.shape) == len(FEWER_MELONS.hypotheses) == 37
    assert len(version_space(FEWER_MELONS, FEWER_EXAMPLES).remaining) == 3


def test_as_large_as_can_be_typed_is_counted():
    assert count(typed_space(", ".join(["26"] * 12)).shape) == 27**12 + 1
    assert isinstance(typed_space("26"), Space)
