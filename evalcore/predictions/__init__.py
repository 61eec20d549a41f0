"""A table and the roles of its columns to Predictions: checked once, frozen, with a digest of the contents."""

from evalcore.predictions.carry import Carried, carried
from evalcore.predictions.cases import CaseColumn, CasesFound
from evalcore.predictions.columns import Columns
from evalcore.predictions.guess import guess_columns, with_truth
from evalcore.predictions.guess_cases import of_case, of_model
from evalcore.predictions.one_vs_rest import BinaryView, one_vs_rest
from evalcore.predictions.parts import Part, table_parts
from evalcore.predictions.result import Description, Predictions, duplicate_rows, from_columns, from_frame
from evalcore.predictions.rows import Dropped

__all__ = [
    "BinaryView",
    "Carried",
    "CaseColumn",
    "CasesFound",
    "Columns",
    "Description",
    "Dropped",
    "Part",
    "Predictions",
    "carried",
    "duplicate_rows",
    "from_columns",
    "from_frame",
    "guess_columns",
    "of_case",
    "of_model",
    "one_vs_rest",
    "table_parts",
    "with_truth",
]
