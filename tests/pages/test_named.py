"""In the list of what was done no choice is nameless: its field has told its name, or its registration has one."""

import numpy as np
import pandas as pd
import pytest

from evalcore.predictions import from_columns, guess_columns
from evalcore.reading import read_table
from tests.pages.significance_page import opened
from ui.live import undo
from ui.session import choices, screen
from ui.session.loaded import Loaded

CLASSES = [f"c{k:02d}" for k in range(30)]
# Each page in each of its views, with what makes it ask for more.
VISITS = [
    ("costs", {"sample": "card-fraud"}, {"amounts": "fn"}),
    ("costs", {"sample": "card-fraud"}, {}),
    ("curves", {"sample": "melon-20"}, {"curves_iso": "cost", "curves_lecture": True, "curves_moved": True}),
    *(
        (
            "confusion_matrix",
            {"sample": "breast-cancer"},
            {"models_at": "wish", "models_held": held, "models_and": "fpr"},
        )
        for held in ("recall", "alerts")
    ),
    *(("confusion_matrix", {"sample": "digits"}, {"view": view}) for view in ("all", "sure")),
    ("confusion_matrix", {"sample": "two-models"}, {"view": "one", "groups_by": "score"}),
    *(
        ("calibration", {"sample": "miscalibrated"}, {"pb_view": view, "pb_moved": True})
        for view in ("decision", "recalibration", "ranking")
    ),
    *(("significance", {}, {"question": question}) for question in ("one", "two", "folds", "many", "lies")),
    *(
        ("significance", {"sample": "breast-cancer"}, {"question": question, f"{question}_data": "loaded"})
        for question in ("two", "folds")
    ),
    ("significance", {}, {"question": "one", "one_test": "t"}),
    ("significance", {}, {"question": "folds", "folds_kind": "halves"}),
    *(("bias_variance", {}, {"bv_view": view}) for view in ("squared", "zero_one", "descent", "table")),
    *(("hypotheses", {}, {"ml_view": view}) for view in ("bias", "occam")),
    ("hypotheses", {}, {"ml_view": "space", "ml_space": "own"}),
    ("hypotheses", {}, {"ml_view": "lunch", "ml_cells": "4"}),
    *(("regression", {}, {"re_view": view}) for view in ("errors", "use")),
    ("regression", {}, {"re_view": "line", "re_points": "drawn", "re_loss": "huber"}),
    *(("resampling", {}, {"ev_view": view}) for view in ("bootstrap", "table")),
    ("resampling", {}, {"ev_view": "spread", "ev_method": "kfold", "ev_group": 3}),
    ("resampling", {}, {"ev_view": "leaks", "ev_leak": "pipeline"}),
    *(("resampling", {}, {"ev_view": "tuning", "ev_tuned": one}) for one in ("lda", "tree", "threshold")),
    ("resampling", {}, {"ev_view": "tuning", "ev_tuned": "neighbours", "ev_tuning_data": "table"}),
]


def own(columns):
    """Return what is loaded of a visitor's own."""
    frame = read_table(pd.DataFrame(columns).to_csv(index=False).encode())
    return Loaded(from_columns(frame, guess_columns(frame)), "mine.csv")


def told(page, address, **held):
    """Return the keys of the fields that a page has shown."""
    at = opened(address, page=page, **{screen.DRAWER.key: True}, **held)
    return set(at.session_state["fields_told"]) if "fields_told" in at.session_state else set()


@pytest.mark.slow
def test_no_choice_is_nameless_in_the_list():
    found = set()
    for page, address, held in VISITS:
        found |= told(page, address, **held)
    rng = np.random.default_rng(0)
    many = own({"truth": CLASSES * 4, "predicted": rng.choice(CLASSES, 120)})
    found |= told("confusion_matrix", {}, loaded=many, view="all")
    grouped = own({"y": [1, 0] * 20, "score": rng.random(40).round(2), "place": ["a", "b"] * 20})
    found |= told("confusion_matrix", {}, loaded=grouped, view="one", groups_by="score")
    asked = {
        key
        for key, choice in choices.REGISTERED.items()
        if not choice.of_reader and not choice.called and key not in undo._ELSEWHERE
    }
    assert asked - found == set()


@pytest.mark.parametrize(("held", "is_said"), [({}, True), ({"present": "1"}, False)])
def test_a_page_says_where_own_rows_are_that_a_sample_has_taken_the_place_of(monkeypatch, held, is_said):
    """Who goes back in the browser comes to the page, which shows what is loaded now. No audience is told."""
    monkeypatch.setattr(undo, "own_before", lambda: "mine.csv")
    at = opened({"sample": "ties"}, page="costs", **held)
    assert any("**mine\\.csv** is in *History*" in one.value for one in at.caption) == is_said
