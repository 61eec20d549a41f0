"""A long table, one row for each case and model: found, turned wide, what a model lacks counted."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.predictions import from_columns, from_frame, guess_columns
from evalcore.predictions.folds import fold_column

MODELS = ("forest", "logistic", "svm")


def wide(n=20, times=1):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"id": np.tile(np.arange(n), times), "y": np.tile(rng.permutation(np.arange(n) % 2), times)})
    frame["repeat"] = np.repeat(np.arange(times) + 1, n)
    return frame.assign(**{model: rng.random(n * times).round(3) for model in MODELS})


def long(frame, seed=None):
    melted = frame.melt(["id", "repeat", "y"], list(MODELS), "model", "score")
    return melted if seed is None else melted.sample(frac=1, random_state=seed)


@pytest.mark.parametrize("name", ["model", "Classifier", "algorithm", "学习器"])
def test_three_models_are_three_models_and_no_thousands_of_rows(name):
    frame = long(wide()).drop(columns="repeat").rename(columns={"model": name})
    guess = guess_columns(frame)
    assert (guess.model, guess.case, guess.scores, guess.case_is_guess) == (name, "id", ("score",), False)
    made = from_columns(frame, guess)
    assert (made.n, tuple(made.scores), made.cases.several) == (20, MODELS, None)
    for model in MODELS:
        np.testing.assert_array_equal(made.scores[model], wide()[model])


def test_the_order_of_the_rows_does_not_matter():
    frame, mixed = long(wide()), long(wide(), seed=5)
    one, other = (from_columns(f, guess_columns(f)) for f in (frame, mixed))
    assert (one.n, other.n) == (20, 20)
    order = pd.factorize(mixed["id"])[1]
    for model in MODELS:
        np.testing.assert_array_equal(other.scores[model], one.scores[model][order])


def test_cases_that_a_model_lacks_are_counted_and_said():
    frame = long(wide())
    frame = frame[~((frame["model"] == "svm") & (frame["id"] < 3))]
    made = from_columns(frame, guess_columns(frame))
    assert (made.n, made.n_dropped, made.missing["svm"]) == (17, 3, 3)
    (dropped,) = made.dropped
    assert (str(dropped.reason), dropped.count) == ("Cases that a model lacks, of 20: 'svm' 3.", 3)
    assert made.notes == ()


def test_an_empty_score_is_told_from_a_case_that_a_model_lacks():
    frame = long(wide())
    lacks = ((frame["model"] == "svm") & (frame["id"] < 3)) | ((frame["model"] == "forest") & (frame["id"] == 2))
    frame = frame[~lacks]
    frame.loc[(frame["model"] == "svm") & (frame["id"] == 7), "score"] = np.nan
    made = from_columns(frame, guess_columns(frame))
    assert [(str(one.reason), one.count) for one in made.dropped] == [
        ("Cases that a model lacks, of 20: 'forest' 1, 'svm' 3.", 3),
        ("The score is missing in column 'svm'.", 1),
    ]


@pytest.mark.parametrize("column", ["id", "model"])
def test_rows_of_no_model_or_case_are_counted(column):
    frame = long(wide()).astype({"id": object})
    frame.loc[[4, 9], column] = None
    made = from_columns(frame, guess_columns(frame))
    assert "2 rows do not say of which model or case they are and were left out." in map(str, made.notes)


def test_repetitions_are_those_of_all_models():
    frame = long(wide(times=3), seed=2)
    guess = guess_columns(frame)
    assert (guess.model, guess.case, guess.repeat, guess.taken) == ("model", "id", "repeat", "mean")
    assert (guess.cases.n_cases, guess.cases.most, guess.case_is_guess) == (20, 3, True)
    made = from_columns(frame, guess)
    mean = wide(times=3).groupby("id")[list(MODELS)].mean().loc[pd.factorize(frame["id"])[1]]
    for model in MODELS:
        np.testing.assert_allclose(made.scores[model], mean[model], rtol=1e-14)


def test_without_an_id_rows_in_one_order_belong_together():
    frame = long(wide()).drop(columns=["id", "repeat"])
    guess = guess_columns(frame)
    assert (guess.model, guess.case) == ("model", None)
    made = from_columns(frame, guess)
    np.testing.assert_array_equal(made.scores["svm"], wide()["svm"])
    assert any("No column names the case" in str(note) for note in made.notes)


def test_without_an_id_and_an_order_one_model_is_to_be_chosen():
    guess = guess_columns(long(wide(), seed=1).drop(columns=["id", "repeat"]))
    assert (guess.model, guess.split, [part.label for part in guess.parts]) == (None, "model", list(MODELS))
    assert fold_column(guess) is None


def test_what_each_model_has_once_names_the_case_whatever_it_is_called():
    frame = long(wide(), seed=1).drop(columns="repeat").rename(columns={"id": "stone"}).assign(size=7)
    guess = guess_columns(frame)
    assert (guess.model, guess.case, guess.case_is_guess) == ("model", "stone", False)
    assert from_columns(frame, guess).n == 20
    other = frame.assign(y=np.arange(60) % 2)  # one of several truths names none
    assert guess_columns(other).case is None


def test_labels_beside_scores_keep_the_name_of_their_column():
    frame = long(wide())
    frame["predicted"] = (frame["score"] >= 0.5).astype(int)
    made = from_columns(frame, guess_columns(frame))
    assert tuple(made.scores) == tuple(f"{model} score" for model in MODELS)
    assert tuple(made.labels) == tuple(f"{model} predicted" for model in MODELS)


def test_scores_of_many_classes():
    rng = np.random.default_rng(0)
    n = 12
    frame = pd.DataFrame({"id": np.tile(np.arange(n), 2), "y": np.tile(list("abc") * 4, 2)})
    frame["model"] = np.repeat(["one", "two"], n)
    for name in "abc":
        frame[f"p:{name}"] = rng.random(2 * n)
    made = from_columns(frame, guess_columns(frame))
    assert tuple(made.scores) == ("one", "two")
    np.testing.assert_array_equal(made.scores["two"], frame.filter(like="p:").iloc[n:])


def test_several_columns_of_scores_are_models_already():
    frame = wide().assign(method="cv")
    assert guess_columns(frame).model is None


def test_patients_stay_cases_of_a_long_table():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"patient": np.repeat(np.arange(10), 4), "y": rng.integers(0, 2, 40)})
    frame = frame.assign(a=rng.random(40), b=rng.random(40))
    melted = frame.melt(["patient", "y"], ["a", "b"], "model", "score")
    guess = guess_columns(melted)
    assert (guess.model, guess.case, guess.taken) == ("model", "patient", "all")
    made = from_columns(melted, guess)
    assert (made.n, made.cases.count) == (40, 10)
    np.testing.assert_array_equal(made.scores["b"], frame["b"])


def frame_of(**columns):
    given = {"id": [1, 2, 1, 2], "m": list("aabb"), "y": [0, 1, 0, 1], "score": [0.1, 0.9, 0.3, 0.7]}
    return pd.DataFrame({**given, **columns})


REFUSED = [
    (
        frame_of(y=[0, 1, 1, 1]),
        {},
        "All models must have the same truth for a case; got '0' in data row 1 and '1' in data row 3. Choose another "
        "column for the cases or the models.",
    ),
    (
        frame_of(r=[1, 1, 1, 1], id=[1, 1, 1, 2], y=[0, 0, 0, 1]),
        {"repeat": "r"},
        "Each model must have a case once in each repetition; model 'a' has case '1' again in data row 2. Remove the "
        "row, or choose other columns.",
    ),
    (
        frame_of(m=list("aaab")),
        {"case": None},
        "Without a column that names the case, all models of column 'm' must have as many rows; got 1 to 3. Choose the "
        "column of the cases.",
    ),
]


@pytest.mark.parametrize(("frame", "change", "said"), REFUSED)
def test_refused(frame, change, said):
    asked = {"truth": "y", "scores": ["score"], "case": "id", "model": "m", **change}
    with pytest.raises(InputError) as refused:
        from_frame(frame, **asked)
    assert str(refused.value) == said


@pytest.mark.parametrize("name", ["name", "what"])
def test_a_column_of_learners_names_the_models_whatever_it_is_called(name):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 40)
    kinds = ("SVM", "RandomForest", "naive bayes")
    frame = pd.concat([pd.DataFrame({name: kind, "y": y, "score": rng.random(40)}) for kind in kinds])
    found = from_columns(frame, guess_columns(frame))
    assert (found.n, sorted(found.scores)) == (40, sorted(kinds))
    mixed = frame.sample(frac=1, random_state=0)
    guess = guess_columns(mixed)
    assert (guess.model, guess.split) == (None, name)
    assert any("a case counts several times" in str(note) for note in from_columns(mixed, guess).notes)


def test_a_column_of_other_words_names_no_models():
    frame = pd.DataFrame({"kind": ["tree", "shrub"] * 20, "y": np.arange(40) % 2, "score": np.linspace(0, 1, 40)})
    assert (guess_columns(frame).model, guess_columns(frame).groups) == (None, ("kind",))
