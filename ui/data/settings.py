"""Everything that was chosen as one small file: saved, and applied when it is dropped in beside the data."""

from __future__ import annotations

import json
from typing import Any, Final

import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.predictions import Columns
from evalcore.predictions.vocabulary import MEANINGS, ROLES
from evalcore.support.text import shown
from ui.live import chosen_here, threshold
from ui.session import choices, from_source, incoming, loaded, question, roles
from ui.session.choices import REGISTERED
from ui.session.question import Asked
from ui.shared import downloads
from ui.shared.text import _, say

_SAID: Final = "settings_said"
_WAITING: Final = "settings_waiting"  # dropped in before the data
_ROLES: Final = (*ROLES, *MEANINGS)
VERSION: Final = 1
# Kept apart: they mean the rows, and are said with where they were chosen.
_OF_ROWS: Final = (threshold.CHOICE.key, chosen_here.CHOICE.key)
WAITS: Final = Message("Settings of a file's columns: they are applied as soon as the data are dropped in.")
APPLIED: Final = Message("Settings applied: they were saved for these very rows.")


def written() -> str:
    """Return what is chosen as the text of a file: roles, class, threshold with where it was chosen, costs, options."""
    now, used = loaded.current(), incoming.in_use()
    t = st.session_state.get(threshold.CHOICE.key)
    found: dict[str, Any] = {
        "format": incoming.SETTINGS_FORMAT,
        "version": VERSION,
        "file": now.name,
        "sample": now.sample,
        "digest": loaded.whole().predictions.digest,
        "source": None if now.asked is None or now.is_upload else now.asked.write(),
        "columns": None if used is None else {role: getattr(used[1], role) for role in _ROLES},
        "model": loaded.model(),
        "positive": loaded.positive(),
        "threshold": None if t is None else {"t": float(t), "chosen_by": _chosen_by(), "chosen_on": now.name},
        "choices": {
            key: choice.write(st.session_state[key])
            for key, choice in sorted(REGISTERED.items())
            if st.session_state.get(key) is not None and key not in _OF_ROWS and not choice.of_reader
        },
    }
    return json.dumps(found, ensure_ascii=False, indent=2)


def _chosen_by() -> str | None:
    """Return by what the threshold was chosen, as an address says it."""
    predictions = loaded.current().predictions
    if predictions.task == "regression" or loaded.labels_of(loaded.model()) is not None:
        return None
    return chosen_here.in_address(loaded.binary())


def offer() -> None:
    """Offer the file."""
    downloads.button(
        _("Save settings"),
        written().encode(),
        file_name="settings.json",
        mime="application/json",
        meaning=_(
            "Roles of the columns, positive class, threshold, costs and options, without any row. Drop the file in "
            "above, beside the same data or newer ones, to have them again."
        ),
    )


def take() -> None:
    """Apply a settings file that has been dropped in, and keep what is to be said of it.

    Before anything is drawn: what the sidebar shows can no longer be changed then.
    """
    raw = st.session_state.pop(incoming.SETTINGS, None)
    if raw is None and incoming.table() is not None:
        raw = st.session_state.pop(_WAITING, None)
    if raw is None:
        return
    try:
        found = _checked(raw)
        if found["columns"] is not None and incoming.table() is None:
            st.session_state[_WAITING] = raw
            st.session_state[_SAID] = [WAITS]
        else:
            st.session_state[_SAID] = _apply(found)
    except InputError as error:
        st.session_state[_SAID] = [error.message]


def show_taken() -> None:
    """Say what of a settings file was applied, and what could not be."""
    for message in st.session_state.pop(_SAID, []):
        st.info(say(message), icon=":material/tune:")


def _unreadable() -> InputError:
    return InputError("The settings file must be one that was saved here; this one cannot be read.")


def _checked(raw: bytes) -> dict[str, Any]:
    """Return the contents of a settings file; anything else is refused."""
    try:
        found = json.loads(raw)
        columns = found["columns"]
        texts = {"model": found["model"], "positive": found["positive"], **found["choices"]}
        texts["source"] = found.get("source")
        known = columns is None or set(columns) <= set(_ROLES)
        is_text = all(isinstance(value, str) or value is None for value in texts.values())
        t = found["threshold"]
        known = known and (columns or {}).get("truth_holds") in (None, *roles.MEANS)
        if not (known and is_text and found["version"] == VERSION and (t is None or isinstance(t["t"], float))):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _unreadable() from None
    return dict(found)


def _apply(found: dict[str, Any]) -> list[Message]:
    """Apply settings to what is loaded; return what is to be said of it."""
    read = incoming.table()
    if found["columns"] is not None and read is not None:
        incoming.take_over(read, _columns(found["columns"]))
        if incoming.refused_name() is not None:  # which says why
            return []
    now = loaded.current()
    if (text := found.get("source")) is not None and (now.asked is None or now.asked.write() != text):
        return _of_source(found, Asked.read(text))
    is_same, said = loaded.whole().predictions.digest == found["digest"], []
    kept, of_rows = dict(found["choices"]), found["threshold"]
    if of_rows is not None:
        kept["t"] = repr(of_rows["t"])
        if is_same and of_rows["chosen_by"] is not None:
            kept["chosen"] = of_rows["chosen_by"]
    choices.ask(kept, of_rows=True)
    st.session_state.pop("costs_positive", None)  # the costs are those of the class below
    for key, known in (("model", loaded.models()), ("positive", now.predictions.classes)):
        if found[key] in known:
            st.session_state[key] = found[key]
        elif found[key] is not None:
            said.append(Message("Not in these rows, so not applied: '{value}'.", {"value": shown(found[key])}))
    return [APPLIED if is_same else _of_others(found), *said]


def _of_source(found: dict[str, Any], asked: Asked) -> list[Message]:
    """Ask the source that settings were saved for; they are applied to what it answers."""
    of_rows, kept = found["threshold"], {**found["choices"], "model": found["model"], "positive": found["positive"]}
    if of_rows is not None:
        kept |= {"t": repr(of_rows["t"]), "chosen": of_rows["chosen_by"]}
    question.follow({key: text for key, text in kept.items() if text is not None} | {loaded.SOURCE: asked.write()})
    from_source.ask(asked)
    return [Message("These settings were saved for rows of a source, which is asked for them now.")]


def _of_others(found: dict[str, Any]) -> Message:
    return Message(
        "Settings applied. They were saved for other rows ('{file}', digest {digest}): the threshold was chosen there, "
        "not on these.",
        {"file": shown(found["file"]), "digest": shown(found["digest"][:8])},
    )


def _columns(chosen: dict[str, Any]) -> Columns:
    """Return roles as they were written; anything but text is refused."""
    roles: dict[str, Any] = {}
    for role, value in chosen.items():
        names = value if isinstance(value, list) else [] if value is None else [value]
        if not all(isinstance(name, str) for name in names):
            raise _unreadable()
        if value is not None:
            roles[role] = tuple(value) if isinstance(value, list) else value
    return Columns(**roles)
