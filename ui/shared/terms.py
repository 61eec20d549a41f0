"""The words of the chapter: what each is called in every language, what it is, and where it is seen.

They stand in glossary.toml, those of a further language in a file of its own. A help text that names a term ends with
a link to it, which opens beside the page: what is loaded there stays.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from ui.shared import navigation
from ui.shared.text import LANGUAGES, N_, _, language, plain

# How much of two names is the same, from which on one may be meant for the other: two of three letters.
_ALIKE, _MOST_ALIKE = 0.66, 5
FILE: Final = Path(__file__).with_name("glossary.toml")
# The parts of the chapter, in the lecture's order.
PARTS: Final = {
    "learning": N_("Learning"),
    "evaluation": N_("Estimating the error"),
    "measures": N_("Measures at one threshold"),
    "curves": N_("Thresholds and curves"),
    "costs": N_("Costs and probabilities"),
    "tests": N_("Comparison tests"),
    "bias-variance": N_("Bias and variance"),
}


@dataclass(frozen=True, eq=False)
class Term:
    """One word of the chapter; names and meanings by language, `see` the page on which it is seen and what it asks for.

    `outside` tells that the chapter does without it, `also` are names by which it is found as well; symbol and formula
    are TeX.
    """

    key: str
    part: str
    names: Mapping[str, str]
    meanings: Mapping[str, str]
    also: tuple[str, ...] = ()
    symbol: str | None = None
    formula: str | None = None
    page: str | None = None
    asked: Mapping[str, str] | None = None
    outside: bool = False

    @property
    def name(self) -> str:
        """Its name in the language of the session."""
        return self.name_in(language())

    @property
    def meaning(self) -> str:
        """What it is, in the language of the session."""
        return self.meaning_in(language())

    def name_in(self, code: str) -> str:
        """Return its name in a language, in English where that has none."""
        return self.names.get(code, self.names["en"])

    def meaning_in(self, code: str) -> str:
        """Return what it is in a language, in English where nobody has said it in that."""
        return self.meanings.get(code, self.meanings["en"])

    @property
    def further(self) -> list[str]:
        """Those of its further names that are not said by its own."""
        own, *_others = _compared(self.key)
        return [name for name in self.also if bare(name) not in own]


def _term(part: str, key: str, entry: Mapping[str, Any]) -> Term:
    page, _mark, asked = entry.get("see", "").partition("?")
    return Term(
        key=key,
        part=part,
        names=entry["name"],
        meanings=entry["is"],
        also=tuple(entry.get("also", ())),
        symbol=entry.get("symbol"),
        formula=entry.get("formula"),
        page=page or None,
        asked=dict(parse_qsl(asked)),
        outside=entry.get("outside", False),
    )


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _with_further_languages(parts: dict[str, Any]) -> dict[str, Any]:
    """Add the names and meanings of glossary.<code>.toml, a table a term: `name` and `is`, and `also` where it has."""
    for code in LANGUAGES:
        told = _read(FILE.with_name(f"glossary.{code}.toml"))
        for part, entries in told.items():
            for key, entry in entries.items():
                known = parts[part][key]
                known["name"][code], known["is"][code] = entry["name"], entry["is"]
                known["also"] = [*known.get("also", ()), *entry.get("also", ())]
    return parts


_PARTS_READ: Final = _with_further_languages(_read(FILE))
TERMS: Final[Mapping[str, Term]] = {
    key: _term(part, key, entry) for part, entries in _PARTS_READ.items() for key, entry in entries.items()
}


def bare(text: str) -> str:
    """Return a name as it is compared: letters and digits alone, in lower case."""
    return re.sub(r"[\W_]+", "", text.casefold())


def _names(term: Term) -> Iterator[str]:
    """Give the names of a term itself: whole, and each where several stand beside one another."""
    for name in term.names.values():
        yield name
        yield from re.split(r" / |, |[()]", name)
    yield term.key


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Term]:
    """Return what every name stands for; another term's own name goes before a further name."""
    found: dict[str, Term] = {}
    for term in TERMS.values():
        for name in _names(term):
            found.setdefault(bare(name), term)
    for term in TERMS.values():
        for name in term.also:
            found.setdefault(bare(name), term)
    found.pop("", None)
    return found


def named(name: str) -> Term | None:
    """Return the term of a name in either language, also of one of its further names; what it adds in brackets may go.

    >>> named("prevalence (share of positives)").key, named("召回率").key
    ('prevalence', 'recall')
    """
    whole, *_rest = re.split(r"\s*[(（]", name, maxsplit=1)
    return _by_name().get(bare(name)) or _by_name().get(bare(whole))


def of_page(page: str) -> list[Term]:
    """Return the terms that are seen best on a page."""
    return [term for term in TERMS.values() if term.page == page]


def search(text: str) -> list[Term]:
    """Return the terms a text finds, in either language, the nearest first: by name, then by what they mean."""
    wanted = bare(text)
    if not wanted:
        return list(TERMS.values())
    ranked = [(rank, term) for term in TERMS.values() if (rank := _nearness(wanted, term)) is not None]
    return [term for _rank, term in sorted(ranked, key=lambda one: one[0])]


def alike(text: str) -> list[Term]:
    """Return the terms with a name that is spelled much like a text, the likest first: for who has mistyped one.

    >>> [term.key for term in alike("precison")][0], alike("xyzzy")
    ('precision', [])
    """
    names = get_close_matches(bare(text), _by_name(), n=_MOST_ALIKE, cutoff=_ALIKE)
    return list(dict.fromkeys(_by_name()[name] for name in names))


@lru_cache(maxsize=len(TERMS))
def _compared(key: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return a term's own names, its further names and its meanings as they are compared."""
    term = TERMS[key]
    texts = (_names(term), term.also, term.meanings.values())
    own, also, meanings = (tuple(map(bare, one)) for one in texts)
    return own, also, meanings


def _nearness(wanted: str, term: Term) -> int | None:
    """Return how near a term is: 0 of that name; None where the text does not stand in it."""
    names, also, meanings = _compared(term.key)
    tests = (
        wanted in names,
        wanted in also,
        any(name.startswith(wanted) for name in names),
        any(wanted in name for name in names + also),
        any(wanted in meaning for meaning in meanings),
    )
    return next((rank for rank, found in enumerate(tests) if found), None)


def address(term: Term) -> str:
    """Return the address of a term from any page of the app, in the language of the session."""
    spoken = {"lang": language()} if language() != next(iter(LANGUAGES)) else {}
    root = navigation.root()
    # Of Home below a path, "glossary" alone would lead beside that path.
    return f"{root and f'{root}/'}glossary?{urlencode({'term': term.key, **spoken})}"


def link(term: Term) -> str:
    """Return a link to a term, Markdown."""
    return f"[{plain(term.name)}]({address(term)})"


def explained(key: str, own: str) -> str:
    """Return the help of a control with the way to the term it is about."""
    return _("{help} Glossary: {link}", help=own, link=link(TERMS[key]))


def meaning(title: str, own: str | None = None) -> str | None:
    """Return the help of what has this title: its own, else what the term means; None of what is no term."""
    term = named(title)
    if term is None:
        return own
    return explained(term.key, own or plain(term.meaning))
