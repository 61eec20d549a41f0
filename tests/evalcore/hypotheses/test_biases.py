"""Three hypotheses agree with the four melons; what is said of the fifth depends on the bias."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.hypotheses import (
    ANY,
    BIASES,
    MELON_EXAMPLES,
    MELONS,
    NEW_MELON,
    Hypothesis,
    Space,
    answer,
    version_space,
)

MELON_SPACE = version_space(MELONS, MELON_EXAMPLES)


@pytest.mark.parametrize(
    ("bias", "prefer", "positive", "share"),
    [
        ("most_specific", (), False, 0),
        ("most_general", (), None, Fraction(1, 2)),
        ("most_general", (1,), True, 1),  # the root
        ("most_general", (2,), False, 0),  # the sound
        ("most_general", (0, 2, 1), False, 0),  # no hypothesis names the colour
        ("majority", (), False, Fraction(1, 3)),
        ("random", (), None, Fraction(1, 3)),
        ("nearest", (), True, 1),  # green, curled, muffled differs in the sound only
    ],
)
def test_the_new_melon(bias, prefer, positive, share):
    found = answer(MELON_SPACE, NEW_MELON, bias, prefer=prefer)
    assert (found.positive, found.share) == (positive, share)
    assert (found.reason is None) == (positive is not None)


def test_three_biases_give_three_answers():
    biases = ("most_specific", "most_general", "nearest")
    assert [answer(MELON_SPACE, NEW_MELON, bias).positive for bias in biases] == [False, None, True]


@pytest.mark.parametrize("bias", ["most_specific", "most_general", "majority", "random"])
@pytest.mark.parametrize("instance", [seen for seen, _positive in MELON_EXAMPLES])
def test_no_bias_errs_on_the_examples(bias, instance):
    """They have one training error, so it does not tell which generalises."""
    assert answer(MELON_SPACE, instance, bias).positive == dict(MELON_EXAMPLES)[instance]


def test_who_is_asked():
    assert answer(MELON_SPACE, NEW_MELON, "most_specific").preferred == (Hypothesis((ANY, 0, 0)),)
    assert set(answer(MELON_SPACE, NEW_MELON, "majority").preferred) == set(MELON_SPACE.remaining)
    assert answer(MELON_SPACE, NEW_MELON, "nearest").preferred == ()
    # It shares two values with the first example, and fewer with the others.
    assert answer(MELON_SPACE, NEW_MELON, "nearest").nearest == (1,)
    assert answer(MELON_SPACE, NEW_MELON, "majority").nearest == ()


def test_reasons():
    space = Space.of_shape([2, 2])
    one = version_space(space, [((0, 0), True)])
    assert str(answer(MELON_SPACE, NEW_MELON, "most_general").reason) == (
        "The hypotheses that this bias prefers do not agree here: it takes a further preference to decide."
    )
    assert str(answer(MELON_SPACE, NEW_MELON, "random").reason) == (
        "The hypothesis is drawn from those that remain, so the answer is a matter of chance."
    )
    assert str(answer(one, (0, 1), "majority").reason) == "As many hypotheses say yes as no."
    tied = version_space(space, [((0, 0), True), ((1, 1), False)])
    assert str(answer(tied, (0, 1), "nearest").reason) == (
        "The nearest examples are equally far and have different labels."
    )
    assert str(answer(version_space(space, []), (0, 1), "nearest").reason) == "There is no example yet."
    lost = version_space(space, [((0, 0), True), ((0, 0), False)])
    assert all(answer(lost, (0, 0), bias).positive is None for bias in BIASES)
    assert answer(lost, (0, 0), "random").reason == lost.reason


def test_a_hypothesis_is_drawn_as_often_as_any_other():
    rng, drawn = np.random.default_rng(5), Counter()
    for _draw in range(600):
        found = answer(MELON_SPACE, NEW_MELON, "random", rng=rng)
        (one,) = found.preferred
        assert (found.positive, found.reason) == (one.covers(NEW_MELON), None)
        drawn[one] += 1
    assert set(drawn) == set(MELON_SPACE.remaining)
    # 200 of each are expected, with a standard deviation of 11.5.
    assert all(150 < times < 250 for times in drawn.values())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"bias": "best"},
            "bias must be one of most_specific, most_general, majority, random, nearest; got 'best'. "
            "Choose one of them.",
        ),
        (
            {"bias": "majority", "prefer": [3]},
            "A preferred attribute must be a number from 0 to 2; got 3. Count the attributes from 0.",
        ),
    ],
)
def test_what_is_refused(options, sentence):
    with pytest.raises(InputError) as refused:
        answer(MELON_SPACE, NEW_MELON, **options)
    assert str(refused.value) == sentence
