"""No free lunch: all targets, two learners, and what a prior that is tilted makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Final

import pandas as pd

from evalcore.hypotheses import (
    FreeLunch,
    Learner,
    all_targets,
    coin,
    majority,
    mixed_prior,
    nearest,
    no_free_lunch,
    opposite_of_nearest,
    rule,
)
from evalcore.hypotheses.targets import Number, Target

FEWEST_CELLS, MOST_CELLS = 2, 4
LEARNERS: Final[Mapping[str, Learner]] = {
    "nearest": nearest,
    "opposite": opposite_of_nearest,
    "majority": majority,
    "coin": coin,
}
MINE: Final = "mine"
# From even (0) over smooth (1/2) to a single function (1).
TILTS: Final = tuple(Fraction(k, 40) for k in range(41))
NO_CELL: Final = "0"
_LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False, kw_only=True)
class LunchView:
    """What the figure of no free lunch shows.

    Parameters
    ----------
    found : FreeLunch
        All targets, with the prior of the present step; a learner is known by its name.
    a, b : str
        Names of the two learners shown.
    priors : tuple of tuples of Fraction, one a step of TILTS
        Probability of each target.
    expected : mapping of names to tuples of Fraction, one a step of TILTS
        Mean error under the prior.
    active : int
    single : tuple of bool
        The one function the prior ends at.
    """

    found: FreeLunch
    a: str
    b: str
    priors: tuple[tuple[Fraction, ...], ...]
    expected: Mapping[str, tuple[Fraction, ...]]
    active: int
    single: Target

    @property
    def tilt(self) -> Fraction:
        """The present step of TILTS."""
        return TILTS[self.active]

    @property
    def parts(self) -> tuple[Fraction, Fraction, Fraction]:
        """Weights of the even prior, of the smooth one and of the single function."""
        smooth, one = tilted(self.tilt)
        return 1 - smooth - one, smooth, one

    @property
    def errors(self) -> tuple[Fraction, Fraction]:
        """Expected errors of A and B under the present prior."""
        return self.expected[self.a][self.active], self.expected[self.b][self.active]

    @property
    def winner(self) -> str | None:
        """The learner that errs less under the present prior, None where both err alike."""
        of_a, of_b = self.errors
        return None if of_a == of_b else self.a if of_a < of_b else self.b

    @property
    def most_prior(self) -> Fraction:
        """The largest probability any step gives to a target."""
        return max(map(max, self.priors))

    @property
    def most_expected(self) -> Fraction:
        """The largest expected error of the two at any step."""
        return max(*self.expected[self.a], *self.expected[self.b])

    @property
    def weight(self) -> Fraction:
        """P(x) of all unseen cells together."""
        return sum((self.found.density[cell] for cell in self.found.unseen), Fraction(0))

    @property
    def mean_given(self) -> Fraction:
        """Mean error, under the even prior, over the targets that agree with any labels seen: of every learner."""
        return self.weight / 2

    def histograms(self) -> tuple[tuple[Fraction, int, int], ...]:
        """Return for each error on how many targets A has it, and B."""
        of_a, of_b = (self.found.learners[name].histogram() for name in (self.a, self.b))
        return tuple((error, of_a.get(error, 0), of_b.get(error, 0)) for error in sorted({*of_a, *of_b}))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a target: its labels, what A and B predict, their errors, and its probability."""
        rows = []
        for k, target in enumerate(self.found.targets):
            row: dict[str, object] = {f"f_x{cell + 1}": int(label) for cell, label in enumerate(target)}
            for name, learner in (("a", self.found.learners[self.a]), ("b", self.found.learners[self.b])):
                said = zip(self.found.unseen, learner.predictions[k], strict=True)
                row |= {f"{name}_x{cell + 1}": float(share) for cell, share in said}
                row[f"error_{name}"] = float(learner.errors[k])
            rows.append({**row, "prior": float(self.priors[self.active][k])})
        return pd.DataFrame(rows)


def tilted(tilt: Fraction) -> tuple[Fraction, Fraction]:
    """Return the weights of the smooth prior and of the single function.

    >>> tilted(Fraction(1, 4)), tilted(Fraction(1))
    ((Fraction(1, 2), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    if tilt <= Fraction(1, 2):
        return 2 * tilt, Fraction(0)
    return 2 - 2 * tilt, 2 * tilt - 1


def training_sets(cells: int) -> tuple[str, ...]:
    """Return the sets of training cells that leave a cell unseen, each as the digits of its cells, "0" for none.

    >>> training_sets(2)
    ('0', '1', '2')
    """
    some = (one for size in range(1, cells) for one in combinations(range(1, cells + 1), size))
    return (NO_CELL, *("".join(map(str, one)) for one in some))


def cell_counts() -> tuple[int, ...]:
    """Return how many cells there may be."""
    return tuple(range(FEWEST_CELLS, MOST_CELLS + 1))


def cell_name(cell: int) -> str:
    """Return what a cell is called.

    >>> cell_name(0)
    'x₁'
    """
    return "x" + str(cell + 1).translate(_LOWERED)


def cells_of(text: str) -> tuple[int, ...]:
    """Return the cells a text names, from 0.

    >>> cells_of("13"), cells_of("0")
    ((0, 2), ())
    """
    return tuple(int(digit) - 1 for digit in text if digit != NO_CELL)


def targets_shown(cells: int) -> dict[str, Target]:
    """Return all targets by a text of 0 and 1."""
    return {"".join(str(int(label)) for label in target): target for target in all_targets(cells)}


def rule_places(training: Sequence[int], cells: int) -> list[tuple[tuple[bool, ...], int]]:
    """Return what a rule decides: for each labelling of the training cells, each unseen cell."""
    unseen = [cell for cell in range(cells) if cell not in training]
    return [(labels, cell) for labels in product((False, True), repeat=len(training)) for cell in unseen]


def rule_letters(text: str, length: int) -> str:
    """Return so many decisions as 0 and 1; what a text lacks is 1.

    >>> rule_letters("01x", 5)
    '01011'
    """
    return "".join(str(int(letter == "1")) for letter in text[:length]).ljust(length, "1")


def rule_changed(text: str, place: int, length: int) -> str:
    """Return a rule with one decision turned round.

    >>> rule_changed("01", 2, 4)
    '0101'
    """
    letters = list(rule_letters(text, length))
    letters[place] = "0" if letters[place] == "1" else "1"
    return "".join(letters)


def rule_of(text: str, training: Sequence[int], cells: int) -> Learner:
    """Return the learner that a text of 0 and 1 names, in the order of `rule_places`; what it lacks is 1."""
    places = rule_places(training, cells)
    said = [int(letter) for letter in rule_letters(text, len(places))]
    table: dict[tuple[bool, ...], list[int]] = {}
    for (labels, _cell), one in zip(places, said, strict=True):
        table.setdefault(labels, []).append(one)
    return rule(table, [cell for cell in range(cells) if cell not in training])


def lunch_view(
    cells: int,
    training: Sequence[int],
    a: str,
    b: str,
    *,
    tilt: float,
    mine: str = "",
    density: Sequence[Number] | None = None,
    single: Target | None = None,
) -> LunchView:
    """What does the figure of no free lunch show?

    Parameters
    ----------
    cells : int from 2 to 4
    training : sequence of int
        Cells whose labels are seen, from 0.
    a, b : str
        Of LEARNERS, or "mine".
    tilt : float from 0 to 1
        The nearest of TILTS is the present step.
    mine : str, optional
        The rule of the learner "mine", as in `rule_of`.
    density : sequence of numbers, optional
        Proportional to P(x).
    single : tuple of bool, optional
        The one function at the end of the tilt; else all cells are positive.
    """
    one = (True,) * cells if single is None else single
    every = {**LEARNERS, MINE: rule_of(mine, training, cells)}
    active = min(range(len(TILTS)), key=lambda k: abs(float(TILTS[k]) - tilt))
    priors = tuple(_prior(cells, step, one) for step in TILTS)
    found = no_free_lunch(cells, training, every, density=density, prior=priors[active])
    expected = {
        name: tuple(_mean(prior, learner.errors) for prior in priors) for name, learner in found.learners.items()
    }
    return LunchView(found=found, a=a, b=b, priors=priors, expected=expected, active=active, single=one)


def _prior(cells: int, tilt: Fraction, single: Target) -> tuple[Fraction, ...]:
    smooth, one = tilted(tilt)
    return mixed_prior(cells, smooth=smooth, one=one, target=single)


def _mean(prior: Sequence[Fraction], errors: Sequence[Fraction]) -> Fraction:
    return sum((p * error for p, error in zip(prior, errors, strict=True)), Fraction(0))
