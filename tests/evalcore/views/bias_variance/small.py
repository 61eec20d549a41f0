"""The families of learners, with few small forests: what holds of them holds of large ones."""

from dataclasses import replace

from evalcore.bias_variance import Bagging, Boosting, Forest
from evalcore.views.bias_variance import families

_FORESTS = replace(families.FAMILIES["forest"], make=lambda _n: tuple(Forest(depth, trees=1) for depth in (1, 4, 10)))
_BOOSTED = replace(families.FAMILIES["boosting"], make=lambda _n: tuple(Boosting(rounds) for rounds in (1, 5, 20)))
_BAGGED = replace(families.FAMILIES["bagging"], make=lambda _n: tuple(Bagging(trees) for trees in (1, 3, 10)))
FAMILIES = {**families.FAMILIES, "forest": _FORESTS, "boosting": _BOOSTED, "bagging": _BAGGED}
