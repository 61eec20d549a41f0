"""A table and its CSV: shown without an index, guarded when it leaves; its terms lead to the glossary."""

import json

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest


def script():
    import pandas as pd  # noqa: PLC0415 - the function is the script

    from ui.shared import tables  # noqa: PLC0415

    frame = pd.DataFrame({"a": ["=1"], "b": [2]})
    tables.show(frame, alt="a table")
    tables.offer(frame, label="Table as CSV", name="small")
    tables.offer(lambda: frame, label="Made when asked for", name="large")


def test_table_and_buttons():
    at = AppTest.from_function(script).run()
    assert not at.exception
    (table,) = at.dataframe
    assert table.proto.column_order == [] or list(table.value.columns) == ["a", "b"]
    assert [button.label for button in at.get("download_button")] == ["Table as CSV", "Made when asked for"]


def readings(first, explain):
    import pandas as pd  # noqa: PLC0415 - the function is the script

    from ui.shared import tables  # noqa: PLC0415
    from ui.shared.text import _  # noqa: PLC0415

    rows = [_("recall"), _("all rows"), _("prevalence (share of positives)")]
    frame = pd.DataFrame({_(first): rows, _("critical value"): [1, 2, 3]}, index=[4, 5, 6])
    tables.show(frame, alt="readings", explain=explain)


@pytest.mark.parametrize(("code", "title", "spoken"), [("en", "Glossary", ""), ("zh", "术语表", "&lang=zh")])
def test_terms_lead_to_the_glossary(code, title, spoken):
    at = AppTest.from_function(readings, args=("metric", True))
    at.session_state["lang"] = code
    (table,) = at.run().dataframe
    assert not at.exception
    found = table.value[title].fillna("").tolist()
    assert found == [f"glossary?term=recall{spoken}", "", f"glossary?term=prevalence{spoken}"]
    assert list(table.value.columns).index(title) == 1
    config = json.loads(table.proto.columns)
    assert config[title]["type_config"]["type"] == "link"
    assert f"glossary?term=critical-value{spoken}" in config[list(table.value.columns)[2]]["help"]


@pytest.mark.parametrize(("first", "explain"), [("model", True), ("metric", False)])
def test_rows_that_are_no_readings_have_no_links(first, explain):
    (table,) = AppTest.from_function(readings, args=(first, explain)).run().dataframe
    assert list(table.value.columns) == [first, "critical value"]


def cards():
    from ui.shared import tables  # noqa: PLC0415

    tables.show({"models": ["a_1", "b"], "p": ["0.02", ""], "F1": ["0.9", "0.8"]}, alt="Models", as_cards=True)


def test_where_there_is_no_room_each_row_has_lines_of_its_own():
    at = AppTest.from_function(cards).run()
    assert not at.dataframe
    assert [one.value for one in at.markdown] == [
        "**a\\_1**  \np\u00a0**0\\.02** · F1\u00a0**0\\.9**",
        "**b**  \nF1\u00a0**0\\.8**",
    ]


def cards_of_terms(explain):
    import streamlit as st  # noqa: PLC0415 - the function is the script

    from ui.shared import tables  # noqa: PLC0415

    frame = {"metric": ["recall", "all rows"], "critical value": [1.0, float("nan")], "note": ["n" * 60, "short"]}
    columns = {"note": st.column_config.Column(help="what is to be minded")}
    tables.show(frame, alt="readings", explain=explain, columns=columns, as_cards=True)


def test_cards_lead_to_the_glossary_and_say_what_their_columns_are():
    first, second = AppTest.from_function(cards_of_terms, args=(True,)).run().markdown
    assert first.value.startswith("**[recall](glossary?term=recall)**")
    assert second.value.startswith("**all rows**")
    # Where there is nothing, nothing is said; and no column of sentences is bold.
    assert "critical value" in first.value
    assert "critical value" not in second.value
    assert "**short**" not in second.value
    assert first.proto.help.startswith("**critical value**: ")
    assert first.proto.help.endswith("**note**: what is to be minded")
    assert not second.proto.help
    plain, _second = AppTest.from_function(cards_of_terms, args=(False,)).run().markdown
    assert plain.value.startswith("**recall**")
    assert plain.proto.help == "**note**: what is to be minded"


def chosen():
    import pandas as pd  # noqa: PLC0415 - the function is the script

    from ui.shared import tables  # noqa: PLC0415

    frame = pd.DataFrame({"score": [0.25], "amount": [269.39], "day": ["1 May"]})
    options = {"key": "rows", "on_select": lambda: None}
    tables.choose(frame, alt="rows", written={"score": lambda score: f"{score:.3f}"}, **options)


def test_numbers_beside_a_column_that_is_written_some_way_stand_as_they_are():
    (table,) = AppTest.from_function(chosen).run().dataframe
    shown = pa.ipc.open_stream(table.proto.arrow_data.styler.display_values).read_all().to_pydict()
    assert [column[0] for column in shown.values()] == ["0.250", "269.39", "1 May"]
