"""Rows of one case: found, averaged, one repetition taken, numbered; by hand and against pandas."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.predictions import from_columns, from_frame, guess_columns, of_case, one_vs_rest
from evalcore.predictions.cases import find_cases, occurrence


def repeated(n=30, times=3, seed=0, **columns):
    """Return predictions of each case, several times."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 2)
    return pd.DataFrame(
        {
            "row": np.tile(np.arange(n), times),
            "repeat": np.repeat(np.arange(times) + 1, n),
            "y": np.tile(y, times),
            "a": rng.random(n * times).round(3),
            "b": rng.random(n * times).round(3),
            **columns,
        }
    )


def patients(n=12, size=5):
    rng = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "patient_id": np.repeat([f"p{i}" for i in range(n)], size),
            "y": rng.integers(0, 2, n * size),
            "score": rng.random(n * size),
            "site": np.tile(["a", "b", "c", "d", "e"], n),
        }
    )


class TestGuess:
    def test_repeated_predictions_are_asked_about_and_the_mean_is_usual(self):
        guess = guess_columns(repeated())
        assert (guess.case, guess.repeat, guess.fold, guess.split) == ("row", "repeat", None, None)
        assert (guess.taken, guess.case_is_guess) == ("mean", True)
        assert (guess.cases.n_cases, guess.cases.n_rows, guess.cases.least, guess.cases.most) == (30, 90, 3, 3)
        assert guess.cases.offered == ("mean", "all", "one:1", "one:2", "one:3")
        assert guess.scores == ("a", "b")

    def test_without_a_column_of_repetitions_they_are_numbered(self):
        guess = guess_columns(repeated().drop(columns="repeat"))
        assert (guess.case, guess.taken, guess.cases.repetitions) == ("row", "mean", ("1", "2", "3"))

    def test_patients_are_cases_by_their_name_and_not_asked_about(self):
        guess = guess_columns(patients())
        assert (guess.case, guess.taken, guess.case_is_guess) == ("patient_id", "all", False)
        assert guess.groups == ("site",)

    @pytest.mark.parametrize("name", ["user", "Customer ID", "病人编号", "患者", "subject_no"])
    def test_names_of_cases(self, name):
        assert guess_columns(patients().rename(columns={"patient_id": name})).case == name

    @pytest.mark.parametrize("name", ["patient_age", "user_segment", "患者年龄", "case_type"])
    def test_what_a_patient_has_is_no_case(self, name):
        assert guess_columns(patients().rename(columns={"patient_id": name})).case is None

    def test_an_id_that_repeats_is_asked_about(self):
        guess = guess_columns(patients().rename(columns={"patient_id": "key"}))
        assert (guess.case, guess.taken, guess.case_is_guess) == ("key", "all", True)

    def test_an_id_that_does_not_repeat_is_none(self):
        frame = repeated(times=1)
        assert guess_columns(frame).case is None
        assert "row" in guess_columns(frame).left_out(frame.columns)

    def test_numbers_of_patients_are_no_score_of_a_regression(self):
        rng = np.random.default_rng(0)
        frame = pd.DataFrame({"patient": np.repeat(np.arange(40), 3), "y": rng.normal(size=120)})
        frame["forecast_1"] = frame["y"] + 0.1
        guess = guess_columns(frame)
        assert (guess.task, guess.scores, guess.case) == ("regression", ("forecast_1",), "patient")

    def test_cases_and_controls_are_classes(self):
        frame = pd.DataFrame({"case": [1, 0, 1, 0, 1, 0], "score": [0.9, 0.2, 0.6, 0.4, 0.7, 0.1]})
        assert guess_columns(frame).truth == "case"

    def test_repetitions_with_folds_stay_as_they_are(self):
        guess = guess_columns(repeated(fold=np.tile([1, 2, 3, 4, 5], 18)))
        assert (guess.fold, guess.repeat, guess.case) == ("fold", "repeat", "row")


class TestFound:
    def test_by_hand(self):
        frame = pd.DataFrame({"id": ["u", "u", None, "v"], "y": [1, 0, 1, 1]})
        found = find_cases(frame, "id", "y")
        assert (found.n_cases, found.n_rows, found.least, found.most, found.one_truth) == (2, 3, 1, 2, False)
        assert found.code.tolist() == [0, 0, -1, 1]
        assert found.offered == ("all",)
        assert find_cases(pd.DataFrame({"id": [None], "y": [1]}), "id", "y") is None

    def test_repetitions_are_named_only_where_each_has_every_case_once(self):
        frame = repeated(n=4, times=2)
        assert find_cases(frame, "row", "y", "repeat").repetitions == ("1", "2")
        frame["repeat"] = frame["repeat"].map({1: "first", 2: "second"})
        assert find_cases(frame, "row", "y", "repeat").repetitions == ("first", "second")
        frame.loc[0, "repeat"] = "second"
        assert find_cases(frame, "row", "y", "repeat").repetitions == ("1", "2")

    def test_occurrence(self):
        rng = np.random.default_rng(0)
        code = rng.integers(0, 5, 60)
        assert occurrence(code).tolist() == pd.Series(code).groupby(code).cumcount().tolist()
        assert occurrence(np.zeros(0, dtype=np.int64)).tolist() == []


class TestTaken:
    def test_the_mean_of_each_case_is_that_of_pandas(self):
        frame = repeated()
        made = from_columns(frame, guess_columns(frame))
        mean = frame.groupby("row", sort=False)[["a", "b", "y"]].mean()
        assert (made.n, made.taken, made.cases.several) == (30, "mean", None)
        np.testing.assert_allclose(made.scores["a"], mean["a"], rtol=1e-15)
        assert made.y_true.tolist() == (mean["y"] == 1).tolist()
        assert made.notes[-1].values == {"cases": 30, "rows": 90}

    def test_equal_scores_have_exactly_that_mean(self):
        frame = repeated(times=3)
        frame["a"] = np.tile(0.1 * np.arange(30) / 3, 3)
        assert set(from_columns(frame, guess_columns(frame)).scores["a"]) == set(frame["a"])

    def test_labels_vote_and_weights_and_amounts_are_means(self):
        frame = pd.DataFrame(
            {
                "id": [1, 1, 1, 2, 2, 2],
                "y": ["n", "n", "n", "p", "p", "p"],
                "said": ["p", "n", "p", "p", "n", "n"],
                "w": [1, 2, 3, 1, 1, 1],
                "amount": [0, 3, 6, 5, 5, 5],
            }
        )
        made = from_frame(frame, truth="y", labels=["said"], weight="w", amount="amount", case="id", taken="mean")
        assert made.labels["said"].tolist() == [True, False]
        assert (made.weight.tolist(), made.amount.tolist()) == ([2.0, 1.0], [3.0, 5.0])

    def test_scores_of_many_classes_are_averaged_each(self):
        frame = pd.DataFrame({"id": [1, 1, 2, 2, 3, 3], "y": list("aabbcc")})
        for k, name in enumerate("abc"):
            frame[f"m:{name}"] = np.linspace(0, 1, 6) * (k + 1)
        made = from_frame(frame, truth="y", scores=["m:a", "m:b", "m:c"], case="id", taken="mean")
        np.testing.assert_allclose(made.scores["m"], frame.groupby("id")[["m:a", "m:b", "m:c"]].mean())

    def test_one_repetition(self):
        frame = repeated()
        made = from_columns(frame, replace(guess_columns(frame), taken="one:2"))
        assert made.scores["a"].tolist() == frame.loc[frame["repeat"] == 2, "a"].tolist()
        assert (made.n_dropped, made.cases.several) == (60, None)
        assert str(made.dropped[0].reason) == "The row belongs to another repetition than '2'."

    def test_all_rows_know_their_cases(self):
        frame = repeated()
        made = from_columns(frame, replace(guess_columns(frame), taken="all"))
        assert made.cases.of.code.tolist() == frame["row"].tolist()
        view = one_vs_rest(made, "1", model="a")
        assert view.cases is made.cases.of
        assert not view.rows_alone

    def test_a_case_that_is_missing_leaves_its_row_out(self):
        frame = patients()
        frame.loc[[3, 4], "patient_id"] = None
        made = from_columns(frame, guess_columns(frame))
        assert (made.n, made.cases.count) == (58, 12)
        assert str(made.dropped[0].reason) == "The case is missing in column 'patient_id'."

    def test_cases_without_a_row_left_are_no_cases(self):
        frame = patients()
        frame.loc[frame["patient_id"] == "p3", "score"] = np.nan
        made = from_columns(frame, guess_columns(frame))
        assert made.cases.count == 11
        assert sorted(set(made.cases.of.code.tolist())) == list(range(11))

    def test_rows_that_are_cases_are_like_rows_without(self):
        frame = repeated(times=1)
        alone = from_frame(frame, truth="y", scores=["a"])
        cases = from_frame(frame, truth="y", scores=["a"], case="row")
        assert one_vs_rest(cases, "1", model="a").rows_alone
        assert cases.cases.several is None
        np.testing.assert_array_equal(alone.scores["a"], cases.scores["a"])

    def test_the_digest_tells_cases_apart(self):
        frame = patients()
        other = frame.assign(patient_id=frame["patient_id"].to_numpy()[::-1])
        guess = guess_columns(frame)
        digests = {from_columns(frame, guess).digest, from_columns(frame, of_case(frame, guess, None)).digest}
        other.loc[0, "patient_id"] = "p5"
        assert len(digests | {from_columns(other, guess_columns(other)).digest}) == 3

    def test_groups_are_read(self):
        frame = patients()
        made = from_columns(frame, guess_columns(frame))
        assert made.groups["site"].labels == ("a", "b", "c", "d", "e")
        assert made.groups["site"].codes.tolist() == [0, 1, 2, 3, 4] * 12

    def test_a_column_of_too_many_values_makes_no_groups_and_refuses_nothing(self):
        """A glance at a long table shows few of its rows: the guess may take such a column for one that groups."""
        n = 20_000
        frame = pd.DataFrame({"y": np.arange(n) % 2, "score": np.linspace(0, 1, n), "code": "ok"})
        frame.loc[1:400:2, "code"] = [f"E{k}" for k in range(200)]
        guess = guess_columns(frame)
        assert guess.groups == ()  # one value is seen
        frame.loc[::8, "code"] = "late"
        guess = guess_columns(frame)
        assert guess.groups == ("code",)
        made = from_columns(frame, guess)
        assert (made.n, dict(made.groups)) == (n, {})
        assert [str(note) for note in made.notes] == [
            "Column 'code' has more than 100 different values, so it makes no groups."
        ]

    def test_a_group_has_a_digest_of_its_own(self):
        frame = pd.DataFrame({"y": [0, 1, 1], "s": [0.1, 0.9, 0.4], "g": list("aba"), "h": list("aab")})
        made = from_frame(frame, truth="y", scores=["s"], groups=["g", "h"])
        again = from_frame(frame.assign(g=list("abb")), truth="y", scores=["s"], groups=["g"])
        assert made.digest == again.digest
        assert len({made.groups["g"].digest, made.groups["h"].digest, again.groups["g"].digest}) == 3

    def test_a_mean_is_in_a_group_only_where_all_its_rows_are(self):
        frame = pd.DataFrame(
            {"id": [1, 1, 2, 2], "y": [0, 0, 1, 1], "s": [0.1, 0.2, 0.8, 0.9], "g": ["a", "a", "a", "b"]}
        )
        made = from_frame(frame, truth="y", scores=["s"], case="id", taken="mean", groups=["g"])
        assert made.groups["g"].codes.tolist() == [0, -1]


REFUSED = [
    (
        {"case": "patient_id", "taken": "mean"},
        "All rows of a case must have the same truth for a mean of each case; in column 'patient_id' some differ. Take "
        "all rows, with intervals by case.",
    ),
    ({"taken": "mean"}, "A mean of each case needs the column of the cases; got none. Choose that column."),
    (
        {"taken": "one:1"},
        "A repetition can be chosen only with the column of the cases; got none. Choose that column.",
    ),
    (
        {"case": "patient_id", "taken": "one:9"},
        "The repetition must be one of '1', '2', '3', '4', '5'; got '9'. Choose one of them.",
    ),
    (
        {"case": "patient_id", "taken": "some"},
        "What is taken of a case must be 'all', 'mean' or 'one:' with a repetition; got 'some'. Choose one of them.",
    ),
    (
        {"case": "y"},
        "The column of the cases must have no other role; got 'y' twice. Choose another column for one of them.",
    ),
]


@pytest.mark.parametrize(("change", "said"), REFUSED)
def test_refused(change, said):
    with pytest.raises(InputError) as refused:
        from_frame(patients(), truth="y", scores=["score"], **change)
    assert str(refused.value) == said


class TestRepetitionsByTheirValues:
    @pytest.mark.parametrize("name", ["seed", "iter", "reader"])
    def test_a_column_that_has_every_case_once_a_value(self, name):
        frame = repeated().rename(columns={"repeat": name})
        guess = guess_columns(frame)
        assert (guess.case, guess.repeat, guess.groups) == ("row", name, ())
        assert (guess.cases.repetitions, guess.case_is_guess) == (("1", "2", "3"), True)
        named = guess_columns(frame.assign(**{name: np.repeat(list("xyz"), 30)}))
        assert named.cases.repetitions == ("x", "y", "z")

    def test_another_column_of_as_many_values_is_none(self):
        guess = guess_columns(repeated(site=np.tile(np.arange(30) % 3, 3)).drop(columns="repeat"))
        assert (guess.repeat, guess.groups) == (None, ("site",))

    @pytest.mark.parametrize("name", ["image", "file name", "session", "样本"])
    def test_what_a_row_may_be_is_asked_about_where_it_repeats(self, name):
        guess = guess_columns(patients().rename(columns={"patient_id": name}))
        assert (guess.case, guess.case_is_guess) == (name, True)

    def test_repetitions_without_an_id_are_said(self):
        frame = repeated().drop(columns="row").rename(columns={"repeat": "seed"})
        said = [str(note) for note in guess_columns(frame).notes]
        assert len(said) == 1
        assert said[0].startswith("Column 'seed' divides the rows into 3 parts with the same truths in the same order")
        assert guess_columns(frame.sort_values(["seed", "y"])).notes == ()  # sorted alike by design
        assert guess_columns(frame.sample(frac=1, random_state=0)).notes == ()

    @pytest.mark.parametrize("beside", [{}, {"fold": np.arange(450) % 5}])
    def test_truths_that_come_again_in_order_are_said(self, beside):
        rng = np.random.default_rng(1)
        truth = np.tile(rng.integers(0, 2, 90), 5)
        frame = pd.DataFrame({"y": truth, "p": rng.random(450), **beside})
        (said,) = guess_columns(frame).notes
        assert str(said).startswith("The truths of the first 90 rows come 5 times in the same order")
        assert guess_columns(frame.assign(patient=np.tile(np.arange(90), 5))).notes == ()
        for other in (frame.sort_values("y"), frame.sample(frac=1, random_state=0), frame[:-1]):
            assert guess_columns(other).notes == ()
        assert guess_columns(frame.assign(y=np.arange(450) % 2)).notes == ()

    @pytest.mark.parametrize(("folds", "is_said"), [(25, True), (15, True), (10, False), (12, False), (450, False)])
    def test_many_folds_without_an_id_may_be_repetitions(self, folds, is_said):
        rng = np.random.default_rng(1)
        frame = pd.DataFrame(
            {"fold": np.arange(450) * folds // 450, "y": rng.integers(0, 2, 450), "p": rng.random(450)}
        )
        said = " ".join(str(note) for note in guess_columns(frame).notes)
        assert (f"numbers {folds} folds" in said) == is_said
        named = guess_columns(frame.assign(patient=np.tile(np.arange(90), 5)))
        assert "folds" not in " ".join(str(note) for note in named.notes)


class TestWithoutAnId:
    """What nobody called by its name: it is asked about before any number."""

    @pytest.mark.parametrize(
        "values", [[f"P{i:03d}" for i in range(40)], [f"sub-{i}" for i in range(40)], range(9, 49)]
    )
    @pytest.mark.parametrize("name", ["who", "MRN", "ref"])
    def test_values_that_repeat_with_one_truth_are_cases(self, name, values):
        rng = np.random.default_rng(0)
        y = np.repeat(rng.permutation(np.arange(40) % 2), 25)
        frame = pd.DataFrame({name: np.repeat(list(values), 25), "y": y, "score": rng.random(1000)})
        guess = guess_columns(frame)
        assert (guess.case, guess.case_is_guess, guess.scores) == (name, True, ("score",))
        other = guess_columns(frame.assign(y=rng.integers(0, 2, 1000), **{name: rng.integers(20, 90, 1000)}))
        assert other.case is None or name == "MRN"

    def test_folds_of_known_repetitions_are_not_asked_about(self):
        guess = guess_columns(repeated(fold=np.tile([1, 2, 3, 4, 5], 18)))
        assert (guess.fold, guess.repeat, guess.split, guess.case_is_guess) == ("fold", "repeat", None, True)

    @pytest.mark.parametrize("folds", [{}, {"fold": np.tile([1, 2, 3, 4, 5], 18)}])
    def test_one_repetition_is_asked_for_where_no_column_names_the_case(self, folds):
        frame = repeated(**folds).drop(columns="row").sample(frac=1, random_state=0).sort_values("repeat")
        guess = guess_columns(frame)
        assert (guess.repeat, guess.split, guess.case) == ("repeat", "repeat", None)
        assert [(part.label, part.n_rows) for part in guess.parts] == [("1", 30), ("2", 30), ("3", 30)]
        said = [str(note) for note in from_columns(frame, guess).notes]
        assert any("a case counts several times, so that intervals are too narrow" in one for one in said)

    def test_a_lone_column_of_parts_with_other_truths_numbers_folds(self):
        guess = guess_columns(repeated().drop(columns="row").assign(y=np.arange(90) % 7 == 0))
        assert (guess.repeat, guess.fold, guess.split) == (None, "repeat", "repeat")

    @pytest.mark.parametrize("seed", range(5))
    def test_numbers_that_few_positive_rows_do_not_share_are_no_cases(self, seed):
        rng = np.random.default_rng(seed)
        amount = np.r_[np.arange(5000, 5004), rng.integers(10, 300, 996)]  # each of the four has one of its own
        frame = pd.DataFrame({"spent": amount, "y": np.arange(1000) < 4, "score": rng.random(1000)})
        assert guess_columns(frame.sample(frac=1, random_state=seed)).case is None
