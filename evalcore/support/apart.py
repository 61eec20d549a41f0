"""Long work in a process of its own, so that whoever waits for it holds up nobody else: its answers come one by one.

Question and answers are JSON, a line each: nothing that comes back can be more than plain values and arrays of them.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import subprocess
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.support.heard import OF_CODE, hear

_ROOT = Path(__file__).parents[2]
_PROGRAM: Final = (
    "import sys, importlib; sys.path.append(sys.argv[1]); from evalcore.support import apart; "
    "sys.exit(apart.serve(importlib.import_module(sys.argv[2]).answers))"
)
# One thread for linear algebra: its matrices are small here, and other visitors want the rest of the machine.
_FRUGAL: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_AT_ONCE: Final = 1 << 20  # bytes that are read at once: answers may hold arrays of some megabytes
_ARRAY: Final = "__array__"
_WARNED: Final = "__warned__"


def answers_apart(module: str, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a function `answers(asked)` of a module yields, called in a process of its own.

    Parameters
    ----------
    module : str
        Dotted name, of a module of evalcore.
    asked : mapping
        Of plain values and arrays of them.

    Yields
    ------
    dict
        The same; what is in an array is the same bit for bit. The process begins with the first and ends with the
        last, or where no more are taken: closing or forgetting this generator ends it.

    Raises
    ------
    InputError
        The one that ended `answers`; or if the process ended without one, with the kind of what ended it where that is
        known.

    Notes
    -----
    Warnings of libraries there are counted by their kind, and told to who is `heard.listening` here.
    """
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", _PROGRAM, str(_ROOT), module],
        stdin=pipe,
        stdout=pipe,
        stderr=none,
        bufsize=_AT_ONCE,
        creationflags=_NO_CONSOLE,
        env={**os.environ, **_FRUGAL},
    )
    try:
        yield from _talk(process, asked)
    finally:
        process.kill()
        for end in (process.stdout, process.stdin):
            assert end is not None
            with contextlib.suppress(OSError):  # it had not read all of it
                end.close()
        process.wait()


def _talk(process: subprocess.Popen[bytes], asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError):  # the process has ended: that there is no answer says so
        process.stdin.write(written(asked))
        process.stdin.flush()
    for line in process.stdout:
        answer = read(line)
        hear(answer.pop(_WARNED, {}))
        if "refused" in answer:
            raise InputError.from_message(Message.from_parts(answer["refused"]))
        if "fault" in answer:
            raise fault(answer["fault"])
        if "ended" in answer:
            return
        yield answer
    raise InputError(
        "The learners must be trained to the end; the process that trains them ended before. Try again, with fewer "
        "rows or fewer data sets."
    )


def fault(kind: str) -> InputError:
    """Return the refusal that says which kind of fault has ended the process."""
    if kind == MemoryError.__name__:
        return InputError(
            "The learners must find room in memory; the process that trains them found none left. Try again, with "
            "fewer rows or fewer data sets."
        )
    return InputError(
        "The learners must be trained to the end; a fault that is not foreseen, {kind}, ended that. Choose another "
        "learner or other data; if it comes again, report it with this name.",
        kind=kind,
    )


def serve(answers: Any) -> int:
    """Take a question from stdin and write its answers to stdout: what the process does.

    It ends when the other end of stdin closes: nobody waits for the answers any more, or the app has ended.
    """
    asked = read(sys.stdin.buffer.readline())
    threading.Thread(target=_end_when_unwanted, daemon=True).start()
    sys.excepthook = tell_fault
    for said in told(answers, asked):
        _say(said)
    return 0


def told(answers: Any, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all the process says: each answer with the warnings until then, and in the end how it ended."""
    warned: Counter[str] = Counter()

    def count(_message: object, category: type[Warning], *_where: object) -> None:
        """Count a warning by its kind."""
        if not issubclass(category, OF_CODE):
            warned[category.__name__] += 1

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = count  # type: ignore[assignment]
        try:
            for answer in answers(asked):
                yield {**answer, _WARNED: dict(warned)}
            last: dict[str, Any] = {"ended": True}
        except InputError as refused:
            last = {"refused": refused.message.parts()}
    yield {**last, _WARNED: dict(warned)}


def tell_fault(kind: type[BaseException], _raised: object, _where: object) -> None:
    """Say which kind of fault ends the process; not its text, which may quote a cell of somebody's table."""
    _say({"fault": (MemoryError if issubclass(kind, MemoryError) else kind).__name__})


def _end_when_unwanted() -> None:
    os.read(0, 1)
    os._exit(1)


def _say(answer: Mapping[str, Any]) -> None:
    sys.stdout.buffer.write(written(answer))
    sys.stdout.buffer.flush()


def written(said: Mapping[str, Any]) -> bytes:
    """Return a question or an answer as a line.

    >>> written({"sets": 2, "y": np.array([True, False])})
    b'{"sets": 2, "y": {"__array__": ["bool", [2], "AQA="]}}\\n'
    """
    return json.dumps(said, default=_array_parts).encode() + b"\n"


def read(line: bytes) -> dict[str, Any]:
    """Return what a line says; its arrays are read-only.

    >>> read(b'{"sets": 2, "y": {"__array__": ["bool", [2], "AQA="]}}')
    {'sets': 2, 'y': array([ True, False])}
    """
    said: dict[str, Any] = json.loads(line, object_hook=_array_of)
    return said


def _array_parts(value: object) -> dict[str, Any]:
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{type(value).__name__} is neither a plain value nor an array")
    return {_ARRAY: [value.dtype.name, value.shape, base64.b64encode(value.tobytes()).decode()]}


def _array_of(found: dict[str, Any]) -> Any:
    if _ARRAY not in found:
        return found
    kind, shape, data = found[_ARRAY]
    return np.frombuffer(base64.b64decode(data), kind).reshape(shape)
