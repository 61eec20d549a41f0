"""By what a threshold was chosen, as an address says it."""

import pytest

from evalcore.costs import CostMatrix, Criterion
from ui.live.chosen_here import AMOUNTS, RANGE, Wish

WISHES = {
    "f1": Wish(Criterion("f1")),
    "youden_j": Wish(Criterion("youden_j")),
    "precision~recall~0.9": Wish(Criterion("precision", held="recall", at_least=0.9)),
    "cost~5~1~0~0": Wish(Criterion(costs=CostMatrix(5, 1))),
    "cost~5~1~-2~0.5~0.01": Wish(Criterion(costs=CostMatrix(5, 1, -2, 0.5), prevalence=0.01)),
    "cost~5~1~0~0~0": Wish(Criterion(costs=CostMatrix(5, 1), prevalence=0.0)),
    "range~0.42": Wish(kind=RANGE, threshold=0.42),
    "amounts~-1e-07": Wish(kind=AMOUNTS, threshold=-1e-7),
}


@pytest.mark.parametrize(("text", "wish"), WISHES.items())
def test_a_wish_is_read_as_it_is_written(text, wish):
    assert wish.write() == text
    assert Wish.read(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        *("", "f2", "~", "f1~recall", "f1~recall~x", "f1~nothing~1", "f1~recall~nan", "f1~recall~1~2"),
        *("cost", "cost~5", "cost~5~1~0", "cost~5~1~0~0~0.1~2", "cost~5~1~0~0~1.5", "cost~5~1~0~0~-1"),
        *("cost~1~1~2~0", "cost~x~1~0~0", "range", "range~inf", "range~1~2"),
    ],
)
def test_what_is_none_is_not_read(text):
    assert Wish.read(text) is None
