"""Several hypotheses agree with all examples: which does a learner prefer, and what does it say of a new instance?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.hypotheses.spaces import ANY, Hypothesis
from evalcore.hypotheses.version_space import VersionSpace
from evalcore.support.checks import option
from evalcore.support.results import Result
from evalcore.support.text import shown

Bias = Literal["most_specific", "most_general", "majority", "random", "nearest"]
BIASES: Final[tuple[Bias, ...]] = get_args(Bias)

DISAGREE = Message("The hypotheses that this bias prefers do not agree here: it takes a further preference to decide.")
TIED = Message("As many hypotheses say yes as no.")
BY_CHANCE = Message("The hypothesis is drawn from those that remain, so the answer is a matter of chance.")
NEIGHBOURS_DISAGREE = Message("The nearest examples are equally far and have different labels.")
NO_EXAMPLE = Message("There is no example yet.")


@dataclass(frozen=True, kw_only=True)
class Answer(Result):
    """What a learner with one bias says of an instance.

    Parameters
    ----------
    bias : str
    positive : bool or None
        None where the bias does not decide, then `reason` says why.
    share : Fraction or None
        Share of those asked, hypotheses or nearest examples, that say yes; None where there are none.
    preferred : tuple of Hypothesis
        The hypotheses that were asked; none for the nearest example, which has no hypothesis.
    nearest : tuple of int
        Numbers of the examples that were asked, from 1, where the nearest are.
    reason : Message or None
    """

    bias: Bias
    positive: bool | None
    share: Fraction | None
    preferred: tuple[Hypothesis, ...]
    reason: Message | None
    nearest: tuple[int, ...] = ()


def answer(
    found: VersionSpace,
    instance: Sequence[int],
    bias: Bias,
    *,
    prefer: Sequence[int] = (),
    rng: np.random.Generator | None = None,
) -> Answer:
    """What does a learner with this inductive bias say of a new instance?

    Parameters
    ----------
    found : VersionSpace
    instance : sequence of int
        The place of a value of each attribute.
    bias : str
        "most_specific" and "most_general" ask the hypotheses at that end of the version space, "majority" all that
        remain, "random" one drawn from these, "nearest" the examples that share most values with the instance.
    prefer : sequence of int, optional
        Attributes, most trusted first: of several hypotheses at one end, those count that name a value of the first
        attribute, and of these those that name one of the second, as long as there are any.
    rng : numpy.random.Generator, optional
        Draws the hypothesis that "random" asks. Without it the answer is open, and `share` is the chance of a yes.

    Returns
    -------
    Answer
        *Undefined when* nothing remains, or those asked disagree: `positive` is None with the reason.

    References
    ----------
    Zhou (2016), Machine Learning, 1.4

    Examples
    --------
    >>> from evalcore.hypotheses import MELON_EXAMPLES, MELONS, NEW_MELON, version_space
    >>> found = version_space(MELONS, MELON_EXAMPLES)
    >>> [answer(found, NEW_MELON, "most_general", prefer=[attribute]).positive for attribute in (1, 2)]
    [True, False]
    """
    option(bias, "bias", BIASES)
    seen = found.space.check(instance)
    if bias == "nearest":
        return _nearest(found, seen)
    asked = _preferred(found, bias, _trusted(found, prefer))
    if not asked:
        return Answer(bias=bias, positive=None, share=None, preferred=(), reason=found.reason)
    if bias == "random" and rng is not None:
        asked = (asked[int(rng.integers(len(asked)))],)
    share = Fraction(sum(one.covers(seen) for one in asked), len(asked))
    positive: bool | None
    if bias == "majority":
        positive, reason = (None, TIED) if share == Fraction(1, 2) else (share > Fraction(1, 2), None)
    else:
        disagree = BY_CHANCE if bias == "random" else DISAGREE
        positive, reason = (bool(share), None) if share in {0, 1} else (None, disagree)
    return Answer(bias=bias, positive=positive, share=share, preferred=asked, reason=reason)


def _trusted(found: VersionSpace, prefer: Sequence[int]) -> tuple[int, ...]:
    """Return attributes by number, checked."""
    for place in prefer:
        if place not in range(len(found.space.shape)):
            raise InputError(
                "A preferred attribute must be a number from 0 to {last}; got {value}. Count the attributes from 0.",
                last=len(found.space.shape) - 1,
                value=shown(place),
            )
    return tuple(prefer)


def _preferred(found: VersionSpace, bias: Bias, prefer: Sequence[int]) -> tuple[Hypothesis, ...]:
    """Return the remaining hypotheses that a bias asks, in the order of the space."""
    if bias in {"majority", "random"}:
        return found.remaining
    ends = found.boundaries
    wanted = set(ends.general if bias == "most_general" else ends.specific)
    for place in prefer:
        named = {one for one in wanted if one.values is not None and one.values[place] != ANY}
        wanted = named or wanted
    return tuple(one for one in found.remaining if one in wanted)


def _nearest(found: VersionSpace, seen: Sequence[int]) -> Answer:
    """Return the label of the examples that differ from an instance in the fewest values."""
    if not found.examples:
        return Answer(bias="nearest", positive=None, share=None, preferred=(), reason=NO_EXAMPLE)
    far = [sum(a != b for a, b in zip(one.instance, seen, strict=True)) for one in found.examples]
    nearest = tuple(number for number, steps in enumerate(far, start=1) if steps == min(far))
    labels = [found.examples[number - 1].positive for number in nearest]
    share = Fraction(sum(labels), len(labels))
    agree = share in {0, 1}
    reason = None if agree else NEIGHBOURS_DISAGREE
    positive = labels[0] if agree else None
    return Answer(bias="nearest", positive=positive, share=share, preferred=(), reason=reason, nearest=nearest)
