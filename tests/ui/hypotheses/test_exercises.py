"""Answers of the exercises of model learning, found again by enumeration; each variant has one."""

from fractions import Fraction
from itertools import product

import pytest

from evalcore.hypotheses import MELON_EXAMPLES, MELONS, Space, typed_instance
from tests.ui.exercises.sets import SETS
from ui.exercises import cards
from ui.hypotheses import exercises, further_exercises

CARDS = {card.key: card for card in SETS["hypotheses"]}


def test_there_are_five():
    assert list(CARDS)[:5] == ["how_many", "halves", "beat_coin", "tilt", "curves"]


@pytest.mark.parametrize("key", list(CARDS))
def test_again_asks_something_else(key):
    first, second, third = (cards.attempt_of(CARDS[key], attempt, 5) for attempt in range(3))
    assert len({str(one.prompt) for one in (first, second, third)}) == 3


@pytest.mark.parametrize("shape", exercises.SHAPES)
def test_hypotheses_are_counted(shape):
    total = len(Space.of_shape(shape).hypotheses)
    assert exercises.counting(shape).answer == {"n": total}
    assert exercises.check_count(shape, {"n": total}).right
    short = exercises.check_count(shape, {"n": total - 1})
    assert not short.right
    assert "nothing is positive" in str(short.said)
    assert exercises.check_count(shape, {"n": 13}).said is None


@pytest.mark.parametrize(("known", "offered"), exercises.VARIANTS)
def test_one_melon_halves_best(known, offered):
    remaining = [
        one for one in MELONS.hypotheses if all(one.covers(i) == positive for i, positive in MELON_EXAMPLES[:known])
    ]
    left = {}
    for text in offered:
        yes = sum(one.covers(typed_instance(MELONS, text)) for one in remaining)
        left[text] = max(yes, len(remaining) - yes)
    least = [text for text in offered if left[text] == min(left.values())]
    assert least == [exercises.halving(known, offered).answer]


@pytest.mark.parametrize("seen", exercises.SEEN)
def test_no_rule_beats_the_coin(seen):
    """All sixteen rules, by a look at every target."""
    unseen = [cell for cell in range(3) if cell != seen]
    for letters in map("".join, product("01", repeat=4)):
        slow = Fraction(0)
        for target in product((0, 1), repeat=3):
            said = letters[2:] if target[seen] else letters[:2]
            slow += sum(Fraction(int(one) != target[cell], 3) for one, cell in zip(said, unseen, strict=True))
        assert slow == Fraction(8, 3)
        assert exercises.total_of(letters, seen) == str(slow)
    answer = exercises.rules_solution().answer
    assert exercises.check_rules(seen, answer).right
    assert exercises.check_rules(seen, {**answer, "sum": "2.67"}).right
    missed = exercises.check_rules(seen, {**answer, "sum": "2"})
    assert not missed.right
    assert "Your three rules come to 8/3, 8/3, 8/3" in str(missed.said)


RULES = {"first": "0110", "second": "0000", "third": "1111", "sum": "5/2"}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"first": ""}, "Answer first"),
        ({"first": "011"}, "A rule must be four decisions"),
        ({"first": "0a11"}, "A rule must be four decisions"),
        ({"second": "0110"}, "The three rules must differ"),
        ({"sum": "few"}, "The sum must be a number"),
        ({"sum": "1/0"}, "The sum must be a number"),
    ],
)
def test_what_is_no_rule(changed, sentence):
    assert sentence in str(CARDS["beat_coin"].problem({**RULES, **changed}))
    assert CARDS["beat_coin"].problem(RULES) is None


@pytest.mark.parametrize("tilt", further_exercises.TILTS)
def test_lead_of_the_nearest_cell(tilt):
    """Under the smooth prior a cell d steps away agrees with probability (1 + 1 / 2^d) / 2."""
    far = [abs(cell - tilt.seen) for cell in range(tilt.cells) if cell != tilt.seen]
    lead = sum(float(tilt.smooth) / 2**d for d in far) / tilt.cells
    assert further_exercises.tilting(tilt).answer == pytest.approx(lead, abs=0.0006)


@pytest.mark.parametrize("wiggle", further_exercises.WIGGLES)
def test_one_cannot_tell(wiggle):
    found = further_exercises.comparing(wiggle)
    assert found.answer == "open"
    assert f"{wiggle**2 / 2:.3f}" in str(found.because)
