"""A table and the roles of its columns to Predictions: checked once, frozen, with a digest of the contents."""

from evalcore.predictions.carry import Carried, carried
from evalcore.predictions.cases import CaseColumn, CasesFound
from evalcore.predictions.columns import Columns
from evalcore.predictions.guess import guess_columns, with_truth, with_truth_holding
from evalcore.predictions.guess_cases import of_case, of_model
from evalcore.predictions.halves import halves, have_cases_in_common, random_folds, share_cases
from evalcore.predictions.join import Joined, join_tables
from evalcore.predictions.lists import spread_lists
from evalcore.predictions.naming import names_models
from evalcore.predictions.one_vs_rest import BinaryView, one_vs_rest
from evalcore.predictions.only import only
from evalcore.predictions.parts import Part, table_parts
from evalcore.predictions.result import Description, Predictions, duplicate_rows, from_columns, from_frame
from evalcore.predictions.rows import Dropped
from evalcore.predictions.settle import pairs_in_use, with_positive
from evalcore.predictions.slices import Slices
from evalcore.predictions.understood import against, other_meaning, understood
from evalcore.support.names import offered

__all__ = list(offered(globals()))
