"""What was understood of a file stands in one sentence, with one click to change it."""

from pathlib import Path

import pytest

from tests.pages.test_data import first_page, open_page, paste, read, said, upload, well
from tests.pages.test_questions import other_page, shows_numbers

LAYOUTS = Path(__file__).parents[1] / "evalcore" / "predictions" / "layouts"


def put(at, name, place="upload"):
    at.file_uploader(key=place).set_value((name, (LAYOUTS / name).read_bytes(), "application/octet-stream")).run()
    assert not at.exception
    return at


def sentence(at):
    return next(m.value for m in at.markdown if m.value.startswith("Understood: ")).replace("\\", "")


def click(at, key):
    return well(at.button(key=f"understood_{key}").click().run())


class TestPair:
    def test_one_model_and_with_a_click_two(self):
        at = well(put(open_page(), "sk_p0_p1.csv"))
        assert sentence(at) == (
            "Understood: the truth is 'y', two classes, '1' positive; 1 model: 'p1'; 'p0', 'p1' add up to 1 and are "
            "one model."
        )
        click(at, "two_p0")
        assert sorted(read(at).scores) == ["p0", "p1"]
        click(at, "one_p0")
        assert list(read(at).scores) == ["p1"]

    def test_another_class_takes_the_other_column(self):
        at = well(put(open_page(), "score_names.csv"))
        well(at.radio(key="ask_positive").set_value("Good").run())
        assert list(read(at).scores) == ["score_Good"]
        well(at.selectbox(key="map_positive").set_value("Bad").run())
        assert list(read(at).scores) == ["score_Bad"]
        assert at.multiselect(key="map_scores").value == ["score_Bad"]

    def test_the_other_column_is_not_said_to_be_left_out(self):
        at = well(put(open_page(), "sk_p0_p1.csv"))
        assert not any(c.value.startswith("Columns left out: ") and "p0" in c.value for c in at.caption)

    def test_a_list_in_a_cell(self):
        at = well(put(open_page(), "sk_list.csv"))
        assert list(read(at).scores) == ["y_proba[1]"]
        assert "1 model: 'y_proba[1]'" in sentence(at)


class TestTurned:
    def test_a_score_of_the_other_class_is_reversed_and_taken_back(self):
        at = well(put(open_page(), "sk_distance.csv"))
        assert "distance is lower on average where the class is positive." in [c.value for c in at.caption]
        before = read(at).scores["distance"]
        click(at, "turn_distance")
        assert read(at).scores["distance"] == pytest.approx(-before)
        assert sentence(at).endswith("'distance' is reversed.")
        assert at.multiselect(key="map_reversed").value == ["distance"]
        click(at, "back_distance")
        assert read(at).scores["distance"] == pytest.approx(before)

    def test_a_score_no_longer_chosen_is_no_longer_reversed(self):
        at = well(paste(open_page(), "y,a,b\n1,0.1,0.9\n0,0.8,0.2\n1,0.3,0.6\n0,0.6,0.3\n"))
        well(at.multiselect(key="map_reversed").set_value(["a"]).run())
        well(at.multiselect(key="map_scores").set_value(["b"]).run())
        assert at.session_state["columns"].reversed == ()

    def test_the_confidence_of_the_predicted_class(self):
        at = put(open_page(), "weka.csv")
        well(at.radio(key="ask_positive").set_value("tested_positive").run())
        assert sentence(at).endswith("'prediction' is how sure the predicted class is.")
        turned = read(at).scores["prediction"]
        click(at, "stands_prediction")
        assert read(at).scores["prediction"].min() >= 0.5 > turned.min()


class TestMeaning:
    def test_no_number_before_it_is_said_whether_stars_are_classes(self):
        at = well(put(open_page(), "stars.csv"))
        assert at.radio(key="ask_truth").value is None
        assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
        page = other_page(at, "confusion_matrix")
        assert not shows_numbers(page)
        assert page.radio(key="ask_truth").value is None
        well(at.radio(key="ask_truth").set_value("amounts").run())
        assert (read(at).task, said(at)) == ("regression", "Loaded: **stars\\.csv**, 60 rows, all used.")
        assert at.selectbox(key="map_truth_holds").value == "amounts"

    def test_classes_and_then_amounts_by_a_click(self):
        at = well(put(open_page(), "stars.csv"))
        well(at.radio(key="ask_truth").set_value("classes").run())
        assert (read(at).task, list(read(at).labels)) == ("multiclass", ["pred"])
        click(at, "amounts")
        assert (read(at).task, list(read(at).scores)) == ("regression", ["pred"])
        well(at.selectbox(key="map_truth_holds").set_value("classes").run())
        assert read(at).task == "multiclass"

    def test_a_newer_file_is_asked_about_as_long_as_nobody_has_answered(self):
        rows = (LAYOUTS / "stars.csv").read_bytes()
        at = well(put(open_page(), "stars.csv"))
        newer = upload(at, "newer.csv", rows)
        assert newer.radio(key="ask_truth").value is None
        well(newer.radio(key="ask_truth").set_value("classes").run())
        again = upload(newer, "newest.csv", rows)
        assert not [one for one in again.radio if one.key == "ask_truth"]
        assert read(again).task == "multiclass"

    def test_counts_are_amounts_without_a_question(self):
        at = well(put(open_page(), "counts.csv"))
        assert not at.radio
        assert sentence(at) == "Understood: the truth is 'visits', amounts; 1 model: 'prediction'."


class TestFiles:
    def test_the_sheet_with_the_table_and_another(self):
        at = well(put(open_page(), "openpyxl_sheets.xlsx"))
        assert (at.selectbox(key="sheet").value, read(at).n) == ("Rows", 24)
        at.selectbox(key="sheet").set_value("Readme").run()
        assert at.error[0].value.startswith("One column must hold the truth")
        assert at.selectbox(key="sheet").value == "Readme"
        well(at.selectbox(key="sheet").set_value("Rows").run())
        assert read(at).n == 24

    def test_two_files_are_joined(self):
        at = put(open_page(), "join_predictions.csv")
        assert at.error[0].value.startswith("One column must hold the truth")
        well(put(at, "join_truth.csv", place="partner"))
        assert said(at) == r"Loaded: **join\_predictions\.csv \+ join\_truth\.csv**, 22 rows, all used."
        notes = [info.value for info in at.info]
        assert "The two tables were joined by 'id': 22 rows found a partner." in notes
        assert any("2 of 24 rows of the first table and 0 of 22 rows of the second" in note for note in notes)
        assert len(first_page(at).metric) == 4

    def test_two_sheets_are_joined_and_taken_apart(self):
        at = put(open_page(), "openpyxl_two_tables.xlsx")
        assert at.error[0].value.startswith("One column must hold the truth")
        assert at.selectbox(key="further_sheet").options == ["Readme", "Truth"]
        at.selectbox(key="further_sheet").set_value("Readme").run()
        assert at.error[0].value.startswith("The two tables must share a column that names each case")
        well(at.selectbox(key="further_sheet").set_value("Truth").run())
        assert said(at) == r"Loaded: **openpyxl\_two\_tables\.xlsx \+ Truth**, 22 rows, all used."
        assert [at.selectbox(key=f"key_{place}").label for place in ("first", "second")] == [
            "Key in Predictions",
            "Key in Truth",
        ]
        assert at.selectbox(key="further_sheet").options == ["Readme"]
        assert len(read(at).y_true) == 22
        at.button(key="understood_alone").click().run()
        assert at.error[0].value.startswith("One column must hold the truth")
        assert at.selectbox(key="further_sheet").value is None

    def test_two_files_are_taken_apart(self):
        at = put(put(open_page(), "join_truth.csv"), "join_predictions.csv", place="partner")
        assert read(at).n == 22
        at.button(key="understood_alone").click().run()
        assert at.error[0].value.startswith("At least one score or label column must be chosen")

    def test_the_key_can_be_chosen(self):
        at = upload(open_page(), "scores.csv", b"nr,score\n1,0.9\n2,0.2\n3,0.7\n4,0.1\n")
        truth = b"y,visit,place\n1,1,4\n0,2,3\n1,3,2\n0,4,1\n"
        at.file_uploader(key="partner").set_value(("truth.csv", truth, "text/csv")).run()
        assert at.error[0].value.startswith("The two tables must share a column that names each case")
        at.selectbox(key="key_first").set_value("nr").run()
        well(at.selectbox(key="key_second").set_value("visit").run())
        assert [read(at).n, read(at).y_true.astype(int).tolist()] == [4, [1, 0, 1, 0]]
        well(at.selectbox(key="key_second").set_value("place").run())
        assert read(at).y_true.astype(int).tolist() == [0, 1, 0, 1]
        assert at.selectbox(key="key_second").value == "place"

    def test_no_key_is_asked_for_of_a_file_alone(self):
        at = put(put(open_page(), "join_predictions.csv"), "join_truth.csv", place="partner")
        assert at.selectbox(key="key_first").value == "id"
        put(at, "sk_p0_p1.csv")
        assert not [box for box in at.selectbox if box.key == "key_first"]

    def test_a_second_file_that_shares_no_key_is_refused_and_the_first_stays(self):
        at = put(open_page(), "sk_p0_p1.csv")
        put(at, "polars.csv", place="partner")
        assert at.error[0].value.startswith("The two tables must share a column that names each case")
        assert at.selectbox(key="map_truth").value == "y"
        well(at.button(key="turn_back").click().run())
        assert list(read(at).scores) == ["p1"]
        well(upload(at, "a.csv", b"y,score\n1,0.9\n0,0.2\n"))
        assert list(read(at).scores) == ["score"]
