"""The way from a page of models to the test that tells two of them apart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from ui.frame.tabs import Tab
from ui.session import loaded, looked_at, screen
from ui.session import rescaled as ranked_alike
from ui.shared import navigation, takedown
from ui.shared.text import _, paragraph, plain

# What the page of tests asks, and what is answered here.
ANSWERED = {"question": "two", "two_data": "loaded"}
FOLD_BY_FOLD = {"question": "folds", "folds_kind": "folds", "folds_data": "loaded"}
# Which test it takes there, and that of their areas.
_METHOD, AREAS = "two_method", "areas"


def tab(ranked: tuple[str, str] | None = None, *, after_costs: bool = False) -> list[Tab]:
    """Return the part that leads there, where there are two models to compare: there all rows are, not a group's.

    A page that speaks of the areas of two, those `ranked`, leads to the test of these first. One that has compared
    their costs, `after_costs`, says that the test is of something else.
    """
    is_offered = len(loaded.models()) > 1 and looked_at.group() is None
    return (
        [Tab("compare", partial(_lead, ranked, after_costs=after_costs), title=_("Chance, or a difference?"))]
        if is_offered
        else []
    )


def rescaled(first: str, second: str) -> str | None:
    """Say that one of two models is the other recalibrated, or both are a third one; None of others."""
    model = ranked_alike.ranks_as(first)
    if model != ranked_alike.ranks_as(second):
        return None
    if model not in (first, second):
        return _(
            "{first} and {second} are both {model} recalibrated",
            first=plain(first),
            second=plain(second),
            model=plain(model),
        )
    return _("{made} is {model} recalibrated", made=plain(second if model == first else first), model=plain(model))


def rank_alike(first: str, second: str) -> str | None:
    """Say of two such models that neither ranks better; None of others."""
    said = rescaled(first, second)
    return None if said is None else _("{said}: the same order of rows, so neither ranks better.", said=said)


def _lead(ranked: tuple[str, str] | None, *, after_costs: bool) -> None:
    if takedown.now() is not None:
        return  # in a file it would lead nowhere
    if after_costs:
        paragraph(
            "What their costs differ by, and how sure that is, stands above. A test of error rates asks something "
            "else: it counts every mistake alike, whatever it costs."
        )
    else:
        paragraph("All models predicted the same rows, so a test can tell a difference of two from chance.")
    with st.container(horizontal=True, gap="small"):
        if ranked is not None:
            st.button(
                _("Test their areas (AUC)"),
                key="to_areas",
                icon=":material/area_chart:",
                on_click=_answer_areas,
                args=ranked,
            )
        label = _("Test their error rates, not their costs") if after_costs else _("Test their error rates")
        _button(label, "to_two_models", ":material/balance:", ANSWERED)
        if loaded.are_in_folds():
            _button(_("Test them fold by fold"), "to_folds", ":material/view_week:", FOLD_BY_FOLD)


def _button(label: str, key: str, icon: str, answered: Mapping[str, str]) -> None:
    st.button(label, key=key, icon=icon, on_click=_answer, args=(answered,))


def _answer(answered: Mapping[str, str]) -> None:
    navigation.go_to("significance")
    # The numbers of the test come first.
    st.session_state[screen.TAB.key] = "readings"
    if st.session_state.get(_METHOD) == AREAS:
        del st.session_state[_METHOD]
    for key, value in answered.items():
        st.session_state[key] = value


def _answer_areas(first: str, second: str) -> None:
    _answer({**ANSWERED, "two_model_a": first, "two_model_b": second, _METHOD: AREAS})
