"""Weka's predictions as CSV, whose header has one name for as many columns as there are classes."""

from __future__ import annotations

import re

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?(inst#,actual,predicted,error),distribution,*\r?\n")
_CLASS = re.compile(rb",(\d+):([^,\r\n?]+)")
_STARRED = re.compile(rb",\*(?=[\d.])")


def with_names(data: bytes) -> bytes:
    """Return the predictions with a name for the column of each class, and without the star at the largest.

    >>> with_names(b"inst#,actual,predicted,error,distribution\\n1,1:no,2:yes,+,0.3,*0.7\\n")
    b'inst#,actual,predicted,error,distribution:no,distribution:yes\\n1,1:no,2:yes,+,0.3,0.7\\n'
    """
    header = _HEADER.match(data)
    if header is None:
        return data
    rows = data[header.end() :]
    first = rows.partition(b"\n")[0].strip()
    count = first.count(b",") - 3  # of classes: the other columns are number, actual, predicted, error
    named = dict(_CLASS.findall(rows))
    names = [b"distribution:" + named.get(b"%d" % (i + 1), b"class %d" % (i + 1)).strip() for i in range(count)]
    return b",".join([header[1], *names]) + b"\n" + _STARRED.sub(b",", rows)
