"""A source of this server, from choosing to numbers: they are those of the same rows in memory."""

import json
import re
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import roc_curve
from evalcore.decisions import Wish, fulfil
from evalcore.engine import watch
from evalcore.engine.tally import Table
from evalcore.metrics import readings_by_case
from evalcore.significance import delong_test, disagreement
from tests.pages.significance_page import PAGES, cells, texts, well
from tests.pages.test_data import upload
from tests.ui.session.sessions import Session
from ui.data import settings
from ui.session import files, from_source, loaded, rows_near, source_compared, sourced, sources
from ui.session.exact import BEST, COUNT
from ui.session.question import Asked
from ui.shared.numbers import interval

HOSTILE = 'a";drop table t;--'
N = 5_000


def rows(n=N):
    rng = np.random.default_rng(7)
    y = rng.random(n) < 0.2
    made = pd.DataFrame({"y": np.where(y, "fraud", "fine")})
    for name, shift in (("a", 2.0), (HOSTILE, 1.2)):
        made[name] = 1 / (1 + np.exp(-(rng.normal(size=n) + shift * y - 1)))
    made["country"] = rng.choice(["DE", "FR"], n)
    made["amount"] = rng.integers(1, 1000, n)
    made.loc[:9, "a"] = np.nan
    return made.assign(secret="s")


@pytest.fixture(scope="module")
def table():
    return rows()


@pytest.fixture(autouse=True)
def named(tmp_path, table, monkeypatch):
    """Name a source of these rows, as whoever runs the server does."""
    table.to_parquet(tmp_path / "claims.parquet")
    columns = json.dumps(["y", "a", HOSTILE, "country", "amount"])
    file = tmp_path / "sources.toml"
    file.write_text(f'[sources.claims]\ntitle = "Claims"\npath = "claims.parquet"\ncolumns = {columns}\n', "utf-8")
    monkeypatch.setenv(sources.VARIABLE, str(file))
    monkeypatch.setattr(sourced, "PATIENCE", 60.0)
    return file


def page(name="data", **chosen):
    at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def ended(at, job=from_source.JOB):
    """Return the page once the question has its answer."""
    if job._key in at.session_state:  # else it was answered at once
        assert at.session_state[job._key].wait(60)
    return well(at.run())


def counted(**chosen):
    """Return the page that has loaded both models, chosen as a visitor does."""
    at = page(**{"src_scores_claims": ["a", HOSTILE], **chosen})
    return ended(at.button(key="src_go").click().run())


def shown(at, name, **chosen):
    return page(name, loaded=at.session_state["loaded"], **chosen)


def known(table):
    return table[table["a"].notna()]


def counts_of(table, model="a"):
    return threshold_counts(known(table)["y"] == "fraud", known(table)[model])


def test_without_an_operators_file_nothing_is_seen_of_it(monkeypatch, tmp_path):
    monkeypatch.delenv(sources.VARIABLE)
    monkeypatch.setattr(sources, "USUAL", tmp_path / "none.toml")
    at = page()
    assert not any("source" in tab.label.lower() for tab in at.tabs)
    assert not [box for box in at.selectbox if str(box.key).startswith("src")]


def test_only_columns_that_are_named_can_be_chosen():
    at = page()
    offered = {box.key: box.options for box in at.selectbox}
    assert offered["src_truth_claims"] == ["y", "a", HOSTILE, "country", "amount"]
    assert not any("secret" in options for options in offered.values())
    assert at.multiselect(key="src_scores_claims").options == ["a", HOSTILE, "amount"]
    assert (at.selectbox(key="src_truth_claims").value, at.selectbox(key="src_positive_claims_y").value) == (
        "y",
        "fraud",
    )


def test_what_is_chosen_just_before_the_click_counts():
    # Both changes come to the server in one run: what was chosen a run before must not be asked.
    at = page()
    at.selectbox(key="src_by_claims").set_value("country")
    at = ended(at.button(key="src_go").click().run())
    assert at.session_state["loaded"].asked.by == "country"


def test_counts_are_those_of_the_rows_in_memory(table):
    at = counted()
    found = at.session_state["loaded"].predictions
    assert (found.classes, found.n, found.n_dropped, tuple(found.scores)) == (
        ("fine", "fraud"),
        N - 10,
        10,
        ("a", HOSTILE),
    )
    for model in ("a", HOSTILE):
        grouped, exact = found.tables[model], counts_of(table, model)
        for t in (0.1, 0.5, 0.123456, 0.9):
            assert grouped.counts.at(t).table.tolist() == exact.at(t).table.tolist()
        assert grouped.auc_low <= roc_curve(exact).auc <= grouped.auc_high
    assert any("a: The number is missing. Left out: 10 rows." in warning.value for warning in at.warning)


def test_the_same_pages_show_the_numbers_of_the_rows(table):
    at = shown(counted(), "confusion_matrix", t=0.4)
    cm = counts_of(table).at(0.4)
    said = texts(at)
    assert f"{int(cm.tp):,} of {int(cm.tp + cm.fn):,}" in said
    assert "exact at " in said
    assert "average precision within" in said


def test_groups_and_a_filter(table):
    filtered = {"src_where_claims_0": "amount", "src_how_claims_0_amount": ">", "src_value_claims_0_amount": "500"}
    at = shown(counted(src_by_claims="country", **filtered), "confusion_matrix", t=0.4)
    of = known(table).query("amount > 500")
    assert at.session_state["loaded"].predictions.n == len(of)
    german = of[of["country"] == "DE"]
    cm = threshold_counts(german["y"] == "fraud", german["a"]).at(0.4)
    assert f"{len(german):,}" in cells(at)
    assert any(cell.startswith(f"{cm.tp / (cm.tp + cm.fn):.3f} [") for cell in cells(at))


def test_models_are_compared_where_their_rows_are(table):
    at = shown(counted(), "curves")
    assert str(source_compared.NOT_ASKED) in texts(at)
    at = ended(at.button(key="compare_in_source").click().run(), source_compared.JOB)
    of = known(table)
    test = delong_test(of["y"] == "fraud", of["a"], of[HOSTILE])
    assert f"[{test.low:.3f}, {test.high:.3f}]" in cells(at)
    assert str(source_compared.NOT_ASKED) not in texts(at)


@pytest.mark.parametrize("positive", ["fraud", "fine"])
def test_mcnemars_test_counts_in_the_source(table, positive):
    chosen = {"question": "two", "two_data": "loaded", "positive": positive, "t": 0.4, "two_t_b": 0.3}
    at = shown(counted(), "significance", **chosen)
    at = ended(at.button(key="compare_in_source").click().run(), source_compared.JOB)
    of = known(table)
    called = [(of[name] >= t).to_numpy() for name, t in (("a", 0.4), (HOSTILE, 0.3))]
    found = disagreement((of["y"] == positive).to_numpy(), *called)
    said = texts(at).replace("{,}", ",")
    assert f"{found.e01:,}-{found.e10:,}" in said
    assert f"/{N - 10:,}" in said or f"{{{N - 10:,}}}" in said


def test_a_link_names_key_and_columns_and_is_asked_when_the_visitor_says_so(table):
    asked = Asked("claims", "y", "fraud", ("a",), where=(("country", "==", "DE"),), case="amount")
    at = AppTest.from_file(str(PAGES / "confusion_matrix.py"), default_timeout=60)
    at.query_params.update({loaded.SOURCE: asked.write(), "t": "0.4", "positive": "fine"})
    at = well(at.run())
    assert loaded.DEFAULT_SAMPLE not in texts(at)
    assert not at.dataframe
    at = ended(at.button(key="ask_link").click().run())
    found = at.session_state["loaded"]
    assert (found.asked, found.predictions.n) == (asked, int((known(table)["country"] == "DE").sum()))
    assert (at.session_state["t"], at.session_state["positive"]) == (0.4, "fine")
    (written,) = np.atleast_1d(at.query_params[loaded.SOURCE])
    assert written == asked.write()
    assert "source" not in at.query_params


def test_a_link_keeps_costs_that_somebody_chose_also_the_usual_ones():
    at = shown(counted(), "costs", cost_fn=5.0, cost_fp=1.0)
    assert [str(np.atleast_1d(at.query_params[key])[0]) for key in ("cost_fn", "cost_fp")] == ["5", "1"]
    assert "cost_tp" not in at.query_params
    link = {key: str(np.atleast_1d(value)[0]) for key, value in at.query_params.items()}
    link[loaded.SOURCE] = at.session_state["loaded"].asked.write()  # the frame writes it, which a page alone lacks
    again = AppTest.from_file(str(PAGES / "costs.py"), default_timeout=60)
    again.query_params.update(link)
    again = ended(well(again.run()).button(key="ask_link").click().run())
    assert (again.session_state["cost_fn"], again.session_state["cost_fp"]) == (5.0, 1.0)


BAD = {
    "no JSON": ("claims", "What a link asks of a source must be as this app writes it"),
    "a path": ({"source": "/etc/passwd"}, "There must be a source '/etc/passwd' on this server"),
    "SQL": ({"source": "claims", "truth": "y; DROP TABLE t"}, "got 'y; DROP TABLE t'. Choose one of them."),
    "a column that is not named": ({"scores": ["secret"]}, "got 'secret'. Choose one of them."),
    "a filter by one": ({"where": [["secret", "==", "s"]]}, "got 'secret'. Choose one of them."),
    "groups by one": ({"by": "secret"}, "got 'secret'. Choose one of them."),
    "another field": ({"path": "/etc/passwd"}, "What a link asks of a source must be as this app writes it"),
    "no score": ({"scores": []}, "A source must be asked for 1 to 8 scores; got 0."),
    "a comparison": ({"where": [["amount", "OR 1=1", 3]]}, "comparison of 'amount'"),
    "a positive class": ({"positive": "neither"}, "The positive class must be one of"),
}


@pytest.mark.parametrize(("given", "sentence"), BAD.values(), ids=BAD)
def test_nothing_from_a_browser_is_a_path_or_a_query(given, sentence):
    usual = {"source": "claims", "truth": "y", "positive": "fraud", "scores": ["a"]}
    text = given if isinstance(given, str) else json.dumps(usual | given)
    at = AppTest.from_file(str(PAGES / "data.py"), default_timeout=60)
    at.query_params[loaded.SOURCE] = text
    at = well(at.run())
    at.button(key="ask_link").click().run()
    if from_source.JOB._key in at.session_state:
        ended(at)
    assert sentence in " ".join(error.value for error in at.error)
    assert not at.session_state["loaded"].asked


def test_settings_ask_the_source_again():
    first = counted().session_state["loaded"]
    raw = Session(loaded=first, t=0.4, model=HOSTILE).run(settings.written)
    assert Asked.read(json.loads(raw)["source"]) == first.asked
    at = ended(upload(page(), "settings.json", raw.encode()))
    assert at.session_state["loaded"].asked == first.asked
    assert (at.session_state["t"], at.session_state["model"]) == (0.4, HOSTILE)


@contextmanager
def somebody_elses_question():
    """Have the one place at work taken, as while another visitor's question is answered."""
    other = object()
    watch._LINE.join(other)
    assert watch._LINE.take(other, lambda: False)
    try:
        yield
    finally:
        watch._LINE.leave()


def begun(at):
    """Return the question of a visitor once it stands in the line."""
    well(at.button(key="src_go").click().run())
    run = at.session_state[from_source.JOB._key]
    while run.progress is None:
        run.wait(0.05)
    return run


def test_a_question_is_stopped_and_what_was_loaded_stays():
    at = page(**{"src_scores_claims": ["a"]})
    with somebody_elses_question():
        run = begun(at)
        well(at.run())
        well(at.button(key="stop_source").click().run())
        assert run.wait(60)
    assert at.session_state["loaded"].asked is None
    assert any(one.value == str(sourced.STOPPED) for one in at.info)


def test_the_second_visitor_sees_a_place_in_the_queue():
    visitors = [page(**{"src_scores_claims": ["a"]}) for _visitor in range(2)]
    with somebody_elses_question():
        told = [sourced.told(begun(at))[1] for at in visitors]
    assert [re.search(r"waits for another question: (\d) before it", one)[1] for one in told] == ["1", "2"]
    for at in visitors:
        assert ended(at).session_state["loaded"].asked is not None


def test_a_threshold_inside_a_cell_has_bounds_and_is_counted_when_asked(table):
    at = shown(with_wide_cells(counted(src_scores_claims=["a"])), "confusion_matrix", t=0.45)
    cm = counts_of(table).at(0.45)
    between = re.search(r"TP is ([\d,]+) to ([\d,]+), FP ([\d,]+) to ([\d,]+)", texts(at)).groups()
    low, high, least, most = (int(number.replace(",", "")) for number in between)
    assert low < cm.tp < high
    assert least < cm.fp < most
    at = ended(at.button(key="count_exactly").click().run(), COUNT)
    found = at.session_state["loaded"].predictions.view("fraud", "a").grouped.counts
    assert found.at(0.45).table.tolist() == cm.table.tolist()
    assert f"{int(cm.tp):,} of {int(cm.tp + cm.fn):,}" in texts(at)
    assert "Scores near t were counted together" not in texts(at)


def test_the_best_of_all_thresholds_is_asked_for(table):
    wish = {"wish_best": "precision", "wish_held": "recall", "wish_bound_recall": 0.9}
    at = shown(with_wide_cells(counted(src_scores_claims=["a"])), "confusion_matrix", choose_t=True, **wish)
    exact = fulfil(counts_of(table), Wish("precision", at_least={"recall": 0.9}))
    assert "may be possible" in texts(at)
    at = ended(at.button(key="best_exactly").click().run(), BEST)
    found = at.session_state["loaded"].predictions.view("fraud", "a").grouped.counts
    assert fulfil(found, Wish("precision", at_least={"recall": 0.9})).value == exact.value
    at.session_state["choose_t"] = True
    at = well(at.run())
    assert "no score between them does better" in texts(at)
    assert "best_exactly" not in {button.key for button in at.button}


def test_single_rows_near_the_threshold_are_fetched_page_by_page(table):
    at = shown(counted(), "confusion_matrix", t=0.4)
    at = ended(at.button(key="fetch_rows").click().run(), rows_near.JOB)
    of = known(table)
    near = pd.concat([of[of["a"] >= 0.4].nsmallest(500, "a"), of[of["a"] < 0.4].nlargest(500, "a")])
    wanted = near.sort_values("a", ascending=False)["a"].to_numpy()
    (found,) = [one.value for one in at.dataframe if "country" in one.value]
    assert list(found.columns) == ["y", "a", HOSTILE, "country", "amount"]
    np.testing.assert_array_equal(found["a"], wanted[: rows_near.ON_A_PAGE])
    at = ended(at.number_input(key="rows_near_page").set_value(3).run(), rows_near.JOB)
    (found,) = [one.value for one in at.dataframe if "country" in one.value]
    np.testing.assert_array_equal(found["a"], wanted[2 * rows_near.ON_A_PAGE : 3 * rows_near.ON_A_PAGE])


def with_wide_cells(at):
    """Load what the source says of `a` with cells of a tenth, as crowded scores would have them."""
    found = sourced.opened(sources.named()["claims"]).cells("y", ["a"], "fraud")["a"]
    table = found.table
    first = np.flatnonzero(np.diff(np.floor(table.low * 10), prepend=-1))
    sums = (np.add.reduceat(of, first) for of in (table.n_pos, table.n_neg))
    wide = Table(table.low[first], np.maximum.reduceat(table.high, first), *sums)
    counts = ThresholdCounts.from_grouped(wide.low, wide.n_pos, wide.n_neg)
    answers = {"a": replace(found, table=wide, counts=counts)}
    asked = Asked("claims", "y", "fraud", ("a",))
    predictions = sourced.predictions(asked, sourced.Answer(answers, ("fine", "fraud")))
    at.session_state["loaded"] = loaded.Loaded(predictions, "Claims", asked=asked, answers=answers)
    return at


def test_a_file_says_what_was_asked_and_what_the_counts_leave_open():
    kept = counted().session_state["loaded"]
    found = Session(loaded=kept).run(lambda: files.about(loaded.binary()))
    assert json.loads(found["source"])["scores"] == ["a", HOSTILE]
    assert 0 < float(found["auc_low"]) <= float(found["auc_high"]) < 1
    assert int(found["exact_thresholds"]) == kept.predictions.tables["a"].n_thresholds


def test_where_rows_belong_to_cases_every_page_with_an_interval_says_that_none_is_by_case(named, table):
    of_cases = table.assign(patient=np.arange(len(table)) // 4)
    of_cases.to_parquet(named.with_name("cases.parquet"))
    columns = json.dumps(["y", "a", HOSTILE, "patient", "country"])
    told = f'[sources.claims]\ntitle = "Claims"\npath = "cases.parquet"\ncolumns = {columns}\n'
    named.write_text(told, "utf-8")
    at = counted()
    assert at.session_state["loaded"].asked.case == "patient"
    assert at.session_state["loaded"].cases is None
    at = counted(src_case_claims="")
    assert at.session_state["loaded"].cases == "patient"
    for name in ("confusion_matrix", "curves", "costs"):
        there = shown(at, name, cost_fn=5.0, cost_fp=1.0)
        assert any(
            "rows taken as independent, though patient seems to name cases" in one.value for one in there.caption
        )
        warned = [one for one in there.warning if one.value.startswith("Column patient seems to name cases")]
        assert warned, name
    # What is not of these rows says nothing of them.
    assert not any("patient" in one.value for one in shown(at, "bias_variance").warning)


def test_readings_of_rows_of_cases_have_the_intervals_of_the_same_rows_in_memory(named, table):
    of_cases = table.assign(patient=np.arange(len(table)) // 4)
    of_cases.to_parquet(named.with_name("cases.parquet"))
    told = '[sources.claims]\ntitle = "Claims"\npath = "cases.parquet"\ncolumns = ["y", "a", "patient"]\n'
    named.write_text(told, "utf-8")
    at = shown(counted(src_scores_claims=["a"]), "confusion_matrix", t=0.45)
    used = of_cases[of_cases["a"].notna()]
    found = readings_by_case(used["y"] == "fraud", used["a"] >= 0.45, used["patient"], classes=(True, False))
    wanted = [interval(one.low, one.high) for one in found if one.name in ("precision", "recall", "accuracy")]
    assert not any(one in texts(at) for one in wanted)
    at = ended(at.button(key="count_by_case").click().run(), COUNT)
    assert all(one in texts(at) for one in wanted)
    assert "Intervals by case: they take the cases as drawn at random" in texts(at)
    assert "count_by_case" not in [one.key for one in at.button]


def test_rows_of_their_own_are_not_warned_of():
    at = counted()
    assert at.session_state["loaded"].cases is None
    assert not any("independent" in one.value for one in shown(at, "curves").warning)


def test_conditions_that_no_row_fits_are_said_and_what_was_loaded_stays():
    at = page(
        src_scores_claims=["a"],
        src_where_claims_0="amount",
        src_how_claims_0_amount=">",
        src_value_claims_0_amount="99999999",
    )
    before = at.session_state["loaded"]
    at = ended(at.button(key="src_go").click().run())
    assert [one.value for one in at.error] == [
        "Source 'Claims' must have rows that can be used; 0 fit the conditions, and none of them has truth and scores. "
        "Choose other conditions or columns."
    ]
    assert at.session_state["loaded"] is before
