"""A wish: as a value, as a text for an address, read back from whatever a stranger wrote, and in words."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.costs import CostMatrix
from evalcore.decisions import Wish
from evalcore.decisions.wish import LONGEST, SAME_AT_ALL
from evalcore.errors import InputError
from evalcore.metrics import METRICS

NAMES = st.sampled_from([name for name in METRICS if name not in SAME_AT_ALL])
FINITE = st.floats(allow_nan=False, allow_infinity=False)
BOUNDS = st.dictionaries(NAMES, FINITE, max_size=3)
ALERTS = st.none() | st.integers(0, 10**12) | st.floats(0, 1)
COSTS = st.builds(CostMatrix, st.floats(0, 1e6), st.floats(0, 1e6))


@st.composite
def wishes(draw):
    held = {"at_least": draw(BOUNDS), "at_most": draw(BOUNDS), "alerts": draw(ALERTS)}
    kind = draw(st.sampled_from(["metric", "cost", "alerts"]))
    if kind == "cost":
        return Wish("cost", **held, costs=draw(COSTS), prevalence=draw(st.none() | st.floats(0, 1)))
    if kind == "alerts":
        day = draw(st.none() | st.integers(1, 10**9))
        return Wish(**held | {"alerts": draw(st.integers(0, 99))}, rows_a_day=day)
    return Wish(draw(NAMES), **held, beta=draw(st.floats(0, 99)))


@given(wishes())
def test_what_is_written_is_read_back(wish):
    text = wish.write()
    assert len(text) > LONGEST or Wish.read(text) == wish
    assert str(wish.message)
    assert hash(wish) == hash(Wish.read(text) or wish)


@given(st.text() | st.text(alphabet="precisonal~<>=.0123456789e-+_ ٣", max_size=40))
def test_a_stranger_s_text_is_a_wish_or_none(text):
    found = Wish.read(text)
    assert found is None or Wish.read(found.write()) == found


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("precision~recall>=0.9", Wish("precision", at_least={"recall": 0.9})),
        ("alerts<=50", Wish(alerts=50)),
        ("alerts<=0.05", Wish(alerts=0.05)),
        ("alerts<=1.0", Wish(alerts=1.0)),
        ("alerts<=50~day=1000", Wish(alerts=50, rows_a_day=1000)),
        ("f_beta~beta=2~fpr<=0.1~alerts<=7", Wish("f_beta", beta=2.0, at_most={"fpr": 0.1}, alerts=7)),
        ("cost~fn=5~fp=1", Wish("cost", costs=CostMatrix(5, 1))),
        ("cost~fn=5~fp=1~tp=-2~tn=0~p=0.25", Wish("cost", costs=CostMatrix(5, 1, -2), prevalence=0.25)),
    ],
)
def test_an_address_says_it(text, wish):
    assert Wish.read(text) == wish


@pytest.mark.parametrize(
    "text",
    [
        *("", "~", "nothing", "recall>=0.9", "precision~", "precision~recall", "precision~recall>0.9", "precision~=1"),
        *("precision~recall>=nan", "precision~recall>=inf", "precision~recall>=1e999", "precision~recall>=٠.٩"),
        *("precision~recall>=0.9~recall>=0.8", "alerts<=-1", "alerts<=1.5", "alerts>=50", "alerts<=1~alerts<=2"),
        *("cost", "cost~fn=5", "cost~fn=5~fp=1~fp=2", "cost~fn=-1~fp=1", "cost~fn=5~fp=1~p=2", "f1~fn=1~fp=1"),
        *("prevalence", "f1~prevalence>=0.1", "f1~beta=-1", "f1~__class__>=1", "f1~alerts<=5~p=", "f1~beta=1~beta=1"),
        *("f1~day=1000", "alerts<=0.5~day=1000", "alerts<=5~day=0", "alerts<=5~day=1.5", "alerts<=5~day>=9"),
        "f1~" + "~".join(f"recall>=0.{i}" for i in range(100)),
    ],
)
def test_what_does_not_fit_is_none(text):
    assert Wish.read(text) is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "A wish must say what is to be best, or how many rows may be predicted positive; got neither."),
        ({"at_least": {"recall": 0.9}}, "got neither"),
        ({"best": "roc"}, "The metric must be one of error_rate, .* got 'roc'"),
        ({"best": "prevalence"}, "must depend on the threshold; got 'prevalence', which is the same at all"),
        ({"best": "cost"}, "Costs must be given where the cost is to be lowest, and only there"),
        ({"best": "f1", "costs": CostMatrix(5, 1)}, "and only there"),
        ({"best": "f1", "at_least": {"recall": math.nan}}, "at_least must give each metric a finite number; got nan"),
        ({"best": "f1", "at_most": {"fpr": "x"}}, "at_most must give each metric a finite number; got x for fpr"),
        ({"best": "f1", "at_most": [("fpr", 1), ("fpr", 0)]}, "at_most must name each metric once"),
        ({"alerts": True}, "alerts must be a whole number of rows or a share from 0.0 to 1.0; got True"),
        ({"alerts": -1}, "got -1"),
        ({"alerts": 1.5}, "got 1.5"),
        ({"alerts": "many"}, "got many"),
        ({"alerts": 0.5, "rows_a_day": 9}, "rows_a_day must be a whole number of rows, at least 1, .* got 9"),
        ({"best": "f1", "rows_a_day": 9}, "beside a number of alerts; got 9"),
        ({"alerts": 5, "rows_a_day": 0}, "got 0"),
        ({"alerts": 5, "rows_a_day": 2.0}, "got 2.0"),
        ({"best": "f1", "beta": math.inf}, "beta must be a number >= 0"),
        ({"best": "cost", "costs": CostMatrix(5, 1), "prevalence": 2}, "prevalence must be a number from 0 to 1"),
    ],
)
def test_what_is_no_wish_is_refused(options, said):
    with pytest.raises(InputError, match=said):
        Wish(**options)


def test_one_row_is_not_all_rows():
    assert Wish(alerts=1) != Wish(alerts=1.0)
    assert Wish("f1", at_least={"recall": 0.5, "precision": 0.5}) == Wish(
        "f1", at_least={"precision": 0.5, "recall": 0.5}
    )


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish("precision", at_least={"recall": 0.9}), "precision is best while recall is at least 0.9"),
        (Wish("fpr", at_least={"recall": 0.9}), "false positive rate is lowest while recall is at least 0.9"),
        (Wish("f1"), "F1 is best"),
        (Wish("f_beta", beta=2.0), "F-beta is best (beta = 2)"),
        (
            Wish("cost", costs=CostMatrix(5, 1), at_most={"fpr": 0.1}, alerts=0.25),
            "the cost is lowest with a missed positive at 5 and a false alarm at 1 while false positive rate is at "
            "most 0.1 and at most a share of 0.25 of the rows is predicted positive",
        ),
        (
            Wish("recall", alerts=50, rows_a_day=1000),
            "recall is best while at most 50 of 1000 rows a day are predicted positive",
        ),
        (
            Wish(alerts=50, rows_a_day=1000),
            "as many rows as may be are predicted positive, at most 50 of 1000 a day",
        ),
        (Wish(alerts=50), "as many rows as may be are predicted positive, at most 50"),
        (
            Wish(alerts=0.1, at_least={"precision": 0.5}),
            "as many rows as may be are predicted positive, at most a share of 0.1 and precision is at least 0.5",
        ),
    ],
)
def test_in_words(wish, said):
    assert str(wish.message) == said


@pytest.mark.parametrize(
    ("wish", "about"),
    [
        (Wish("precision", at_least={"recall": 0.9}), ("precision", "recall")),
        (Wish("f1", at_least={"f1": 0.5}, alerts=50), ("f1", "queue_rate")),
        (Wish("cost", costs=CostMatrix(5, 1), at_most={"fpr": 0.1}), ("fpr",)),
        (Wish(alerts=50), ("queue_rate",)),
    ],
)
def test_which_metrics_it_is_about(wish, about):
    assert wish.metrics == about
