"""Long work beside everything else: it can be watched and stopped, and what was done until then stays.

Runs of all visitors stand in one of three lines, first come, first served: those that are expected to be done in a
moment, those of some seconds, and those that take minutes. None waits for one of a longer kind. What several ask for
alike, and holds nobody's rows, is done once for all of them.
"""

from __future__ import annotations

import math
import threading
import time
import weakref
from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from evalcore.errors import InputError, Message
from evalcore.support import process
from evalcore.support.cores import cores
from evalcore.support.memory import free_memory, give_back, promise, promised
from evalcore.support.threads import NO_MORE

T = TypeVar("T")
# Runs over all sessions that go on at once in each of the three lines. Where all are full there are more than cores:
# processes that train learners let pages go first.
AT_ONCE: Final = max(1, cores() - 1)
SHORT: Final = 2.0  # seconds: a run that is expected to take less has a line of its own
ROOM: Final = 400 << 20  # bytes of memory that are free before a further run begins beside another
LONG: Final = 10.0  # seconds: one that is expected to take more is begun only when somebody says so
MOST_KEPT: Final = 24  # results that all visitors share once they are whole
GROWN: Final = 0.1  # share of a run that has to be added before what it found is shown once more
_LOOK: Final = 0.1  # seconds between looks at whether a waiting run was stopped


def has_grown(progress: float, shown: float) -> bool:
    """Is so much done beyond what is shown, both 0 to 1, that it is worth being shown?"""
    return progress >= shown + GROWN


class Effort(NamedTuple):
    """What a run is expected to take: seconds of a core, and rows that learners are trained on, over all of them."""

    seconds: float
    rows: float = 0.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Made(Generic[T]):
    """How far work is, 0 to 1, that makes one thing; and that thing, once it is whole."""

    progress: float
    whole: T | None = None


def duration(seconds: float) -> Message:
    """Return about how long something takes, in words.

    >>> [str(duration(seconds)) for seconds in (0.4, 12, 58, 62, 430, 7_300)]
    ['1 s', '15 s', '1 min', '2 min', '8 min', '3 h']
    """
    if seconds > 90 * 60:
        return Message("{n} h", {"n": f"{math.ceil(seconds / 3600):,}"})
    if seconds > 55:
        return Message("{n} min", {"n": math.ceil(seconds / 60)})
    return Message("{n} s", {"n": max(math.ceil(seconds / 5) * 5 if seconds > 5 else math.ceil(seconds), 1)})


def begin_beside(work: Callable[[], None]) -> bool:
    """Begin work in a thread of its own; False where the system lets no further one start."""
    try:
        threading.Thread(target=work, daemon=True).start()
    except RuntimeError:
        return False
    return True


class Line:
    """Who waits for a place, in the order they came; with `room` for so much memory, too, which each is promised."""

    def __init__(self, places: int, room: int = 0) -> None:
        self._room = room
        self._places = self._free = places
        self._waiting = list[object]()
        self._changed = threading.Condition()

    def join(self, who: object) -> None:
        """Stand at the end of the line."""
        with self._changed:
            self._waiting.append(who)

    def begin(self, who: object, work: Callable[[], None]) -> bool:
        """Stand at the end of the line and work in a thread of its own; False, out of line, where none can start."""
        self.join(who)
        has_begun = begin_beside(work)
        if not has_begun:  # whoever never takes a place must not stand before the others
            with self._changed:
                self._waiting.remove(who)
                self._changed.notify_all()
        return has_begun

    def take(self, who: object, is_over: Callable[[], bool]) -> bool:
        """Wait for a place, and tell whether it was had before `is_over`; who takes one gives it back by `leave`."""
        with self._changed:
            while not (is_taken := self._is_turn_of(who)):
                if is_over():
                    break
                self._changed.wait(_LOOK)
            self._waiting.remove(who)
            if is_taken:
                self._free -= 1
                promise(lambda _others: self._room)
            self._changed.notify_all()
        return is_taken

    def _is_turn_of(self, who: object) -> bool:
        """Whether one has a place, and memory that nobody is promised; the only one goes ahead where there never is."""
        if not self._free or self._waiting[0] is not who:
            return False
        return self._free == self._places or not self._room or free_memory() - promised() >= self._room

    def leave(self) -> None:
        """Give a place back."""
        with self._changed:
            self._free += 1
            give_back(self._room)
            self._changed.notify_all()

    @property
    def state(self) -> tuple[int, int]:
        """How many have a place, and how many wait for one."""
        with self._changed:
            return self._places - self._free, len(self._waiting)

    def before(self, who: object) -> int:
        """How many wait before one who may wait, too."""
        with self._changed:
            return self._waiting.index(who) if who in self._waiting else 0


_short, _middle, _long = (Line(AT_ONCE, ROOM) for _line in range(3))


def lines() -> dict[str, tuple[int, int]]:
    """Return of each line for learners how many runs go on in it, and how many wait.

    >>> list(lines())
    ['moment', 'seconds', 'minutes']
    """
    return {"moment": _short.state, "seconds": _middle.state, "minutes": _long.state}


def _line(seconds: float | None) -> Line:
    if seconds is None or seconds > LONG:
        return _long
    return _short if seconds < SHORT else _middle


class Run(Generic[T]):
    """Work in steps that is under way; forgetting it stops it.

    Parameters
    ----------
    steps : iterator
        Yields what is found so far, more with each step; the last is the whole. It is asked for nothing before it is
        its turn, and closed where no more is wanted.
    seconds : float, optional
        How long it is expected to take; where nobody knows, it counts as long.
    line : Line, optional
        Where it waits, if in none of the three lines for learners.
    limit : float, optional
        Seconds that it may take once it is its turn; what was found until then stays.
    shared : hashable, optional
        What tells this work from other work, for all visitors; never of anybody's rows. Where the same is under way
        it is joined, and `steps` are not begun.
    is_kept : bool
        Whether the result of shared work stays for whoever asks for it later. It must be small.
    """

    def __init__(
        self,
        steps: Iterator[T],
        *,
        seconds: float | None = None,
        line: Line | None = None,
        limit: float | None = None,
        shared: Hashable = None,
        is_kept: bool = False,
    ) -> None:
        self._me, self._has_left = object(), False

        def begin() -> _Work[T]:
            return _Work(steps, _line(seconds) if line is None else line, limit, self._me)

        self._work: _Work[T] = begin() if shared is None else _of_all(shared, begin, self._me, is_kept)
        weakref.finalize(self, self._work.leave, self._me)

    @property
    def result(self) -> T | None:
        """What was found so far; None before the first step has ended."""
        return self._work.found

    @property
    def is_waiting(self) -> bool:
        """Whether another run comes first."""
        return self._work.is_waiting

    @property
    def n_before(self) -> int:
        """How many others that wait come before this one; 0 where it does not wait, or is the next."""
        return self._work.line.before(self._work)

    @property
    def is_whole(self) -> bool:
        """Whether all steps were made before anybody stopped it here."""
        return self._work.is_whole and not self._has_left

    @property
    def is_cut(self) -> bool:
        """Whether it took longer than its limit."""
        return self._work.is_cut

    @property
    def refusal(self) -> Message | None:
        """Why the steps ended, where an `InputError` or the limit ended them."""
        if self._work.is_cut and self._work.limit is not None:
            return Message(
                "Stopped after {time}: this server gives no run more. What was found until then is shown.",
                {"time": duration(self._work.limit)},
            )
        return self._work.refusal

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What libraries have warned of so far in the process that trains the learners; often nothing."""
        return process.messages(dict(self._work.warned))

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run has ended, at most `timeout` seconds, and tell whether it has.

        One that was stopped here has ended, though others may want it further.
        """
        return (self._has_left and self._work.is_wanted_by_others) or self._work.ended.wait(timeout)

    def stop(self) -> None:
        """End the run after the step that is being made; where others want it, too, it goes on for them."""
        self._has_left = not self._work.ended.is_set()
        self._work.leave(self._me)

    def only_while(self, is_wanted: Callable[[], bool]) -> None:
        """End the run after a step, or while it waits its turn, once this says that nobody wants it any more."""
        self._work.ask(self._me, is_wanted)


class _Work(Generic[T]):
    """What the thread does; it knows nothing of its runs, which may be forgotten."""

    def __init__(self, steps: Iterator[T], line: Line, limit: float | None, first: object) -> None:
        self.steps, self.line, self.limit = steps, line, limit
        self.found: T | None = None
        self.ended = threading.Event()
        self.is_waiting, self.is_whole, self.is_cut = True, False, False
        self.refusal: Message | None = None
        self.warned: dict[str, int] = {}
        self._lock, self._is_closed = threading.Lock(), False
        self._wanted_by: dict[object, Callable[[], bool]] = {first: lambda: True}
        self._until = math.inf
        if not line.begin(self, self.run):
            self.refusal = NO_MORE
            self._end()

    def join(self, who: object) -> bool:
        """Let somebody else have the results, too; False where it is too late for that."""
        with self._lock:
            if self._is_closed and not self.is_whole:
                return False
            self._wanted_by[who] = lambda: True
            return True

    def leave(self, who: object) -> None:
        """Have the thread end after the step it makes now, or at once where it waits, if nobody else wants more."""
        with self._lock:
            self._wanted_by.pop(who, None)

    def ask(self, who: object, is_wanted: Callable[[], bool]) -> None:
        """Ask from now on whether somebody wants more."""
        with self._lock:
            if who in self._wanted_by:
                self._wanted_by[who] = is_wanted

    @property
    def is_wanted_by_others(self) -> bool:
        """Whether anybody who has not left wants more."""
        return bool(self._wanted_by)

    def run(self) -> None:
        """Wait for this run's turn, then go on until all is done, it is stopped, or its time is over."""
        process.listening.set(self.warned)  # of this thread, which ends with the run
        try:
            if not self.line.take(self, self._is_over):
                return
            try:
                self._go_on()
            finally:
                self.line.leave()
        except InputError as refused:
            self.is_cut = time.monotonic() >= self._until  # the process was ended when its time was over
            self.refusal = refused.message
        finally:
            self._end()

    def _end(self) -> None:
        self.is_waiting = False
        with self._lock:
            self._is_closed = True
        self.steps = iter(())  # what it holds is not needed any more
        self.ended.set()

    def _is_over(self) -> bool:
        with self._lock:
            for who, is_wanted in list(self._wanted_by.items()):
                if not is_wanted():
                    del self._wanted_by[who]
            self._is_closed = not self._wanted_by
            return self._is_closed

    def _go_on(self) -> None:
        self.is_waiting = False
        if self._is_over():
            return
        if self.limit is not None:
            self._until = time.monotonic() + self.limit
            process.most.set(self.limit)
        try:
            for found in self.steps:
                self.found = found
                self.is_cut = time.monotonic() >= self._until
                if self.is_cut or self._is_over():
                    break
            else:
                self.is_whole = True
        finally:
            # Now, not when it is forgotten: behind the steps there may be a process.
            if isinstance(self.steps, Generator):
                self.steps.close()


_shared: Final[dict[Hashable, tuple[_Work[Any], bool]]] = {}
_sharing: Final = threading.Lock()


def is_known(shared: Hashable) -> bool:
    """Whether shared work is under way, or was done and kept: to ask for it costs nothing."""
    with _sharing:
        _tidy()
        return shared in _shared


def _of_all(shared: Hashable, begin: Callable[[], _Work[T]], who: object, is_kept: bool) -> _Work[T]:
    """Return the work that is shared by this name; it is begun where there is none."""
    with _sharing:
        _tidy()
        known, _is_kept = _shared.get(shared, (None, False))
        if known is not None and known.join(who):
            return known
        work = begin()
        _shared[shared] = work, is_kept
        return work


def _tidy() -> None:
    """Forget what has ended without a whole result, or was not to be kept, and the oldest results beyond those kept."""
    for key, (work, is_kept) in list(_shared.items()):
        if work.ended.is_set() and not (is_kept and work.is_whole):
            del _shared[key]
    done = [key for key, (work, _is_kept) in _shared.items() if work.ended.is_set()]
    for key in done[: max(len(done) - MOST_KEPT, 0)]:
        del _shared[key]
