"""The melons of the lecture: four that were opened, and one that was not."""

from __future__ import annotations

from typing import Final

from evalcore.errors import Message
from evalcore.hypotheses.spaces import Attribute, Instance, Space

# Book, table 1.1 and the first page of 1.3; the values of each attribute as there.
MELONS: Final = Space(
    (
        Attribute(Message("colour"), (Message("green"), Message("black"), Message("pale"))),
        Attribute(Message("root"), (Message("curled"), Message("slightly curled"), Message("stiff"))),
        Attribute(Message("sound"), (Message("muffled"), Message("dull"), Message("crisp"))),
    )
)
GOOD: Final = Message("a good melon")
MELON_EXAMPLES: Final[tuple[tuple[Instance, bool], ...]] = (
    ((0, 0, 0), True),
    ((1, 0, 0), True),
    ((0, 2, 2), False),
    ((1, 1, 1), False),
)
# Green, curled, dull: the hypotheses that remain do not agree about it (book 1.4).
NEW_MELON: Final[Instance] = (0, 0, 1)

# The lecture's smaller table, of 3, 2 and 2 values; its two bad melons are stiff and crisp.
FEWER_MELONS: Final = Space(
    tuple(
        Attribute(one.name, values)
        for one, values in zip(
            MELONS.attributes,
            (MELONS.attributes[0].values, MELONS.attributes[1].values[::2], MELONS.attributes[2].values[::2]),
            strict=True,
        )
    )
)
FEWER_EXAMPLES: Final[tuple[tuple[Instance, bool], ...]] = (
    ((0, 0, 0), True),
    ((1, 0, 0), True),
    ((0, 1, 1), False),
    ((1, 1, 1), False),
)
