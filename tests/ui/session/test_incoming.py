"""What comes in meets nothing that belonged to what was there before."""

import io

import pandas as pd
import pytest

from evalcore.predictions import guess_columns
from tests.ui.session.sessions import Session, two_classes
from ui.session import address, incoming, loaded, reading_job

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


class Arrived(io.BytesIO):
    """An upload as the uploader's state holds it."""

    name = "new.csv"
    file_id = "1"


def test_an_upload_whose_callback_was_broken_off_is_taken_in_the_next_run_and_once():
    """Another request of the browser, such as the width of the page, breaks a callback off."""
    session = Session(loaded=two_classes(), upload=Arrived(FRAME.to_csv(index=False).encode()))
    session.run(incoming.take_read)
    session.run(wait_until_read)
    first = session["loaded"]
    assert first.name == "new.csv"
    session.run(incoming.take_read)
    assert session["loaded"] is first


def wait_until_read():
    while reading_job.is_under_way():
        reading_job.be_patient()
        incoming.take_read()
