"""What a session has loaded and chosen: two classes out of any file, what is kept, and the address bar."""

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_frame
from ui.session import state
from ui.session.samples import SAMPLES
from ui.session.state import LABELS, MOST_REMEMBERED


def _script(act):
    import streamlit as st  # noqa: PLC0415 - Streamlit runs this function's text alone

    try:
        st.session_state["found"] = act()
    except ValueError as refused:
        st.session_state["found"] = refused


class Session:
    """A session of its own, in which functions of `ui.state` are called run after run."""

    def __init__(self, query=None, **chosen):
        self.at = AppTest.from_function(_script, default_timeout=60)
        self.at.query_params.update(query or {})
        for key, value in chosen.items():
            self.at.session_state[key] = value

    def run(self, act):
        """Call a function in the next run of the session and return what it found."""
        self.at.kwargs = {"act": act}
        self.at.run()
        assert not self.at.exception
        found = self["found"]
        if isinstance(found, ValueError):
            raise found
        return found

    def __getitem__(self, key):
        kept = self.at.session_state
        return kept[key] if key in kept else None  # noqa: SIM401 - it has no get

    def __setitem__(self, key, value):
        self.at.session_state[key] = value

    @property
    def address(self):
        params = self.at.query_params
        return {name: values[0] if isinstance(values, list) else values for name, values in params.items()}


def loaded(frame, **columns):
    return state.Loaded(from_frame(frame, **columns), "my file.csv")


TWO = pd.DataFrame(
    {
        "y": list("abaab"),
        "s": [0.9, 0.2, 0.6, 0.4, 0.1],
        "other": [0.1, 0.2, 0.3, 0.4, 0.5],
        "m": list("aabba"),
        "w": [1.0, 2.0, 0.5, 0.0, 3.0],
    }
)
MANY = pd.DataFrame(
    {
        "y": list("abcab"),
        "p:a": [0.7, 0.1, 0.2, 0.5, 0.3],
        "p:b": [0.2, 0.8, 0.3, 0.1, 0.4],
        "p:c": [0.1, 0.1, 0.5, 0.4, 0.3],
        "m": list("abbac"),
    }
)
REGRESSION = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})


def two_classes(**more):
    return loaded(TWO, truth="y", scores=("s", "other"), labels=("m",), positive="a", **more)


def many_classes():
    return loaded(MANY, truth="y", scores=("p:a", "p:b", "p:c"), labels=("m",))


class TestRemembered:
    def test_makes_once(self):
        made = []

        def act():
            return [state.remembered("key", lambda: made.append(1) or len(made)) for _ in range(3)]

        session = Session()
        assert session.run(act) == [1, 1, 1]
        assert session.run(act) == [1, 1, 1]
        assert made == [1]

    def test_keeps_what_is_undefined_too(self):
        made = []

        def act():
            return state.remembered("nothing", lambda: made.append(1))

        session = Session()
        assert session.run(act) is session.run(act) is None
        assert made == [1]

    def test_keeps_at_most_so_many_and_the_latest(self):
        def act():
            for i in range(MOST_REMEMBERED + 5):
                state.remembered(f"key {i}", lambda i=i: i)

        session = Session()
        session.run(act)
        assert list(session["remembered"].items()) == [(f"key {i}", i) for i in range(5, MOST_REMEMBERED + 5)]
        made = []
        session.run(lambda: state.remembered("key 0", lambda: made.append("again")))
        assert made == ["again"]
        assert len(session["remembered"]) == MOST_REMEMBERED

    def test_belongs_to_its_session(self):
        one, two = Session(), Session()
        assert one.run(lambda: state.remembered("key", lambda: "one")) == "one"
        assert two.run(lambda: state.remembered("key", lambda: "two")) == "two"
        assert one.run(lambda: state.remembered("key", lambda: "other")) == "one"

    def test_forgets_what_could_not_be_made(self):
        def fail():
            raise ValueError("stopped")

        session = Session()
        with pytest.raises(ValueError, match="stopped"):
            session.run(lambda: state.remembered("key", fail))
        assert session.run(lambda: state.remembered("key", lambda: "made")) == "made"


class TestBinary:
    def test_score_of_two_classes(self):
        rows = Session(loaded=two_classes()).run(state.binary)
        assert (rows.model, rows.positive, rows.negative) == ("s", "a", "b")
        assert rows.y_true.tolist() == [True, False, True, True, False]
        assert rows.score.tolist() == TWO["s"].tolist()
        assert rows.predicted is None
        assert rows.weight is None

    def test_swapped_turns_truth_over_never_the_score(self):
        rows = Session(loaded=two_classes(), positive="b").run(state.binary)
        assert (rows.positive, rows.negative) == ("b", "a")
        assert rows.y_true.tolist() == [False, True, False, False, True]
        assert rows.score.tolist() == TWO["s"].tolist()

    @pytest.mark.parametrize("positive", ["a", "b"])
    def test_predicted_labels(self, positive):
        rows = Session(loaded=two_classes(), model="m" + LABELS, positive=positive).run(state.binary)
        assert rows.score is None
        assert rows.predicted.tolist() == [label == positive for label in TWO["m"]]
        assert rows.y_true.tolist() == [label == positive for label in TWO["y"]]

    @pytest.mark.parametrize("positive", ["a", "b", "c"])
    def test_one_of_many_classes_against_the_rest(self, positive):
        rows = Session(loaded=many_classes(), positive=positive).run(state.binary)
        assert (rows.model, rows.positive, rows.negative) == ("p", positive, None)
        assert rows.y_true.tolist() == [label == positive for label in MANY["y"]]
        assert rows.score.tolist() == MANY[f"p:{positive}"].tolist()
        assert rows.score.flags.c_contiguous

    @pytest.mark.parametrize("positive", ["a", "b", "c"])
    def test_predicted_labels_of_many_classes(self, positive):
        rows = Session(loaded=many_classes(), model="m" + LABELS, positive=positive).run(state.binary)
        assert rows.predicted.tolist() == [label == positive for label in MANY["m"]]

    def test_another_model_on_request(self):
        session = Session(loaded=two_classes())
        assert session.run(lambda: state.binary("other")).score.tolist() == TWO["other"].tolist()
        assert session.run(state.binary).model == "s"

    def test_another_class_on_request(self):
        rows = Session(loaded=many_classes()).run(lambda: state.binary("p", "c"))
        assert (rows.positive, rows.score.tolist()) == ("c", MANY["p:c"].tolist())

    def test_weights_go_with_the_rows(self):
        rows = Session(loaded=two_classes(weight="w"), positive="b").run(state.binary)
        assert rows.weight.tolist() == TWO["w"].tolist()

    def test_keys_tell_apart_data_model_and_class(self):
        keys = []
        for mine in (two_classes(), two_classes(weight="w")):
            for model in ("s", "other", "m" + LABELS):
                for positive in ("a", "b"):
                    keys.append(Session(loaded=mine, model=model, positive=positive).run(state.binary).key)
        assert len(set(keys)) == len(keys)

    def test_unknown_choices_fall_back(self):
        rows = Session(loaded=two_classes(), model="gone", positive="gone").run(state.binary)
        assert (rows.model, rows.positive) == ("s", "a")

    def test_other_data_with_the_same_names_are_not_mixed_up(self):
        session = Session(loaded=two_classes())
        before = session.run(state.binary)
        corrected = TWO.assign(y=list("aaaab"))
        session["loaded"] = loaded(corrected, truth="y", scores=("s", "other"), labels=("m",), positive="a")
        after = session.run(state.binary)
        assert before.key != after.key
        assert after.y_true.tolist() == [True, True, True, True, False]


class TestReadings:
    def test_counts_of_a_score(self):
        found = Session(loaded=two_classes()).run(lambda: state.counts(state.binary()))
        assert found.at(0.5).table.tolist() == [[2, 1], [0, 2]]

    def test_counts_of_weights(self):
        found = Session(loaded=two_classes(weight="w")).run(lambda: state.counts(state.binary()))
        assert (found.n_pos, found.n_neg) == (1.5, 5.0)

    def test_labels_have_a_matrix_and_no_counts(self):
        session = Session(loaded=two_classes(), model="m" + LABELS)
        assert session.run(lambda: state.matrix(state.binary())).table.tolist() == [[1, 2], [2, 0]]
        with pytest.raises(ValueError, match="predicted labels have no score"):
            session.run(lambda: state.counts(state.binary()))

    def test_scores_have_no_matrix(self):
        with pytest.raises(ValueError, match="a score needs a threshold"):
            Session(loaded=two_classes()).run(lambda: state.matrix(state.binary()))

    def test_auc(self):
        assert Session(loaded=two_classes()).run(lambda: state.auc(state.binary())) == 1.0
        assert Session(loaded=two_classes(), positive="b").run(lambda: state.auc(state.binary())) == 0.0

    @pytest.mark.parametrize(("model", "column"), [("p", None), ("m" + LABELS, "m")])
    def test_all_classes(self, model, column):
        found = Session(loaded=many_classes(), model=model).run(state.all_classes)
        predicted = MANY[column] if column else MANY[["p:a", "p:b", "p:c"]].to_numpy().argmax(axis=1)
        wanted = pd.crosstab(
            MANY["y"], pd.Categorical(predicted, categories=list("abc") if column else range(3)), dropna=False
        )
        np.testing.assert_array_equal(found.table, wanted)
        assert tuple(found.classes) == ("a", "b", "c")

    def test_view_has_dots_unless_rows_are_weighted(self):
        for mine, dots in ((two_classes(), True), (two_classes(weight="w"), False)):
            found = Session(loaded=mine).run(lambda: state.view(state.binary(), (0.55,)))
            assert found.strip.has_dots == dots
            assert 0.55 in found.steps.threshold


class TestChoices:
    def test_models_are_scores_and_then_labels(self):
        assert Session(loaded=two_classes()).run(state.models) == ["s", "other", "m" + LABELS]
        assert Session(loaded=many_classes()).run(state.models) == ["p", "m" + LABELS]

    def test_regression_has_no_positive_class(self):
        session = Session(loaded=loaded(REGRESSION, truth="y", scores=("model",)), positive="a")
        assert session.run(state.positive) is None

    def test_new_data_forget_the_choices_that_belonged_to_the_old(self):
        session = Session(loaded=two_classes(), t=0.3, model="other", positive="b", lang="zh")
        session.run(lambda: state.keep(many_classes()))
        assert [session[key] for key in ("t", "model", "positive")] == [None] * 3
        assert session["lang"] == "zh"
        assert session.run(state.binary).model == "p"

    def test_costs_stay_between_samples_but_neither_reach_own_rows_nor_outlast_them(self):
        session = Session(loaded=state.sample("melon-20"), cost_fn=7.0, cost_tn=-1.0)
        session.run(lambda: state.keep(state.sample("lecture-10")))
        assert (session["cost_fn"], session["cost_tn"]) == (7, -1)
        session.run(lambda: state.keep(two_classes()))
        assert (session["cost_fn"], session["cost_tn"]) == (None, None)
        session["cost_fn"] = 3.0
        session.run(lambda: state.keep(two_classes()))  # the same cases, as with other columns
        assert session["cost_fn"] == 3
        session.run(lambda: state.keep(state.sample("melon-20")))
        assert session["cost_fn"] is None

    def test_costs_stay_from_part_to_part_but_not_to_another_file_of_the_same_name(self):
        def part(rows, name):
            frame = pd.DataFrame(
                {"y": [0, 1] * rows, "s": range(2 * rows), "split": ["train", "train", "test", "test"] * (rows // 2)}
            )
            return state.Loaded(from_frame(frame, truth="y", scores=["s"], split="split", part=name), "my file.csv")

        session = Session(loaded=part(4, "train"), cost_fn=7.0)
        session.run(lambda: state.keep(part(4, "test")))
        assert session["cost_fn"] == 7
        session.run(lambda: state.keep(part(6, "test")))
        assert session["cost_fn"] is None


def start_and_write(default=0.5):
    state.start()
    state.write_address()
    state.write_threshold(default)


class TestAddress:
    def test_empty_means_the_lecture_and_stays_nearly_empty(self):
        session = Session()
        session.run(start_and_write)
        assert session["loaded"].sample == "lecture-20"
        assert session.address == {"sample": "lecture-20"}

    def test_is_read_and_written_the_same(self):
        asked = {"sample": "two-models", "model": "model_b", "positive": "0", "lang": "zh", "t": "0.123456789012345"}
        session = Session(asked)
        session.run(start_and_write)
        assert session["loaded"].sample == "two-models"
        assert [session[key] for key in ("model", "positive", "lang", "t")] == ["model_b", "0", "zh", 0.123456789012345]
        assert session.address == asked

    @pytest.mark.parametrize("key", SAMPLES)
    def test_every_sample(self, key):
        session = Session({"sample": key})
        session.run(start_and_write)
        assert session["loaded"].sample == key
        assert session.address == {"sample": key}

    @pytest.mark.parametrize(
        "asked",
        [
            {"sample": "../../etc/passwd"},
            {"model": "gone"},
            {"positive": "<b>"},
            {"lang": "xx"},
            {"t": "x"},
            {"t": ""},
            {"t": "nan"},
            {"t": "inf"},
            {"t": "1e400"},
            {"sample": "", "model": "", "positive": "", "lang": ""},
        ],
        ids=str,
    )
    def test_what_does_not_fit_is_ignored(self, asked):
        session = Session(asked)
        session.run(start_and_write)
        assert session["loaded"].sample == "lecture-20"
        assert [session[key] for key in ("model", "positive", "lang", "t")] == [None] * 4

    def test_is_read_once(self):
        session = Session({"sample": "two-models", "t": "0.3"})
        session.run(start_and_write)
        session["t"] = 0.7
        session.run(start_and_write)
        assert session["t"] == 0.7
        assert session.address["t"] == "0.7"

    def test_what_is_at_its_default_is_taken_out_again(self):
        session = Session({"sample": "two-models", "model": "model_b", "positive": "0", "t": "0.3", "lang": "zh"})
        session.run(start_and_write)
        for key, value in (("model", "model_a"), ("positive", "1"), ("t", 0.5), ("lang", "en")):
            session[key] = value
        session.run(start_and_write)
        assert session.address == {"sample": "two-models"}

    def test_threshold_at_the_default_of_the_page_is_left_out(self):
        session = Session(t=0.25)
        session.run(lambda: start_and_write(default=0.25))
        assert "t" not in session.address
        session.run(lambda: start_and_write(default=0.5))
        assert session.address["t"] == "0.25"

    def test_a_file_cannot_be_linked(self):
        session = Session({"sample": "melon-20"}, loaded=two_classes(), model="other", positive="b")
        session.run(start_and_write)
        assert session.address == {"source": "file", "model": "other", "positive": "b"}
        session.run(lambda: state.keep(state.sample("melon-20")))
        session.run(start_and_write)
        assert session.address == {"sample": "melon-20"}

    def test_generated_rows_cannot_be_linked_either(self):
        session = Session(loaded=state.Loaded(two_classes().predictions, "drawn", generated=True))
        session.run(start_and_write)
        assert session.address == {"source": "generated"}

    @pytest.mark.parametrize("source", ["file", "generated"])
    def test_a_session_that_begins_where_a_file_was_takes_nothing_else(self, source):
        session = Session({"source": source, "t": "0.69", "cost_fn": "7", "prevalence": "0.2", "lang": "zh"})
        session.run(start_and_write)
        assert session.run(state.gone) == source
        assert [session[key] for key in ("t", "cost_fn", "prevalence")] == [None] * 3
        assert session.address == {"source": source, "lang": "zh"}
        session.run(lambda: state.keep(two_classes()))
        assert session.run(state.gone) is None

    def test_of_many_classes_the_one_of_the_lesson_is_the_default(self):
        session = Session({"sample": "digits"})
        session.run(start_and_write)
        assert session.run(state.positive) == "8"
        assert session.address == {"sample": "digits"}
        session["positive"] = "0"
        session.run(start_and_write)
        assert session.address == {"sample": "digits", "positive": "0"}

    def test_of_many_classes_in_a_file_the_first_is_the_default(self):
        session = Session(loaded=many_classes())
        session.run(start_and_write)
        assert session.run(state.positive) == "a"
        session["positive"] = "c"
        session.run(start_and_write)
        assert session.address == {"source": "file", "positive": "c"}

    def test_sessions_do_not_share_what_they_loaded(self):
        one, two = Session(), Session()
        one.run(lambda: state.keep(two_classes()))
        assert one.run(state.loaded).name == "my file.csv"
        assert two.run(state.loaded).sample == "lecture-20"
