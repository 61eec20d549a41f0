"""What the figures of model learning are drawn of."""

from dataclasses import replace
from functools import cache

from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.hypotheses import MELON_EXAMPLES, MELONS, NEW_MELON, Space
from evalcore.views.hypotheses.lattice import lattice_view
from evalcore.views.hypotheses.lunch import lunch_view
from evalcore.views.hypotheses.occam import occam_view
from evalcore.views.hypotheses.votes import votes_view

NAMES = SpaceNames(
    ("colour", "root", "sound"),
    (("green", "black", "pale"), ("curled", "slightly curled", "stiff"), ("muffled", "dull", "crisp")),
)
LARGE = Space.of_shape([4, 4, 4, 4])
LARGE_NAMES = SpaceNames(tuple("1234"), (tuple("abcd"),) * 4)


@cache
def lattice(seen=4, examples=MELON_EXAMPLES, new=None):
    return lattice_view(MELONS, examples, seen=seen, new=new)


@cache
def lattice_of_cells(seen=1):
    return lattice_view(replace(MELONS, wildcard=False), MELON_EXAMPLES, seen=seen)


@cache
def large_lattice():
    return lattice_view(LARGE, [((0, 0, 0, k % 2), True) for k in range(12)], seen=1)


@cache
def votes(seen=4, examples=MELON_EXAMPLES):
    return votes_view(MELONS, examples, NEW_MELON, seen=seen)


@cache
def occam(wiggle=0.8, truth=0.25, swings=2):
    return occam_view(wiggle=wiggle, truth=truth, swings=swings)


@cache
def lunch(cells=3, training=(0,), tilt=0.3):
    return lunch_view(cells, training, "nearest", "opposite", tilt=tilt)
