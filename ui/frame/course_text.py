"""A teacher's own course as text: a JSON file, or packed in a link. Both are a stranger's when they come in.

    {"path": ["melons", {"step": "rows", "line": "Your own line"}, {"page": "costs", "asked": {"t": "0.6"}}]}

A step is one that is known here, or a view: a page and what its address asks for there; `like` names a known step of
that page whose scene and handle it has. A line is plain text.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from evalcore.errors import InputError
from ui.frame.course_steps import KNOWN
from ui.frame.steps import Step
from ui.session import samples
from ui.shared import chapter

MOST_STEPS: Final = 60
LONGEST_LINE: Final = 300
LARGEST: Final = 200_000  # bytes, of a file and of what a link unpacks to
# Servers take no longer addresses, and codes that phones read end at about 2,950 characters.
LONGEST_LINK: Final = 16_000
LONGEST_OF_CODE: Final = 2_900
_LONGEST_ASKED: Final = 2_000
_LONGEST_SHOWN: Final = 40
# What is of who looks, or of a session, and no part of a view.
NOT_OF_A_VIEW: Final = frozenset(
    {"path", "stage", "course", "present", "hidden", "lang", "embed", "embed_options", "source"}
)


def written(steps: Sequence[Step]) -> bytes:
    """Return a course as a file."""
    return json.dumps({"path": [_item(step) for step in steps]}, ensure_ascii=False, indent=1).encode()


def packed(steps: Sequence[Step]) -> str:
    """Return a course as a word that an address can hold."""
    plain = json.dumps({"path": [_item(step) for step in steps]}, ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(zlib.compress(plain.encode(), 9)).decode().rstrip("=")


def fits_link(text: str) -> bool:
    """Whether an address can hold so much."""
    return len(text) <= LONGEST_LINK


def _item(step: Step) -> str | dict[str, Any]:
    line = {} if step.own is None else {"line": step.own}
    if step.key in KNOWN:
        return {"step": step.key, **line} if line else step.key
    like = {} if step.like is None else {"like": step.like}
    return {"page": step.page, "asked": dict(step.asked), **like, **line}


def unpacked(text: str, built_in: Iterable[str]) -> tuple[Step, ...]:
    """Return the steps of a course that a link holds; never more of it is unpacked than a course can need."""
    content = _unpack(text) if len(text) <= LONGEST_LINK else None
    if content is None:
        raise InputError(
            "course must be {known} or a whole path of one's own; got {value} (in the link). The whole chapter is "
            "shown.",
            known=", ".join(built_in),
            value=_short(text),
        )
    return read(content)


def _unpack(text: str) -> bytes | None:
    """Return what was packed, None where it was not, or would be too large."""
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4)), LARGEST + 1)
    except (UnicodeEncodeError, binascii.Error, zlib.error):
        return None
    return content if unpacking.eof and len(content) <= LARGEST else None


def read(content: bytes) -> tuple[Step, ...]:
    """Return the steps of a course as a file holds it."""
    if len(content) > LARGEST:
        raise InputError(
            "A path must be a file of at most {most} kB; got {size}. Choose one that was saved here.",
            most=LARGEST // 1000,
            size=-(-len(content) // 1000),
        )
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    items = found.get("path") if isinstance(found, dict) else None
    if not isinstance(items, list):
        raise InputError("A path must be a JSON file as it is saved here; got something else. Choose another file.")
    if not 1 <= len(items) <= MOST_STEPS:
        raise InputError("A path must have 1 to {most} steps; got {n}.", most=MOST_STEPS, n=len(items))
    steps = tuple(_step(item, number) for number, item in enumerate(items, start=1))
    _each_once(steps)
    return steps


def _step(item: object, number: int) -> Step:
    """Return one step of a stranger's course."""
    given: Mapping[Any, Any] = item if isinstance(item, dict) else {"step": item}
    known = given.get("like" if "page" in given else "step")
    if known is not None and (not isinstance(known, str) or known not in KNOWN):
        raise InputError(
            "Step {number} of the path must be known here; got {value}. Take it out of the path.",
            number=number,
            value=_short(known),
        )
    line = clean(given.get("line"), number)
    if "page" in given:
        return replace(view(_page(given["page"], number), _asked(given.get("asked"), number), like=known), own=line)
    return replace(KNOWN[_there(known, number)], own=line)


def _there(known: str | None, number: int) -> str:
    if known is None:
        raise InputError("Step {number} of the path must name a step or a page.", number=number)
    return known


def view(page: str, asked: Mapping[str, str], *, like: str | None = None) -> Step:
    """Return a view of one's own as a step: a page and what its address says; it is numbered by its course."""
    pattern = KNOWN.get(like) if like is not None else None
    own = Step("view", page, chapter.PAGES[page].question, {k: v for k, v in asked.items() if k not in NOT_OF_A_VIEW})
    if pattern is None or pattern.page != page:
        return own
    handle = replace(own, moves=pattern.moves, strides=pattern.strides, begins=pattern.begins)
    return replace(handle, hides=pattern.hides, scene=pattern.scene, stages=pattern.stages, like=like)


def _page(given: object, number: int) -> str:
    if not isinstance(given, str) or given not in chapter.PAGES:
        raise InputError(
            "The page of step {number} of the path must be one of {known}; got {value}. Take it out of the path.",
            number=number,
            known=", ".join(chapter.PAGES),
            value=_short(given),
        )
    return given


def _asked(given: object, number: int) -> dict[str, str]:
    """Return what a view asks for: words, as an address has them; what of them does not fit is said where it opens."""
    asked = {} if given is None else given
    words = [word for pair in asked.items() for word in pair] if isinstance(asked, dict) else [None]
    kept = [word for word in words if isinstance(word, str) and word.isprintable()]
    if len(kept) < len(words) or sum(map(len, kept)) > _LONGEST_ASKED:
        raise InputError(
            "The settings of step {number} of the path must be words of at most {most} characters in all. Take it out "
            "of the path.",
            number=number,
            most=_LONGEST_ASKED,
        )
    found = dict(zip(kept[::2], kept[1::2], strict=True))
    sample = found.get("sample")
    if sample is not None and sample not in samples.SAMPLES:
        raise InputError(
            "The sample of step {number} of the path must be one of {known}; got {value}. Take it out of the path.",
            number=number,
            known=", ".join(samples.SAMPLES),
            value=_short(sample),
        )
    return found


def clean(line: object, number: int) -> str | None:
    """Return a line as plain text on one line, without what cannot be seen; None where nothing is left of it."""
    if line is not None and not isinstance(line, str):
        raise InputError("The line of step {number} of the path must be text.", number=number)
    seen = "".join(letter for letter in " ".join((line or "").split()) if letter.isprintable())
    if len(seen) > LONGEST_LINE:
        raise InputError(
            "The line of step {number} of the path must have at most {most} characters; got {n}. Shorten it.",
            number=number,
            most=LONGEST_LINE,
            n=len(seen),
        )
    return seen or None


def _each_once(steps: Sequence[Step]) -> None:
    keys = [step.key for step in steps if step.key in KNOWN]
    twice = next((key for at, key in enumerate(keys) if key in keys[:at]), None)
    if twice is not None:
        raise InputError(
            "Each step must be in the path once; got {value} more often. Keep its view as a step of its own instead.",
            value=_short(twice),
        )


def _short(value: object) -> str:
    shown = repr(value) if isinstance(value, str) else type(value).__name__
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[: _LONGEST_SHOWN - 1]}…"
