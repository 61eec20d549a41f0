"""The tables that come with scikit-learn can be learned from as they are."""

import pytest

from evalcore.bias_variance import EXAMPLES, example_table, first_table
from evalcore.errors import InputError


@pytest.mark.parametrize(
    ("name", "rows", "features", "classes"),
    [
        ("diabetes", 442, 10, ()),
        ("breast_cancer", 569, 30, ("benign", "malignant")),
        ("wine", 178, 13, ("class_0", "class_1", "class_2")),
    ],
)
def test_what_they_hold(name, rows, features, classes):
    table = first_table(example_table(name))
    assert (table.target, table.n, len(table.features), table.classes) == (EXAMPLES[name], rows, features, classes)
    assert table.notes == ()


def test_another_name_is_refused():
    with pytest.raises(InputError, match="name must be one of diabetes, breast_cancer, wine; got 'iris'"):
        example_table("iris")
