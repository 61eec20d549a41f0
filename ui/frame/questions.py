"""What a visitor has to say before any number of their own rows is shown: which part of them, and which class.

Also what stands instead of numbers where a reload has emptied the memory, or a new file was refused.
"""

from __future__ import annotations

import streamlit as st

from evalcore.predictions import Columns, Predictions, names_models
from evalcore.predictions.truth import Meaning
from ui.frame import which_cases
from ui.session import computed, from_source, incoming, large_upload, loaded, lost, reading_job, roles, sourced
from ui.shared import navigation
from ui.shared.numbers import count
from ui.shared.text import N_, _, paragraph, plain, remark, say

ALL = ""
MEANINGS: dict[Meaning, str] = {
    "amounts": N_("amounts, such as counts, stars or prices"),
    "classes": N_("classes, such as digits or grades of one kind each"),
}
LONGEST = 40  # characters of a name from a link
_WHY = {
    "word": N_("its name is that of what one looks for"),
    "rarer": N_("it is the rarer one"),
    "order": N_("only the order of the names speaks for it"),
}


def are_open() -> bool:
    """Whether something has to be answered, or loaded again, before numbers can be shown."""
    return loaded.gone() is not None or bool(loaded.open_questions())


def settle() -> bool:
    """Show a file on its way, or why one was refused, else ask what is open; tell whether numbers may follow."""
    reading_job.under_way()
    source_under_way()
    is_under_way = reading_job.is_under_way() or from_source.JOB.run is not None
    if _refused() or is_under_way or large_upload.waiting() is not None:
        return False
    ask()
    return not are_open()


def _refused() -> bool:
    """Show why the last input could not be used, until the visitor turns to something else; tell whether it does."""
    last: incoming.Refused | None = st.session_state.get(incoming.REFUSED)
    if last is None:
        return False
    st.error(say(last.error.message), icon=":material/error:")
    read, chosen = incoming.table(), incoming.columns()
    if last.is_table and read is not None and chosen is not None:
        for note in (*read.notes, *chosen.notes):
            st.info(say(note), icon=":material/info:")
    if loaded.gone() is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            paragraph("Still loaded: {name}.", name=incoming.loaded_name())
            st.button(_("Go on with it"), key="turn_back", on_click=incoming.turn_back, icon=":material/history:")
    return True


def ask() -> None:
    """Ask what is open: the part to look at, what the rows of a case are, and the class to look for."""
    used = incoming.in_use()
    if loaded.gone() is not None or used is None or not loaded.open_questions():
        return
    columns = used[1]
    for note in loaded.current().notes:
        st.info(say(note), icon=":material/info:")
    with st.container(border=True):
        if loaded.TRUTH in loaded.open_questions():
            _which_meaning(columns)
        if loaded.PART in loaded.open_questions():
            _which_part(columns)
        if loaded.CASES in loaded.open_questions():
            which_cases.ask(columns)
        if loaded.POSITIVE in loaded.open_questions():
            _which_class(columns, loaded.current().predictions)


def what_is_still_shown() -> None:
    """Say whose numbers these are where another file is on its way, or the last one was refused."""
    reading_job.under_way()
    source_under_way()
    name, waiting = incoming.refused_name(), large_upload.waiting()
    shown = incoming.loaded_name()
    if name is None and waiting is None:
        return
    if name is None and waiting is not None:
        file = plain(waiting.name)
        said = _("The columns of {file} are still to be chosen; what you see is {name}.", file=file, name=shown)
    elif plain(str(name)) == shown:
        said = _("The columns last chosen could not be used; what you see is {name} as it was before.", name=shown)
    else:
        said = _("{file} could not be used; what you see is still {name}.", file=plain(str(name)), name=shown)
    st.warning(said, icon=":material/history:")


def memory_note(*, on_data_page: bool = False, is_settled_below: bool = False) -> None:
    """Say what is gone of a visitor's file, and where nothing is loaded therefore show the ways on.

    What `settle` shows below, as on the page that loads, is not shown twice.
    """
    gone = loaded.gone()
    if (name := lost.of(loaded.BROUGHT)) is not None:
        st.warning(_file_is_gone(name), icon=":material/memory:")
    if gone is None:
        return
    if gone == loaded.UNKNOWN:
        st.warning(_unknown(), icon=":material/link_off:")
    elif gone == loaded.SOURCE:
        _ask_source(is_settled_below=on_data_page or is_settled_below)
    else:
        st.warning(_what_is_gone(), icon=":material/memory:")
        if lost.of(gone) is None:
            st.markdown(_not_in_a_link())
    with st.container(horizontal=True):
        if not on_data_page:
            st.button(
                _("Load predictions"),
                key="gone_load",
                type="primary",
                icon=":material/upload_file:",
                on_click=navigation.go_to,
                args=("data",),
            )
        st.button(_("Look at the lecture's 20 samples"), key="gone_sample", on_click=_lecture)


def source_under_way() -> None:
    """Show how far a question to a source is, or that it was stopped."""
    if st.session_state.pop(from_source.STOPPED, False):
        st.info(say(sourced.STOPPED), icon=":material/cancel:")
    if from_source.JOB.run is not None:
        from_source.JOB.watch(sourced.told, width=sourced.WIDTH)


def _ask_source(*, is_settled_below: bool) -> None:
    """Offer to ask what the link asks of a source: that takes the server's time, so somebody says so."""
    if not is_settled_below:
        source_under_way()
        _refused()
    st.info(_("This link is to rows of a source on this server. They are counted there."), icon=":material/database:")
    if from_source.JOB.run is None:
        st.button(_("Count them"), key="ask_link", icon=":material/play_arrow:", on_click=from_source.follow_link)


def _what_is_gone() -> str:
    if loaded.gone() == loaded.GENERATED:
        return _("The generated rows were only in memory; generate them again.")
    name = lost.of(loaded.FILE)
    # A link alone does not know the name; the tab that had the file does.
    return _("Your file was only in memory; load it again.") if name is None else _file_is_gone(name)


def _file_is_gone(name: str) -> str:
    return _("Your file {name} is gone: {why}. Load it again.", name=plain(name), why=say(lost.why()))


def _not_in_a_link() -> str:
    """Say that whoever was sent the link has not been sent the rows."""
    if loaded.gone() == loaded.GENERATED:
        return _("They are in no link, either: if this one was sent to you, ask its sender for a file.")
    return _(
        "It is in no link, either: if this one was sent to you, its sender's file is not in it. Ask for the file and "
        "load it here."
    )


def _unknown() -> str:
    """Say which sample the link asks for, as much of its name as a line takes."""
    asked = loaded.unknown_sample() or ""
    return _(
        "This link asks for a sample called {name}, and there is none. Choose one of the samples, or load predictions.",
        name=plain(asked if len(asked) <= LONGEST else f"{asked[: LONGEST - 1]}…"),
    )


def _lecture() -> None:
    incoming.take_sample(loaded.DEFAULT_SAMPLE)


def _which_meaning(columns: Columns) -> None:
    """Ask what whole numbers of few values are: names of classes, or amounts that can be nearly right."""
    st.markdown(f"**{_('Classes or amounts?')}**")
    st.markdown(
        _(
            "Column **{column}** holds whole numbers. As classes, 4 instead of 5 is as wrong as 1; as amounts it is "
            "nearly right, and errors are differences.",
            column=plain(columns.truth),
        )
    )
    st.radio(
        _("Classes or amounts?"),
        list(MEANINGS),
        index=None,
        format_func=lambda key: _(MEANINGS[key]),
        key="ask_truth",
        label_visibility="collapsed",
        on_change=_meaning_chosen,
    )


def _meaning_chosen() -> None:
    chosen = st.session_state.get("ask_truth")
    if chosen is not None:
        roles.choose_meaning(chosen)


def _which_part(columns: Columns) -> None:
    """Ask which rows to look at where a column tells parts apart."""
    column = plain(columns.split)
    st.markdown(f"**{_('Which rows do you want to look at?')}**")
    if columns.split == columns.fold:
        paragraph(
            "Column **{column}** numbers folds or parts. All together are right only where each row was predicted "
            "by a model that had not seen it.",
            column=column,
        )
    elif columns.split == columns.repeat:
        paragraph(
            "Column **{column}** numbers repetitions, but nothing says which of their rows are of one case: look at "
            "one of them, or add a column that names the case. All together count every case several times, so that "
            "intervals are too narrow and p-values too small.",
            column=column,
        )
    elif names_models(str(columns.split), [part.label for part in columns.parts]):
        paragraph(
            "Column **{column}** names models, but nothing says which of their rows are of one case, so they cannot be "
            "put side by side: look at one of them, or add a column that names the case.",
            column=column,
        )
    else:
        paragraph(
            "Column **{column}** tells parts of the rows apart. A model looks better on rows it was trained on: "
            "its quality shows in the part that was used neither for training nor for choosing.",
            column=column,
        )
    counts = {part.label: part.n_rows for part in columns.parts}
    st.radio(
        _("Which rows do you want to look at?"),
        [*counts, ALL],
        index=None,
        format_func=lambda label: _part_label(label, counts.get(label, 0)),
        key="ask_part",
        label_visibility="collapsed",
        on_change=_part_chosen,
    )


def _part_label(label: str, n_rows: int) -> str:
    if label == ALL:
        return _("all parts together")
    return _("{part} ({rows} rows)", part=plain(label), rows=count(n_rows))


def _part_chosen() -> None:
    chosen = st.session_state.get("ask_part")
    if chosen is not None:
        roles.choose_part(None if chosen == ALL else chosen)


def _which_class(columns: Columns, predictions: Predictions) -> None:
    """Ask which class is looked for where nothing but a guess tells."""
    st.markdown(f"**{_('Which class do you look for?')}**")
    paragraph(
        "It is called the positive class: a row is predicted positive when its score is at least the threshold. "
        "Finding it is recall, missing it is the miss whose cost you set. Click one of them to go on."
    )
    # The positive class stands last in a file, and first where it is asked for.
    counts = dict(zip(predictions.classes[::-1], predictions.class_counts[::-1], strict=True))
    st.radio(
        _("Which class do you look for?"),
        list(counts),
        index=None,
        format_func=lambda label: _class_label(label, counts[label], columns),
        key="ask_positive",
        label_visibility="collapsed",
        on_change=_class_chosen,
    )
    if loaded.PART not in loaded.open_questions():
        _direction(predictions)


def _class_label(label: str, n_rows: int, columns: Columns) -> str:
    said = _("{name} ({rows} rows)", name=plain(label), rows=count(n_rows))
    if label != columns.positive or columns.positive_grounds not in _WHY:
        return said
    return _("{option}: the guess, because {why}", option=said, why=_(_WHY[columns.positive_grounds]))


def _direction(predictions: Predictions) -> None:
    """Say for which class the scores speak: the commonest mistake is to look for the other one."""
    for model in list(predictions.scores)[:3]:
        rows = loaded.binary(model)
        auc = computed.auc(rows)
        if auc < 0.5 or auc > 0.5:  # undefined where only rows of weight 0 have a class
            name = rows.positive if auc > 0.5 else rows.negative
            remark("In these rows high values of {model} speak for {name}.", model=plain(model), name=plain(name))


def _class_chosen() -> None:
    chosen = st.session_state.get("ask_positive")
    if chosen is not None:
        roles.choose_positive(chosen)
