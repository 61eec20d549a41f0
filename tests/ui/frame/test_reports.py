"""What a report says of the rows it is of, besides what its pages say."""

from evalcore.predictions import Columns
from ui.frame import reports


def test_every_column_with_a_role_is_named():
    """Weights, amounts, folds and groups are named by `understood`, see tests/evalcore/predictions/test_layouts.py."""
    columns = Columns(truth="y", scores=("s",), case="patient", split="part", repeat="round", weight="w", fold="k")
    assert list(reports._further(columns)) == ["case: patient", "part of the rows: part", "repeat: round"]
    assert list(reports._further(Columns(truth="y", scores=("s",)))) == []
