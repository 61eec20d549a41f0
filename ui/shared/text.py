"""Words on the screen: gettext catalogues in ui/locale, English as the source language.

`_` translates, `N_` marks a string for extraction where it is not yet shown, `say` translates a sentence of evalcore.
Text that came from a file is always shown through `plain`, so it can never become markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, reduce
from pathlib import Path

import streamlit as st
from babel import Locale
from babel.messages.pofile import read_po

from evalcore.errors import Message
from evalcore.figures.style import signed
from evalcore.intervals import Estimate
from evalcore.support.text import MORE, Listed, undirected
from ui.shared import navigation

HERE = Path(__file__).parent.parent
# English, and each language there is a catalogue of, by what it calls itself; what it lacks is said in English.
LANGUAGES = {"en": "English"} | {
    path.stem: str(Locale.parse(path.stem).display_name).capitalize() for path in sorted((HERE / "locale").glob("*.po"))
}
_BOLD = re.compile(r"(?<!\\)\*\*(.+?)(?<!\\)\*\*", re.DOTALL)
_OUTSIDE: ContextVar[str | None] = ContextVar("language", default=None)


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> dict[str, str]:
    """Read the translations of one language; English needs none."""
    path = HERE / "locale" / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        entries = read_po(file, locale=language)
    return {str(entry.id): str(entry.string) for entry in entries if entry.id and entry.string and not entry.fuzzy}


def language() -> str:
    """Return the language of this session: the sidebar's choice, which is also kept in the address bar."""
    chosen = _OUTSIDE.get() or st.session_state.get("lang")
    return chosen if chosen in LANGUAGES else "en"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language where no session is known: where a file is made, which happens outside the script."""
    before = _OUTSIDE.set(language)
    try:
        yield
    finally:
        _OUTSIDE.reset(before)


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a marked, untranslated string
    """Mark `text` for the catalogue and return it unchanged."""
    return text


def _(text: str, **values: object) -> str:
    """Translate `text` and fill its named fields."""
    translated = catalogue(language()).get(text, text)
    filled = translated.format(**values) if values else translated
    return kept_bold(filled) if "**" in filled else filled


@lru_cache(maxsize=len(LANGUAGES))
def _ids(language: str) -> dict[str, str]:
    return {string: text for text, string in catalogue(language).items()}


def in_english(said: str) -> str:
    """Return the text of which something said without values is the translation; else what was said."""
    return _ids(language()).get(said, said)


def kept_bold(markdown: str) -> str:
    """Return a sentence whose bold parts stay bold between letters without spaces, as Chinese has them.

    Markdown takes `**` between a letter and a sign, as of "占**25.0%**的" or "多**−0.1**", for no end of a bold part. A
    zero-width space, which is neither letter nor sign, makes it one.
    """

    def mended(found: re.Match[str]) -> str:
        inside, before, after = found[1], markdown[: found.start()][-1:], markdown[found.end() :][:1]
        first = "\u200b" if _is_letter(before) and not _is_letter(inside[0]) else ""
        last = "\u200b" if _is_letter(after) and not _is_letter(inside[-1]) else ""
        return f"**{first}{inside}{last}**"

    return _BOLD.sub(mended, markdown)


def _is_letter(sign: str) -> bool:
    """Tell what is neither space, sign nor nothing."""
    return bool(sign) and not sign.isspace() and unicodedata.category(sign)[0] not in "PS"


def sentences(*said: str | None) -> str:
    """Put sentences one after the other; empty ones are left out, and Chinese ones have no space between them."""
    given = [one for one in said if one]
    if not given:
        return ""
    return reduce(lambda sentence, more: _("{sentence} {more}", sentence=sentence, more=more), given)


def in_row(parts: Iterable[str]) -> str:
    """Put names or numbers with what they are of one after the other, as the language does."""
    given = list(parts)
    return reduce(lambda first, more: _("{first}, {more}", first=first, more=more), given) if given else ""


def headed(name: str, what: str) -> str:
    """Put a name before what is said of it, as the language does."""
    return _("{name}: {what}", name=name, what=what)


def listed(parts: Iterable[str]) -> str:
    """Put parts that may hold commas themselves one after the other, as the language does."""
    given = list(parts)
    return reduce(lambda first, more: _("{first}; {more}", first=first, more=more), given) if given else ""


def plain(text: object) -> str:
    """Return text from outside so that Markdown shows it literally, on one line."""
    line = " ⏎ ".join(undirected(str(text)).splitlines())
    # What the browser turns into icons, links, arrows or dashes after Markdown was read, a backslash does not stop; a
    # zero-width space does: `:name:`, `a@b.c`, `www.`, and `--`, `->` or `>=` on their own.
    broken = re.sub(r"[:@]|www(?=\.)|(?<!\S)(?:<->|<-|->|--|[<>~]=)(?!\S)", "\\g<0>\u200b", line, flags=re.IGNORECASE)
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$&])", r"\\\1", broken)


def literal(markdown: str) -> str:
    """Return what Markdown shows, as text: without bold letters, links, icons and what `plain` has added.

    >>> literal("Model: **a** :material/tune: [more](learn) :gray-badge[Sample]"), literal(plain("[*](b)"))
    ('Model: a more Sample', '[*](b)')
    >>> literal(":small[Δ 0.037 [0.014, 0.059], 3 pairs] :small[[a](b)]")
    'Δ 0.037 [0.014, 0.059], 3 pairs a'
    """
    text = re.sub(r"^\s*[-*]\s+", "", markdown, flags=re.MULTILINE)
    text = re.sub(r":material/\w+:\s?", "", text)
    text = re.sub(r"(?<!\\):[a-z]+(?:-[a-z]+)?\[((?:\\.|\[[^\[\]]*\]|[^\[\]\\])*)\]", r"\1", text)
    text = re.sub(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^)\s]*\)", r"\1", text)
    text = re.sub(r"(?<!\\)(?:\*\*|[`$])", "", text)
    return re.sub(r"\\([\W_])", r"\1", text).replace("\u200b", "").strip()


def say(message: Message) -> str:
    """Translate a sentence of evalcore; its values are shown literally, and what is a sentence itself is translated."""
    values = {name: _shown(_as_here(value)) for name, value in message.values.items()}
    return catalogue(language()).get(message.template, message.template).format(**values)


def said_of(*found: Estimate) -> list[str]:
    """Return what is to be said of numbers with intervals: why one is undefined, what to mind; each sentence once."""
    return list(dict.fromkeys(say(word) for one in found for word in (one.reason, *one.warnings) if word is not None))


def remark(text: str, **values: object) -> None:
    """Show a sentence in small print."""
    st.caption(_(text, **values))


def paragraph(text: str, **values: object) -> None:
    """Show a sentence, or several, as text of the page."""
    st.markdown(_(text, **values))


def show_said(*messages: Message | None) -> None:
    """Show sentences of evalcore in small print, each once: why something is undefined, what to mind."""
    for sentence in dict.fromkeys(say(message) for message in messages if message is not None):
        st.caption(sentence)


def show_said_of(*found: Estimate) -> None:
    """Show what is to be said of numbers with intervals in the same way."""
    for sentence in said_of(*found):
        st.caption(sentence)


def _as_here(value: object) -> object:
    """Write a list of names with the quotes and commas of the language."""
    if not isinstance(value, Listed):
        return value
    quoted = _("'{name}'")
    return _(", ").join(text if text == MORE else quoted.replace("{name}", text) for text in value.texts)


def _shown(value: object) -> object:
    if isinstance(value, Message):
        return say(value)
    return plain(value) if isinstance(value, str) else _with_minus(value)


class _Negative(float):
    """A number below 0, which a sentence writes with a minus sign: its template knows only its digits."""

    def __format__(self, spec: str) -> str:
        return signed(super().__format__(spec))


def _with_minus(value: object) -> object:
    return _Negative(value) if isinstance(value, float) and value < 0 else value


def say_in_figure(sentence: Message) -> str:
    """Translate a sentence of a figure, where values are drawn as they are: a figure knows no Markdown."""
    values = {
        name: say_in_figure(value) if isinstance(value, Message) else _with_minus(_as_here(value))
        for name, value in sentence.values.items()
    }
    return catalogue(language()).get(sentence.template, sentence.template).format(**values)


def lesson(name: str) -> str:
    """Read a longer text in the language of the session, in English where there is none.

    Its links to pages begin with "/"; below a path of the server they lead there.
    """
    told, english = (HERE / name / f"lesson.{code}.md" for code in (language(), "en"))
    text = (told if told.exists() else english).read_text(encoding="utf-8")
    return text.replace("](/", f"]({navigation.root()}/")
