"""What comes in meets nothing that belonged to what was there before."""

import pandas as pd
import pytest

from evalcore.predictions import guess_columns
from tests.ui.session.sessions import Session, two_classes
from ui.session import address, incoming, loaded

FRAME = pd.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.7, 0.4], "other": [0.1, 0.2, 0.3, 0.4]})


@pytest.mark.parametrize(
    ("widget", "stale"),
    [("map_truth", "churned"), ("map_scores", ["gone"]), ("map_positive", "yes"), ("map_part", "test")],
)
def test_a_field_that_holds_a_choice_of_another_table_changes_nothing(widget, stale):
    table = incoming.Table(FRAME, "new.csv", guess_columns(FRAME))
    session = Session(loaded=two_classes(), table=table, columns=table.guess, **{widget: stale})
    before = session["loaded"]
    session.run(lambda: incoming.remap(widget))
    assert session["loaded"] is before
    assert session["columns"] is table.guess
    assert session["refused"] is None


def test_another_page_s_empty_address_still_says_that_a_file_is_gone():
    session = Session({"source": "file", "t": "0.69"})
    session.run(address.start)
    session.at.query_params.clear()
    session.run(address.write)
    assert session.address == {"source": "file"}
    assert session.run(loaded.gone) == "file"
