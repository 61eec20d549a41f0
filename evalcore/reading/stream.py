"""A file whose rows come batch by batch, each time from a process of its own: its table would be too large for one.

The bytes stay where they are, in memory. The process has them for as long as it reads, within limits, and whatever is
in the file can only end that reading.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict
from typing import IO, Any, Final

import pyarrow as pa

from evalcore.errors import InputError, Message
from evalcore.reading import process
from evalcore.reading.conditions import Limits, too_much_memory
from evalcore.reading.formats import identify
from evalcore.reading.layout import KINDS, Layout

HEAD: Final = 1000  # rows that are seen at once
_BATCH: Final = 1 << 17  # rows
_LONGEST_ANSWER: Final = 1 << 24  # a thousand names of a thousand
_LARGEST_BATCH: Final = 1 << 31  # bytes
_MORE_TIME: Final = 600.0  # seconds of a reading that whoever asks for does not end before


class Streamed:
    """The rows of a Parquet or text file that is kept as its bytes.

    Parameters
    ----------
    data : bytes
    name : str, optional
        Of the file; an ending that promises another format is refused.
    limits : reading.Limits, optional
        Of the process that reads: its memory and time.

    Attributes
    ----------
    layout : Layout
    notes : tuple of Message
        Columns that were left out, and an encoding that was guessed.
    head : pyarrow.Table
        The first thousand rows.
    refusal : InputError or None
        Why the rows of the last reading ended before they were all there; None also where it was stopped.
    is_stopped : bool
        Whether it was.
    peak : int
        The most memory in bytes that the last whole reading has had.

    Raises
    ------
    InputError
        Where the file cannot be read, here or while its rows come.
    """

    def __init__(self, data: bytes, name: str = "", limits: Limits | None = None) -> None:
        self.size, self.peak = len(data), 0
        self._data, self._name, self._limits = data, name, limits or Limits.in_process()
        self.refusal: InputError | None = None
        self.is_stopped = False
        self._process: Any = None
        first: list[pa.RecordBatch] = []
        with contextlib.closing(self._answers(None)) as answers:
            about = next(answers)
            self.layout = Layout(
                {str(key): (str(source), str(kind)) for key, (source, kind) in about["layout"]["columns"].items()},
                tuple(map(str, about["layout"]["names"])),
                int(about["layout"]["n_rows"]),
            )
            if not {kind for _source, kind in self.layout.columns.values()} <= set(KINDS):
                raise ValueError("a kind of column that there is none of")
            self.notes = tuple(Message.from_parts(note) for note in about["notes"])
            first.extend(self._batch(answer, self.layout.schema()) for answer in answers)
        self.head = pa.Table.from_batches(first, self.layout.schema())

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Yield all rows with these columns, at least one."""
        schema = self.layout.schema(columns)
        with contextlib.closing(self._answers(list(columns))) as answers:
            for answer in answers:
                yield self._batch(answer, schema)

    def stop(self) -> None:
        """End the reading that goes on; it may be asked for in any thread."""
        reader = self._process
        if reader is not None:
            self.is_stopped = True
            reader.kill()

    def _batch(self, content: Any, schema: pa.Schema) -> pa.RecordBatch:
        """Return the rows that were sent, if they are what was announced."""
        batch = pa.ipc.read_record_batch(content, schema)
        batch.validate(full=True)
        return batch

    def _answers(self, columns: list[str] | None) -> Generator[Any]:
        """Yield what the process answers: first what the file holds where no columns are named, then each batch."""
        self.refusal, self.is_stopped = None, False
        reader = self._process = process.start()
        layout = None if columns is None else asdict(self.layout)
        asked = {"name": self._name, "size": self.size, "limits": vars(self._limits)}
        asked |= {"columns": columns, "layout": layout, "at_a_time": HEAD if columns is None else _BATCH}
        try:
            with process.answers(
                reader, asked, self._data, seconds=_MORE_TIME + self._limits.seconds, late=reader.kill
            ) as stdout:
                yield from self._listen(stdout)
        except process.NO_ANSWER as problem:
            if self.is_stopped:
                raise InputError("The file must be read to its end; reading it was stopped. Choose it again.") from None
            self.refusal = problem if isinstance(problem, InputError) else self._reason(reader)
            raise self.refusal from None
        finally:
            self._process = None

    def _listen(self, stdout: IO[bytes]) -> Iterator[Any]:
        while line := stdout.readline(_LONGEST_ANSWER):
            answer = json.loads(line)
            if "size" in answer:
                yield process.content(stdout, int(answer["size"]), _LARGEST_BATCH)
            elif "layout" in answer:
                yield answer
            elif "refused" in answer:
                raise InputError.from_message(Message.from_parts(answer["refused"]))
            elif "ended" in answer:
                self.peak = int(answer["peak"])
                return
        raise ValueError("cut off")

    def _reason(self, reader: subprocess.Popen[bytes]) -> InputError:
        """Return why the rows ended where the process did not say so."""
        reader.kill()
        if reader.wait() >= 0:
            return InputError(
                "The file must hold a table that can be read; reading it ended without an answer. Save the table as "
                "CSV or Parquet."
            )
        return too_much_memory(self._limits)


def comes_in_batches(data: bytes) -> bool:
    """Whether the rows of a file can be read a batch at a time: of text, not packed, and of Parquet."""
    try:
        return identify(data).comes_in_batches
    except InputError:
        return False
