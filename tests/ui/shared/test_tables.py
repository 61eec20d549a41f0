"""A table and its CSV: shown without an index, guarded when it leaves."""

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
