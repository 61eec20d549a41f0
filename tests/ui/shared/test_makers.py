"""Tables, files and large numbers have one maker each, so that what it sees to is seen to everywhere."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SHOWN = [*sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "ui").rglob("*.py"))]
# What only one module may call: a file without its guard, a table without a text for who cannot see it.
MAKERS = {
    "dataframe": "ui/shared/tables.py",
    "download_button": "ui/shared/downloads.py",
    "metric": "ui/shared/cards.py",
}


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_one_maker(path):
    place = path.relative_to(ROOT).as_posix()
    called = {
        node.func.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not {one for one in called & set(MAKERS) if MAKERS[one] != place}
