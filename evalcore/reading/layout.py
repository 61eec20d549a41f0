"""What a file holds whose rows come batch by batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pyarrow as pa

KINDS: Final = {"bool": pa.bool_(), "whole": pa.int64(), "number": pa.float64(), "text": pa.string()}


@dataclass(frozen=True)
class Layout:
    """What a file holds: its columns by their clean names, each with its name in the file and its kind, and the rows.

    Kinds are "bool", "whole", "number" and "text".
    """

    columns: Mapping[str, tuple[str, str]]
    names: tuple[str, ...]  # all names in the file, in order
    n_rows: int

    def schema(self, wanted: Sequence[str] | None = None) -> pa.Schema:
        """Return the types of the columns, or of some."""
        return pa.schema([(name, KINDS[self.columns[name][1]]) for name in wanted or self.columns])
