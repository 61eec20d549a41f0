"""The families of learners, with few small forests: what holds of them holds of large ones."""

from dataclasses import replace

from evalcore.bias_variance import Forest
from evalcore.views.bias_variance import families

_FORESTS = replace(families.FAMILIES["forest"], make=lambda _n: tuple(Forest(depth, trees=1) for depth in (1, 4, 10)))
FAMILIES = {**families.FAMILIES, "forest": _FORESTS}
