"""An uploaded file that is too large for a table: counted from its bytes, with the numbers of its rows in memory."""

import io
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.reading import Limits
from tests.pages.significance_page import PAGES, cells, texts, well
from tests.pages.test_data import upload
from tests.pages.test_from_source import ended
from tests.ui.session.sessions import Session
from ui.data import settings
from ui.session import files, large_upload, loaded, rows_near, source_compared, sourced, sources
from ui.session.exact import COUNT

pytestmark = pytest.mark.slow

N = 20_000
TABLE = 200_000  # bytes that a table may take here: the rows take more


def rows(n=N, seed=5):
    rng = np.random.default_rng(seed)
    bad = rng.random(n) < 0.2
    frame = pd.DataFrame({"y": np.where(bad, "bad", "good")})
    for name, shift in (("a", 2.0), ("b", 1.2)):
        frame[name] = 1 / (1 + np.exp(-(rng.normal(size=n) + shift * bad - 1)))
    frame["country"] = rng.choice(["DE", "FR"], n)
    frame.loc[:9, "a"] = np.nan
    return frame


def parquet(frame):
    written = io.BytesIO()
    frame.to_parquet(written)
    return written.getvalue()


def text(frame):
    return frame.to_csv(index=False).encode()


FORMS = {"rows.parquet": parquet, "rows.csv": text}


@pytest.fixture(scope="module")
def table():
    return rows()


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """Let a table take little memory, on a server without sources."""
    monkeypatch.setattr(Limits, "in_process", classmethod(lambda cls, *_: cls(table=TABLE, memory=1 << 30)))
    monkeypatch.setattr(sourced, "PATIENCE", 60.0)
    monkeypatch.delenv(sources.VARIABLE, raising=False)
    monkeypatch.setattr(sources, "USUAL", tmp_path / "none.toml")


def page(name="data", **chosen):
    at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def field(at, kind, role):
    return next(one for one in getattr(at, kind) if str(one.key).startswith(f"src_{role}_"))


def counted(data, name="rows.parquet", by=None):
    at = upload(page(), name, data)
    field(at, "multiselect", "scores").set_value(["a", "b"])
    if by is not None:
        field(at, "selectbox", "by").set_value(by)
    return ended(at.button(key="upload_go").click().run())


def shown(at, name, **chosen):
    kept = {key: at.session_state[key] for key in ("loaded", large_upload.HELD)}
    return page(name, **kept, **chosen)


def exact(table, model="a"):
    known = table[table["a"].notna()]
    return threshold_counts(known["y"] == "bad", known[model])


@pytest.mark.parametrize("name", FORMS)
def test_its_numbers_are_those_of_the_same_rows_in_memory(table, name, monkeypatch):
    data = FORMS[name](table)
    large = counted(data, name)
    monkeypatch.setattr(Limits, "in_process", classmethod(lambda cls, *_: cls(table=1 << 30, memory=1 << 30)))
    small = upload(page(), name, data).session_state["loaded"].predictions
    found = large.session_state["loaded"].predictions
    assert (small.n + 0, tuple(small.scores)) == (found.n, tuple(found.scores))
    for model in ("a", "b"):
        grouped, counts = found.tables[model], threshold_counts(small.y_true, small.scores[model])
        if small.positive == "good":
            counts = threshold_counts(~small.y_true, small.scores[model])
        for t in (0.1, 0.5, 0.123456, 0.9, *grouped.counts.threshold[1::500]):
            assert grouped.counts.at(t).table.tolist() == counts.at(t).table.tolist()
        assert grouped.auc_low <= roc_curve(counts).auc <= grouped.auc_high


def test_the_form_says_why_and_offers_all_columns(table):
    at = upload(page(), "rows.parquet", parquet(table))
    assert any("is too large for a table in memory" in info.value for info in at.info)
    assert not at.error
    assert field(at, "selectbox", "truth").options == ["y", "a", "b", "country"]
    assert (field(at, "selectbox", "truth").value, field(at, "selectbox", "positive").value) == ("y", "bad")
    assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
    assert any("Still loaded:" in m.value for m in at.markdown)
    at = well(at.button(key="leave_upload").click().run())
    assert any(m.value.startswith("Loaded: ") for m in at.markdown)
    assert large_upload.HELD not in at.session_state or not at.session_state[large_upload.HELD]


def test_other_pages_say_whose_numbers_they_show_while_the_columns_are_open(table):
    at = upload(page(), "rows.parquet", parquet(table))
    kept = {large_upload.HELD: at.session_state[large_upload.HELD], "loaded": at.session_state["loaded"]}
    at = page("confusion_matrix", **kept)
    assert any("The columns of rows\\.parquet are still to be chosen" in one.value for one in at.warning)


@pytest.mark.thorough
def test_matrix_groups_rows_and_comparison(table):
    at = counted(parquet(table), by="country")
    matrix = shown(at, "confusion_matrix", t=0.4)
    cm = exact(table).at(0.4)
    assert f"{int(cm.tp):,} of {int(cm.tp + cm.fn):,}" in texts(matrix)
    known = table[table["a"].notna()]
    assert f"{int((known['country'] == 'DE').sum()):,}" in cells(matrix)
    matrix = ended(matrix.button(key="fetch_rows").click().run(), rows_near.JOB)
    (near,) = [one.value for one in matrix.dataframe if "country" in one.value]
    assert list(near.columns) == list(table.columns)
    curves = shown(at, "curves")
    curves = ended(curves.button(key="compare_in_source").click().run(), source_compared.JOB)
    assert str(source_compared.NOT_ASKED) not in texts(curves)


def test_its_columns_can_be_chosen_again(table):
    at = counted(parquet(table))
    field(at, "multiselect", "scores").set_value(["b"])
    at = ended(at.button(key="upload_go").click().run())
    found = at.session_state["loaded"].predictions
    assert (tuple(found.scores), found.n) == (("b",), N)


def test_no_link_and_no_file_names_it(table):
    at = counted(parquet(table))
    now = at.session_state["loaded"]
    assert (now.has_link, now.is_own, now.name) == (False, True, "rows.parquet")
    held = at.session_state[large_upload.HELD]
    at = page("confusion_matrix", **{"loaded": now, large_upload.HELD: held})
    assert not any(key in at.query_params for key in (loaded.SOURCE, "t"))
    raw = Session(loaded=now).run(settings.written)
    assert '"source": null' in raw
    assert ":upload" not in Session(loaded=now).run(lambda: files.about(loaded.binary()))["source"]


def test_a_second_one_waits_and_the_first_goes_once_it_is_counted(table):
    at = counted(parquet(table))
    (first,) = at.session_state[large_upload.HELD]
    at = upload(at, "more.csv", text(rows(seed=6)))
    kept, waiting = at.session_state[large_upload.HELD]
    assert (kept, waiting != first) == (first, True)
    assert at.session_state["loaded"].name == "rows.parquet"
    field(at, "multiselect", "scores").set_value(["a"])
    at = ended(at.button(key="upload_go").click().run())
    assert at.session_state["loaded"].name == "more.csv"
    assert list(at.session_state[large_upload.HELD]) == [at.session_state["loaded"].asked.source]
    at = upload(at, "small.csv", b"y,s\n1,0.9\n0,0.1\n")
    assert at.session_state["loaded"].name == "small.csv"
    assert not at.session_state[large_upload.HELD]


def test_a_key_of_another_session_is_refused(table):
    at = counted(parquet(table))
    asked = at.session_state["loaded"].asked.write()
    other = AppTest.from_file(str(PAGES / "data.py"), default_timeout=60)
    other.query_params[loaded.SOURCE] = asked
    other = well(other.run())
    other.button(key="ask_link").click().run()
    assert any("there is none of that name" in error.value for error in other.error)


def test_a_threshold_inside_a_cell_is_counted_when_asked(table):
    at = counted(parquet(table))
    cell = at.session_state["loaded"].answers["a"]
    i = int(np.flatnonzero(cell.table.low < cell.table.high)[0])
    t = float(np.nextafter(cell.table.low[i], 1))
    at = shown(at, "confusion_matrix", t=t)
    if "count_exactly" in {button.key for button in at.button}:
        at = ended(at.button(key="count_exactly").click().run(), COUNT)
    found = at.session_state["loaded"].predictions.view("bad", "a").grouped.counts
    assert found.at(t).table.tolist() == exact(table).at(t).table.tolist()


def test_what_does_not_come_in_batches_is_refused_as_before():
    data = b'[{"y": 1, "s": 0.5}' + b', {"y": 0, "s": 0.25}' * 20_000 + b"]"
    at = upload(page(), "rows.json", data)
    assert any("must take at most" in error.value for error in at.error)
    assert large_upload.HELD not in at.session_state or not at.session_state[large_upload.HELD]


def test_a_column_that_seems_to_name_cases_is_taken_for_them_and_nothing_has_an_interval(table):
    at = upload(page(), "rows.parquet", parquet(table.assign(patient_id=np.repeat(np.arange(N // 4), 4))))
    assert field(at, "selectbox", "case").value == "patient_id"
    at = ended(at.button(key="upload_go").click().run())
    found = at.session_state["loaded"]
    assert found.asked.case == found.predictions.case == "patient_id"
    assert at.session_state["loaded"].predictions.view("bad", "a").grouped.counts.of_cases
    said = shown(at, "confusion_matrix", t=0.4)
    assert not re.search(r"\[\d?\.\d+, ", "\n".join([texts(said), *cells(said)]))


def test_without_such_a_column_each_row_is_for_itself(table):
    at = upload(page(), "rows.parquet", parquet(table))
    assert field(at, "selectbox", "case").value == ""
    at = ended(at.button(key="upload_go").click().run())
    said = shown(at, "confusion_matrix", t=0.4)
    assert re.search(r"\[\d?\.\d+, ", "\n".join([texts(said), *cells(said)]))


def test_what_reading_has_to_say_of_it_stands_with_what_was_read(table):
    at = counted(parquet(table.assign(raw=[b"x"] * N)))
    assert any("hold neither numbers nor text and were left out" in info.value for info in at.info)


def test_a_large_file_that_is_no_table_is_refused_in_its_form():
    data = text(rows()) + b"1,2\n"
    at = upload(page(), "rows.csv", data)
    assert any("Data row 20001 must have 4 cells" in error.value for error in at.error)
