"""The address bar repeats the choices, so that a link to a sample reproduces the view.

It is read once, at the session's start, and written after that: once the browser has been heard, whose script then
keeps one entry a page in its history.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from urllib.parse import urlencode

import streamlit as st

from ui.session import choices, from_source, incoming, loaded, mended, question, samples
from ui.shared import navigation
from ui.shared.text import LANGUAGES, say
from ui.shared.text import language as spoken

_HEARD = "browser_heard"


def heard() -> None:
    """Remember that the browser has the script that keeps its history."""
    st.session_state[_HEARD] = True


def is_heard() -> bool:
    """Whether the browser has said that it has it."""
    return bool(st.session_state.get(_HEARD))


def start() -> None:
    """Read the address once, when the session begins; what does not fit is said and left at its default.

    A session that begins with the address of a visitor's own rows, or of a sample that there is not, takes nothing
    else from it: a threshold chosen on those rows means nothing on a sample.
    """
    if loaded.is_empty():
        _begin(_by_names_of_now(st.query_params.to_dict()))
    choices.take()
    say_refused()


def say_refused() -> None:
    """Say which parts of a link are not followed: beside the page, which keeps its place on the screen."""
    for message in choices.refused():
        st.toast(say(message), icon=":material/link_off:", duration="long")
    choices.said_refused()


def _begin(asked: dict[str, str]) -> None:
    source = asked.get("source")
    not_here = source if source in (loaded.FILE, loaded.GENERATED) else None
    if loaded.SOURCE in asked:
        not_here = loaded.SOURCE
        question.follow(asked)
    loaded.begin(asked.get("sample"), instead_of=not_here, taken=_taken(asked))
    _take("lang", asked, LANGUAGES)
    if loaded.gone() is not None:
        return
    mended.follow(asked)
    _take("model", asked, loaded.models())
    sample = loaded.current().sample
    if "model" not in asked and sample is not None and navigation.in_address() == samples.SAMPLES[sample].page:
        loaded.tell(sample)
    _take("positive", asked, loaded.current().predictions.classes)
    if choices.refused():
        # Of other rows than those of the link nobody has chosen a threshold.
        asked = {key: text for key, text in asked.items() if key != "chosen"}
    choices.wait(asked)


def _taken(asked: Mapping[str, str]) -> str:
    """Return what a link takes the rows of a case of its sample for."""
    known = asked.get("sample") in samples.SAMPLES and samples.SAMPLES[asked["sample"]].case is not None
    if "cases" not in asked or not known:
        return samples.BY_CASE
    if asked["cases"] in samples.TAKEN:
        return asked["cases"]
    choices.refuse(choices.not_one_of("cases", samples.TAKEN, asked["cases"]))
    return samples.BY_CASE


def _by_names_of_now(asked: Mapping[str, str]) -> dict[str, str]:
    """Return what a link asks for with the models of its sample called as they are now."""
    sample = samples.SAMPLES.get(asked.get("sample", ""))
    names = {} if sample is None else dict(sample.renamed)
    known = choices.REGISTERED
    names_model = {"model", *(key for key, choice in known.items() if choice.is_name)}
    return {key: names.get(text, text) if key in names_model else text for key, text in asked.items()}


def _take(key: str, asked: dict[str, str], known: Collection[str]) -> None:
    if key not in asked:
        return
    if asked[key] in known:
        st.session_state[key] = asked[key]
    else:
        choices.refuse(choices.not_one_of(key, known, asked[key]))


def follow(asked: Mapping[str, str], *, anew: bool = False) -> None:
    """Take over what a link within the app asks for: its sample first, if it has one, then what else it names.

    `anew` leaves nothing of what was chosen for the rows before, also where these stay loaded.
    """
    asked = _by_names_of_now(asked)
    if "sample" in asked:
        incoming.take_sample(asked["sample"], taken=_taken(asked))
        mended.follow(asked)
        _take("model", dict(asked), loaded.models())
        _take("positive", dict(asked), loaded.current().predictions.classes)
    choices.ask(dict(asked), of_rows=anew or "sample" in asked)


def link(page: str, **asked: object) -> str:
    """Return the address of a page with what it is to show, in the language of the session."""
    language = {"lang": spoken()} if spoken() != "en" else {}
    return f"{navigation.root()}/{page}?{urlencode({**asked, **language})}"


def write() -> None:
    """Repeat in the address bar what is loaded and looked at; what is at its default stays out.

    A file cannot be linked: the address only says that one was looked at, so that a reload shows no other's numbers.
    """
    language = st.session_state.get("lang")
    _put("lang", language if language != "en" else None)
    if loaded.gone() is not None:
        for key in ("sample", "cases", "model", "positive", *choices.REGISTERED):
            _put(key, None)
        # Another page of the app begins with an empty address.
        linked = from_source.linked()
        _put("source", loaded.gone() if loaded.unknown_sample() is None and linked is None else None)
        _put(loaded.SOURCE, linked)
        _put("sample", loaded.unknown_sample())
        return
    now, names, model = loaded.current(), loaded.models(), loaded.model()
    _put("sample", now.sample)
    _put("cases", now.taken if loaded.has_cases() and now.taken != samples.BY_CASE else None)
    _put("source", loaded.GENERATED if now.generated else None if now.has_link else loaded.FILE)
    _put(loaded.SOURCE, None if now.asked is None or not now.has_link else now.asked.write())
    _put("model", model if model != names[0] else None)
    _put("positive", loaded.positive() if loaded.positive() != loaded.first_positive() else None)


def write_choice(choice: choices.Choice, *, default: choices.Value | None = None) -> None:
    """Repeat a choice in the address bar unless it is at its default.

    The default is the choice's own unless it depends on the rows.
    """
    value, usual = st.session_state.get(choice.key), choice.default if default is None else default
    hidden = not (choice.in_links_of_own_rows or loaded.current().has_link)
    _put(choice.key, None if hidden or value is None or value == usual else choice.write(value))


def write_text(choice: choices.Choice, text: str | None) -> None:
    """Repeat in the address bar what a choice that is kept in a form of its own reads there; None leaves it out."""
    hidden = not (choice.in_links_of_own_rows or loaded.current().has_link)
    _put(choice.key, None if hidden else text)


def leave_out(choice: choices.Choice) -> None:
    """Take a choice out of the address bar: nothing of it is seen."""
    _put(choice.key, None)


def _put(key: str, value: str | None) -> None:
    # Without an address there is no browser: a test runs the page on its own.
    if st.context.url and not is_heard():
        return
    if value is None:
        if key in st.query_params:
            del st.query_params[key]
    elif st.query_params.get(key) != value:
        st.query_params[key] = value
