"""Reading in a process of its own, with limits of memory and time, that can be watched and stopped.

Whatever is in a file, it can only end its own reading: the caller gets plain columns of bounded size, or one sentence.
"""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable
from functools import partial
from typing import IO, Final

import pyarrow as pa

from evalcore.errors import InputError, Message
from evalcore.reading import process
from evalcore.reading.binary import unreadable_workbook
from evalcore.reading.conditions import Limits, TooLargeError, too_much_memory
from evalcore.reading.table import ReadTable, Source, load, to_frame
from evalcore.support.memory import promising
from evalcore.support.runs import Line, begin_beside

AT_A_TIME: Final = 2  # readings over all sessions; the others wait, first come, first served
_OUT_OF_TIME = -getattr(signal, "SIGXCPU", 0) or None
_KILLED = -getattr(signal, "SIGKILL", 0) or None
_LOOK: Final = 1.0  # seconds between looks at whether a reading is still wanted
_LONGEST_ANSWER = 1 << 20
_KINDS = (pa.bool_(), pa.int64(), pa.float64(), pa.string(), pa.large_string())
# Where each stage begins and ends, as a share of the whole.
_STAGES = {
    "waiting": (0.0, 0.0),
    "receiving": (0.0, 0.2),
    "unpacking": (0.2, 0.4),
    "reading": (0.4, 0.9),
    "workbook": (0.4, 0.9),
    "finishing": (0.9, 1.0),
}
_line: Final = Line(AT_A_TIME)


class Reading:
    """A file that is being read by a process of its own; forgetting it stops the process.

    Attributes
    ----------
    limits : Limits
        What this reading may take; where it was not said, of what is free once it is its turn.
    """

    def __init__(self, data: bytes, name: str, limits: Limits | None = None, sheet: str | None = None) -> None:
        self._run = _Run(data, name, limits, sheet)
        self._read: ReadTable | None = None
        weakref.finalize(self, self._run.stop)
        if not _line.begin(self._run, self._run.run):
            self._run.end()

    @property
    def limits(self) -> Limits:
        """What this reading may take."""
        return self._run.limits

    @property
    def stage(self) -> str:
        """What is being done: "waiting", "receiving", "unpacking", "reading", "workbook" or "finishing"."""
        return self._run.stage

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        first, last = _STAGES.get(self._run.stage, (0.0, 0.0))
        return first + (last - first) * min(max(self._run.share, 0.0), 1.0)

    @property
    def peak(self) -> int:
        """The most memory in bytes the process has had, once it has answered; 0 where it gave no answer."""
        return self._run.peak

    @property
    def pid(self) -> int | None:
        """The process, once it has started."""
        return self._run.process.pid if self._run.process else None

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until reading has ended, at most `timeout` seconds, and tell whether it has."""
        return self._run.ended.wait(timeout)

    def cancel(self) -> None:
        """Stop reading; what was read is lost."""
        self._run.stop()

    def only_while(self, is_wanted: Callable[[], bool]) -> None:
        """Stop reading, or waiting for a turn, once this says that nobody wants it any more."""
        if not begin_beside(partial(self._run.only_while, is_wanted)):
            self._run.stop()

    def result(self) -> ReadTable:
        """Return the table as soon as it is read; raises InputError where it cannot be.

        It is a TooLargeError where nothing but the size is known to be wrong.
        """
        self.wait()
        if self._run.refused is not None:
            kind = TooLargeError if self._run.is_too_large else InputError
            raise kind.from_message(self._run.refused)
        if self._read is None:
            assert self._run.table is not None
            # The columns are kept once, as the caller has them.
            table, self._run.table = self._run.table, None
            self._read = ReadTable(to_frame(table), self._run.notes, *self._run.sheets)
        return self._read


def start_reading(
    source: Source, *, name: str | None = None, limits: Limits | None = None, sheet: str | None = None
) -> Reading:
    """Start to read a file in a process of its own, and return at once.

    Parameters
    ----------
    source, name, sheet
        As for `read_table`.
    limits : Limits, optional
        What it may take; by default a third of the memory that is free once it is its turn, without what others who
        read then may take, at most 6 GB, and five minutes.

    Returns
    -------
    Reading
        To be asked for `stage` and `progress`, to `wait` for, to `cancel`, and once for its `result`.

    Raises
    ------
    InputError
        Here only where the source itself cannot be read; everything else is raised by `result`.

    Examples
    --------
    >>> start_reading(b"y,score\\n1,0.9\\n0,0.2").result().frame.shape
    (2, 2)
    """
    data, found = load(source, name)
    return Reading(data, found, limits, sheet)


class _Run:
    """One process and what it has answered so far. It knows nothing of its `Reading`, which may be forgotten."""

    def __init__(self, data: bytes, name: str, limits: Limits | None, sheet: str | None) -> None:
        self.data, self.name, self.sheet = data, name, sheet
        self.is_told, self.limits = limits is not None, limits or Limits.in_process()
        self.process: subprocess.Popen[bytes] | None = None
        self.stage, self.share, self.peak = "waiting", 0.0, 0
        self.table: pa.Table | None = None
        self.refused: Message | None = None
        self.notes: tuple[Message, ...] = ()
        self.sheets: tuple[str | None, tuple[str, ...]] = (None, ())
        self.ended = threading.Event()
        self.is_stopped = self.is_late = self.is_too_large = False
        self._lock = threading.Lock()

    def only_while(self, is_wanted: Callable[[], bool]) -> None:
        """Stop once nobody wants it any more."""
        while not self.ended.wait(_LOOK):
            if not is_wanted():
                self.stop()

    def stop(self, *, late: bool = False) -> None:
        """End the process, or keep it from starting."""
        with self._lock:
            if self.ended.is_set() or self.is_stopped or self.is_late:
                return
            self.is_late, self.is_stopped = late, not late
            if self.process is not None:
                self.process.kill()

    def run(self) -> None:
        """Wait for a turn, hand the file over and take the answer."""
        try:
            if not _line.take(self, lambda: self.is_stopped):
                return
            try:
                with promising(self._may_take):
                    self._talk()
            finally:
                _line.leave()
        except process.NO_ANSWER as problem:
            self._refuse(problem if isinstance(problem, InputError) else self._reason())
        finally:
            self.end()

    def end(self) -> None:
        """Say why there is no table, if there is none, and forget the file."""
        if self.table is None and self.refused is None:
            self._refuse(self._reason())
        self.data = b""
        self.ended.set()

    def _refuse(self, why: InputError) -> None:
        self.refused, self.is_too_large = why.message, isinstance(why, TooLargeError)

    def _may_take(self, others: int) -> int:
        """Set and return what it may take of what is free now, without what is promised to others."""
        if not self.is_told:
            self.limits = Limits.in_process(others)
        return self.limits.memory

    def _talk(self) -> None:
        with self._lock:
            if self.is_stopped:
                return
            self.stage = "receiving"
            self.process = process.start()
        asked = {"name": self.name, "size": len(self.data), "limits": vars(self.limits), "sheet": self.sheet}
        with process.answers(
            self.process,
            asked,
            self.data,
            seconds=self.limits.seconds,
            late=partial(self.stop, late=True),
            sent=self._sent,
        ) as stdout:
            self._listen(stdout)

    def _sent(self, share: float) -> None:
        if self.stage == "receiving":
            self.share = share

    def _got(self, share: float) -> None:
        self.share = share

    def _listen(self, stdout: IO[bytes]) -> None:
        while line := stdout.readline(_LONGEST_ANSWER):
            answer = json.loads(line)
            if "stage" in answer:
                self.stage, self.share = str(answer["stage"]), float(answer["share"])
                continue
            self.peak = int(answer["peak"])
            if "refused" in answer:
                self.refused = Message.from_parts(answer["refused"])
                self.is_too_large = bool(answer["is_too_large"])
            else:
                self.notes = tuple(Message.from_parts(note) for note in answer["notes"])
                sheet = answer["sheet"]
                self.sheets = (None if sheet is None else str(sheet), tuple(map(str, answer["sheets"])))
                self.table = self._table(stdout, int(answer["size"]))
            return

    def _table(self, stdout: IO[bytes], size: int) -> pa.Table:
        """Take a table of the size announced, if it is one that was allowed."""
        self.stage, self.share = "finishing", 0.0
        largest = 2 * self.limits.table + _LONGEST_ANSWER  # places and padding come on top of the cells
        buffer = process.content(stdout, size, largest, self._got)
        with pa.ipc.open_stream(buffer) as stream:
            table = stream.read_all()
        table.validate()
        if any(column.type not in _KINDS for column in table.columns):
            raise ValueError("not a table of plain columns")
        return table

    def _reason(self) -> InputError:
        """Return why there is no table where the process did not say so."""
        if self.is_stopped:
            return InputError("The file must be read to its end; reading it was stopped. Choose it again.")
        status = self.process.poll() if self.process is not None else None
        if self.is_late or (status is not None and status == _OUT_OF_TIME):
            return InputError(
                "The file must be read within {seconds} seconds; reading it takes longer. Leave out the rows or "
                "columns you do not need.",
                seconds=f"{self.limits.seconds:g}",
            )
        return self._of_end(status)

    def _of_end(self, status: int | None) -> InputError:
        """Return why a process ended by itself, or never began."""
        if status is None:
            return InputError(
                "A process of its own must read the file; this server could not begin one, which says nothing of the "
                "file. Try again in a moment."
            )
        if status == _KILLED:
            return InputError(
                "The file must be read to its end; the system ended that, as it does where memory is short. That says "
                "nothing of the file: try again in a moment."
            )
        if self.stage == "workbook":
            return unreadable_workbook()
        if status >= 0:
            return InputError(
                "The file must hold a table that can be read; reading it ended without an answer. Save the table as "
                "CSV or Parquet."
            )
        return too_much_memory(self.limits)
