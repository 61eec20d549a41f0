"""Headings above the panels of a figure of regression."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from evalcore.figures.layout import Places, heading

HEAD: Final = 20


def headings(
    said: Mapping[str, tuple[str, int]], where: Places, *, at_edge: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return what stands above each panel: its text, and how far above; of some it begins at the figure's edge."""
    found = []
    for name, (text, above) in said.items():
        panel = where.panels[name]
        left = 0.0 if name in at_edge else panel.left
        found.append({**heading(text, left, where.paper(panel.top - above - HEAD // 2)), "font": {"size": 13}})
    return found
