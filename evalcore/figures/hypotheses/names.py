"""Hypotheses, instances and labels as a figure writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evalcore.hypotheses.spaces import ANY, Hypothesis, Instance

STAR, NOTHING = "∗", "∅"


@dataclass(frozen=True)
class SpaceNames:
    """What attributes and their values are called, in the language of the reader, and whether they are of melons.

    >>> names = SpaceNames(("root", "sound"), (("curled", "stiff"), ("dull", "crisp")))
    >>> names.hypothesis(Hypothesis((0, ANY))), names.instance((1, 0)), names.hypothesis(Hypothesis(None))
    ('(curled, ∗)', 'stiff, dull', '∅')
    """

    attributes: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    is_melon: bool = False

    def hypothesis(self, one: Hypothesis) -> str:
        """Write a hypothesis: its values, a star where any will do."""
        if one.values is None:
            return NOTHING
        return f"({', '.join(self.value(k, value) for k, value in enumerate(one.values))})"

    def hypotheses(self, some: Sequence[Hypothesis]) -> str:
        """Write hypotheses one after the other."""
        return ", ".join(map(self.hypothesis, some))

    def instance(self, one: Instance) -> str:
        """Write an instance."""
        return self.part(one, range(len(one)))

    def part(self, one: Instance, attributes: Sequence[int]) -> str:
        """Write what an instance has of some attributes."""
        return ", ".join(self.value(k, one[k]) for k in attributes)

    def value(self, attribute: int, value: int) -> str:
        """Write the value of an attribute."""
        return STAR if value == ANY else self.values[attribute][value]
