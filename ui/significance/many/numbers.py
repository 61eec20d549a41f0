"""How a statistic and names of algorithms are written."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ui.shared.numbers import number
from ui.shared.text import _, plain


def statistic(value: float) -> str:
    """Write a statistic, which may be infinite."""
    return "∞" if math.isinf(value) else number(value)


def names(given: Sequence[str]) -> str:
    """Write names in bold, joined as the language joins them, each shown literally."""
    bold = [f"**{plain(name)}**" for name in given]
    if len(bold) < 2:
        return "".join(bold)
    return _("{first} and {last}", first=_(", ").join(bold[:-1]), last=bold[-1])
