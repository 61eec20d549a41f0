"""Learners of a family: which part of the error is the largest, which learner is nearest, whether some are missing."""

import math
from dataclasses import dataclass

import pytest

from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.members import FamilyView, Member


@dataclass(frozen=True, eq=False, kw_only=True)
class Made(Member):
    """A learner with given parts."""

    parts: tuple[float, float, float] = (0.2, 0.1, 0.1)

    @property
    def _parts(self):
        return dict(zip(("bias", "variance", "noise"), self.parts, strict=True))

    @property
    def _error(self):
        return sum(self.parts)


@pytest.mark.parametrize(
    ("parts", "dominant", "share"),
    [
        ((0.2, 0.1, 0.1), "bias", 0.5),
        ((0.1, 0.3, 0.1), "variance", 0.6),
        ((0.2, 0.1, 0.2), "bias", 0.4),
        ((0.0, 0.0, 0.1), "noise", 1.0),
        ((0.0, 0.0, 0.0), "none", math.nan),
    ],
)
def test_the_largest_part(parts, dominant, share):
    made = Made(at=1.0, setting=1.0, shown="d = 1", parts=parts)
    assert made.dominant == dominant
    assert made.share == pytest.approx(share, nan_ok=True)


def test_the_nearest_learner_and_missing_ones():
    steps = tuple(Made(at=-math.log10(k), setting=k, shown=f"k = {k}") for k in (25, 10, 1))
    view = FamilyView(family=FAMILIES["neighbours"], steps=steps, best=0, n_sets=5, n=25, n_learners=4)
    assert [view.nearest(k) for k in (200, 12, 1)] == [0, 1, 2]
    assert view.is_partial
