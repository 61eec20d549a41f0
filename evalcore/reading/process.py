"""The process that reads a file: it is started, given the bytes through a pipe, and ended with its last answer."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

import pyarrow as pa

from evalcore.support.threads import begin

# What an answer that is none leads to, or a process that is gone.
NO_ANSWER: Final = (OSError, ValueError, KeyError, TypeError, pa.ArrowException)
_ROOT = Path(__file__).parents[2]
# Arrow does without numpy, whose import would be half of the start.
_PROGRAM = (
    "import sys; sys.modules['numpy'] = None; sys.path.append(sys.argv[1]); "
    "from evalcore.reading import worker; sys.exit(worker.main())"
)
# Memory is taken as it is needed: other ways of giving it out put a gigabyte of addresses by, which counts as taken.
_FRUGAL = {"ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_ARENA_MAX": "2"}
# What only the server is to know ends so: a stranger's file is read without it.
_SECRET = ("KEY", "SECRET", "PASSWORD", "TOKEN")
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_PIECE: Final = 1 << 20
Seen = Callable[[float], None]


def start() -> subprocess.Popen[bytes]:
    """Start the program that reads, which waits to be told what."""
    command = [sys.executable, "-I", "-c", _PROGRAM, str(_ROOT)]
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    known = {name: value for name, value in os.environ.items() if not name.upper().endswith(_SECRET)}
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=none, creationflags=_NO_CONSOLE, env={**known, **_FRUGAL}
    )


@contextlib.contextmanager
def answers(
    process: subprocess.Popen[bytes],
    asked: dict[str, Any],
    data: bytes,
    *,
    seconds: float,
    late: Callable[[], None],
    sent: Seen = lambda _share: None,
) -> Iterator[IO[bytes]]:
    """Hand a file over and yield the pipe of answers; `late` is called after so many seconds, and the process ends.

    Raises InputError, and ends the process, where this server lets no further thread start.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    timer = threading.Timer(seconds, late)
    timer.daemon = True
    writer = threading.Thread(target=_hand_over, args=(process.stdin, asked, data, sent), daemon=True)
    try:
        begin(timer)
        begin(writer)
        yield process.stdout
    finally:
        timer.cancel()
        process.kill()
        if writer.ident is not None:
            writer.join()
        process.stdout.close()
        with contextlib.suppress(OSError):  # it had not read all of it
            process.stdin.close()
        process.wait()


def _hand_over(stdin: IO[bytes], asked: dict[str, Any], data: bytes, sent: Seen) -> None:
    """Write the file into the pipe, from where it lies, which stays open until the answer is there."""
    view = memoryview(data)
    try:
        stdin.write(json.dumps(asked).encode() + b"\n")
        for start_at in range(0, len(view), _PIECE):
            stdin.write(view[start_at : start_at + _PIECE])
            sent(start_at / len(view))
        stdin.flush()
    except (OSError, ValueError):  # the process has ended: its answer, or the lack of one, says why
        pass


def content(stdout: IO[bytes], size: int, largest: int, got_to: Seen = lambda _share: None) -> pa.Buffer:
    """Return the bytes that follow an answer, of the size it announces, if that is allowed."""
    if not 0 <= size <= largest:
        raise ValueError("larger than it may be")
    buffer = pa.allocate_buffer(size)
    view, got = memoryview(buffer).cast("B"), 0
    while got < size:
        count = stdout.readinto(view[got : got + _PIECE])  # type: ignore[attr-defined] # a BufferedReader
        if not count:
            raise ValueError("cut off")
        got += count
        got_to(got / size)
    return buffer
