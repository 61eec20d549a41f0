"""A threshold chosen on some rows and reported on others: both numbers, the difference, and where it is said."""

import re

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import threshold_counts
from evalcore.decisions import Wish, carried, fulfil, nested_choice
from evalcore.metrics import evaluate
from evalcore.predictions import from_columns, guess_columns, halves, random_folds
from evalcore.predictions.kept import kept
from tests.pages.test_data import open_page, upload
from tests.pages.test_links import PAGES, address, load, open_link, toasts, well
from ui.frame import page_files as frame
from ui.session import incoming, loaded, samples
from ui.shared.numbers import interval, number

WISH = Wish("precision", at_least={"recall": 0.9})
HALF = {"sample": "breast-cancer", "chosen_on": "half~3", "chosen": WISH.write()}


def drawn(n=600, *, shared=False):
    """Return a file with a validation and a test part, and some training rows; the score is worse on test."""
    rng = np.random.default_rng(5)
    y = rng.random(n) < 0.4
    split = np.repeat(["train", "validation", "test"], n // 3)
    shift = np.where(split == "test", 1.2, 1.8)
    case = np.arange(n) % (n // 6) if shared else np.arange(n) // 2
    return pd.DataFrame({"y": y.astype(int), "score": rng.normal(size=n) + shift * y, "split": split, "case": case})


def part(frame, name):
    rows = frame[frame["split"] == name]
    return threshold_counts(rows["y"] == 1, rows["score"])


def open_file(page="confusion_matrix", frame=None, *, case=None, **chosen):
    """Open a page on the test part of a file, with choices already made."""
    table = drawn() if frame is None else frame
    columns = guess_columns(table.drop(columns="case"))
    columns = type(columns)(**{**vars(columns), "part": "test", "case": case})
    at = open_link(page)
    predictions = from_columns(table, columns)
    of = incoming.Table(kept(table), "my file.csv", columns)
    at.session_state["loaded"] = loaded.Loaded(predictions, "my file.csv")
    at.session_state[incoming._GOOD] = (of, columns)
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def said(at):
    """Return the sentence on both sides."""
    found = [one.value.replace("\\", "") for one in at.caption]
    return next((one for one in found if re.search(r"difference .* on |, difference ", one) and "t was" in one), "")


def both_table(at):
    return next(one.value for one in at.dataframe if "difference" in one.value.columns)


@pytest.fixture
def files(monkeypatch):
    """Return what the page offers as files: tables, and figures with their captions."""
    found = {}
    monkeypatch.setattr(frame.downloads, "offer_table", lambda table: found.update(table=table.make()))
    monkeypatch.setattr(frame.downloads, "offer", lambda export, *_more: found.update(caption=export.caption))
    return found


def test_chosen_on_one_part_and_reported_on_another(files):
    table = drawn()
    here, there = part(table, "validation"), part(table, "test")
    at = open_file(chosen_on="part~validation", t=fulfil(here, WISH).threshold, chosen=WISH.write())
    found = carried(here, there, WISH)
    sentence = said(at)
    assert sentence.startswith("t was chosen on validation (precision is best while recall is at least 0.9): precision")
    for name in ("precision", "recall"):
        a, b, apart = next(x for x in zip(found.here, found.there, found.differences, strict=True) if x[0].name == name)
        said_so = f"{name} {number(a.value)} there, {number(b.value)} on test, difference {number(apart.value)}"
        assert f"{said_so} {interval(apart.low, apart.high)}" in sentence
    assert found.misses
    assert "On test it misses the wish: recall is " in sentence
    assert sentence in files["caption"].replace("\\", "")
    rows = both_table(at).set_index("metric")
    assert list(rows.columns)[-3:] == ["validation: chosen here", "test: reported", "difference"]
    assert rows.loc["recall", "difference"].startswith(number(apart.value))
    csv = files["table"].set_index("metric")
    assert csv.loc["recall", "value"] == evaluate("recall", there.at(found.threshold))
    assert csv.loc["recall", "value_where_chosen"] == evaluate("recall", here.at(found.threshold))
    assert csv.loc["recall", "difference_low"] == apart.low
    assert set(csv["threshold_chosen_on"]) == {"validation"}
    assert set(csv["reported_on"]) == {"test"}
    assert set(csv["threshold_chosen_by"]) == {WISH.write()}
    # Nothing of a visitor's own rows stands in the address.
    assert not {"chosen_on", "chosen"} & set(address(at))


@pytest.mark.parametrize("page", ["curves", "costs"])
def test_it_is_said_on_every_page(page, files):
    at = open_link(page, **HALF, t="0.4")
    assert said(at).startswith("By hand; before that t was chosen on one half (precision is best")
    assert said(at) in files["caption"].replace("\\", "")
    rows = both_table(at)["metric"].tolist()
    assert ("cost per 1,000 cases" in rows) == (page == "costs")


def test_a_link_opens_a_random_half_and_says_it_again():
    whole = samples.bundled("breast-cancer")
    first, other = halves(whole, np.random.default_rng(3))
    model = next(iter(whole.scores))
    here = threshold_counts(first.y_true, first.scores[model])
    there = threshold_counts(other.y_true, other.scores[model])
    t = fulfil(here, WISH).threshold
    at = open_link("confusion_matrix", **HALF, t=repr(t))
    recall = evaluate("recall", here.at(t)), evaluate("recall", there.at(t))
    assert f"recall {number(recall[0])} there, {number(recall[1])} on the other half, difference" in said(at)
    assert said(at).startswith("t was chosen on one half")
    assert address(at) == {**HALF, "t": repr(t)}
    head = next(one.value for one in at.caption if "Positive class" in one.value)
    assert "Rows: **the other half** · Chosen on: **one half**" in head


def test_another_sample_is_whole_again():
    at = load(open_link("confusion_matrix", **HALF), loaded.sample("melon-20"))
    assert not said(at)
    assert address(at) == {"sample": "melon-20"}
    assert loaded_rows(at) == 20


def test_without_a_wish_both_sides_are_read_all_the_same():
    at = open_link("confusion_matrix", sample="breast-cancer", chosen_on="half~3")
    assert said(at).startswith("t was not chosen on one half: recall ")


def test_what_was_chosen_on_the_rows_that_report_is_still_said():
    at = open_link("confusion_matrix", **{**HALF, "chosen": "same~f1"})
    captions = " ".join(one.value for one in at.caption)
    assert "t was chosen on these rows (F1 is best)" in captions
    assert address(at)["chosen"] == "same~f1"


@pytest.mark.parametrize(
    "text", ["half", "half~x", "part~", "folds~1~0", "quarter~1", "half~1234567", "part~validation", "file"]
)
def test_a_link_that_asks_for_no_rows_is_told_so(text):
    at = open_link("confusion_matrix", sample="melon-20", chosen_on=text)
    assert any("chosen_on must be one of part~NAME, file, half~SEED" in one for one in toasts(at))
    assert "chosen_on" not in address(at)


def test_a_half_without_a_class_is_refused_where_it_is_asked_for():
    table = pd.DataFrame({"y": [1, 0, 0, 0], "score": [0.9, 0.1, 0.2, 0.3]})
    at = open_link("confusion_matrix")
    at.session_state["loaded"] = loaded.Loaded(from_columns(table, guess_columns(table)), "small.csv")
    at.session_state["chosen_on"] = "half~0"
    at.session_state["choose_t"] = True
    well(at.run())
    assert not said(at)
    assert any("Each half must hold rows of every class" in one.value for one in at.caption)


@pytest.mark.parametrize("shared", [True, False])
def test_cases_on_both_sides_leave_the_difference_without_an_interval(shared):
    at = open_file(frame=drawn(shared=shared), case="case", chosen_on="part~validation")
    assert ("[" in said(at).split("difference")[1]) is not shared
    warned = [one.value for one in at.caption if "serve both sides" in one.value]
    assert bool(warned) is shared


def test_the_wish_is_fulfilled_on_the_rows_that_are_to_choose():
    at = open_file(choose_t=True)
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    assert where.options == [
        "the same rows",
        "train",
        "validation",
        "a random half",
        "each part by the others \\(folds\\)",
    ]
    well(where.set_value("part~validation").run())
    captions = [one.value for one in at.caption]
    assert "Chosen on validation, reported on test." in captions
    well(at.button(key="take_wish").click().run())
    assert at.session_state["t"] == fulfil(part(drawn(), "validation"), WISH).threshold
    assert said(at).startswith("t was chosen on validation (")


@pytest.mark.parametrize("wish", ["best F1", "recall at least 0.9"])
def test_button_field_and_page_say_one_threshold(wish):
    """On the half it is chosen on it has the values that the button says; shorter, it would decide otherwise there."""
    at = open_link("confusion_matrix", sample="breast-cancer", chosen_on="half~0")
    at.session_state["choose_t"] = True
    well(at.run())
    (usual,) = [one for one in at.button if one.label == wish]
    well(usual.click().run())
    (label,) = [one.label for one in at.button if one.key == "take_wish"]
    well(at.button(key="take_wish").click().run())
    t = at.session_state["t"]
    assert label.startswith(f"Take t = {t:g}: ")
    assert any(f"[{t:g}](#hold-threshold)" in one.value for one in at.markdown)
    first, _other = halves(loaded.sample("breast-cancer").predictions, np.random.default_rng(0))
    there = threshold_counts(first.y_true, first.scores["logistic_regression"]).at(t)
    values = re.findall(r"\d\.\d{3}", label.partition(": ")[2])
    assert values
    assert set(values) <= {number(float(evaluate(name, there))) for name in ("f1", "recall", "precision")}


def test_a_half_is_drawn_from_the_page_itself():
    at = open_link("confusion_matrix", sample="breast-cancer")
    n = loaded_rows(at)
    at.session_state["choose_t"] = True
    well(at.run())
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    well(where.set_value("half").run())
    well(at.number_input(key="wish_seed").set_value(3).run())
    assert address(at)["chosen_on"] == "half~3"
    assert loaded_rows(at) < 0.51 * n
    well(at.button(key="take_wish").click().run())
    assert address(at)["chosen"] == WISH.write()
    assert said(at).startswith("t was chosen on one half")
    at.session_state["choose_t"] = True
    well(at.run())
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    well(where.set_value("").run())
    assert not said(at)
    assert loaded_rows(at) == n


def loaded_rows(at):
    """Return how many rows the matrix counts, by the line on the larger class."""
    found = next(one.value for one in at.markdown if one.value.startswith("Without any model"))
    return int(re.search(r"of ([\d,]+)\)", found).group(1).replace(",", ""))


def test_pages_without_a_threshold_show_the_rows_that_report():
    at = open_link("significance", **{"sample": "two-models", "chosen_on": "half~1"})
    assert address(at)["chosen_on"] == "half~1"
    assert PAGES.is_dir()


@pytest.mark.parametrize("on", ["folds", "folds~4~7"])
def test_the_folds_of_the_file_or_drawn_ones_choose_for_each_other(on, files):
    whole = samples.bundled("breast-cancer")
    model = next(iter(whole.scores))
    fold = whole.folds.codes if on == "folds" else random_folds(whole, 4, np.random.default_rng(7))
    found = nested_choice(whole.y_true, whole.scores[model], fold, WISH, names=["recall", "precision"])
    t = fulfil(threshold_counts(whole.y_true, whole.scores[model]), WISH).threshold
    at = open_link("confusion_matrix", sample="breast-cancer", chosen_on=on, chosen=WISH.write(), t=repr(t))
    recall = number(evaluate("recall", found.confusion))
    captions = [one.value.replace("\\", "") for one in at.caption]
    (sentence,) = [one for one in captions if one.startswith("t was chosen on these rows")]
    assert f"about {recall} on new rows" in sentence
    assert f"recall {number(found.spread('recall'))}" in sentence.partition("standard deviation over the")[2]
    assert str(found.warnings[0]) in captions
    table = next(one.value for one in at.dataframe if "fold" in one.value.columns).set_index("fold")
    assert table.loc["all folds", "recall"].startswith(f"{recall} [")
    assert table["recall"].tolist()[:-1] == [number(value) for value in found.values["recall"]]
    csv = files["table"]
    assert csv.set_index("metric").loc["recall", "on_new_rows"] == evaluate("recall", found.confusion)
    assert set(csv["on_new_rows_by"]) == {
        "other folds of fold" if on == "folds" else "other folds of 4 at random (seed 7)"
    }
    assert address(at)["chosen_on"] == on


@pytest.mark.parametrize("page", ["curves", "costs"])
def test_folds_are_read_on_every_page(page):
    at = open_link(page, sample="breast-cancer", chosen_on="folds", chosen=WISH.write(), t="0.4")
    assert any("standard deviation over the" in one.value for one in at.caption)
    assert any("fold" in one.value.columns for one in at.dataframe)


def test_more_folds_than_cases_are_refused():
    at = open_link("confusion_matrix", sample="lecture-20", chosen_on="folds~40~0", chosen="f1", t="0.5")
    assert any("must lie between 2 and the 20 cases; got 40" in one.value for one in at.caption)


def test_folds_are_chosen_from_the_page_itself():
    at = open_link("confusion_matrix", sample="melon-20")
    at.session_state["choose_t"] = True
    well(at.run())
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    well(where.set_value("folds").run())
    well(at.number_input(key="wish_folds").set_value(4).run())
    well(at.number_input(key="wish_seed").set_value(2).run())
    assert address(at)["chosen_on"] == "folds~4~2"
    assert any("standard deviation over the 4 folds" in one.value for one in at.caption)


def csv(frame):
    return frame.to_csv(index=False)


def two_files(second, first=None):
    """Return the page of the matrix where one file was loaded after another, which is chosen on."""
    table = drawn().drop(columns=["split", "case"]) if first is None else first
    at = upload(upload(open_page(), "january.csv", csv(table).encode()), "february.csv", csv(second).encode())
    keys = [key for key in ("loaded", incoming._GOOD, incoming._BEFORE) if key in at.session_state]
    state = {key: at.session_state[key] for key in keys}
    page = open_link("confusion_matrix")
    for key, value in {**state, "chosen_on": "file", "choose_t": True}.items():
        page.session_state[key] = value
    return well(page.run())


def test_chosen_on_the_file_before_and_reported_on_the_next(files):
    first, second = (drawn(n).drop(columns=["split", "case"]) for n in (600, 300))
    at = two_files(second, first)
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    assert where.options == ["the same rows", "january\\.csv", "a random half", "each part by the others \\(folds\\)"]
    well(at.button(key="take_wish").click().run())
    here, there = (threshold_counts(one["y"] == 1, one["score"]) for one in (first, second))
    found = carried(here, there, WISH)
    # In as few digits as decide the same on both files.
    assert (at.session_state["t"], round(found.threshold, 5)) == (0.36, 0.36037)
    assert [one.index_of(0.36) for one in (here, there)] == [one.index_of(found.threshold) for one in (here, there)]
    assert said(at).startswith("t was chosen on january.csv (precision is best")
    assert "t was chosen on january.csv (precision is best" in files["caption"]
    assert number(evaluate("recall", there.at(found.threshold))) in said(at)
    assert set(files["table"]["threshold_chosen_on"]) == {"january.csv"}


def test_two_files_of_the_same_cases_leave_the_difference_without_an_interval():
    first = drawn().drop(columns=["split", "case"])
    at = two_files(first.assign(score=first["score"] + 0.1), first)
    assert "[" not in said(at).split("difference")[1]
    assert [one.value for one in at.caption if "serve both sides" in one.value]


def test_a_file_of_other_columns_chooses_for_no_other():
    other = drawn().drop(columns=["split", "case"]).rename(columns={"score": "risk"})
    at = two_files(other)
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    assert where.options == ["the same rows", "a random half", "each part by the others \\(folds\\)"]
    assert not said(at)


def test_a_click_takes_what_the_fields_say_that_were_changed_just_before_it():
    at = open_file(choose_t=True)
    (where,) = [one for one in at.get("button_group") if one.key == "wish_chosen_on"]
    where.set_value("part~validation")
    at.number_input(key="wish_bound_recall").set_value(0.6)
    well(at.button(key="take_wish").click().run())
    validation, test = (part(drawn(), name) for name in ("validation", "test"))
    exact = fulfil(validation, Wish("precision", at_least={"recall": 0.6})).threshold
    assert (at.session_state["t"], round(exact, 5)) == (1.8, 1.81133)
    assert [one.index_of(1.8) for one in (validation, test)] == [one.index_of(exact) for one in (validation, test)]
    assert said(at).startswith("t was chosen on validation (precision is best while recall is at least 0.6)")


@pytest.mark.parametrize("asked", [{"page": "costs"}, {"page": "significance", "question": "one"}])
def test_files_say_where_it_was_chosen_in_english(asked, monkeypatch):
    found = []
    monkeypatch.setattr(frame.downloads, "offer_table", lambda table: found.append(table.make()))
    open_link(**asked, **{**HALF, "t": "0.5", "lang": "zh"})
    (table,) = [one for one in found if "threshold_chosen_on" in one.columns]
    assert set(table["threshold_chosen_on"]) == {"one half (seed 3)"}
    assert set(table["reported_on"]) == {"the other half (seed 3)"}
    assert set(table["threshold_chosen_by"]) == {f"{WISH.write()}, moved since"}


def test_where_no_threshold_does_what_is_wished_the_nearest_is_called_so():
    wish = Wish("precision", at_least={"recall": 0.99, "precision": 0.99})
    nearest = fulfil(part(drawn(), "validation"), wish).nearest
    at = open_file(chosen_on="part~validation", t=nearest.threshold, chosen=wish.write())
    assert ": no threshold does that there, this one is nearest): " in said(at)


def test_the_figure_of_groups_has_the_rows_it_was_chosen_on_as_a_hollow_diamond():
    said = "Hollow diamond: all rows of one half, where t is chosen."
    at = open_link("confusion_matrix", **HALF, groups_by="fold")
    assert any(said in one.value for one in at.caption)
    assert any("diamond-open" in chart.proto.spec for chart in at.get("plotly_chart"))
    at = open_link("confusion_matrix", sample="breast-cancer", groups_by="fold")
    assert not any("Hollow diamond" in one.value for one in at.caption)
    assert not any("diamond-open" in chart.proto.spec for chart in at.get("plotly_chart"))


def test_a_group_says_on_which_part_its_threshold_was_chosen():
    frame = drawn().assign(region=np.resize(["north", "south", "east", "west", "here"], 600))
    at = open_file(frame=frame, chosen_on="part~validation", chosen=WISH.write())
    found = fulfil(part(frame, "validation"), WISH)
    at.session_state["t"] = found.threshold
    well(at.run())
    at.session_state["groups_by"], at.session_state["group"] = "region", "north"
    well(at.run())
    own = part(frame[frame["region"] == "north"], "test").at(found.threshold)
    precision, recall = number(float(evaluate("precision", own))), number(float(evaluate("recall", own)))
    said = [one.value for one in at.caption if "not on this group alone" in one.value]
    wish = "precision is best while recall is at least 0.9"
    values = f"precision {precision} · recall {recall}"
    assert said == [f"t was chosen on validation ({wish}), not on this group alone: here {values}."]
