"""Single rows on the page of the confusion matrix: of a cell, page by page, opened, searched, compared, as a file."""

import csv
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.decisions import by_group, columns_apart, group_counts
from evalcore.predictions import from_columns, guess_columns
from evalcore.predictions.kept import kept
from evalcore.views.threshold import bar_at
from tests.pages.test_confusion_matrix import PAGE, charts, open_page, own_file, well
from tests.ui.shared.test_text import ENTRIES
from ui.confusion_matrix.rows import apart, chosen, found
from ui.confusion_matrix.rows import sections as single_rows
from ui.session import computed, incoming, loaded, rows_asked, samples
from ui.shared import downloads
from ui.shared.numbers import interval, number, score

T = 0.5
HOSTILE = ["<b>x</b> $y$ :smile: [a](b)", "=HYPERLINK(1)", "\x00=1+1", "line\nbreak", "%{x}", " ＝cmd"]
EVERY_ROW = 10_000


def table(n=240):
    """Return rows of a file with hostile names and cells, ties, and rows that cannot be used."""
    rng = np.random.default_rng(5)
    truth = rng.random(n) < 0.4
    frame = pd.DataFrame(
        {
            "y": np.where(truth, "p", "n"),
            "score": np.round(rng.random(n) * 0.6 + 0.3 * truth, 2),
            "row": np.arange(n) * 10,
            "note": rng.choice(HOSTILE, n),
            "age": rng.integers(18, 90, n) + 8.0 * truth,
            "region": rng.choice(["north", "south"], n),
        }
    )
    frame.loc[[0, 7, 200], "score"] = np.nan
    return frame.rename(columns={"age": "<i>age</i>"})


def open_rows(frame=None, *, weight=None, case=None, **state):
    frame = table() if frame is None else frame
    columns = replace(guess_columns(frame), positive="p", weight=weight, case=case, scores=("score",), truth="y")
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.session_state["loaded"] = loaded.Loaded(from_columns(frame, columns), "my file.csv")
    at.session_state["table_in_use"] = (incoming.Table(kept(frame), "my file.csv", columns), columns)
    for key, value in {"t": T, "tab": "rows", **state}.items():
        at.session_state[key] = value
    return well(at.run())


def wanted(frame, cells, t=T, keep=None):
    """Return the numbers of the rows in the file of some cells, the most wrong first."""
    used = frame.assign(number=np.arange(1, len(frame) + 1)).dropna(subset=["score"])
    used = used if keep is None else used[keep(used)]
    is_positive, called = used["y"] == "p", used["score"] >= t
    cell = np.where(is_positive, np.where(called, "tp", "fn"), np.where(called, "fp", "tn"))
    wrong = np.where(is_positive, t - used["score"], used["score"] - t)
    ordered = used.assign(cell=cell, wrong=wrong, negative=~is_positive)
    ordered = ordered[ordered["cell"].isin(cells)].sort_values(
        ["wrong", "negative", "number"], ascending=[False, True, True]
    )
    return ordered["number"].tolist()


def shown(at):
    """Return the table of rows."""
    return next(one.value for one in at.dataframe if "score − t" in one.value)


def captions(at):
    return " ".join(caption.value for caption in at.caption)


def file(monkeypatch, **state):
    """Return the file that is offered of the rows, as its lines."""
    kept_files = {}
    monkeypatch.setattr(
        downloads, "offer_csv", lambda label, data, name: kept_files.update({name: data() if callable(data) else data})
    )
    open_rows(**state)
    (data,) = [data for name, data in kept_files.items() if name.startswith("rows_")]
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize(
    ("which", "cells"),
    [(name, (name,)) for name in ("tp", "fn", "fp", "tn")] + [("mistakes", ("fp", "fn")), ("all", chosen.CELLS)],
)
def test_each_choice_shows_its_rows_with_all_columns_the_most_wrong_first(which, cells):
    frame = table()
    at = open_rows(frame, rows=which)
    rows, of = shown(at), wanted(frame, cells)
    assert rows["row"].tolist() == of[: found.ON_A_PAGE]
    # The file's own "row" is a column of another name; its score stands there once.
    assert list(rows.columns) == ["row", "cell", "score − t", "y", "score", "row (2)", "note", "<i>age</i>", "region"]
    first = frame.iloc[np.array(rows["row"]) - 1]
    assert rows["note"].tolist() == first["note"].tolist()
    assert rows["row (2)"].tolist() == first["row"].tolist()
    np.testing.assert_allclose(rows["score − t"], first["score"] - T)
    assert set(rows["cell"]) <= {cell.upper() for cell in cells}
    assert f"Rows found: {len(of)}." in captions(at)


def test_scores_are_written_as_where_one_points_at_them_and_stay_numbers():
    at = open_rows()
    (one,) = [one for one in at.dataframe if "score − t" in one.value]
    written = pa.ipc.open_stream(one.proto.arrow_data.styler.display_values).read_pandas()
    values = one.value["score − t"]
    assert values.dtype == float
    assert (values < 0).any()
    assert written.iloc[:, list(one.value).index("score − t")].tolist() == [score(value) for value in values]
    assert not any("-" in text for text in written.iloc[:, list(one.value).index("score − t")])


def test_all_pages_are_turned_and_a_move_of_the_threshold_begins_anew():
    frame = table()
    at = open_rows(frame, rows="all")
    seen = shown(at)["row"].tolist()
    field = at.number_input(key="rows_page")
    assert field.max == 5
    for page in range(2, 6):
        at = well(at.number_input(key="rows_page").set_value(page).run())
        assert len(shown(at)) <= found.ON_A_PAGE
        seen += shown(at)["row"].tolist()
    assert seen == wanted(frame, chosen.CELLS)
    at = well(at.number_input(key="t").set_value(0.62).run())
    assert at.number_input(key="rows_page").value == 1
    assert shown(at)["row"].tolist() == wanted(frame, chosen.CELLS, 0.62)[: found.ON_A_PAGE]


def test_rows_are_searched_and_none_is_said():
    frame = table()
    at = open_rows(frame, rows="fp")
    at = well(at.text_input(key="rows_search").set_value("hyperlink(").run())
    held = wanted(frame, ("fp",), keep=lambda used: used["note"] == "=HYPERLINK(1)")
    assert shown(at)["row"].tolist() == held[: found.ON_A_PAGE]
    assert held
    at = well(at.text_input(key="rows_search").set_value("nowhere").run())
    assert "No row is found." in [info.value for info in at.info]
    # What is loaded next is not searched for it.
    at.session_state["loaded"] = own_file(pd.DataFrame({"y": [1, 0], "s": [0.2, 0.9]}), truth="y", scores=["s"])
    at.session_state["rows"] = "mistakes"
    at = well(at.run())
    assert at.text_input(key="rows_search").value == ""
    assert shown(at)["row"].tolist() == [2, 1]


def test_the_bar_at_the_threshold_has_the_rows_of_its_scores():
    frame = table()
    at = open_rows(frame, rows="bar")
    of = from_columns(frame, replace(guess_columns(frame), positive="p", scores=("score",), truth="y"))
    low, high = bar_at(computed._counted(loaded_view(of), of.scores["score"]), T)
    held = wanted(frame, chosen.CELLS, keep=lambda used: (used["score"] >= low) & (used["score"] < high))
    assert shown(at)["row"].tolist() == held
    assert held


def loaded_view(predictions):
    from evalcore.predictions import one_vs_rest  # noqa: PLC0415 - one test alone

    return one_vs_rest(predictions, "p", model="score")


def test_a_group_has_its_rows():
    frame = table()
    at = open_rows(frame, rows="fn", groups_by="region")
    at = well(at.selectbox(key="rows_group").set_value("south").run())
    held = wanted(frame, ("fn",), keep=lambda used: used["region"] == "south")
    assert shown(at)["row"].tolist() == held[: found.ON_A_PAGE]
    used = frame.dropna(subset=["score"])
    of = {row.group: row for row in by_group(used["y"] == "p", used["score"], used["region"], T)}
    assert len(held) == of["south"].confusion.fn


def test_groups_of_one_name_from_two_columns_are_told_apart():
    frame = table()
    frame["other"] = np.where(np.random.default_rng(8).random(len(frame)) < 0.2, "south", "north")
    at = open_rows(frame, rows="tp", rows_against="fp", groups_by="region")
    for column in ("region", "other"):
        at = well(at.selectbox(key="groups_by").set_value(column).run())
        at = well(at.selectbox(key="rows_group").set_value("south").run())
        first, second = (
            len(wanted(frame, (cell,), keep=lambda used, column=column: used[column] == "south"))
            for cell in ("tp", "fp")
        )
        assert f"{first} rows of TP, {second} of FP." in captions(at)


def test_empty_cells_are_a_group_of_their_own():
    frame = table().assign(region=lambda of: of["region"].where(of.index % 5 > 0))
    at = open_rows(frame, rows="all", groups_by="region", rows_group=chosen.EMPTY_GROUP)
    # Another digest than the session's: what was chosen in other rows is forgotten.
    assert at.selectbox(key="rows_group").value == chosen.ANY_GROUP
    assert at.selectbox(key="rows_group").options[-1] == "(empty)"
    at = well(at.selectbox(key="rows_group").set_value(chosen.EMPTY_GROUP).run())
    held = wanted(frame, chosen.CELLS, keep=lambda used: used["region"].isna())
    assert shown(at)["row"].tolist() == held[: found.ON_A_PAGE]


def test_weighted_rows_of_no_weight_are_in_no_cell():
    frame = table().drop(columns=["row"]).assign(weight=lambda of: np.arange(len(of)) % 3)
    at = open_rows(frame, weight="weight", rows="fp")
    assert any("here each row counts once" in one.value for one in at.caption)
    held = wanted(frame, ("fp",), keep=lambda used: used["weight"] > 0)
    assert shown(at)["row"].tolist() == held[: found.ON_A_PAGE]
    at = well(at.selectbox(key="groups_by").set_value("region").run())
    at = well(at.selectbox(key="rows_group").set_value("north").run())
    held = wanted(frame, ("fp",), keep=lambda used: (used["weight"] > 0) & (used["region"] == "north"))
    assert shown(at)["row"].tolist() == held[: found.ON_A_PAGE]


def test_a_row_opens_to_all_its_values_and_is_marked_on_the_strip():
    frame = table()
    at = open_rows(frame, rows="fp")
    place = wanted(frame, ("fp",))[2]
    among = frame.dropna(subset=["score"]).index.get_loc(place - 1)
    assert f"row {place}" in at.selectbox(key="rows_to_open").options
    at = well(at.selectbox(key="rows_to_open").set_value(among).run())
    assert f"Row {place}" in [one.value for one in at.header]
    values = next(one.value for one in at.dataframe if {"column", "value"} == set(one.value.columns))
    line = frame.iloc[place - 1]
    assert dict(zip(values["column"], values["value"], strict=True))["note"] == line["note"]
    assert values["column"].tolist() == list(frame.columns)
    assert dict(zip(values["column"], values["value"], strict=True))["row"] == str(line["row"])
    assert "Its cell at this threshold: FP." in captions(at)
    models = next(one.value for one in at.dataframe if "model" in one.value)
    assert models.to_numpy().tolist() == [["score", repr(float(line["score"]))]]
    ring = [trace for trace in charts(at)[0][1]["data"] if trace.get("marker", {}).get("size") == 19]
    assert [trace["x"] for trace in ring] == [[line["score"]]]
    at = well(at.button(key="close_row").click().run())
    assert f"Row {place}" not in [one.value for one in at.header]
    assert all(trace.get("marker", {}).get("size") != 19 for trace in charts(at)[0][1]["data"])


def test_two_cells_are_compared_in_all_columns_but_truth_and_score():
    frame = table()
    at = open_rows(frame, rows="tp", rows_against="fp")
    used = frame.dropna(subset=["score"])
    called = used["score"] >= T
    first, second = (called & (used["y"] == name) for name in ("p", "n"))
    wanted_apart = columns_apart(used[["row", "note", "<i>age</i>", "region"]], first, second)
    lines = next(one.value for one in at.dataframe if "p, adjusted" in one.value)
    assert len(lines) == len(wanted_apart)
    for line, one in zip(lines.to_dict("records"), wanted_apart, strict=True):
        assert line["standardised difference"] == f"{number(one.value)} {interval(one.low, one.high)}"
        assert line["column"] == (f"{one.column} = {one.level}" if one.level else one.column)
        assert line["p, adjusted"] == number(one.adjusted)
    alt, figure = charts(at)[1]
    assert "In which columns TP and FP differ" in alt
    dots = figure["data"][-1]
    np.testing.assert_allclose(dots["x"], [one.value for one in wanted_apart][: apart.MOST_DRAWN])
    names = figure["layout"]["yaxis"]["ticktext"]
    assert any("&lt;i&gt;age" in name for name in names)
    assert not any("<i>" in name for name in names)


def test_an_empty_cell_and_several_cells_have_no_comparison():
    frame = table()
    at = open_rows(frame, rows="fp", rows_against="tp", t=1.4)
    assert "No row is in FP, so there is nothing to compare." in captions(at)
    several = open_rows(frame, rows_against="tp")
    assert "rows_against" not in [box.key for box in several.selectbox]
    assert len(charts(several)) == 1


def test_many_rows_are_compared_when_asked(monkeypatch):
    monkeypatch.setattr(apart, "AT_ONCE", 10)
    at = open_rows(rows="fp", rows_against="tn")
    assert len(charts(at)) == 1
    at = well(at.button(key="compare_cells").click().run())
    assert len(charts(at)) == 2
    # Known by now, it stays.
    assert len(charts(well(at.run()))) == 2


def test_the_file_has_every_row_and_no_cell_of_it_is_run(monkeypatch):
    frame = table()
    head, *lines = file(monkeypatch, frame=frame, rows="all")
    assert head[:5] == ["row", "cell", "score_less_t", "y", "score"]
    assert [int(line[0]) for line in lines] == wanted(frame, chosen.CELLS)
    for cell in (cell for line in [head, *lines] for cell in line):
        bare = cell.lstrip("".join(map(chr, range(32))) + " \ufeff\u3000")
        assert not bare.startswith(("=", "＝", "+", "@"))
    notes = {line[head.index("note")] for line in lines}
    assert {"'=HYPERLINK(1)", "'\x00=1+1", "' ＝cmd"} <= notes
    assert dict(zip(head, lines[0], strict=True))["threshold"] == "0.5"


def test_a_click_on_a_cell_opens_its_rows():
    at = open_page(sample="lecture-20")
    figure = charts(at)[0][1]
    (cells,) = [trace for trace in figure["data"] if trace.get("meta") == "cell"]
    assert cells["customdata"] == [[0], [1], [2], [3]]
    assert list(zip(cells["x"], cells["y"], strict=True)) == [(0.5, 1.5), (1.5, 1.5), (0.5, 0.5), (1.5, 0.5)]


@pytest.mark.parametrize(("place", "name"), [(0.0, "tp"), (1.0, "fn"), (2.0, "fp"), (3.0, "tn")])
def test_what_a_click_says_is_the_cell(monkeypatch, place, name):
    asked = []
    monkeypatch.setattr(rows_asked, "ask", asked.append)
    single_rows.picks()["cell"]([place])
    single_rows.picks()["cell"]([None])
    assert asked == [name]


def test_a_click_on_a_group_asks_for_its_rows_and_two_on_a_bar_for_those_of_its_scores(monkeypatch):
    asked = []
    monkeypatch.setattr(rows_asked, "ask", asked.append)
    monkeypatch.setattr(chosen, "ask_group", lambda _rows, name: asked.append(name))
    frame = table()
    at = open_rows(frame, groups_by="region")
    marks = next(trace for trace in charts(at)[0][1]["data"] if trace.get("meta") == "group")
    names = next(trace["text"] for trace in charts(at)[0][1]["data"] if "<b>all rows</b>" in (trace.get("text") or ()))
    used = frame.dropna(subset=["score"])
    counts = group_counts(used["y"] == "p", used["score"], used["region"])
    monkeypatch.setattr(single_rows.setting, "counts", lambda _rows, _grouping: counts)
    picks = single_rows.pick_of_group(None, None)
    for point in marks["customdata"]:
        picks["group"]([float(point[0])])
    drawn = names[1:]
    assert asked == [name for name in drawn for _point in range(4)]
    assert marks["y"] == [y for y in (1.0, 2.0) for _point in range(4)]
    picks["bar"]([])
    assert asked[-1] == "bar"


def test_a_link_opens_the_rows_and_the_address_repeats_them():
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.query_params["sample"], at.query_params["rows"] = "lecture-20", "fp"
    at = well(at.run())
    assert at.session_state["tab"] == "rows"
    assert shown(at)["id"].tolist() == [3, 7, 8, 10]
    # A tab that is opened since stays open.
    at.session_state["tab"] = "formulas"
    well(at.run())
    assert at.session_state["tab"] == "formulas"


def test_samples_show_the_columns_of_their_file():
    at = open_page(sample="breast-cancer", tab="rows", rows="fn")
    assert {"id", "fold", "label", "random_forest"} <= set(shown(at).columns)


def test_labels_have_cells_and_no_distance():
    at = open_page(sample="digits", model="naive_bayes" + loaded.LABELS, view="one", tab="rows", rows="fp")
    rows = next(one.value for one in at.dataframe if "cell" in one.value)
    assert set(rows["cell"]) == {"FP"}
    assert "score − t" not in rows
    at = well(at.selectbox(key="rows_to_open").set_value(int(rows["row"].iloc[0]) - 1).run())
    values = next(one.value for one in at.dataframe if {"column", "value"} == set(one.value.columns))
    assert dict(zip(values["column"], values["value"], strict=True))["digit"] == str(rows["digit"].iloc[0])
    assert "Its cell: FP." in captions(at)
    assert "bar" not in str(at.selectbox(key="rows").options)
    assert (rows["digit"] != 8).all()
    assert (rows["naive_bayes"] == 8).all()
    at = well(at.selectbox(key="rows_against").set_value("tn").run())
    compared = next(one.value for one in at.dataframe if "p, adjusted" in one.value)["column"]
    # Neither truth nor labels, which put rows into their cells, nor what numbers the folds.
    assert not compared.str.startswith(("digit", "naive_bayes", "fold")).any()
    assert compared.str.startswith("logistic_regression").any()


def test_rows_without_their_file_show_what_is_known_of_them():
    frame = table().dropna(subset=["score"])
    of = from_columns(frame, replace(guess_columns(frame), positive="p", scores=("score",), truth="y"))
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.session_state["loaded"] = loaded.Loaded(of, "gone.csv")
    at.session_state["tab"], at.session_state["rows"] = "rows", "fp"
    rows = shown(well(at.run()))
    assert {"case", "cell", "score − t", "y", "score", "region"} <= set(rows.columns)
    assert (rows["y"] == "n").all()


@pytest.mark.parametrize("taken", [samples.BY_CASE, samples.MEAN_OF_CASE])
def test_rows_of_cases_are_rows_of_the_file_and_their_means_are_cases(taken):
    now = loaded.sample("repeated", taken)
    at = open_page(now, tab="rows", rows="fp", rows_against="tn")
    rows, frame = shown(at), pd.read_csv(samples.SAMPLES["repeated"].path)
    if taken == samples.MEAN_OF_CASE:
        assert list(rows.columns) == ["case", "cell", "score − t", "y", "model_a", "model_b"]
        means = frame.groupby("case")["model_a"].mean()
        np.testing.assert_allclose(rows["model_a"], means.iloc[rows["case"] - 1])
        return
    assert rows["case"].tolist() == frame["case"].iloc[rows["row"] - 1].tolist()
    # Rows of one case depend on each other: the comparison has no interval, and says why.
    lines = next(one.value for one in at.dataframe if "p, adjusted" in one.value)
    assert lines["column"].tolist() == ["model_b"]
    assert lines["p, adjusted"].tolist() == ["—"]
    assert lines["note"].str.contains("one case").all()


def test_a_row_that_is_open_has_a_ring_on_the_strip_above_groups():
    frame = table().drop(columns=["row"])
    at = open_rows(frame, rows="fp", groups_by="region")
    place = shown(at)["row"].tolist()[0] - 1
    rings = [[trace for trace in figure["data"] if _is_ring(trace)] for _alt, figure in charts(at)]
    assert not any(rings)
    well(at.selectbox(key="rows_to_open").set_value(place_in_use(frame, place)).run())
    rings = [trace for _alt, figure in charts(at) for trace in figure["data"] if _is_ring(trace)]
    assert [list(trace["x"]) for trace in rings] == [[frame["score"][place]]]


def _is_ring(trace):
    marker = trace.get("marker", {})
    return marker.get("symbol") == "circle-open" and marker.get("size") == 19


def place_in_use(frame, place):
    """Return the place of a row of the file among those in use."""
    return int(frame["score"][:place].notna().sum())


def test_what_is_to_be_minded_of_all_columns_alike_is_said_once():
    frame = table().drop(columns=["row"]).assign(who=lambda of: np.arange(len(of)) // 3)
    at = open_rows(frame, case="who", rows="fp", rows_against="tn")
    lines = next(one.value for one in at.dataframe if "p, adjusted" in one.value)
    assert len(lines) > 1
    assert "note" not in lines
    assert sum("Rows of one case" in one.value for one in at.caption) == 1


def test_cells_of_any_kind_are_shown_opened_searched_and_compared():
    frame = table().head(60).dropna(subset=["score"]).drop(columns=["row"]).reset_index(drop=True)
    n = len(frame)
    frame["list"] = pd.Series([np.arange(k % 3) for k in range(n)], dtype=object)
    frame["mixed"] = pd.Series([k if k % 2 else f"text {k}" for k in range(n)], dtype=object)
    frame["kept"] = pd.Series([{"a": k} if k % 4 else None for k in range(n)], dtype=object)
    frame["when"] = pd.date_range("2024-01-01", periods=n, freq="D")
    frame["whole"] = pd.array([None if k % 5 == 0 else k for k in range(n)], dtype="Int64")
    at = open_rows(frame, rows="fp", rows_against="tn", t=0.3)
    rows = shown(at)["row"].tolist()
    assert rows == wanted(frame, ("fp",), 0.3)
    at = well(at.selectbox(key="rows_to_open").set_value(rows[0] - 1).run())
    values = next(one.value for one in at.dataframe if {"column", "value"} == set(one.value.columns))
    line = dict(zip(values["column"], values["value"], strict=True))
    assert line["list"] == str(frame["list"][rows[0] - 1])
    assert line["whole"] == ("" if (rows[0] - 1) % 5 == 0 else str(rows[0] - 1))
    at = well(at.text_input(key="rows_search").set_value("text 1").run())
    held = wanted(frame, ("fp",), 0.3, keep=lambda used: used["mixed"].astype(str).str.contains("text 1"))
    assert (shown(at)["row"].tolist() if held else []) == held


def test_a_long_table_has_a_row_a_case():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"id": np.repeat(np.arange(50), 2), "model": ["a", "b"] * 50, "score": rng.random(100)})
    frame["y"], frame["site"] = np.repeat(rng.random(50) < 0.4, 2).astype(int), np.repeat(["n", "s"], 50)
    columns = guess_columns(frame)
    assert columns.model == "model"
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.session_state["loaded"] = loaded.Loaded(from_columns(frame, columns), "long.csv")
    at.session_state["table_in_use"] = (incoming.Table(kept(frame), "long.csv", columns), columns)
    at.session_state["tab"], at.session_state["rows"] = "rows", "fp"
    rows = shown(well(at.run()))
    assert {"case", "cell", "y", "site", "a", "b"} <= set(rows.columns)
    by_case = frame.pivot(index="id", columns="model", values="score")
    np.testing.assert_allclose(rows["b"], by_case["b"].iloc[rows["case"] - 1])


def test_in_chinese_nothing_is_left_in_english():
    at = open_rows(rows="fp", rows_against="tn", lang="zh")
    words = [*at.selectbox(key="rows").options, at.selectbox(key="rows").label, captions(at)]
    assert ENTRIES["FP: false alarms"].string in words
    assert ENTRIES["Rows of"].string in words
    assert "Rows found" not in " ".join(words)
