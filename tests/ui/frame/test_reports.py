"""What a report says of the rows it is of, besides what its pages say."""

from evalcore.predictions import Columns
from ui.frame import reports


def test_every_column_with_a_role_is_named():
    columns = Columns(truth="y", scores=("s",), weight="w", case="patient", fold="k", groups=("site", "age"))
    assert list(reports._further(columns)) == ["weight: w", "case: patient", "fold: k", "groups: site, age"]
    assert list(reports._further(Columns(truth="y", scores=("s",)))) == []
