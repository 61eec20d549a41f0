"""By what a threshold was chosen, as an address says it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.costs import CostMatrix
from evalcore.decisions import Wish
from ui.live.chosen_by import AMOUNTS, RANGE, By

WRITTEN = {
    "f1": By(Wish("f1")),
    "youden_j": By(Wish("youden_j")),
    "precision~recall>=0.9": By(Wish("precision", at_least={"recall": 0.9})),
    "recall~alerts<=50~day=1000": By(Wish("recall", alerts=50, rows_a_day=1000)),
    "cost~fn=5~fp=1~tp=0~tn=0": By(Wish("cost", costs=CostMatrix(5, 1))),
    "range~0.42": By(kind=RANGE, threshold=0.42),
    "amounts~-1e-07": By(kind=AMOUNTS, threshold=-1e-7),
}
FORMER = {
    "precision~recall~0.9": By(Wish("precision", at_least={"recall": 0.9})),
    "cost~5~1~0~0": By(Wish("cost", costs=CostMatrix(5, 1))),
    "cost~5~1~-2~0.5~0.01": By(Wish("cost", costs=CostMatrix(5, 1, -2, 0.5), prevalence=0.01)),
    "cost~5~1~0~0~0": By(Wish("cost", costs=CostMatrix(5, 1), prevalence=0.0)),
}


@pytest.mark.parametrize(("text", "by"), WRITTEN.items())
def test_it_is_read_as_it_is_written(text, by):
    assert by.write() == text
    assert By.read(text) == by


@pytest.mark.parametrize(("text", "by"), FORMER.items())
def test_a_former_link_is_read(text, by):
    assert By.read(text) == by
    assert By.read(by.write()) == by


@pytest.mark.parametrize(
    "text",
    [
        *("", "f2", "~", "f1~recall", "f1~recall~x", "f1~nothing~1", "f1~recall~nan", "f1~recall~1~2"),
        *("cost", "cost~5", "cost~5~1~0", "cost~5~1~0~0~0.1~2", "cost~5~1~0~0~1.5", "cost~5~1~0~0~-1"),
        *("cost~1~1~2~0", "cost~x~1~0~0", "range", "range~inf", "range~1~2"),
    ],
)
def test_what_is_none_is_not_read(text):
    assert By.read(text) is None


@given(st.text() | st.text(alphabet="costprecin~<>=.0123456789e-+_ <script>'\"", max_size=40))
def test_a_stranger_s_text_is_read_as_it_is_written_or_not_at_all(text):
    found = By.read(text)
    assert found is None or By.read(found.write()) == found
