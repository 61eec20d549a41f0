"""The head of a page: its title, whose rows it shows, the lesson of the sample; and what says that none fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore.figures.style import read_sheet
from evalcore.predictions import BinaryView
from ui.frame import elsewhere, groups, outline, path, questions
from ui.live import bridge, undo
from ui.session import (
    address,
    allowed,
    aside,
    chosen_on,
    computed,
    from_source,
    incoming,
    loaded,
    looked_at,
    rescaled,
    samples,
    screen,
    sides,
    threads,
)
from ui.session.chosen_on import FILE, HALF
from ui.shared import chapter, field_words, keyboard, navigation, spoken, tables
from ui.shared.numbers import percent
from ui.shared.text import _, plain

_HERE = Path(__file__).parent


def begin() -> None:
    """Read the address, and load a file that has been read, before anything is drawn; let in who may look.

    Widgets that belong to what was loaded before would hand their values to the new rows. In the app, app.py has done
    so before the sidebar.
    """
    threads.one_each()
    address.start()
    if not allowed.may_look():
        refuse()
    if not st.session_state.get(navigation.FRAMED):
        incoming.take_read()
        from_source.take_answers()


def refuse() -> None:
    """Tell who is not let in what to do, where every page begins; nothing else is shown."""
    style()
    allowed.refusal()
    st.stop()


def style(*, presented: bool = False, hidden: bool = False) -> None:
    """Give a page that is presented the screen and the way out of it, and fields the words of the app.

    What every page has, came with the page itself, see `outline.sheet`; one that runs on its own has it from here.
    """
    sheets = "" if st.session_state.get(navigation.FRAMED) else outline.sheet()
    if presented:
        sheets += _presented()
    if presented and screen.is_embedded():
        sheets += read_sheet(_HERE / "embedded.css")
    if hidden:
        sheets += outline.UNTIL_HIDDEN
    sheets += field_words.rules()
    st.html(f"<style>{sheets}</style>")


@cache
def _presented() -> str:
    """Return the sheet of what is presented, and behind it those of the topics."""
    paths = dict.fromkeys([_HERE / "presenter.css", *sorted(_HERE.parent.glob("*/presenter.css"))])
    return "\n".join(map(read_sheet, paths))


def hide_loaded(*, is_named: bool = False) -> None:
    """Hide from the sidebar what is loaded, where the page shows nothing of it: who reads there takes it for shown.

    Where it is in the page's own table it is named, without the model and the positive class, which nothing follows.
    """
    hidden = [".st-key-looked_at", *([] if is_named else [".st-key-loaded_rows"])]
    st.html(f"<style>{' '.join(f'{one} {{ display: none; }}' for one in hidden)}</style>")


def header(title: str, sentence: str) -> None:
    """Show the title of a page without sections, and its one sentence if it has one."""
    style()
    # What reports the size has no height of its own and takes no gap.
    with st.container(gap=None, key="head_alone"):
        st.title(title, anchor=False)
        bridge.measure()
        tables.name_stops()
        keyboard.keep()
        spoken.keep()
    if sentence:
        st.markdown(sentence)


def head(
    topic: str, title: str, rows: BinaryView | None, note: str | None, *, teaches: bool = True
) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Show the first section: title, what it is about, the sample's lesson or the question of the page.

    Return the place for the page's files, and that for what a scene names, see `name`.

    Who is on the path of lessons has its line in that place. Who presents without it has the question of the page in
    the line of the title, and no lesson, which tells answers.
    """
    # A click among the sections runs these alone.
    navigation.leave()
    step = path.step()
    asks = step is None and screen.is_on(screen.PRESENT) and not screen.is_embedded()
    with st.container(gap=None):
        with st.container(key="head", horizontal=True, gap="small", vertical_alignment="top"):
            with st.container(key="head_title", gap=None, width="content"):
                st.title(title, anchor=False)
                if asks:
                    # Who looks on from the last row knows neither the page nor what is asked.
                    with st.container(key="head_asks", gap=None):
                        st.markdown(_(chapter.PAGES[topic].question))
                _about(rows, note, of=path.sample(path.here(topic)))
                named = st.empty()
            if step is not None:
                path.line(step, topic)
            elif not asks:
                _lesson(topic, teaches=teaches)
            files = st.container(key="head_files", horizontal=True, gap="xsmall", width="content")
        bridge.measure()
        tables.name_stops()
        keyboard.keep()
        spoken.keep()
    return files, named


def name(place: DeltaGenerator, about: Sequence[str]) -> None:
    """Say beside the title of a scene what it is of, once that is known."""
    if about:
        place.caption(" · ".join(about))


def _about(rows: BinaryView | None, note: str | None, *, of: str | None) -> None:
    """Say in a caption which of several models it is about, which class is looked for, and in which rows.

    `of` is what these are called where the page alone is seen.
    """
    said = [*about(rows, of=of), *([] if note is None else [note]), *_others(rows), *_own_before()]
    if said:
        st.caption(" · ".join(said))


def _others(rows: BinaryView | None) -> list[str]:
    """Say where another model or class of a visitor's own rows is chosen: below the menu, mostly out of sight."""
    is_elsewhere = rows is None or not loaded.current().is_own or screen.is_on(screen.PRESENT) or screen.is_embedded()
    if is_elsewhere or not (len(loaded.models()) > 1 or len(loaded.current().predictions.classes) > 2):
        return []
    return [_("others are chosen below the menu")]


def _own_before() -> list[str]:
    """Say where own rows are that a sample has taken the place of: who goes back in the browser looks for them here."""
    name = None if aside.is_kept() or screen.is_on(screen.PRESENT) else undo.own_before()
    return [] if name is None else [_("**{name}** is in *History*", name=plain(name))]


def about(rows: BinaryView | None, *, of: str | None) -> list[str]:
    """Return in Markdown what a page is about: which rows, which model, which class."""
    said = [_("Data: **{name}**", name=of)] if of is not None else []
    if rows is not None:
        if len(loaded.models()) > 1 or of is not None:
            said.append(_("Model: **{name}**", name=plain(rows.model)))
        said.append(_("Positive class: **{name}**", name=plain(rows.positive)))
        said += _mended(rows)
        said += _sides(rows)
        said += groups.line()
        said += [one for one in (elsewhere.line(rows), elsewhere.cases()) if one is not None]
    return said


def _mended(rows: BinaryView) -> list[str]:
    """Say of recalibrated scores on which rows they were fitted, and whether these rows hold them."""
    one = rescaled.made(rows.model)
    if one is None:
        return []
    on = one.fitted_on
    name = {HALF: _("one half"), FILE: _("the file before")}.get(on.kind, on.part)
    said = [_("Recalibrated on: **{name}**", name=plain(name))]
    if on.kind == HALF and chosen_on.asked() != on:
        said.append(_("these rows hold those it was fitted on, so what is read here is too good"))
    return said


def _sides(rows: BinaryView) -> list[str]:
    """Say which part of the rows a page shows, and on which the threshold is chosen where these are others."""
    predictions = loaded.current().predictions
    if sides.first(rows) is not None:
        chosen, reported = (plain(name) for name in sides.names())
        return [_("Rows: **{part}**", part=reported), _("Chosen on: **{part}**", part=chosen)]
    if loaded.has_half():
        return [_("Rows: **{part}**", part=plain(sides.names()[1]))]
    if predictions.split is None:
        return []
    part = _("all parts together") if predictions.part is None else plain(predictions.part)
    return [_("Rows: **{part}**", part=part)]


def _lesson(topic: str, *, teaches: bool) -> None:
    """Show what the sample teaches and what to try with it, until the reader has seen enough of it.

    It stands on the page that teaches it best: any other, and one of rows of its own, says what it asks itself.
    """
    key = loaded.current().sample
    if key is None or not screen.is_on(screen.LESSON):
        return
    sample = samples.SAMPLES[key]
    # A page that runs on its own does not know where it is.
    if teaches and navigation.here() in {"", sample.page}:
        said = _(sample.lesson)
        if sample.attempt is not None:
            said = _("{lesson} **Try:** {attempt}", lesson=said, attempt=_(sample.attempt))
    else:
        said = _(chapter.PAGES[topic].question)
    with st.container(key="head_lesson", horizontal=True, gap="xsmall", vertical_alignment="top"):
        st.markdown(said)
        st.button(
            _("Close the lesson"),
            icon=":material/close:",
            type="tertiary",
            key="lesson_close",
            on_click=screen.switch,
            args=(screen.LESSON,),
        )


def binary_rows(title: str) -> BinaryView:
    """Return the rows as positives against negatives.

    Where something is to be settled first, or what is loaded is a regression, the page of this title ends with a word.
    """
    begin()
    if questions.are_open():
        open_now = _("There is something to settle before numbers can be shown.")
        header(title, _("Nothing is loaded.") if loaded.gone() else open_now)
        questions.memory_note(is_settled_below=True)
        questions.settle()
        st.stop()
    questions.what_is_still_shown()
    if loaded.current().predictions.task == "regression":
        header(title, "")
        st.info(
            _(
                "What is loaded predicts a number, so no row is right or wrong. Load predictions of classes to see "
                "this page."
            )
        )
        with st.container(horizontal=True):
            for key, label, icon, page in (
                ("see_errors", _("See the errors"), ":material/square_foot:", "regression"),
                ("see_load", _("Load predictions"), ":material/upload_file:", "data"),
            ):
                st.button(label, icon=icon, key=key, on_click=navigation.go_to, args=(page,))
        st.stop()
    return looked_at.binary()


def direction_note(rows: BinaryView) -> None:
    """Say so where a high score speaks for the other class; nothing is turned over by itself."""
    auc = computed.auc(rows)
    if not auc < 0.5:
        return
    # Which way the scores point, and how far, is a part of the answer.
    with st.container(key="guessed_direction"):
        st.warning(
            _(
                "Higher scores speak against the positive class {name}: only {share} of the pairs of a positive and a "
                "negative row are in order (AUC below 0.5). If the scores are for the other class, choose it as the "
                "positive one.",
                name=plain(rows.positive),
                share=percent(auc),
            ),
            icon=":material/swap_vert:",
        )
