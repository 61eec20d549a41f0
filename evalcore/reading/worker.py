"""Read one file from stdin and answer on stdout: the program that `apart` starts, under limits of its own.

It is sent a line of JSON (name, size, limits) and then the file. It answers with lines of JSON: how far it is, and last
either the refusal or the size of the table, which follows as an Arrow stream. Nothing else that the file made of it
gets out. Its stdin stays open for as long as the answer is wanted.

Where "columns" are asked for the rows come batch by batch, each behind a line that says its size: a few of all columns,
behind what the file holds, where they are None.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa

from evalcore.errors import InputError, Message
from evalcore.reading.conditions import Conditions, Limits, Progress, TooLargeError, too_much_memory
from evalcore.reading.layout import Layout
from evalcore.reading.table import read_arrow

_BEAT = 0.2
_speaking = threading.Lock()


class _Told(Progress):
    """Says at once which stage begins: it may be the last that this process says."""

    def at(self, stage: str, share: Callable[[], float] = float) -> None:
        """Begin a stage, and say so."""
        super().at(stage, share)
        _say({"stage": stage, "share": 0.0})


def main() -> int:
    """Read the file that comes on stdin and answer on stdout."""
    asked = json.loads(sys.stdin.buffer.readline())
    limits = Limits(**asked["limits"])
    _limit(limits)
    if "columns" in asked:
        return _stream(asked, limits)
    progress = _Told("receiving")
    ended = threading.Event()
    beat = threading.Thread(target=_tell, args=(progress, ended), daemon=True)
    table = None
    try:
        data = sys.stdin.buffer.read(asked["size"])
        threading.Thread(target=_end_when_unwanted, daemon=True).start()
        beat.start()
        found = read_arrow(data, asked["name"], Conditions(limits, progress, in_process=True, sheet=asked["sheet"]))
        table = found.table
        notes = [note.parts() for note in found.notes]
        answer = {"size": _size(table), "notes": notes, "sheet": found.sheet, "sheets": found.sheets}
    except InputError as refused:
        answer = _refused(refused)
    except (MemoryError, RuntimeError):  # no room for a thread is a RuntimeError
        answer = _refused(too_much_memory(limits))
    ended.set()
    if beat.is_alive():
        beat.join()
    _say({**answer, "peak": _peak()})
    if table is not None:
        with pa.ipc.new_stream(pa.PythonFile(sys.stdout.buffer), table.schema) as writer:
            writer.write_table(table)
    sys.stdout.buffer.flush()
    return 0


def _stream(asked: dict[str, Any], limits: Limits) -> int:
    """Answer with what the file holds and its first rows, or with all rows of some columns."""
    # Most files are read whole, and the process starts sooner without it.
    from evalcore.reading import streamed  # noqa: PLC0415

    conditions, notes = Conditions(limits, in_process=True), list[Message]()
    try:
        data = sys.stdin.buffer.read(asked["size"])
        threading.Thread(target=_end_when_unwanted, daemon=True).start()
        known, wanted = asked["layout"], asked["columns"]
        if known is None:
            layout = streamed.look(data, asked["name"], conditions, notes)
            _say({"layout": asdict(layout), "notes": [note.parts() for note in notes]})
        else:
            layout = Layout(**known)
        for batch in streamed.batches(data, layout, wanted or list(layout.columns), conditions, asked["at_a_time"]):
            _hand_out(batch)
            if wanted is None:
                break
        answer: dict[str, Any] = {"ended": True}
    except InputError as refused:
        answer = _refused(refused)
    except (MemoryError, RuntimeError):
        answer = _refused(too_much_memory(limits))
    _say({**answer, "peak": _peak()})
    return 0


def _hand_out(batch: pa.RecordBatch) -> None:
    content = batch.serialize()
    _say({"size": content.size})
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _refused(refused: InputError) -> dict[str, Any]:
    return {"refused": refused.message.parts(), "is_too_large": isinstance(refused, TooLargeError)}


def _limit(limits: Limits) -> None:
    """Let a request for more memory or time fail, and leave no picture of the memory on the disk."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    seconds = int(limits.seconds * (os.cpu_count() or 1)) + 1
    for what, most in (
        (resource.RLIMIT_AS, _taken() + limits.memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        # macOS refuses a limit of addresses below what every process has: then those of table and time remain.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _end_when_unwanted() -> None:
    """End this process when the other end of stdin closes: the reading was stopped, or the app has ended."""
    os.read(0, 1)
    os._exit(1)


def _tell(progress: Progress, ended: threading.Event) -> None:
    while not ended.wait(_BEAT):
        _say({"stage": progress.stage, "share": progress.share()})


def _say(answer: dict[str, Any]) -> None:
    with _speaking:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def _size(table: pa.Table) -> int:
    sink = pa.MockOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return int(sink.size())


def _taken() -> int:
    """Return the bytes of address space this process has before it reads anything."""
    return _status("VmSize")


def _peak() -> int:
    """Return the most memory this process has had."""
    return _status("VmHWM")


def _status(field: str) -> int:
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field + ":"))
    except (OSError, StopIteration):
        return 0
