"""Text in any of the known encodings to UTF-8."""

from __future__ import annotations

import codecs
import re

from evalcore.errors import InputError, Message
from evalcore.reading.formats import names

SAMPLE_BYTES = 1 << 16
_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\x01\x1a\x1e\x1f"))
_STRANGE = re.compile(r"[^\t\n\f\r\x1a -\ud7ff\ue000-\ufffc]")
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def empty_file() -> InputError:
    """Return the refusal of a file that holds nothing."""
    return InputError("The file must hold a table; it is empty. Choose a file with a header and rows.")


def to_utf8(data: bytes, notes: list[Message]) -> bytes:
    """Return text in UTF-8, whichever of the known encodings it came in; note one that was guessed."""
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), None)
    is_guess = encoding is None
    encoding = encoding or _utf16_without_bom(data[:SAMPLE_BYTES])
    if encoding is None:
        _refuse_binary(data[:SAMPLE_BYTES])
        if data.isascii() or _is_utf8(data):
            return _without_nul(data)
        encoding = "gb18030"
    try:
        text = data.decode(encoding).encode()
    except UnicodeError:
        raise InputError(
            "The text must be encoded as UTF-8, UTF-16 or GB18030; it is none of these. Save it again as CSV UTF-8."
        ) from None
    _refuse_binary(text[:SAMPLE_BYTES])
    if is_guess:
        notes.append(
            Message(
                "The text is not UTF-8 and does not say its encoding; it was read as {encoding}. If characters look "
                "wrong, save it again as CSV UTF-8.",
                {"encoding": encoding[:6].upper() if encoding.startswith("utf") else encoding.upper()},
            )
        )
    return _without_nul(text)


def _is_utf8(data: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for start in range(0, len(data), 1 << 24):
            decoder.decode(view[start : start + (1 << 24)], final=start + (1 << 24) >= len(data))
    except UnicodeDecodeError:
        return False
    return True


def _utf16_without_bom(sample: bytes) -> str | None:
    even, odd, half = sample[::2].count(0), sample[1::2].count(0), len(sample) / 2
    encoding = None
    if odd > 0.4 * half and even < 0.05 * half:
        encoding = "utf-16-le"
    elif even > 0.4 * half and odd < 0.05 * half:
        encoding = "utf-16-be"
    return encoding if encoding and not _STRANGE.search(sample.decode(encoding, errors="replace")) else None


def _refuse_binary(sample: bytes) -> None:
    controls = len(sample) - len(sample.translate(None, _CONTROL))
    if controls > max(2, 0.05 * len(sample)):
        raise InputError(
            "The file must be a table as text, {formats} or {last}; it holds binary data. Save the table as CSV or "
            "Parquet.",
            **names(),
        )


def _without_nul(data: bytes) -> bytes:
    at = data.find(b"\x00")
    if at >= 0:
        raise InputError(
            "The text must not hold NUL characters; there is one in line {line}. Save it again as CSV UTF-8.",
            line=data.count(b"\n", 0, at) + 1,
        )
    return data
