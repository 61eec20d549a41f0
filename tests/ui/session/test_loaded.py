"""What a session has loaded: two classes out of any file, what is kept, and what is forgotten with it."""

import pandas as pd
import pytest

from evalcore.predictions import from_frame
from tests.ui.session.sessions import MANY, REGRESSION, TWO, Session, many_classes, own_file, two_classes
from ui.session import loaded
from ui.session.loaded import LABELS


class TestBinary:
    def test_score_of_two_classes(self):
        rows = Session(loaded=two_classes()).run(loaded.binary)
        assert (rows.model, rows.positive, rows.negative) == ("s", "a", "b")
        assert rows.y_true.tolist() == [True, False, True, True, False]
        assert rows.score.tolist() == TWO["s"].tolist()
        assert rows.predicted is None
        assert rows.weight is None

    def test_swapped_turns_truth_over_never_the_score(self):
        rows = Session(loaded=two_classes(), positive="b").run(loaded.binary)
        assert (rows.positive, rows.negative) == ("b", "a")
        assert rows.y_true.tolist() == [False, True, False, False, True]
        assert rows.score.tolist() == TWO["s"].tolist()

    @pytest.mark.parametrize("positive", ["a", "b"])
    def test_predicted_labels(self, positive):
        rows = Session(loaded=two_classes(), model="m" + LABELS, positive=positive).run(loaded.binary)
        assert rows.score is None
        assert rows.predicted.tolist() == [label == positive for label in TWO["m"]]
        assert rows.y_true.tolist() == [label == positive for label in TWO["y"]]

    @pytest.mark.parametrize("positive", ["a", "b", "c"])
    def test_one_of_many_classes_against_the_rest(self, positive):
        rows = Session(loaded=many_classes(), positive=positive).run(loaded.binary)
        assert (rows.model, rows.positive, rows.negative) == ("p", positive, None)
        assert rows.y_true.tolist() == [label == positive for label in MANY["y"]]
        assert rows.score.tolist() == MANY[f"p:{positive}"].tolist()
        assert rows.score.flags.c_contiguous

    @pytest.mark.parametrize("positive", ["a", "b", "c"])
    def test_predicted_labels_of_many_classes(self, positive):
        rows = Session(loaded=many_classes(), model="m" + LABELS, positive=positive).run(loaded.binary)
        assert rows.predicted.tolist() == [label == positive for label in MANY["m"]]

    def test_another_model_on_request(self):
        session = Session(loaded=two_classes())
        assert session.run(lambda: loaded.binary("other")).score.tolist() == TWO["other"].tolist()
        assert session.run(loaded.binary).model == "s"

    def test_another_class_on_request(self):
        rows = Session(loaded=many_classes()).run(lambda: loaded.binary("p", "c"))
        assert (rows.positive, rows.score.tolist()) == ("c", MANY["p:c"].tolist())

    def test_weights_go_with_the_rows(self):
        rows = Session(loaded=two_classes(weight="w"), positive="b").run(loaded.binary)
        assert rows.weight.tolist() == TWO["w"].tolist()

    def test_keys_tell_apart_data_model_and_class(self):
        keys = []
        for mine in (two_classes(), two_classes(weight="w")):
            for model in ("s", "other", "m" + LABELS):
                for positive in ("a", "b"):
                    keys.append(Session(loaded=mine, model=model, positive=positive).run(loaded.binary).key)
        assert len(set(keys)) == len(keys)

    def test_unknown_choices_fall_back(self):
        rows = Session(loaded=two_classes(), model="gone", positive="gone").run(loaded.binary)
        assert (rows.model, rows.positive) == ("s", "a")

    def test_other_data_with_the_same_names_are_not_mixed_up(self):
        session = Session(loaded=two_classes())
        before = session.run(loaded.binary)
        corrected = TWO.assign(y=list("aaaab"))
        session["loaded"] = own_file(corrected, truth="y", scores=("s", "other"), labels=("m",), positive="a")
        after = session.run(loaded.binary)
        assert before.key != after.key
        assert after.y_true.tolist() == [True, True, True, True, False]


class TestChoices:
    def test_models_are_scores_and_then_labels(self):
        assert Session(loaded=two_classes()).run(loaded.models) == ["s", "other", "m" + LABELS]
        assert Session(loaded=many_classes()).run(loaded.models) == ["p", "m" + LABELS]

    def test_regression_has_no_positive_class(self):
        session = Session(loaded=own_file(REGRESSION, truth="y", scores=("model",)), positive="a")
        assert session.run(loaded.positive) is None

    def test_new_data_forget_the_choices_that_belonged_to_the_old(self):
        session = Session(loaded=two_classes(), t=0.3, model="other", positive="b", lang="zh")
        session.run(lambda: loaded.keep(many_classes()))
        assert [session[key] for key in ("t", "model", "positive")] == [None] * 3
        assert session["lang"] == "zh"
        assert session.run(loaded.binary).model == "p"

    def test_costs_stay_between_samples_but_neither_reach_own_rows_nor_outlast_them(self):
        session = Session(loaded=loaded.sample("melon-20"), cost_fn=7.0, cost_tn=-1.0)
        session.run(lambda: loaded.keep(loaded.sample("lecture-10")))
        assert (session["cost_fn"], session["cost_tn"]) == (7, -1)
        session.run(lambda: loaded.keep(two_classes()))
        assert (session["cost_fn"], session["cost_tn"]) == (None, None)
        session["cost_fn"] = 3.0
        session.run(lambda: loaded.keep(two_classes()))  # the same cases, as with other columns
        assert session["cost_fn"] == 3
        session.run(lambda: loaded.keep(loaded.sample("melon-20")))
        assert session["cost_fn"] is None


def test_what_was_chosen_stays_for_other_rows_of_the_same_columns_only():
    def part(rows, name, score="s"):
        frame = pd.DataFrame(
            {"y": [0, 1] * rows, score: range(2 * rows), "split": ["train", "train", "test", "test"] * (rows // 2)}
        )
        of_part = from_frame(frame, truth="y", scores=[score], split="split", part=name)
        return loaded.Loaded(of_part, "my file.csv")

    session = Session(loaded=part(4, "train"), cost_fn=7.0, t=3.0, model="s", curves_hull=True)
    for rows in (4, 6):  # another part, and a newer file
        session.run(lambda rows=rows: loaded.keep(part(rows, "test")))
        assert (session["cost_fn"], session["t"], session["model"], session["curves_hull"]) == (7, 3, "s", True)
        said = "The columns are the same, so threshold, costs and options stay as they were chosen."
        assert [str(one) for one in session.run(loaded.not_kept)] == [said]
    session.run(lambda: loaded.keep(part(8, "test", score="other")))
    assert (session["cost_fn"], session["t"], session["model"]) == (None, None, None)


def test_a_model_that_is_gone_is_named_and_its_threshold_forgotten():
    session = Session(loaded=two_classes(), t=0.7, model="other", cost_fn=3.0)
    fewer = own_file(TWO.drop(columns="other"), truth="y", scores=("s",), labels=("m",), positive="a")
    session.run(lambda: loaded.keep(fewer))
    assert (session["t"], session["model"], session["cost_fn"]) == (None, None, 3)
    said = "Not kept: the threshold of model 'other', which this table does not have."
    assert [str(one) for one in session.run(loaded.not_kept)] == [said]
