"""A settings file: what was chosen, without any row; applied beside the same data, newer ones, or refused."""

import json

import pytest

from tests.pages.test_data import open_page, paste, read, upload
from tests.ui.session.sessions import Session
from ui.curves import controls as curves
from ui.data import settings
from ui.session import incoming

ROWS = "y,a,b\n1,0.92,0.2\n0,0.31,0.4\n1,0.44,0.7\n0,0.08,0.1\n"
NEWER = "y,a,b\n1,0.82,0.3\n0,0.21,0.6\n1,0.54,0.9\n0,0.18,0.2\n1,0.5,0.5\n"
OTHER = "truth,score\nyes,0.9\nno,0.2\nyes,0.6\n"
CHOSEN = {"model": "b", "positive": "0", "t": 0.4, "cost_fn": 7.0, "cost_fp": 2.0, curves._HULL.key: True}


def saved(**change):
    """Return the file of what was chosen, and the page it was saved on."""
    at = paste(open_page(), ROWS)
    for key, value in CHOSEN.items():
        at.session_state[key] = value
    state = {key: at.session_state[key] for key in ("loaded", incoming._GOOD, *CHOSEN)}
    found = json.loads(Session(**state).run(settings.written))
    return json.dumps(found | change).encode(), found


def said(at):
    return " ".join(one.value for one in at.info)


def test_says_what_was_chosen_and_no_row():
    _raw, found = saved()
    assert (found["format"], found["version"]) == ("evaluation-settings", 1)
    assert (found["model"], found["positive"]) == ("b", "0")
    assert found["threshold"]["t"] == 0.4
    assert (found["columns"]["scores"], found["columns"]["groups"]) == (["a", "b"], [])
    assert (found["choices"]["cost_fn"], found["choices"]["curves_hull"]) == ("7", "1")
    assert "0.92" not in json.dumps(found)


@pytest.mark.parametrize(("rows", "told"), [(ROWS, "for these very rows"), (NEWER, "They were saved for other rows")])
def test_dropped_in_beside_the_data(rows, told):
    raw, _found = saved()
    at = upload(paste(open_page(), rows), "settings.json", raw)
    assert told in said(at)
    assert {key: at.session_state[key] for key in CHOSEN} == CHOSEN
    assert read(at).n == len(rows.splitlines()) - 1


def test_what_the_rows_lack_is_named():
    raw, _found = saved()
    at = upload(paste(open_page(), OTHER), "settings.json", raw)
    assert "Not in these rows, so not applied: 'b'." in said(at)
    assert "model" not in at.session_state
    assert read(at).truth == "truth"


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"columns": {"rows": "y"}}, {"columns": {"truth": 3}}, {"choices": {"t": [1]}}, {"threshold": {}}],
)
def test_another_file_of_that_name_is_refused_and_changes_nothing(change):
    raw, _found = saved(**change)
    before = paste(open_page(), ROWS)
    at = upload(before, "settings.json", raw)
    assert "The settings file must be one that was saved here; this one cannot be read." in said(at)
    assert "cost_fn" not in at.session_state
    assert read(at).n == 4


@pytest.mark.parametrize(
    "table",
    [
        [{"y": 1, "score": 0.9, "from": "evaluation-settings"}, {"y": 0, "score": 0.2, "from": "a"}],
        {"format": ["evaluation-settings", "a"], "version": [1, 2], "y": [1, 0], "score": [0.9, 0.2]},
    ],
)
def test_a_table_in_which_the_word_stands_is_a_table(table):
    at = upload(open_page(), "rows.json", json.dumps(table).encode())
    assert not at.exception
    assert (read(at).n, list(read(at).scores)) == (2, ["score"])


def test_a_table_of_settings_files_is_refused_as_a_table():
    """A list of settings is none, and no table either."""
    raw, _found = saved()
    at = upload(paste(open_page(), ROWS), "settings.json", b"[" + raw + b"]")
    assert at.error
    assert "Settings applied" not in said(at)


def test_dropped_in_before_the_data():
    raw, _found = saved()
    at = upload(open_page(), "settings.json", raw)
    assert "they are applied as soon as the data are dropped in" in said(at)
    assert "cost_fn" not in at.session_state
    at = upload(at, "rows.csv", ROWS.encode())
    assert "for these very rows" in said(at)
    assert {key: at.session_state[key] for key in CHOSEN} == CHOSEN


def test_roles_that_no_guess_finds_make_a_refused_table_usable():
    refused = upload(open_page(), "rows.csv", b"id,q\n11,1\n12,0\n13,1\n14,0\n")
    assert refused.error
    raw, _found = saved(columns={"truth": "q", "scores": ["id"]}, model=None, positive=None)
    at = upload(refused, "settings.json", raw)
    assert not at.error
    assert (read(at).truth, list(read(at).scores), read(at).n) == ("q", ["id"], 4)


EACH = "{:d},{:.4f},{}\n"
PARTS = "y,score,split\n" + "".join(
    EACH.format(k % 3 == 0, (k * 37 % 101) / 101 + (k % 3 == 0) * 0.3, ("test", "validation")[k % 2]) for k in range(80)
)


@pytest.mark.parametrize("on", ["part~validation", "half~4", "folds~4~1"])
def test_where_a_threshold_was_chosen_comes_back_with_it(on):
    """Of a half the digest is that of all rows: it is drawn again once they are loaded."""
    at = paste(open_page(), PARTS)
    at.radio(key="ask_part").set_value("test").run()
    at.session_state["chosen_on"], at.session_state["t"], at.session_state["chosen"] = on, 0.4, "f1"
    keys = ("loaded", incoming._GOOD, "chosen_on", "t", "chosen")
    session = Session(**{key: at.session_state[key] for key in keys})
    found = json.loads(session.run(settings.written))
    assert (found["choices"]["chosen_on"], found["threshold"]["chosen_by"]) == (on, "f1")
    again = upload(paste(open_page(), PARTS), "settings.json", json.dumps(found).encode())
    assert "for these very rows" in said(again)
    assert (again.session_state["chosen_on"], again.session_state["t"]) == (on, 0.4)
    kept = Session(**{key: again.session_state[key] for key in keys})
    assert json.loads(kept.run(settings.written))["threshold"] == found["threshold"]
