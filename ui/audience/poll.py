"""The classes that are answering now, in this server's memory: no names, nothing on disk, ended with the class.

A phone is a random word that its own address keeps, so that a page loaded again does not vote twice.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from threading import RLock
from typing import Final

# Letters and digits that nobody mistakes for one another.
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CLEAR: Final = str.maketrans("IO", "89")  # of the letters of base 32
LENGTH: Final = 6
OF_A_PHONE: Final = 12
# The word by which whoever has begun a class is known; the code follows from it, and not the other way round.
OF_A_TEACHER: Final = 24
# Limits of a server: classes at once, phones a class, and seconds that a class nobody turns to is kept.
MOST_CLASSES: Final = 200
MOST_PHONES: Final = 500
KEPT: Final = 3 * 3600.0


@dataclass
class _Asked:
    """The votes on one question, by phone."""

    votes: dict[str, float] = field(default_factory=dict)
    is_revealed: bool = False


@dataclass
class _Class:
    turned_to: float
    teacher: str
    step: str | None = None
    question: str = ""
    asked: dict[str, _Asked] = field(default_factory=dict)
    phones: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Now:
    """What a class is asked now: step, question, votes by answer, whether they are revealed, and how many phones."""

    step: str | None
    question: str
    votes: dict[float, int]
    n_votes: int
    n_phones: int
    is_revealed: bool
    mine: float | None = None

    def share(self, answer: float) -> float:
        """The share of the votes that an answer has; 0 where nobody has voted, as its bar is empty."""
        return self.votes.get(answer, 0) / self.n_votes if self.n_votes else 0.0


_lock = RLock()
_classes: dict[str, _Class] = {}


def begin() -> str | None:
    """Begin a class and return its code, None where the server has as many as it takes."""
    return resume(_word(OF_A_TEACHER))


def resume(teacher: str) -> str | None:
    """Return the code of the class that a teacher's word began, here or on this server before it was started anew.

    The code is the same, so that phones come back by themselves; where the class was not kept its votes are gone.
    None of what is no such word, and where the server has as many classes as it takes.
    """
    if len(teacher) != OF_A_TEACHER or not set(teacher) <= set(_LETTERS):
        return None
    code = _code(teacher)
    with _lock:
        now = time.monotonic()
        for over in [code for code, one in _classes.items() if now - one.turned_to > KEPT]:
            del _classes[over]
        if code in _classes:
            return code if secrets.compare_digest(_classes[code].teacher, teacher) else None
        if len(_classes) >= MOST_CLASSES:
            return None
        _classes[code] = _Class(turned_to=now, teacher=teacher)
        return code


def teacher_of(code: str) -> str | None:
    """Return the word that began a class, None of one that has ended."""
    with _lock:
        one = _classes.get(code)
        return None if one is None else one.teacher


def _code(teacher: str) -> str:
    letters = base64.b32encode(hashlib.sha256(teacher.encode()).digest()).decode()
    return letters[:LENGTH].translate(_CLEAR)


def end(code: str) -> None:
    """End a class: its votes are gone, and it takes no more."""
    with _lock:
        _classes.pop(code, None)


def ask(code: str, step: str, question: str) -> None:
    """Turn a class to the question of a step; a step that it comes back to has its votes still."""
    with _lock:
        one = _classes.get(code)
        if one is not None:
            one.turned_to = time.monotonic()
            one.step, one.question = step, question
            one.asked.setdefault(step, _Asked())


def reveal(code: str, step: str, *, revealed: bool = True) -> None:
    """Show the phones how many have answered what; with that the question takes no more votes."""
    with _lock:
        if (one := _classes.get(code)) is not None and step in one.asked:
            one.asked[step].is_revealed = revealed


def forget(code: str, step: str) -> None:
    """Have a question answered once more, from the beginning."""
    with _lock:
        if (one := _classes.get(code)) is not None and step in one.asked:
            one.asked[step] = _Asked()


def new_phone() -> str:
    """Return the word by which a phone is known."""
    return _word(OF_A_PHONE)


def join(code: str, phone: str) -> bool:
    """Count a phone in; whether the class is there and has room for it."""
    with _lock:
        one = _classes.get(code)
        if one is None or (phone not in one.phones and len(one.phones) >= MOST_PHONES):
            return False
        one.phones.add(phone)
        return True


def vote(code: str, phone: str, step: str, answer: float) -> bool:
    """Take a phone's answer, in the place of one given before; whether the question takes it still."""
    with _lock:
        one = _classes.get(code)
        if one is None or phone not in one.phones or one.step != step or one.asked[step].is_revealed:
            return False
        one.asked[step].votes[phone] = answer
        return True


def now(code: str, phone: str | None = None) -> Now | None:
    """Return what a class is asked now, None of one that has ended or never was."""
    with _lock:
        one = _classes.get(code)
        if one is None:
            return None
        asked = _Asked() if one.step is None else one.asked[one.step]
        return Now(
            step=one.step,
            question=one.question,
            votes=dict(sorted(Counter(asked.votes.values()).items())),
            n_votes=len(asked.votes),
            n_phones=len(one.phones),
            is_revealed=asked.is_revealed,
            mine=None if phone is None else asked.votes.get(phone),
        )


def _word(length: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(length))
