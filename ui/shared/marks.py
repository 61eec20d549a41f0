"""What marks a figure, a headline and a file as not of anybody's own rows: an example, a sample, a simulation."""

from __future__ import annotations

from dataclasses import dataclass

from ui.shared.text import _


@dataclass(frozen=True)
class Mark:
    """What the mark says, in a headline the `short` of it; `file` begins the names of files.

    One that is `calm` names what was chosen to be looked at.

    A page's own numbers, which nobody asked for, are marked so that they cannot be taken for the reader's.
    """

    label: str
    short: str
    file: str
    calm: bool = False


def example() -> Mark:
    """Return the mark of numbers that come with a page."""
    return Mark(_("Example"), _("Example"), "example")


def simulated() -> Mark:
    """Return the mark of what a page has drawn at random itself."""
    return Mark(_("Simulation"), _("Simulation"), "simulation", calm=True)


def sample(title: str) -> Mark:
    """Return the mark of a sample that was chosen."""
    return Mark(_("Sample: {name}", name=title), _("Sample"), "sample", calm=True)


def generated() -> Mark:
    """Return the mark of rows that the generator has drawn."""
    return Mark(_("Generated rows"), _("Generated rows"), "generated", calm=True)
