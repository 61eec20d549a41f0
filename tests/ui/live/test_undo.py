"""Moves are taken back one by one, each where it was made, and made once more."""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from evalcore import generate
from evalcore.predictions import guess_columns
from evalcore.predictions.kept import kept
from tests.ui.session.sessions import Session
from ui.frame.sections import Figure
from ui.live import drawn, threshold, undo
from ui.session import aside, holding, incoming, loaded
from ui.session.samples import SAMPLES
from ui.shared import told

HERE, ELSEWHERE = ("t", "rows", "model"), ("t", "rows", "another model")


@pytest.fixture
def session(monkeypatch):
    found = {}
    monkeypatch.setattr(st, "session_state", found)
    return found


def look(session, t, place=HERE):
    session["t"] = t
    undo.watch(place, threshold.KEYS)


def test_thresholds_go_back_step_by_step_and_forward_again(session):
    for t in (0.5, 0.6, 0.6, 0.7):
        look(session, t)
    seen = []
    for turn in (undo.back, undo.back, undo.back, undo.again, undo.again, undo.again):
        turn([HERE])
        # The run that follows looks again, and takes what was undone for no move.
        undo.watch(HERE, threshold.KEYS)
        seen.append(session["t"])
    assert seen == [0.6, 0.5, 0.5, 0.6, 0.7, 0.7]


def test_a_threshold_that_was_chosen_is_marked_so_again_once_it_is_back(session):
    look(session, 0.5)
    session["chosen"] = "f1"
    look(session, 0.6)
    session["chosen"] = "f1 of these rows"  # the same, as it is kept: nothing has moved
    look(session, 0.6)
    del session["chosen"]
    look(session, 0.65)
    undo.back([HERE])
    assert (session["t"], session["chosen"]) == (0.6, "f1 of these rows")
    undo.back([HERE])
    assert (session["t"], session.get("chosen")) == (0.5, None)


def test_the_figure_is_drawn_anew_for_what_was_taken_back(session):
    look(session, 0.5)
    look(session, 0.6)
    undo.back([HERE])
    assert session["figure_anew"] is True


def test_a_move_belongs_to_its_rows_and_model(session):
    look(session, 0.5)
    look(session, 0.6)
    look(session, 0.2, ELSEWHERE)
    undo.back([ELSEWHERE])
    assert session["t"] == 0.2
    look(session, 0.6)
    undo.back([HERE])
    assert session["t"] == 0.5


def test_a_new_move_ends_what_could_be_made_once_more(session):
    for t in (0.5, 0.6):
        look(session, t)
    undo.back([HERE])
    look(session, 0.3)
    undo.again([HERE])
    assert session["t"] == 0.3
    undo.back([HERE])
    assert session["t"] == 0.5


def test_a_handle_takes_back_all_that_its_release_has_changed(session):
    session |= {"prevalence": 0.5, "a table": object()}
    place = ("costs", "rows")

    def take():
        session.update(prevalence=0.7, reached=0.9)

    undo.taking(place, take)
    undo.taking(place, lambda: None)
    undo.back([place])
    assert session["prevalence"] == 0.5
    assert "reached" not in session
    undo.again([place])
    assert (session["prevalence"], session["reached"]) == (0.7, 0.9)


def test_only_so_many_moves_are_kept(session):
    for k in range(undo.MOST + 5):
        look(session, float(k))
    for _ in range(undo.MOST + 5):
        undo.back([HERE])
    assert session["t"] == 4.0


def names_of():
    """Return what the list of steps has, the last first, and what each entry goes back to."""
    keys = ("moves_done", "moves_undone", "fields_told", "lang", "rows_left")
    at = AppTest.from_function(
        listing, kwargs={"held": {k: st.session_state[k] for k in keys if k in st.session_state}}
    )
    at.run()
    assert not at.exception
    return [button.label.replace("\\", "") for button in at.button]


def listing(held):
    import streamlit as st  # noqa: PLC0415 - the app runs this text alone

    from ui.live import undo  # noqa: PLC0415

    st.session_state.update(held)
    undo.history()


def watch(session, t, place=HERE):
    session["t"] = t
    undo.watch(place, threshold.KEYS, threshold.named, "Threshold")


def test_the_list_goes_back_to_any_step_wherever_it_was_made(session):
    for t in (0.5, 0.6, 0.7, 0.8):
        watch(session, t)
    watch(session, 0.2, ELSEWHERE)
    watch(session, 0.8)
    here = session["moves_done"]
    assert [(move.come_from, move.come_to) for move in here] == [("0.5", "0.6"), ("0.6", "0.7"), ("0.7", "0.8")]
    # What there is now is no way back.
    assert names_of() == ["after: Threshold 0.6 → 0.7", "after: Threshold 0.5 → 0.6", "The beginning"]
    session["lang"] = "zh"
    assert names_of()[0] == "“阈值：0.6 → 0.7”之后"
    del session["lang"]
    undo.go_to(here[0])
    assert session["t"] == 0.6
    # What was taken back can be moved once more, one by one.
    assert names_of() == ["Once more: Threshold 0.6 → 0.7", "The beginning"]
    undo.again([HERE])
    assert session["t"] == 0.7
    undo.go_to(None)
    assert session["t"] == 0.5
    undo.again(None)
    assert session["t"] == 0.6


def test_what_one_page_looks_at_does_not_hide_a_move_of_another(session):
    """Each with keys of its own, and all places of the same keys by turns."""
    for t, d in ((0.5, 1.0), (0.6, 1.0), (0.6, 2.0)):
        session |= {"t": t, "d": d}
        undo.watch(HERE, ("t",), str)
        undo.watch(("errors",), ("d",), str)
    assert [(move.come_from, move.come_to) for move in session["moves_done"]] == [("0.5", "0.6"), ("1.0", "2.0")]
    # Moved on other rows meanwhile, where it is a step: here it is none once more.
    for t, place in ((0.6, ELSEWHERE), (0.9, ELSEWHERE), (0.9, HERE)):
        session["t"] = t
        undo.watch(place, ("t",), str)
    assert [move.come_to for move in session["moves_done"]] == ["0.6", "2.0", "0.9"]


def test_the_list_names_where_a_handle_was_let_go(session):
    place = ("costs", "rows")
    for p in (0.6, 0.7, 0.8):
        undo.taking(place, lambda p=p: session.update(prevalence=p), f"prevalence {p}")
    assert names_of() == ["after: prevalence 0.7", "after: prevalence 0.6", "The beginning"]


@pytest.mark.parametrize(
    ("left", "name", "said"),
    [
        ("d = 3", "d = 4", "d 3 → 4"),
        ("d = 44.3 · 56.1%", "d = 50 · 62%", "d 44\\.3 → 50"),
        ("θ = −1", "θ = 2", "θ −1 → 2"),
        ("0 seen", "2 seen", "0 seen → 2 seen"),
        ("0.111", "0.25", "test rows per training row 0\\.111 → 0\\.25"),
        ("", "α = 0.1", "α = 0\\.1"),
    ],
)
def test_a_handle_is_said_with_its_page_from_where_to_where(session, left, name, said):
    session["page_on"] = "bias_variance"
    take = partial(session.update, degree=4)
    assert undo.taking(HERE, take, name, left=left, label="test rows per training row")
    assert session["moves_done"][0].said() == f"Bias and variance: {said}"
    # What changes nothing is no step.
    assert not undo.taking(HERE, take, name, left=left)
    assert len(session["moves_done"]) == 1


def test_what_stood_there_is_read_off_the_figure_and_what_was_typed_once_it_is_drawn(session):
    def drawn_at(step):
        spec = {"name": "complexity", "label": "degree d", "shown": ["d = 1", "d = 3", "d = 7"], "active": step}
        meta = {"live": json.dumps({"handles": [spec]})}
        figure = Figure("key", go.Figure(layout={"meta": meta}), alt="")
        return drawn.figure((step,), None, lambda _revision: (figure, ""))

    drawn_at(0)
    session["chart_events"] = {"released": {"shown": "d = 3"}}
    take = {"complexity": lambda value: session.update(degree=float(value))}
    threshold._released("complexity", "3", take, HERE)
    drawn_at(1)
    threshold.name_typed()
    threshold._released("complexity", "6.9", take, HERE, name="6.9")
    drawn_at(2)
    threshold.name_typed()
    assert [move.said() for move in session["moves_done"]] == ["d 1 → 3", "d 3 → 7"]


def test_the_list_is_short(session):
    for k in range(undo.LISTED + 5):
        watch(session, float(k))
    *steps, last = names_of()
    assert len(steps) == undo.LISTED - 1
    assert last == "The beginning"
    # So many are kept that what was first is none of them.
    for k in range(undo.MOST):
        watch(session, float(k + 100))
    assert len(names_of()) == undo.LISTED - 1


class Visit:
    """A session in which a visitor does one thing a run, before anything is drawn, as a callback would."""

    def __init__(self):
        self.session = Session()
        self.do(lambda: None)

    def do(self, act, *, within=lambda: None):
        """Do something; what the run itself does `within` is nobody's choice. Return the list, the last step first."""

        def run():
            act()
            undo.look()
            within()
            undo.settle()
            return [step.said().replace("\\", "") for step in reversed(st.session_state.get("moves_done", []))]

        return self.session.run(run)

    def back(self, k):
        """Go back to what there was after a step, counted from the first; -1 is the beginning."""
        self.do(lambda: undo.go_to(st.session_state["moves_done"][k] if k >= 0 else None))


def begin_fields():
    """Do what a page does: give its fields what they start with, and tell what they are called."""
    told.tell("model", "Model")
    told.tell("curves_hull", "Convex hull of ROC")
    st.session_state["model"] = loaded.model()


def test_choices_and_samples_are_steps_and_come_back():
    visit = Visit()
    title = SAMPLES["breast-cancer"].title
    assert visit.do(lambda: incoming.take_sample("breast-cancer"), within=begin_fields) == [f"Sample {title} loaded"]
    first, second = visit.session.run(loaded.models)[:2]
    model = visit.do(lambda: st.session_state.update(model=second), within=begin_fields)[0]
    assert model == f"Model {first} → {second}"
    assert visit.do(lambda: st.session_state.update(curves_hull=True))[0] == "Convex hull of ROC: on"
    assert visit.do(lambda: incoming.take_sample("ties"))[0] == "Sample Tied scores loaded"
    assert visit.session["model"] is None
    visit.back(1)
    assert visit.session.run(lambda: (loaded.current().sample, loaded.model())) == ("breast-cancer", second)
    assert visit.session["curves_hull"] is None
    visit.do(lambda: undo.again(None))
    assert visit.session["curves_hull"] is True
    visit.do(lambda: undo.again(None))
    assert visit.session.run(lambda: loaded.current().sample) == "ties"
    visit.back(-1)
    assert visit.session.run(lambda: loaded.current().sample) == loaded.DEFAULT_SAMPLE


def threshold_to(t):
    """Move the threshold of the rows, model and class that are looked at, as their page does."""

    def within():
        begin_fields()
        st.session_state.setdefault("t", 0.5)
        now = loaded.current()
        place = ("t", now.predictions.digest, loaded.model(), loaded.positive())
        undo.watch(place, threshold.KEYS, threshold.named, "Threshold")

    return {"act": lambda: None if t is None else st.session_state.update(t=t), "within": within}


def offered(visit):
    """Return what the list offers to make once more."""
    at = visit.session.at
    at.kwargs = {"act": undo.history}
    at.run()
    return [one.label.replace("\\", "") for one in at.button if one.key == "history_again"]


@pytest.mark.parametrize(
    "leave",
    [
        lambda: incoming.take_sample("ties"),
        lambda: st.session_state.update(model=loaded.models()[1]),
        lambda: st.session_state.update(positive=loaded.current().predictions.classes[0]),
    ],
)
def test_what_was_moved_on_other_rows_or_of_another_model_is_not_made_once_more(leave):
    visit = Visit()
    visit.do(lambda: incoming.take_sample("breast-cancer"), within=begin_fields)
    visit.do(lambda: st.session_state.update(positive=loaded.positive()))
    for t in (None, 0.6):
        visit.do(**threshold_to(t))
    visit.back(0)
    assert offered(visit) == ["Once more: Threshold 0.5 → 0.6"]
    visit.do(leave, within=threshold_to(None)["within"])
    assert offered(visit) == []
    visit.do(**threshold_to(0.3))
    assert offered(visit) == []
    visit.do(undo._once_more)
    assert visit.session["t"] == 0.3


def test_what_was_moved_belongs_to_its_rows_wherever_else_the_list_has_gone_meanwhile():
    visit = Visit()
    visit.do(**threshold_to(None))
    visit.do(**threshold_to(0.6))
    visit.do(lambda: incoming.take_sample("ties"), within=threshold_to(None)["within"])
    visit.do(lambda: incoming.take_sample(loaded.DEFAULT_SAMPLE), within=threshold_to(None)["within"])
    of_threshold = visit.session["moves_done"][0].place
    visit.do(lambda: undo.back([of_threshold]))
    visit.back(0)
    assert visit.session.run(lambda: loaded.current().sample) == "ties"
    visit.do(**threshold_to(None))
    visit.do(**threshold_to(0.3))
    assert offered(visit) == []
    visit.do(undo._once_more)
    assert visit.session["t"] == 0.3


def test_what_a_run_brings_about_is_no_step():
    visit = Visit()
    assert visit.do(lambda: None, within=lambda: st.session_state.update(cost_fn=7.0)) == []
    assert visit.do(lambda: st.session_state.update(cost_fn=7.0)) == []
    # A first value of what depends on the rows is nobody's choice, wherever it is given.
    assert visit.do(lambda: st.session_state.update(prevalence=0.3)) == []
    assert visit.do(lambda: told.tell("prevalence", "Prevalence")) == []
    assert visit.do(lambda: st.session_state.update(prevalence=0.4)) == ["Prevalence 0.3 → 0.4"]
    # A handle of another page is one step, not a choice as well.
    take = partial(undo.taking, ("costs",), lambda: st.session_state.update(prevalence=0.6), "p = 0.6")
    assert visit.do(take) == ["p = 0.6", "Prevalence 0.3 → 0.4"]
    # Of a page it has its name, and what has no field is a choice.
    visit.session["page_on"] = "costs"
    assert visit.do(lambda: st.session_state.update(prevalence=0.5))[0] == "Costs: Prevalence 0.6 → 0.5"
    # On the way to another page it is still of the page where its field stood.
    visit.do(lambda: told.tell("prevalence", "Prevalence"))
    visit.session["page_on"] = "regression"
    assert visit.do(lambda: st.session_state.update(prevalence=0.7))[0] == "Costs: Prevalence 0.5 → 0.7"
    visit.session["page_on"] = "costs"
    visit.session["lang"] = "zh"
    assert visit.do(lambda: st.session_state.update(curves_step=3.0))[0] == "代价：已取的样本数：0 → 3"


def test_what_was_chosen_is_taken_back_on_its_page_alone():
    visit = Visit()
    visit.session["page_on"] = "hypotheses"
    places = [("hypotheses",), undo.CHOSEN_HERE]
    visit.do(lambda: told.tell("curves_hull", "Convex hull of ROC"))
    visit.do(lambda: st.session_state.update(curves_hull=True))
    visit.session["page_on"] = "resampling"
    visit.do(lambda: undo.back(places))
    assert visit.session["curves_hull"]
    visit.session["page_on"] = "hypotheses"
    visit.do(lambda: undo.back(places[:1]))
    assert visit.session["curves_hull"]
    visit.do(lambda: undo.back(places))
    assert not visit.session["curves_hull"]
    visit.do(lambda: undo.again(places))
    assert visit.session["curves_hull"]
    # What was loaded is taken back in the list.
    visit.do(lambda: incoming.take_sample("ties"))
    visit.do(lambda: undo.back(places))
    assert visit.session.run(lambda: loaded.current().sample) == "ties"


def test_what_was_chosen_otherwise_on_another_page_since_is_taken_back_there_first():
    visit = Visit()

    def on(page, hull):
        visit.session["page_on"] = page
        visit.do(lambda: st.session_state.update(curves_hull=hull, curves_area=True))

    visit.do(lambda: told.tell("curves_hull", "Convex hull of ROC"))
    places = [undo.CHOSEN_HERE]
    on("curves", True)
    on("costs", False)
    visit.session["page_on"] = "curves"
    visit.do(lambda: undo.back(places))
    assert not visit.session["curves_hull"]
    visit.session["page_on"] = "costs"
    visit.do(lambda: undo.back(places))
    assert visit.session["curves_hull"]
    visit.session["page_on"] = "curves"
    visit.do(lambda: undo.back(places))
    assert not visit.session["curves_hull"]
    assert not visit.session["moves_done"]


def own(name, score):
    read = pd.DataFrame({"label": ["p", "n", "p", "n"], "score": score})
    return incoming.Table(kept(read), name, guess_columns(read))


def test_an_own_file_comes_back_with_its_columns_and_its_choices_as_long_as_it_is_held():
    visit = Visit()
    mine = own("*mine*", [0.9, 0.4, 0.3, 0.2])
    assert visit.do(lambda: incoming.load(mine)) == ["*mine* loaded"]
    visit.do(lambda: st.session_state.update(cost_fn=9.0))
    visit.do(lambda: incoming.take_sample("ties"))
    assert visit.session.run(incoming.table) is None
    visit.back(1)
    assert visit.session.run(lambda: (loaded.current().name, incoming.columns().scores)) == ("*mine*", ("score",))
    assert visit.session["cost_fn"] == 9.0
    visit.do(lambda: undo.again(None))
    # The sidebar names them as long as a sample is there, however many were looked at, and leads back in one step.
    visit.do(lambda: incoming.take_sample("two-models"))
    assert visit.session.run(undo.own_before) == "*mine*"
    visit.do(undo.return_to_own)
    assert visit.session.run(lambda: (loaded.current().name, undo.own_before())) == ("*mine*", None)
    assert visit.session["cost_fn"] == 9.0
    visit.do(lambda: undo.again(None))
    assert visit.session.run(lambda: loaded.current().sample) == "ties"
    # Others take its place: the last two are held.
    for k in range(aside._MOST):
        visit.do(lambda k=k: incoming.load(own(f"{k}", [0.9, 0.4, 0.3, k])))
    assert len(visit.session["rows_left"]) == aside._MOST
    at = visit.session.at
    at.kwargs = {"act": undo.history}
    at.run()
    said = [one.value.replace("\\", "") for one in at.caption]
    assert [one for one in said if "no longer held" in one] == [
        "A choice was made (*mine* is no longer held)",
        "*mine* loaded (*mine* is no longer held)",
    ]


def test_large_own_rows_are_not_held_beside_others(monkeypatch):
    visit = Visit()
    monkeypatch.setattr(holding, "is_large", lambda _size: True)
    visit.do(lambda: incoming.load(own("large", [0.9, 0.4, 0.3, 0.2])))
    visit.do(lambda: incoming.take_sample("ties"))
    assert list(visit.session["rows_left"].values()) == [None]
    assert not visit.session.run(lambda: st.session_state["moves_done"][0].came.is_held)


def test_a_refused_table_is_not_held_with_the_rows_before_it():
    visit = Visit()
    visit.do(lambda: incoming.load(own("small", [0.9, 0.4, 0.3, 0.2])))
    refused = own("refused", [0.9, 0.4, 0.3, 0.2])
    visit.do(lambda: incoming.use(refused, replace(refused.guess, truth="score", scores=("label",)), frozenset()))
    assert visit.session.run(incoming.refused_name) == "refused"
    (rows,) = visit.session["rows_left"].values()
    assert refused not in [part for one in rows.table.values() for part in (one if isinstance(one, tuple) else [one])]
    visit.do(lambda: incoming.take_sample("ties"))
    visit.back(0)
    assert visit.session.run(lambda: (loaded.current().name, incoming.table().name)) == ("small", "small")


def test_what_comes_to_be_held_with_rows_is_measured_too(monkeypatch):
    visit = Visit()
    visit.do(lambda: incoming.load(own("same", [0.9, 0.4, 0.3, 0.2])))
    monkeypatch.setattr(holding, "is_large", lambda _size: True)
    visit.do(lambda: None)
    assert None not in visit.session["rows_left"].values()
    visit.do(lambda: incoming.load(own("same", [0.9, 0.4, 0.3, 0.2])))
    assert list(visit.session["rows_left"].values()) == [None]


def test_two_files_of_the_same_rows_are_held_by_their_names():
    visit = Visit()
    for name in ("a.csv", "b.csv"):
        visit.do(lambda name=name: incoming.load(own(name, [0.9, 0.4, 0.3, 0.2])))
    visit.back(0)
    assert visit.session.run(lambda: loaded.current().name) == "a.csv"


def test_what_is_typed_in_the_place_of_a_handle_has_its_own_name_in_the_list(session):
    """Not that of the handle that was let go before it."""
    session["bridge_events"] = {"released": {"shown": "t = 0.9"}}
    take = {"condition": lambda text: session.update(cost_fn=float(text))}
    threshold._released("condition", "7", take, HERE, name="7")
    (move,) = session["moves_done"]
    assert (session["cost_fn"], move.come_to) == (7.0, "7")


def drawn_by(seed):
    """Load rows of the generator, as its button does."""
    rng = np.random.default_rng(seed)
    drawn = generate.binary_scores(n=20, separation=1.5, sigma_ratio=1.0, prevalence=0.4, deterministic=False, rng=rng)
    read = drawn.to_frame()
    return incoming.load(incoming.Table(kept(read), "generated scores", guess_columns(read), generated=True))


def test_rows_that_were_drawn_anew_are_a_step_of_their_own_and_come_back():
    visit = Visit()
    visit.do(lambda: drawn_by(1))
    first = visit.session.run(lambda: loaded.current().predictions.digest)
    assert visit.do(lambda: drawn_by(2)) == ["generated scores drawn", "generated scores drawn"]
    assert visit.session.run(lambda: loaded.current().predictions.digest) != first
    visit.back(0)
    assert visit.session.run(lambda: (loaded.current().predictions.digest, loaded.current().generated)) == (first, True)
    visit.session["lang"] = "zh"
    assert visit.do(lambda: None) == ["已重新采样：生成的得分"]


def grouped():
    read = pd.DataFrame({"label": ["p", "n"] * 4, "score": [0.9, 0.4, 0.3, 0.2] * 2, "age": [20, 30, 40, 50] * 2})
    return incoming.load(incoming.Table(kept(read), "mine", guess_columns(read)))


def test_edges_of_groups_are_a_step_and_come_back():
    visit = Visit()
    visit.do(grouped)
    visit.do(lambda: st.session_state.update(groups_by="age"))
    tell = partial(told.tell, "groups_edges", "Edges of numbers")
    assert visit.do(lambda: st.session_state.update(groups_edges="25"), within=tell)[0] == "Edges of numbers — → 25"
    assert visit.do(lambda: st.session_state.update(groups_edges="25, 35"))[0] == "Edges of numbers 25 → 25, 35"
    visit.back(2)
    assert visit.session["groups_edges"] == "25"
    visit.do(lambda: undo.again(None))
    assert visit.session["groups_edges"] == "25, 35"


def test_a_handle_moved_within_one_group_goes_back_there_alone():
    """The rows of a group are a place of their own: what was moved on all rows is another step."""
    visit = Visit()
    visit.do(grouped)

    def within(group):
        def watch():
            st.session_state.setdefault("t", 0.5)
            undo.watch(("t", *group), threshold.KEYS, threshold.named, "Threshold")

        return watch

    visit.do(lambda: st.session_state.update(t=0.5), within=within(("all",)))
    visit.do(lambda: st.session_state.update(t=0.6), within=within(("all",)))
    visit.do(lambda: st.session_state.update(group="a"), within=within(("a",)))
    said = visit.do(lambda: st.session_state.update(t=0.3), within=within(("a",)))
    assert said[0] == "Threshold 0.6 → 0.3"
    visit.do(lambda: undo.back([("t", "all")]), within=within(("a",)))
    assert visit.session["t"] == 0.5


def test_another_melon_that_is_asked_about_is_a_step_and_comes_back():
    visit = Visit()
    names = {"0,0,0": "green, curled, muffled", "1,0,0": "black, curled, muffled"}
    within = partial(told.tell, "ml_new", "Asked about", names)
    visit.do(lambda: st.session_state.update(ml_new="0,0,0"), within=within)
    said = visit.do(lambda: st.session_state.update(ml_new="1,0,0"), within=within)
    assert said == ["Asked about green, curled, muffled → black, curled, muffled"]
    visit.back(-1)
    assert visit.session["ml_new"] == "0,0,0"


def test_a_file_that_is_counted_from_its_bytes_is_said_to_be_too_large_to_be_held():
    visit = Visit()
    large = undo.Rows("large.parquet", None, "", "digest", is_counted=True)
    sample = undo.Rows("ties", "ties", "", "")
    visit.session["moves_done"] = [
        undo.Move(("session",), {}, {"a": 1}, says=lambda: "large.parquet loaded", left=sample, came=large),
        undo.Move(("session",), {}, {"a": 2}, says=lambda: "another loaded", left=large),
    ]
    at = visit.session.at
    at.kwargs = {"act": undo.history}
    at.run()
    (said,) = [one.value.replace("\\", "") for one in at.caption if "load it again" in one.value]
    assert said == "large.parquet loaded (large.parquet is too large to be held: load it again)"
