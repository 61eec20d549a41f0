"""No free lunch: over all targets every learner errs alike off the training set, (1.1) and (1.2) of the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType

from evalcore.errors import InputError
from evalcore.hypotheses.targets import HALF, Number, Target, all_targets, cell_count, shares
from evalcore.support.results import Result
from evalcore.support.text import shown

# Training cells, their labels and an unseen cell: the probability with which the learner calls the cell positive.
Learner = Callable[[tuple[int, ...], tuple[bool, ...], int], Fraction | int]


@dataclass(frozen=True, eq=False, kw_only=True)
class LearnerErrors(Result):
    """What one learner does on every target.

    Parameters
    ----------
    predictions : tuple of tuples of Fraction, one a target
        Probability of "positive" for each unseen cell.
    errors : tuple of Fraction, one a target
        Off-training-set error: the weight of the unseen cells times the chance of a mistake there.
    total : Fraction
        Sum of the errors over all targets, (1.2): the same for every learner.
    expected : Fraction
        Mean of the errors under the prior.
    given : mapping of labels to Fraction or None
        Mean under the prior of the targets that agree with these labels of the training cells; None where the prior
        gives them no weight.
    """

    predictions: tuple[tuple[Fraction, ...], ...]
    errors: tuple[Fraction, ...]
    total: Fraction
    expected: Fraction
    given: Mapping[tuple[bool, ...], Fraction | None]

    def histogram(self) -> dict[Fraction, int]:
        """Return for each error on how many targets it happens, from small to large."""
        return {error: self.errors.count(error) for error in sorted(set(self.errors))}


@dataclass(frozen=True, eq=False, kw_only=True)
class FreeLunch(Result):
    """All targets over a few cells, and what learners that see some of the cells make of them.

    Parameters
    ----------
    training, unseen : tuple of int
        Cells, from 0.
    density : tuple of Fraction, one a cell
        P(x); the sum is 1.
    targets : tuple of tuples of bool
        All 2^cells labellings.
    prior : tuple of Fraction, one a target
        The sum is 1.
    learners : mapping of names to LearnerErrors
    total : Fraction
        2^(cells - 1) times the weight of the unseen cells: the sum (1.2) for any learner.
    """

    training: tuple[int, ...]
    unseen: tuple[int, ...]
    density: tuple[Fraction, ...]
    targets: tuple[Target, ...]
    prior: tuple[Fraction, ...]
    learners: Mapping[str, LearnerErrors]
    total: Fraction

    def advantage(self, a: str, b: str) -> Fraction:
        """Return by how much the expected error of a is below that of b."""
        return self.learners[b].expected - self.learners[a].expected


def no_free_lunch(
    cells: int,
    training: Sequence[int],
    learners: Mapping[str, Learner],
    *,
    density: Sequence[Number] | None = None,
    prior: Sequence[Number] | None = None,
) -> FreeLunch:
    """Which learner errs less off the training set, over all targets and under a prior?

    Parameters
    ----------
    cells : int from 1 to 10
        Size of the input space.
    training : sequence of int
        Cells whose labels the learners see, each once.
    learners : mapping of names to Learner
        Called with training cells, their labels and an unseen cell.
    density : sequence of numbers >= 0, one a cell, optional
        Proportional to P(x); else all cells weigh the same.
    prior : sequence of numbers >= 0, one of the 2^cells targets each, optional
        Proportional to their probability, in the order of `targets`; else all are equally likely. See `mixed_prior`.

    Returns
    -------
    FreeLunch
        Never undefined: where no cell is unseen all errors are 0.

    Notes
    -----
    Everything is a fraction, so sums are equal exactly or not at all. (1.1): E_ote = sum over unseen x of
    P(x) P(h(x) != f(x)). Over all f an unseen cell has each label 2^(cells - 1) times, whatever the learner predicts
    from the others, so (1.2) the sum is 2^(cells - 1) times the weight of the unseen cells.

    References
    ----------
    Zhou (2016), Machine Learning, 1.4; Wolpert (1996), https://doi.org/10.1162/neco.1996.8.7.1341

    Examples
    --------
    >>> found = no_free_lunch(3, [0], {"copy": nearest, "opposite": opposite_of_nearest})
    >>> [str(one.total) for one in found.learners.values()]
    ['8/3', '8/3']
    """
    seen = _training(cell_count(cells), training)
    unseen = tuple(cell for cell in range(cells) if cell not in seen)
    targets = all_targets(cells)
    weight = shares([1] * cells if density is None else density, cells, "density")
    belief = shares([1] * len(targets) if prior is None else prior, len(targets), "prior")
    return FreeLunch(
        training=seen,
        unseen=unseen,
        density=weight,
        targets=targets,
        prior=belief,
        learners=MappingProxyType(
            {name: _errors(name, learner, seen, weight, belief) for name, learner in learners.items()}
        ),
        total=2 ** (cells - 1) * sum((weight[cell] for cell in unseen), Fraction(0)),
    )


def nearest(training: tuple[int, ...], labels: tuple[bool, ...], cell: int) -> Fraction:
    """Say what the nearest training cells say, in a row of cells; where they differ, or there are none, toss a coin."""
    if not training:
        return HALF
    far = [abs(one - cell) for one in training]
    said = [label for label, steps in zip(labels, far, strict=True) if steps == min(far)]
    return Fraction(sum(said), len(said))


def opposite_of_nearest(training: tuple[int, ...], labels: tuple[bool, ...], cell: int) -> Fraction:
    """Say the opposite of what the nearest training cells say."""
    return 1 - nearest(training, labels, cell)


def majority(_training: tuple[int, ...], labels: tuple[bool, ...], _cell: int) -> Fraction:
    """Say what most training cells say; where there are as many of both, toss a coin."""
    more = 2 * sum(labels) - len(labels)
    return HALF if more == 0 else Fraction(more > 0)


def coin(_training: tuple[int, ...], _labels: tuple[bool, ...], _cell: int) -> Fraction:
    """Toss a coin for every cell."""
    return HALF


def rule(table: Mapping[tuple[bool, ...], Sequence[Number]], unseen: Sequence[int]) -> Learner:
    """Return the learner that answers as a table says: for each labelling of the training cells, each unseen cell."""
    place = {cell: number for number, cell in enumerate(unseen)}
    return lambda _training, labels, cell: Fraction(table[labels][place[cell]])


def _errors(
    name: str, learner: Learner, training: tuple[int, ...], density: Sequence[Fraction], prior: Sequence[Fraction]
) -> LearnerErrors:
    """Return what one learner does on every target."""
    cells = len(density)
    unseen = [cell for cell in range(cells) if cell not in training]
    said = {
        labels: tuple(_probability(name, learner(training, labels, cell)) for cell in unseen)
        for labels in product((False, True), repeat=len(training))
    }
    targets = all_targets(cells)
    seen = [tuple(f[cell] for cell in training) for f in targets]
    errors = tuple(
        sum((density[c] * (1 - p if f[c] else p) for c, p in zip(unseen, said[labels], strict=True)), Fraction(0))
        for f, labels in zip(targets, seen, strict=True)
    )
    given: dict[tuple[bool, ...], Fraction | None] = {}
    for labels in said:
        weighed = [(p, e) for p, e, one in zip(prior, errors, seen, strict=True) if one == labels]
        weight = sum((p for p, _error in weighed), Fraction(0))
        given[labels] = sum((p * e for p, e in weighed), Fraction(0)) / weight if weight else None
    return LearnerErrors(
        predictions=tuple(said[labels] for labels in seen),
        errors=errors,
        total=sum(errors, Fraction(0)),
        expected=sum((p * e for p, e in zip(prior, errors, strict=True)), Fraction(0)),
        given=MappingProxyType(given),
    )


def _probability(name: str, said: Fraction | int) -> Fraction:
    """Return what a learner said as a probability."""
    found = Fraction(said)
    if not 0 <= found <= 1:
        raise InputError(
            "The learner '{name}' must say a probability from 0 to 1; got {value}. Say 0 for negative, 1 for positive.",
            name=shown(name),
            value=shown(said),
        )
    return found


def _training(cells: int, training: Sequence[int]) -> tuple[int, ...]:
    """Return training cells in order."""
    found = tuple(sorted(training))
    if len(set(found)) < len(found) or not set(found) <= set(range(cells)):
        raise InputError(
            "Training cells must be different numbers from 0 to {last}; got {value}. Name each cell once.",
            last=cells - 1,
            value=shown(tuple(training)),
        )
    return found
