"""What changed since the file before, on the page of the matrix: rows, scores, readings and the decision."""

import re

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import threshold_counts
from evalcore.decisions import Wish, fulfil, since
from evalcore.metrics import METRICS
from tests.pages.test_both_sides import two_files
from tests.pages.test_data import open_page, upload
from tests.pages.test_links import open_link, well
from ui.frame import tabs
from ui.shared.numbers import count, interval, number

TITLE = "Since the file before"


@pytest.fixture(autouse=True)
def every_tab_open(monkeypatch):
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)


def week(seed, *, n=500, p=0.3, moved=0.0, **more):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < p
    return pd.DataFrame({"y": y.astype(int), "score": rng.normal(size=n) + 1.5 * y + moved, **more})


def counts(frame):
    return threshold_counts(frame["y"] == 1, frame["score"])


def opened(first, second):
    at = two_files(second, first)
    at.session_state["chosen_on"] = ""
    return well(at.run())


def texts(at):
    return [one.value.replace("\\", "") for one in (*at.markdown, *at.caption)]


def table(at):
    return next(one.value for one in at.dataframe if "january.csv" in one.value.columns)


def test_without_a_file_before_nothing_is_compared():
    at = open_link("confusion_matrix", sample="melon-20")
    assert TITLE not in [one.value for one in at.header]


def test_rows_readings_and_scores_are_compared():
    first, second = week(0), week(1, n=700, p=0.5, moved=0.6)
    at = opened(first, second)
    assert TITLE in [one.value for one in at.header]
    t = float(at.number_input(key="t").value)
    found = since(counts(first), counts(second), t)
    shown = table(at).set_index("metric")[["january.csv", "february.csv", "difference"]]
    assert list(shown.loc["rows"]) == ["500", "700", "200"]
    assert list(shown.loc["positives"])[:2] == [count(int(one["y"].sum())) for one in (first, second)]
    for before, now, apart in found.numbers:
        if apart.name in ("recall", "prevalence"):
            written = [f"{number(one.value)} {interval(one.low, one.high)}" for one in (before, now, apart)]
            assert list(shown.loc[str(METRICS[apart.name].title)]) == written
    said = next(one for one in texts(at) if one.startswith("Since january.csv, at the same t"))
    assert "beyond chance" in said
    assert "scores of negatives **higher**" in said
    assert any("leave recall, the false positive rate and AUC where they are" in one for one in texts(at))
    moved = next(one.value for one in at.dataframe if "a row of now scores higher" in one.value.columns)
    positives = found.shifts[0]
    ends = interval(positives.low, positives.high)
    assert moved["a row of now scores higher"].iloc[0] == f"{number(positives.value)} {ends}"
    assert [found.shifts[1].pvalue < 0.001, moved["p"].iloc[1]] == [True, "< 0.001"]
    assert any("would be found as often" in one and number(found.detectable_prevalence) in one for one in texts(at))


def test_where_nothing_has_changed_nothing_is_said_to_have():
    at = opened(week(2, n=300), week(8, n=300))
    (said,) = [one for one in texts(at) if one.startswith("Since january.csv, at the same t")]
    assert "nothing differs by more than chance" in said
    assert not any("where they are" in one for one in texts(at))


def test_the_decision_of_the_file_before_is_held_against_this_one():
    first, second = week(0), week(1, moved=-1.0)
    at = two_files(second, first)
    well(at.button(key="take_wish").click().run())
    wish = Wish("precision", at_least={"recall": 0.9})
    here, there = fulfil(counts(first), wish), fulfil(counts(second), wish)
    # In as few digits as decide the same on both files.
    assert (at.session_state["t"], round(here.threshold, 5)) == (0.135, 0.13512)
    assert [one.index_of(0.135) for one in (counts(first), counts(second))] == [
        one.index_of(here.threshold) for one in (counts(first), counts(second))
    ]
    said = texts(at)
    (both,) = [one for one in said if one.startswith("The same wish")]
    values = [float(one.replace("−", "-")) for one in re.findall(r"t = (−?[\d.]+\d)", both)]
    assert values == pytest.approx([here.threshold, there.threshold], abs=5e-3)
    assert any(one.startswith("The decision of january.csv, on these rows: recall is") for one in said)


def test_files_of_the_same_cases_have_no_intervals():
    first = week(0, case=np.arange(500))
    at = opened(first, first.assign(score=first["score"] + 0.1))
    assert any("differences without intervals" in one for one in texts(at))
    assert any("serve both sides" in one for one in texts(at))


def test_the_page_of_the_data_leads_there():
    at = open_page()
    for name, seed in (("january.csv", 0), ("february.csv", 1)):
        at = upload(at, name, week(seed).to_csv(index=False).encode())
    (button,) = [one for one in at.button if one.key == "see_since"]
    assert "january" in button.label
    well(button.click().run())
    assert at.session_state["tab"] == "compare"


def test_a_class_that_is_gone_is_said():
    at = opened(week(0), week(1).assign(y=0))
    assert not at.exception
