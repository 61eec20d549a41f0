"""Headers of some tools: Weka's one name for many columns, Orange's lines of types, R's row names without a name."""

from __future__ import annotations

import csv
import re

_WEKA = re.compile(rb"(?:\xef\xbb\xbf)?(inst#,actual,predicted,error),distribution,*\r?\n")
_CLASS = re.compile(rb",(\d+):([^,\r\n?]+)")
_STARRED = re.compile(rb",\*(?=[\d.])")
_TYPES = frozenset(b"continuous discrete string time c d s t".split())
_FLAGS = frozenset(b"class meta weight i ignore c m w".split())
_HEAD = 1 << 16
_ROWS = 20


def plain_header(data: bytes) -> bytes:
    """Return the text with one name for each column in its first line and rows in all others."""
    return _with_row_names(_without_types(_with_classes(data)))


def _with_classes(data: bytes) -> bytes:
    """Return Weka's predictions with a name for the column of each class, and without the star at the largest.

    >>> _with_classes(b"inst#,actual,predicted,error,distribution\\n1,1:no,2:yes,+,0.3,*0.7\\n")
    b'inst#,actual,predicted,error,distribution:no,distribution:yes\\n1,1:no,2:yes,+,0.3,0.7\\n'
    """
    header = _WEKA.match(data)
    if header is None:
        return data
    rows = data[header.end() :]
    count = rows.partition(b"\n")[0].count(b",") - 3  # besides classes: number, actual, predicted, error
    named = dict(_CLASS.findall(rows))
    names = [b"distribution:" + named.get(b"%d" % (i + 1), b"class %d" % (i + 1)).strip() for i in range(count)]
    return b",".join([header[1], *names]) + b"\n" + _STARRED.sub(b",", rows)


def _without_types(data: bytes) -> bytes:
    """Return a table of Orange without its second and third line, which name types and roles.

    >>> _without_types(b"y,p\\ndiscrete,continuous\\nclass,\\n1,0.9\\n")
    b'y,p\\n1,0.9\\n'
    """
    lines = data[:_HEAD].split(b"\n", 3)[:-1]
    if len(lines) < 3:
        return data
    types, flags = ({cell.strip() for cell in re.split(rb"[,;\t]", line.strip(b"\r"))} for line in lines[1:])
    has_types = b"continuous" in types or types & {b"c", b"d"}
    if not (has_types and all(one in _TYPES or len(one.split()) > 1 for one in types) and flags <= _FLAGS | {b""}):
        return data
    return lines[0] + b"\n" + data[sum(map(len, lines)) + 3 :]


def _with_row_names(data: bytes) -> bytes:
    """Return a table of R, whose rows begin with a name that the header has no name for, with an empty one there.

    >>> _with_row_names(b'"y" "p"\\n"1" 1 0.9\\n"2" 0 0.2\\n')
    b'"" "y" "p"\\n"1" 1 0.9\\n"2" 0 0.2\\n'
    """
    if not data.startswith(b'"'):
        return data
    head = data[:_HEAD].decode(errors="replace").splitlines()[: _ROWS + 1]
    head = head[:-1] if len(data) > _HEAD else head
    for delimiter in (" ", ",", "\t", ";"):
        rows = [row for row in csv.reader(head, delimiter=delimiter) if row]
        widths = {len(row) for row in rows[1:]}
        if len(rows) > 1 and len(rows[0]) > 1 and widths == {len(rows[0]) + 1}:
            return b'""' + delimiter.encode() + data
    return data
