"""A table and the roles of its columns to Predictions: checked once, frozen, with a digest of the contents."""

from evalcore.predictions.columns import Columns
from evalcore.predictions.guess import guess_columns, with_truth
from evalcore.predictions.one_vs_rest import BinaryView, one_vs_rest
from evalcore.predictions.parts import Part, table_parts
from evalcore.predictions.result import Description, Predictions, duplicate_rows, from_columns, from_frame
from evalcore.predictions.rows import Dropped
from evalcore.support.names import offered

__all__ = list(offered(globals()))
