"""Bytes or a path to a table: delimiter, encoding, compression, Parquet, Excel; here, or in a process of its own."""

from evalcore.reading.conditions import Limits, TooLargeError
from evalcore.reading.run import Reading, start_reading
from evalcore.reading.stream import Streamed, comes_in_batches
from evalcore.reading.table import ReadTable, read, read_table

__all__ = [
    "Limits",
    "ReadTable",
    "Reading",
    "Streamed",
    "TooLargeError",
    "comes_in_batches",
    "read",
    "read_table",
    "start_reading",
]
