"""What is decided: a threshold by a wish, what it does to groups, and what is left of it on other rows."""

from evalcore.decisions.against_rest import AgainstRest, OnBothSides, against_rest
from evalcore.decisions.apart import ColumnDifference, ColumnsApart, columns_apart
from evalcore.decisions.between import Possible, exactly, possible
from evalcore.decisions.by_group import (
    ByGroup,
    GroupDifference,
    GroupReadings,
    by_group,
    by_group_from_counts,
    joint_level,
)
from evalcore.decisions.carried import Carried, CarriedDifference, carried
from evalcore.decisions.choice import Miss, Nearest, WishedThreshold, choose, fulfil, on_new_rows
from evalcore.decisions.fixed_rate import RateAt, sensitivity_at, specificity_at
from evalcore.decisions.group_calibration import CalibratedGroups, GroupCalibration, calibrated_groups
from evalcore.decisions.group_counts import GroupCounts, PackedGroups, calibration_by_group, group_counts
from evalcore.decisions.group_thresholds import RULES, GroupThresholds, group_thresholds
from evalcore.decisions.groups import Groups, crossed, grouped, names_rows, typed_edges, written_edges
from evalcore.decisions.leading import Leading, against, decided_otherwise, leading
from evalcore.decisions.model_pairs import (
    ModelPairs,
    PackedCalls,
    PairDifference,
    compare_models,
    packed_calls,
    pair_differences,
)
from evalcore.decisions.nested import NestedChoice, nested_choice
from evalcore.decisions.parity import GroupGap, Impossibility, Parity, impossibility, parity, parity_of_cells
from evalcore.decisions.rows_of_cells import CELLS, RowOrder, RowsFound, pages_of, row_order
from evalcore.decisions.rows_of_classes import ClassRows, class_rows
from evalcore.decisions.since import ScoreShift, Since, since
from evalcore.decisions.wish import Condition, Wish
from evalcore.support.names import offered

__all__ = list(offered(globals()))
