"""The lattice searched from the top or from the bottom, try by try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from evalcore.hypotheses import Direction, Hypothesis, Search, Try, search
from evalcore.hypotheses.spaces import Space
from evalcore.views.hypotheses.lattice import MOST_LINES, lines_between, places_of

# A longer search has several tries a step.
MOST_STEPS: Final = 24
# The number of the last step of the longest search, behind the tries.
LAST: Final = MOST_STEPS + 1


@dataclass(frozen=True)
class SearchStep:
    """What is known after some tries; hypotheses by their place in the space.

    Parameters
    ----------
    tries : tuple of Try
        Those of this step: none at the start and at the end, and several where the search is long.
    tried : int
        How many there were by now.
    kept, open, gone, struck : tuple of int
        Those that agree with all examples, those not decided yet, those struck out, and of these the ones struck out
        by this step.
    general, specific : tuple of int
        The ends of the version space, at the end of the search.
    lines : tuple of (int, int)
        Lines of the lattice between two that are kept.
    """

    tries: tuple[Try, ...]
    tried: int
    kept: tuple[int, ...]
    open: tuple[int, ...]
    gone: tuple[int, ...]
    struck: tuple[int, ...]
    general: tuple[int, ...]
    specific: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]

    @property
    def last(self) -> Try | None:
        """What was tried last in this step."""
        return self.tries[-1] if self.tries else None


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchView:
    """What the figure of a search shows: places and lines as in `LatticeView`, a step for every try."""

    found: Search
    x: tuple[float, ...]
    y: tuple[float, ...]
    lines: tuple[tuple[int, int], ...]
    steps: tuple[SearchStep, ...]
    active: int

    @property
    def space(self) -> Space:
        """The space that is searched."""
        return self.found.space

    @property
    def step(self) -> SearchStep:
        """What is known now."""
        return self.steps[self.active]

    @property
    def following(self) -> int:
        """The next step; from the last one it begins anew."""
        return 0 if self.active + 1 == len(self.steps) else self.active + 1

    def place(self, one: Hypothesis) -> int:
        """Return the place of a hypothesis."""
        return self.space.hypotheses.index(one)

    def of(self, places: Sequence[int]) -> list[Hypothesis]:
        """Return hypotheses by their places."""
        return [self.space.hypotheses[place] for place in places]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a try: values by number (-1 is any), what came of it, for which example, how many it strikes."""
        rows = [
            {
                **{f"attribute_{k + 1}": value for k, value in enumerate(one.hypothesis.values or ())},
                "empty": one.hypothesis.is_empty,
                "outcome": one.outcome,
                "example": one.number or None,
                "struck_out": len(one.gone),
            }
            for one in self.found.tries
        ]
        return pd.DataFrame(rows).convert_dtypes()


def search_view(
    space: Space, examples: Sequence[tuple[Sequence[int], bool]], *, direction: Direction, step: int
) -> SearchView:
    """What does the figure of a search show after so many of its steps?

    Parameters
    ----------
    space : Space
        For which `is_drawn` holds.
    examples : sequence of (instance, positive)
    direction : "down" or "up"
    step : int >= 0
        More than there are counts as the last, which shows the version space and its ends.
    """
    found = search(space, examples, direction=direction)
    a_step = max(1, -(-len(found.tries) // MOST_STEPS))
    stops = [*range(0, len(found.tries), a_step), len(found.tries)]
    steps = [_step(found, stops[max(k - 1, 0)], stop) for k, stop in enumerate(stops)]
    steps.append(_end(found))
    x, y = places_of(space)
    return SearchView(
        found=found,
        x=x,
        y=y,
        lines=space.edges if len(space.edges) <= MOST_LINES else (),
        steps=tuple(steps),
        active=min(max(step, 0), len(steps) - 1),
    )


def _step(found: Search, first: int, stop: int) -> SearchStep:
    """Return what is known after so many tries, of which those from the first on are new."""
    place = {one: k for k, one in enumerate(found.space.hypotheses)}
    so_far, new = found.tries[:stop], found.tries[first:stop]
    kept = {place[one.hypothesis] for one in so_far if one.outcome == "kept"}
    gone = {place[one] for step in so_far for one in step.gone}
    return SearchStep(
        tries=new,
        tried=stop,
        kept=tuple(sorted(kept)),
        open=tuple(k for k in place.values() if k not in kept and k not in gone),
        gone=tuple(sorted(gone)),
        struck=tuple(sorted(place[one] for step in new for one in step.gone)),
        general=(),
        specific=(),
        # Where the whole lattice has too many, these alone would be most of what a page is sent.
        lines=lines_between(found.space.edges, kept) if len(found.space.edges) <= MOST_LINES else (),
    )


def _end(found: Search) -> SearchStep:
    """Return what the search has come to: the version space between its ends."""
    last, ends = _step(found, len(found.tries), len(found.tries)), found.found.boundaries
    every = found.space.hypotheses
    general, specific = (
        tuple(k for k, one in enumerate(every) if one in members) for members in (ends.general, ends.specific)
    )
    return SearchStep(**{**vars(last), "general": general, "specific": specific})
