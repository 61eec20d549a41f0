"""The search of a hypothesis space: from the most general down, or from the most specific up."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from evalcore.errors import Message
from evalcore.hypotheses.spaces import Hypothesis, Space
from evalcore.hypotheses.version_space import VersionSpace, generalised, version_space
from evalcore.support.results import Result

Direction = Literal["down", "up"]
Outcome = Literal["kept", "left", "dropped"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("down", "up")


@dataclass(frozen=True)
class Try(Result):
    """A hypothesis that was tried on all examples, and what came of it.

    Parameters
    ----------
    hypothesis : Hypothesis
    outcome : "kept", "left" or "dropped"
        It agrees with all examples; or it does not, and the search goes on from it; or nothing on that side of it can
        agree.
    example : int or None
        Place of the example it was not kept for.
    gone : frozenset of Hypothesis
        What is struck out with it, itself included, and was not before.
    following : tuple of Hypothesis
        Those that are to be tried next for it.
    """

    hypothesis: Hypothesis
    outcome: Outcome
    example: int | None
    gone: frozenset[Hypothesis]
    following: tuple[Hypothesis, ...]

    @property
    def number(self) -> int:
        """The example it was not kept for, counted from 1; 0 for none."""
        return 0 if self.example is None else self.example + 1


@dataclass(frozen=True, eq=False)
class Search(Result):
    """All tries, in their order, and what they left: `found` is the version space, by trying every hypothesis."""

    found: VersionSpace
    direction: Direction
    tries: tuple[Try, ...]

    @property
    def space(self) -> Space:
        """The space that is searched."""
        return self.found.space

    @cached_property
    def kept(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that were kept, in the order in which they were tried."""
        return tuple(one.hypothesis for one in self.tries if one.outcome == "kept")

    @property
    def reason(self) -> Message | None:
        """Why nothing was kept, or None."""
        return self.found.reason


def search(space: Space, examples: Iterable[tuple[Sequence[int], bool]], *, direction: Direction) -> Search:
    """Which hypotheses does a search try one after the other, and what does it drop because of which example?

    Parameters
    ----------
    space : Space
    examples : iterable of (instance, positive)
        Each hypothesis is tried on all of them.
    direction : "down" or "up"
        Top-down, which makes hypotheses more specific, or bottom-up, which makes them more general.

    Returns
    -------
    Search
        What it keeps is the version space, whichever the direction. Never undefined; nothing is kept, with a reason,
        where examples contradict each other or every hypothesis.

    Notes
    -----
    Down: whatever misses a positive example is dropped with all below it, which miss it, too. What only covers a
    negative one is too general: all that are more specific by one step are tried. Up: whatever covers a negative
    example is dropped with all above it. What only misses a positive one is too specific, and the one hypothesis that
    is just general enough to cover that, too, is tried; all others above it miss it. From what agrees the search goes
    on by single steps. Of several examples the first is named.

    References
    ----------
    Zhou (2016), Machine Learning, 1.3; Mitchell (1982), https://doi.org/10.1016/0004-3702(82)90040-6

    Examples
    --------
    >>> found = search(Space.of_shape([2, 2]), [((0, 0), True), ((1, 1), False)], direction="up")
    >>> [(one.hypothesis.values, one.outcome) for one in found.tries]
    [(None, 'left'), ((0, 0), 'kept'), ((0, -1), 'kept'), ((-1, 0), 'kept'), ((-1, -1), 'dropped')]
    """
    found = version_space(space, examples)
    return Search(found, direction, tuple(_tries(_Walk(found, direction))))


class _Walk:
    """Where a search may go from a hypothesis, and which examples speak against it."""

    def __init__(self, found: VersionSpace, direction: Direction) -> None:
        self.space, self.is_down = found.space, direction == "down"
        self.examples = found.examples
        every = self.space.hypotheses
        self.beside: dict[Hypothesis, list[Hypothesis]] = {one: [] for one in every}
        ends = set(every)
        for above, below in self.space.edges:
            one, other = (above, below) if self.is_down else (below, above)
            self.beside[every[one]].append(every[other])
            ends.discard(every[other])
        self.first = [one for one in every if one in ends]

    def against(self, one: Hypothesis, *, positive: bool) -> int | None:
        """Return the first example of this label that a hypothesis gets wrong."""
        wrong = (
            place
            for place, seen in enumerate(self.examples)
            if seen.positive == positive and one.covers(seen.instance) != positive
        )
        return next(wrong, None)

    def is_beyond(self, one: Hypothesis, other: Hypothesis) -> bool:
        """Whether the search comes to a hypothesis through another, or that is the same."""
        return other.is_at_least_as_general_as(one) if self.is_down else one.is_at_least_as_general_as(other)

    def tried(self, one: Hypothesis, left: set[Hypothesis]) -> Try:
        """Return what comes of a hypothesis; `left` are those that nothing speaks against so far."""
        fatal = self.against(one, positive=self.is_down)
        if fatal is not None:
            return Try(one, "dropped", fatal, self._beyond(one, left), ())
        wrong = self.against(one, positive=not self.is_down)
        if wrong is None:
            return Try(one, "kept", None, frozenset(), tuple(self.beside[one]))
        if self.is_down:
            return Try(one, "left", wrong, frozenset({one}), tuple(self.beside[one]))
        return self._widened(one, wrong, left)

    def _widened(self, one: Hypothesis, wrong: int, left: set[Hypothesis]) -> Try:
        """Return what comes of a hypothesis that is too specific: all above it that miss the example go, too."""
        wider = generalised(one, self.examples[wrong].instance)
        beyond = self._beyond(one, left)
        if wider.level > 1 and not self.space.wildcard:
            return Try(one, "dropped", wrong, beyond, ())
        return Try(one, "left", wrong, beyond - self._beyond(wider, left), (wider,))

    def _beyond(self, one: Hypothesis, left: set[Hypothesis]) -> frozenset[Hypothesis]:
        return frozenset(other for other in left if self.is_beyond(other, one))


def _tries(walk: _Walk) -> Iterable[Try]:
    """Try what comes first, and what follows from it; what is gone by then is passed over."""
    left, waiting, known = set(walk.space.hypotheses), deque(walk.first), set(walk.first)
    while waiting:
        one = waiting.popleft()
        if one not in left:
            continue
        found = walk.tried(one, left)
        left -= found.gone
        fresh = [other for other in found.following if other not in known]
        known.update(fresh)
        waiting.extend(fresh)
        yield found
