"""The page that loads data, run on its own: what is good replaces what was there, what is not says why."""

import gzip
import io
import pickle
import re
from functools import cache

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.errors import InputError
from tests.ui.shared.test_text import ENTRIES
from ui.data import generator
from ui.session import reading_job, samples
from ui.session.samples import SAMPLES
from ui.shared import text

PAGES = samples.FOLDER.parent / "pages"
GOOD = "y,score\n1,0.92\n0,0.31\n1,0.44\n0,0.08\n"
TWO = "truth,a,b,w\nyes,0.9,0.6,1\nno,0.2,0.7,2\nyes,0.7,0.3,1\nno,0.4,0.1,3\n"


def open_page(**chosen):
    at = AppTest.from_file(str(PAGES / "data.py"), default_timeout=60)
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def well(at):
    """Return the page after making sure that it ran to its end and refused nothing."""
    assert not at.exception
    assert not at.error
    return at


def paste(at, rows):
    at.text_area(key="pasted").set_value(rows)
    at.button(key="paste_go").click().run()
    assert not at.exception
    return at


def upload(at, name, data):
    at.file_uploader(key="upload").set_value((name, data, "application/octet-stream")).run()
    assert not at.exception
    return at


def read(at):
    """Return the predictions of the session."""
    return at.session_state["loaded"].predictions


def said(at):
    """Return the line that says what is loaded."""
    return next(m.value for m in at.markdown if m.value.startswith("Loaded: "))


def first_page(at):
    """Return the confusion matrix of what this session has loaded."""
    page = AppTest.from_file(str(PAGES / "confusion_matrix.py"), default_timeout=60)
    page.session_state["loaded"] = at.session_state["loaded"]
    return well(page.run())


def refused(at, keeps):
    """Return the one sentence with which the page refuses, and make sure that what was loaded stays, out of sight."""
    (error,) = at.error
    assert read(at).digest == keeps
    assert "see_matrix" not in [button.key for button in at.button]
    assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
    well(at.button(key="turn_back").click().run())
    assert said(at)
    assert read(at).digest == keeps
    return error.value


@pytest.mark.slow
class TestSamples:
    def test_nothing_loaded_is_the_lecture(self):
        at = open_page()
        assert said(at) == "Loaded: **Lecture: 20 samples**, 20 rows, all used."
        assert not at.warning
        with pytest.raises(KeyError):
            at.selectbox(key="map_truth")

    def test_every_sample_has_a_card(self):
        at = open_page()
        assert [b.key for b in at.button if str(b.key).startswith("sample_")] == [f"sample_{key}" for key in SAMPLES]
        lessons = {caption.value for caption in at.caption}
        assert {sample.lesson for sample in SAMPLES.values()} <= lessons

    @pytest.mark.parametrize("key", SAMPLES)
    def test_open(self, key):
        at = open_page()
        well(at.button(key=f"sample_{key}").click().run())
        assert at.session_state["loaded"].sample == key
        assert SAMPLES[key].title in said(at)
        assert read(at).n_dropped == 0

    def test_two_in_a_row(self):
        at = open_page()
        for key in ("melon-20", "digits", "lecture-20"):
            well(at.button(key=f"sample_{key}").click().run())
            assert at.session_state["loaded"].sample == key

    def test_a_sample_forgets_the_choices_that_belonged_to_the_last(self):
        at = open_page(t=0.9, model="score", positive="n")
        well(at.button(key="sample_two-models").click().run())
        assert not [key for key in ("t", "model", "positive") if key in at.session_state]

    def test_a_sample_after_a_file_takes_its_mapping_away(self):
        at = paste(open_page(), GOOD)
        assert at.selectbox(key="map_truth").value == "y"
        well(at.button(key="sample_ties").click().run())
        assert "map_truth" not in [box.key for box in at.selectbox]


class TestPaste:
    def test_good_rows_replace_what_was_there(self):
        at = well(paste(open_page(), GOOD))
        assert said(at) == "Loaded: **pasted text**, 4 rows, all used."
        assert read(at).y_true.tolist() == [True, False, True, False]
        assert read(at).scores["score"].tolist() == [0.92, 0.31, 0.44, 0.08]
        page = first_page(at)
        assert [metric.value for metric in page.metric] == ["1.000", "0.500", "0.667", "0.750"]

    @pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
    def test_separators(self, separator):
        assert read(well(paste(open_page(), GOOD.replace(",", separator)))).n == 4

    @pytest.mark.parametrize(
        ("rows", "sentence"),
        [
            ("", None),
            ("   \n\n", None),
            ("just words", None),
            ("y,score", None),
            ("a,b\nx,y\nz,w\n", "score or label column"),
            ("y,score\n1,\n0,\n", None),
            ("y,score\n,0.1\n,0.2\n", None),
            ("\x00\x01\x02", None),
            ("y,score\n1,0.5,7\n0,0.2\n", None),
        ],
    )
    def test_bad_rows_get_one_sentence_and_keep_the_old_data(self, rows, sentence):
        at = open_page()
        old = read(at).digest
        message = refused(paste(at, rows), old)
        assert message.endswith(".")
        assert "Traceback" not in message
        if sentence:
            assert sentence in message

    def test_bad_rows_after_good_ones_keep_the_good_ones(self):
        at = well(paste(open_page(), GOOD))
        refused(paste(at, "just words"), read(at).digest)
        assert said(at) == "Loaded: **pasted text**, 4 rows, all used."

    def test_good_rows_after_bad_ones(self):
        at = paste(open_page(), "just words")
        well(paste(at, GOOD))
        assert read(at).n == 4

    def test_a_value_from_the_text_is_never_markup(self):
        at = paste(open_page(), "y,score,other\n1,<b>**x**</b>,0.2\n0,:material/delete:,0.4\n1,0.3,0.5\n")
        at.multiselect(key="map_scores").set_value(["score"]).run()
        assert not at.exception
        (error,) = at.error
        assert r"\<b\>\*\*x\*\*\</b\>" in error.value

    def test_a_column_name_is_never_markup(self):
        name = "<img src=x>**:smile:**"
        at = well(paste(open_page(), GOOD.replace("score", name) + "1,\n"))
        assert list(read(at).scores) == [name]
        for shown in [e.value for kind in ("warning", "markdown", "caption", "info") for e in at.get(kind)]:
            assert name not in shown
            assert ":smile:" not in shown

    def test_rows_without_score_are_left_out_and_counted(self):
        at = well(paste(open_page(), GOOD + "1,\n0,\n"))
        assert "6 rows read, 4 used, 2 left out" in said(at)
        assert len(at.warning) == 1
        assert "2 rows" in at.warning[0].value
        assert "5, 6" in at.warning[0].value


@pytest.mark.slow
class TestUpload:
    FRAME = pd.DataFrame({"label": ["p", "n", "p", "n"], "score": [0.9, 0.2, 0.4, 0.6]})

    def files(self):
        table = self.FRAME.to_csv(index=False)
        parquet = io.BytesIO()
        self.FRAME.to_parquet(parquet)
        return {
            "a.csv": table.encode(),
            "a.csv.gz": gzip.compress(table.encode()),
            "a.tsv": table.replace(",", "\t").encode(),
            "a.parquet": parquet.getvalue(),
            "utf16.csv": table.encode("utf-16"),
        }

    @pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.tsv", "a.parquet", "utf16.csv"])
    def test_formats(self, name):
        at = well(upload(open_page(), name, self.files()[name]))
        assert read(at).n == 4
        assert read(at).positive == "p"
        assert name in said(at).replace("\\", "")

    @pytest.mark.parametrize(
        ("name", "data"),
        [
            ("a.csv", b""),
            ("a.csv", pickle.dumps([1, 2])),
            ("a.pkl", pickle.dumps([1, 2])),
            ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(50)),
            ("a.parquet", b"PAR1" + bytes(20)),
            ("a.xlsx", b"PK\x03\x04" + bytes(20)),
            ("a.gz", gzip.compress(b"just words")[:-4]),
        ],
        ids=["empty", "pickle as csv", "pickle", "png", "parquet", "excel", "gzip"],
    )
    def test_what_is_no_table_is_refused_and_the_old_data_stay(self, name, data):
        at = open_page()
        assert refused(upload(at, name, data), read(at).digest)

    def test_two_files_in_a_row(self):
        at = open_page()
        well(upload(at, "a.csv", self.files()["a.csv"]))
        first = read(at).digest
        well(upload(at, "b.csv", GOOD.encode()))
        assert read(at).digest != first
        assert "b.csv" in said(at).replace("\\", "")

    def test_a_file_name_is_text(self):
        at = well(upload(open_page(), "<img src=x>**:smile:**.csv", self.files()["a.csv"]))
        line = said(at)
        assert "<img" not in line.replace(r"\<img", "")
        assert ":smile:" not in line

    def test_removing_the_file_keeps_what_it_brought(self):
        at = well(upload(open_page(), "a.csv", self.files()["a.csv"]))
        well(at.file_uploader(key="upload").set_value(None).run())
        assert read(at).n == 4

    def test_regression(self):
        frame = pd.DataFrame({"y": np.linspace(1.37, 99.5, 60), "prediction": np.linspace(2, 98, 60)})
        at = well(upload(open_page(), "r.csv", frame.to_csv(index=False).encode()))
        assert read(at).task == "regression"
        assert at.button(key="see_errors").label == "See the errors"
        assert "see_matrix" not in [button.key for button in at.button]
        assert len(first_page(at).info) == 1


@pytest.mark.slow
@cache
def slow_file():
    """Return a file that takes a while to read."""
    return gzip.compress(b"a b\n" + b"1  2\n" * 20_000_000, 1)


class TestReading:
    """What takes longer than a moment, and what the reader is told about how a file was read."""

    def test_a_file_that_takes_a_while_shows_how_far_it_is_and_is_loaded_in_the_end(self, monkeypatch):
        monkeypatch.setattr(reading_job, "PATIENCE", 0.0)
        at = well(upload(open_page(), "a.csv", GOOD.encode()))
        while "reading" in at.session_state:
            assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
            well(at.run())
        assert said(at) == "Loaded: **a.csv**, 4 rows, all used.".replace(".", "\\.", 1)
        assert read(at).n == 4
        assert "stop_reading" not in [button.key for button in at.button]

    def test_stopping_keeps_what_was_loaded(self, monkeypatch):
        at = well(paste(open_page(), GOOD))
        monkeypatch.setattr(reading_job, "PATIENCE", 0.0)
        upload(at, "slow.gz", slow_file())
        (bar,) = at.get("progress")
        assert bar.proto.text.startswith("Reading slow")
        reading, _name = at.session_state["reading"]
        well(at.button(key="stop_reading").click().run())
        with pytest.raises(InputError, match="reading it was stopped"):
            reading.result()
        assert [info.value for info in at.info] == ["Reading was stopped; what was loaded before stays."]
        assert not at.get("progress")
        assert read(at).n == 4
        well(at.run())
        assert not at.info

    def test_a_new_file_stops_the_one_before(self, monkeypatch):
        at = open_page()
        monkeypatch.setattr(reading_job, "PATIENCE", 0.0)
        upload(at, "slow.gz", slow_file())
        reading, _name = at.session_state["reading"]
        monkeypatch.setattr(reading_job, "PATIENCE", 120.0)
        well(upload(at, "a.csv", GOOD.encode()))
        with pytest.raises(InputError, match="reading it was stopped"):
            reading.result()
        assert "a.csv" in said(at).replace("\\", "")

    def test_taking_the_file_back_stops_reading_it(self, monkeypatch):
        at = open_page()
        monkeypatch.setattr(reading_job, "PATIENCE", 0.0)
        upload(at, "slow.gz", slow_file())
        reading, _name = at.session_state["reading"]
        well(at.file_uploader(key="upload").set_value(None).run())
        with pytest.raises(InputError, match="reading it was stopped"):
            reading.result()
        assert not at.get("progress")

    def test_notes_of_the_reading_stand_with_the_report(self):
        at = well(upload(open_page(), "a.csv", "真实,得分\n是,0.9\n否,0.2\n是,0.8\n否,0.3\n".encode("gb18030")))
        (info,) = at.info
        assert "it was read as GB18030" in info.value
        old = read(at).digest
        refused(upload(at, "b.csv", b"just words"), old)
        (info,) = at.info
        assert "it was read as GB18030" in info.value

    def test_columns_named_like_the_classes_are_a_model_and_it_is_said(self):
        rows = "truth,setosa,versicolor,virginica\n" + "".join(
            f"{name},{a},{b},{c}\n"
            for name, a, b, c in (
                ("setosa", 0.7, 0.2, 0.1),
                ("versicolor", 0.3, 0.5, 0.2),
                ("virginica", 0.1, 0.3, 0.6),
            )
        )
        at = well(paste(open_page(), rows))
        assert read(at).scores["score"].shape == (3, 3)
        (info,) = at.info
        assert "named like the classes and were taken as the scores of one model, 'score'" in info.value.replace(
            "\\", ""
        )


@pytest.mark.slow
class TestMapping:
    def mapped(self):
        return well(paste(open_page(), TWO))

    def test_guess(self):
        at = self.mapped()
        assert at.selectbox(key="map_truth").value == "truth"
        assert at.multiselect(key="map_scores").value == ["a", "b"]
        assert list(read(at).scores) == ["a", "b"]

    def test_scores(self):
        at = self.mapped()
        for chosen in (["b"], ["a"], ["a", "b"]):
            well(at.multiselect(key="map_scores").set_value(chosen).run())
            assert sorted(read(at).scores) == chosen
            assert at.multiselect(key="map_scores").value == chosen

    def test_positive_class(self):
        at = self.mapped()
        before = read(at).y_true
        for positive in ("no", "yes", "no"):
            well(at.selectbox(key="map_positive").set_value(positive).run())
            assert read(at).positive == positive
        np.testing.assert_array_equal(read(at).y_true, ~before)

    def test_weight(self):
        at = self.mapped()
        well(at.selectbox(key="map_weight").set_value("w").run())
        assert read(at).weight.tolist() == [1, 2, 1, 3]
        assert "Rows are counted here, whatever their weights." in [caption.value for caption in at.caption]
        assert first_page(at).metric[3].value == "1.000"

    def test_amount(self):
        at = self.mapped()
        assert at.selectbox(key="map_amount").value is None
        assert read(at).amount is None
        well(at.selectbox(key="map_weight").set_value(None).run())
        well(at.selectbox(key="map_amount").set_value("w").run())
        assert read(at).amount.tolist() == [1, 2, 1, 3]
        assert read(at).weight is None
        well(at.selectbox(key="map_amount").set_value(None).run())
        assert read(at).amount is None

    def test_an_amount_passed_over_is_said_until_it_is_chosen(self):
        at = well(paste(open_page(), "y,score,amount\n1,0.9,12.5\n0,0.8,\n1,0.4,7\n0,0.1,0\n"))
        said = "amount is named like an amount, but not every cell is a number of 0 or more, so it was not taken."
        assert [c for c in at.caption if c.value.startswith(said)]
        well(at.selectbox(key="map_amount").set_value("amount").run())
        assert read(at).amount.tolist() == [12.5, 7, 0]
        assert not [c for c in at.caption if c.value.startswith(said)]

    def test_a_guessed_amount_is_shown_and_can_be_taken_back(self):
        at = well(paste(open_page(), "y,score,amount\n1,0.9,12.5\n0,0.8,40\n1,0.4,7\n0,0.1,0\n"))
        assert at.selectbox(key="map_amount").value == "amount"
        assert at.multiselect(key="map_scores").value == ["score"]
        assert read(at).amount.tolist() == [12.5, 40, 7, 0]
        with_amount = read(at).digest
        well(at.selectbox(key="map_amount").set_value(None).run())
        assert read(at).amount is None
        assert read(at).digest != with_amount

    def test_an_amount_that_is_a_score_is_refused(self):
        at = self.mapped()
        old = read(at).digest
        at.selectbox(key="map_amount").set_value("a").run()
        assert "'a'" in refused(at, old)

    def test_what_cannot_be_used_is_refused_and_the_old_data_stay(self):
        at = self.mapped()
        old = read(at).digest
        at.multiselect(key="map_scores").set_value(["truth"]).run()
        assert refused(at, old)

    def test_back_from_a_refused_mapping(self):
        at = self.mapped()
        at.multiselect(key="map_scores").set_value(["truth"]).run()
        assert len(at.error) == 1
        well(at.multiselect(key="map_scores").set_value(["b"]).run())
        assert list(read(at).scores) == ["b"]

    def test_no_truth(self):
        at = self.mapped()
        old = read(at).digest
        at.selectbox(key="map_truth").set_value(None).run()
        assert "truth" in refused(at, old)

    def test_a_truth_that_was_not_guessed_can_be_chosen(self):
        at = paste(open_page(), "a,b\nx,0.1\nz,0.9\nx,0.3\nz,0.7\n")
        if at.error:
            well(at.selectbox(key="map_truth").set_value("a").run())
            well(at.multiselect(key="map_scores").set_value(["b"]).run())
        assert read(at).classes == ("x", "z")

    def test_duplicates_are_counted_when_asked(self):
        at = well(paste(open_page(), GOOD + "1,0.92\n"))
        well(at.button(key="duplicates").click().run())
        assert any(m.value == "1 rows repeat an earlier row." for m in at.markdown)


@pytest.mark.slow
class TestGenerator:
    def test_known_truth(self):
        at = open_page()
        well(at.button(key="gen_go").click().run())
        assert said(at) == "Loaded: **generated scores**, 400 rows, all used."
        assert read(at).y_true.sum() == 160
        assert any(m.value.startswith("AUC of the two distributions 0.856") for m in at.markdown)
        assert len(first_page(at).metric) == 4

    @pytest.mark.parametrize("transform", generator.TRANSFORMS)
    @pytest.mark.parametrize("exact", [True, False])
    def test_transforms(self, transform, exact):
        at = open_page()
        at.selectbox(key="gen_transform").set_value(transform)
        at.toggle(key="gen_deterministic").set_value(exact)
        well(at.button(key="gen_go").click().run())
        assert read(at).n == 400

    def test_seed(self):
        at = open_page()
        at.toggle(key="gen_deterministic").set_value(False)
        digests = []
        for seed in (1, 2, 1):
            at.number_input(key="gen_seed").set_value(seed)
            well(at.button(key="gen_go").click().run())
            digests.append(read(at).digest)
        assert digests[0] == digests[2] != digests[1]

    @pytest.mark.parametrize("prevalence", [0.01, 0.99])
    @pytest.mark.parametrize("n", [20, 20_000])
    @pytest.mark.parametrize("exact", [True, False])
    def test_far_ends_of_the_controls(self, n, prevalence, exact):
        at = open_page()
        at.slider(key="gen_separation").set_value(4.0)
        at.slider(key="gen_sigma").set_value(0.3)
        at.slider(key="gen_prevalence").set_value(prevalence)
        at.select_slider(key="gen_n").set_value(n)
        at.toggle(key="gen_deterministic").set_value(exact)
        at.button(key="gen_go").click().run()
        assert not at.exception
        assert read(at).n == n or len(at.error) == 1
        first_page(at)

    def test_a_sample_takes_the_generator_s_note_away(self):
        at = open_page()
        well(at.button(key="gen_go").click().run())
        well(at.button(key="sample_ties").click().run())
        assert not [m for m in at.markdown if m.value.startswith("AUC of the two")]


@pytest.mark.parametrize("state_of", ["sample", "pasted", "generated", "dropped"])
def test_in_chinese(state_of, monkeypatch):
    # Between runs AppTest formats the options itself, outside the session.
    monkeypatch.setattr(text, "language", lambda: "zh")
    at = open_page(lang="zh")
    if state_of == "pasted":
        well(paste(at, TWO))
    elif state_of == "dropped":
        well(paste(at, GOOD + "1,\n"))
    elif state_of == "generated":
        well(at.button(key="gen_go").click().run())
    shown = [e.value for kind in ("title", "header", "markdown", "caption", "info", "warning") for e in at.get(kind)]
    widgets = ("button", "expander", "number_input", "slider", "selectbox", "multiselect", "text_area", "toggle", "tab")
    labels = [w.label for kind in widgets for w in at.get(kind)]
    english = {e.id for e in ENTRIES.values() if e.id != e.string}
    assert not english & {str(text) for text in [*shown, *labels]}
    assert at.title[0].value == ENTRIES["Load predictions"].string


def test_errors_in_chinese(monkeypatch):
    monkeypatch.setattr(text, "language", lambda: "zh")
    at = paste(open_page(lang="zh"), "just words")
    (error,) = at.error
    assert re.search(r"[\u4e00-\u9fff]{4}", error.value)


def test_columns_without_a_role_are_named():
    at = paste(open_page(), "id,y,score,remark\n11,1,0.92,a b\n12,0,0.31,c d\n13,1,0.44,e f\n14,0,0.08,g h\n")
    assert "Columns left out: id, remark." in [caption.value for caption in at.caption]


def test_where_all_columns_have_a_role_none_is_named():
    assert not [c.value for c in paste(open_page(), GOOD).caption if c.value.startswith("Columns left out")]
