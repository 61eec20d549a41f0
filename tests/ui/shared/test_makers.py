"""Tables, files and large numbers have one maker each, so that what it sees to is seen to everywhere."""

import ast

from tests.sources import ROOT, each, name, nodes

SHOWN = [*sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "ui").rglob("*.py"))]
# What only one module may call: a file without its guard, a table without a text for who cannot see it.
MAKERS = {
    "dataframe": "ui/shared/tables.py",
    "download_button": "ui/shared/downloads.py",
    "metric": "ui/shared/cards.py",
}


@each(SHOWN)
def test_one_maker(path):
    place = name(path)
    called = {
        node.func.attr for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not {one for one in called & set(MAKERS) if MAKERS[one] != place}
