"""The figures of evaluation methods: handles in order, what is drawn is the present step, and all of it is light."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from evalcore.figures.layout import Look
from evalcore.figures.resampling.draws import SIZE, draw_figure
from evalcore.figures.resampling.leaks import leak_figure
from evalcore.figures.resampling.spread import SETTING, spread_figure
from evalcore.figures.resampling.tuning import SETTING as TUNED
from evalcore.figures.resampling.tuning import tuning_figure
from evalcore.figures.style import INK
from evalcore.resampling import LEAKS, LeakHunt, WinnersWorth
from evalcore.views.resampling.draws import draw_view
from evalcore.views.resampling.leaks import leak_view
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.rounds import rounds_view
from evalcore.views.resampling.tuning import worth_view
from tests.evalcore.figures.steps import assert_in_order, at_step, handle_of, sent, texts_of
from tests.evalcore.views.resampling.test_views import QUICK, spread, tuned

LOOKS = pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=300)], ids=repr)
SHARES = np.array([0.1, 0.2, 0.3])


@cache
def viewed(shown, plan):
    return rounds_view(plan, shown, at=0)


def of_rounds(shown, plan=QUICK, look=None, k=1):
    found, view = spread(plan), viewed(shown, plan)
    at = {kind: min(k, len(steps) - 1) for kind, steps in found.rows.items()}
    return spread_figure(found, view, at, look=look)


def worth():
    return worth_view(WinnersWorth(naive=SHARES, nested=SHARES + 0.1, fresh=SHARES + 0.2, chosen=SHARES, n_sets=3))


def assert_present_step(figure, name):
    handle, traces = handle_of(figure, name), sent(figure)["data"]
    for place, change in at_step(figure, name, handle["active"]):
        assert {key: traces[place][key] for key in change} == change


ALONE = Look(height=370, alone=True)


def of_scene(shown, stage):
    """Return the scene of a method's rounds: ten folds, or 30% held out."""
    return of_rounds(shown, look=replace(ALONE, stage=stage), k={"kfold": 5, "holdout": 2}.get(shown, 0))


def dots_of_rounds(figure):
    """Return the errors that have a dot in the panel of the rounds."""
    (dotted,) = [t for t in figure.data if t.xaxis == "x3" and t.mode == "markers"]
    return [x for x in dotted.x if x > -1]


@pytest.mark.parametrize(("stage", "rounds"), [(0, 1), (4, 5), (9, 10), (10, 10), (None, 10)])
def test_a_scene_shows_fold_after_fold(stage, rounds):
    figure = of_scene("kfold", stage)
    assert len(dots_of_rounds(figure)) == rounds
    # The last fold stands in the lowest lines, which come first.
    shown = np.asarray(figure.data[0].z).any(axis=1)
    assert not shown[: 60 - 6 * rounds].any()
    whole = viewed("kfold", QUICK).steps[5].cells
    np.testing.assert_array_equal(np.asarray(figure.data[0].z)[60 - 6 * rounds :], whole[60 - 6 * rounds :])


@pytest.mark.parametrize(("stage", "rounds"), [(0, 1), (2, 3), (3, 20), (4, 20)])
def test_of_many_rounds_a_scene_shows_the_first_ones_then_all(stage, rounds):
    figure = of_scene("holdout", stage)
    assert len(dots_of_rounds(figure)) == rounds
    # With all of them it says what the scene asks; folds are asked about something else.
    said = texts_of(sent(figure)["data"])
    assert any(text.startswith("off the truth by up to 0.") for text in said) == (stage == 4)
    assert not any("off by" in text for text in texts_of(sent(of_scene("kfold", 10))["data"]))


@pytest.mark.parametrize(("repeats", "said"), [(1, "Error per round"), (10, "At most 60 rounds drawn")])
def test_a_grid_of_fewer_lines_than_rounds_says_so(repeats, said):
    figure = of_rounds("kfold", replace(QUICK, repeats=repeats))
    assert said in [note.text for note in figure.layout.annotations]


@pytest.mark.parametrize(("shown", "last"), [("kfold", 10), ("holdout", 4), ("loo", 4)])
def test_estimators_come_last_and_three_of_them(shown, last):
    before, whole = ([t for t in of_scene(shown, stage).data if t.xaxis == "x5"] for stage in (last - 1, last))
    assert not before
    assert len(whole) == 3


def test_how_often_samples_are_judged_is_asked_in_a_scene():
    figure = of_scene("kfold", None)
    guessed = figure.layout.meta["guessed"]["traces"]
    assert {figure.data[k].xaxis for k in guessed} >= {"x2", "x6"}


@LOOKS
@pytest.mark.parametrize("shown", ["holdout", "kfold", "loo", "bootstrap", "training"])
def test_rounds_and_estimators(shown, look):
    figure = of_rounds(shown, look=look)
    sent(figure)
    assert len(figure.to_json()) < 200_000
    if shown in {"holdout", "kfold"}:
        assert_in_order(figure, SETTING)
        assert_present_step(figure, SETTING)
    else:
        assert "live" not in (figure.layout.meta or {})


def test_the_usual_figure_is_light():
    assert len(of_rounds("kfold", Plan(learner="majority")).to_json()) < 200_000


def test_estimators_have_their_numbers():
    said = texts_of(sent(of_rounds("kfold"))["data"])
    assert {"leave-one-out", "3-fold", "hold-out 20%", "+0.500"} <= set(said)


def test_some_estimators_alone_stand_on_the_same_axis():
    whole, some = spread(), spread().only({"kfold", "oob"})
    assert (list(some.rows), some.top) == (["kfold", "oob"], whole.top)
    assert some.rows["oob"] is whole.rows["oob"]


def test_the_true_error_stands_where_it_can_be_hidden():
    """Guess first hides the marks of the rows of estimators; headings stay."""
    figure = of_rounds("kfold")
    true = f"\u00a0{spread().true_error:.3f}"
    (stands,) = [trace for trace in sent(figure)["data"] if true in trace.get("text", [])]
    assert (stands["xaxis"], stands["yaxis"]) == ("x4", "y4")
    assert not any(true.strip() in note.text for note in figure.layout.annotations)


def test_every_mark_says_what_it_is():
    drawn = sent(of_rounds("kfold"))
    marks = [t for t in drawn["data"] if t.get("mode") in ("lines", "markers") and t.get("xaxis") in ("x3", "x4")]
    # The line from the true error to the mean ends in the diamond, which says it.
    assert [t["line"]["color"] for t in marks if "hovertemplate" not in t] == [INK] * 8
    border = next(t for t in drawn["data"] if t.get("mode") == "lines" and t.get("xaxis", "x") == "x")
    assert border["hovertemplate"].startswith("one class left of it")
    assert any(note["text"].count("◆ mean, ─ ±1 SD") for note in drawn["layout"]["annotations"])


def test_titles_begin_with_a_capital_and_have_one_size():
    drawn = [sent(of_rounds("kfold")), sent(of_rounds("loo"))]
    titles = [note for figure in drawn for note in figure["layout"]["annotations"] if note["font"].get("weight") == 600]
    assert len(titles) == 4
    assert [note["text"] for note in titles if note["text"][0].isalpha() and not note["text"][0].isupper()] == []
    assert {note["font"]["size"] for note in titles} == {16}


@LOOKS
def test_draws(look):
    view = draw_view(50, seed=0)
    figure = draw_figure(view, view.nearest(10), look=look)
    assert_in_order(figure, SIZE)
    assert_present_step(figure, SIZE)
    assert len(figure.to_json()) < 100_000
    assert any("expected 0.3487" in text for text in texts_of(sent(figure)["data"]))
    (of_curve,) = [note.text for note in figure.layout.annotations if "means of 50 draws" in note.text]
    assert ("<br>" in of_curve) == look.narrow


@LOOKS
def test_tuning(look):
    view = tuned()
    figure = tuning_figure(view, worth().rows, view.best, look=look)
    assert_in_order(figure, TUNED)
    assert_present_step(figure, TUNED)
    assert "<b>0.400</b><br>SD 0.100" in texts_of(sent(figure)["data"])
    # The lines have their names beside them where there is room, else the heading has them.
    title, *_rest = (note.text for note in figure.layout.annotations)
    (names,) = [t["text"] for t in sent(figure)["data"] if t.get("mode") == "text" and len(t["text"]) > 1] or [[]]
    assert (title == "Error of each setting") is (len(names) == 3)
    assert all(name in " ".join([title, *names]) for name in ("validation error", "training error", "on fresh data"))
    assert look != Look() or len(names) == 3


@LOOKS
def test_leaks(look):
    kept = pd.DataFrame({"leak": LEAKS, "leaking": 0.1, "clean": 0.4, "true": 0.5})
    found = LeakHunt(leak="groups", leaking=SHARES, clean=SHARES + 0.3, true=SHARES + 0.3, n_sets=3)
    drawn = sent(leak_figure(leak_view(found, kept), {}, n=60, look=look))
    said = texts_of(drawn["data"])
    assert {"with the leak", "without it", "true error", "<b>groups</b>"} <= set(said)
    # Each title stands above its own panel.
    assert len({(one["x"], one["y"]) for one in drawn["layout"]["annotations"]}) == 2
    assert "<b>0.300</b><br>SD 0.000" in said


def test_one_data_set_has_no_spread():
    """A run that has just begun is drawn: what is undefined of one data set is out of sight, and said as a dash."""
    found, view = spread(QUICK, 1), viewed("kfold", QUICK)
    figure = spread_figure(found, view, dict.fromkeys(found.rows, 0))
    assert "—" in texts_of(sent(figure)["data"])
    one = np.array([0.2])
    worth_of_one = worth_view(WinnersWorth(naive=one, nested=one, fresh=one, chosen=one, n_sets=3))
    sent(tuning_figure(tuned(), worth_of_one.rows, 0))
    leak = LeakHunt(leak="groups", leaking=one, clean=one, true=one, n_sets=3)
    kept = pd.DataFrame({"leak": LEAKS, "leaking": 0.1, "clean": 0.4, "true": 0.5})
    sent(leak_figure(leak_view(leak, kept), {}, n=60))
