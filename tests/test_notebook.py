"""The notebook of the documentation: every cell runs, and shows the tables that stand in it."""

import ast
import json
import re
from contextlib import redirect_stdout
from io import StringIO

import pandas as pd
import pytest

from tests.sources import ROOT

NOTEBOOK = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))
CODE = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


def run(source, names):
    """Return what a cell shows: its last expression, and what it prints."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "notebook", "exec"), names)
        if last is not None and "print" not in ast.unparse(last):
            return eval(compile(last, "notebook", "eval"), names), printed.getvalue()
        if last is not None:
            eval(compile(last, "notebook", "eval"), names)
    return None, printed.getvalue()


def stands(cell, kind):
    """Return what stands below a cell."""
    texts = ["".join(one["data"][kind]) for one in cell["outputs"] if kind in one.get("data", {})]
    return texts[0] if texts else "".join(text for one in cell["outputs"] for text in one.get("text", []))


def alike(found, kept):
    """Tell whether two texts are the same, their numbers but for the last digits of another machine's sums."""
    numbers = [[float(number) for number in NUMBER.findall(text)] for text in (found, kept)]
    return NUMBER.sub("", found).split() == NUMBER.sub("", kept).split() and numbers[0] == pytest.approx(
        numbers[1], rel=0.02, abs=0.01
    )


def test_every_cell_runs_and_shows_what_stands_below_it():
    names = {}
    with pd.option_context("display.width", 80, "display.max_columns", 20):
        for cell in CODE:
            shown, printed = run("".join(cell["source"]), names)
            if isinstance(shown, pd.DataFrame):
                assert alike(repr(shown), stands(cell, "text/plain")), cell["id"]
            elif shown is not None:
                assert repr(shown) == stands(cell, "text/plain")
            assert alike(printed, "" if shown is not None else stands(cell, "text")), cell["id"]


def test_figures_stand_in_it_and_plotly_once():
    frames = [html for cell in CODE if "<iframe" in (html := stands(cell, "text/html"))]
    assert len(frames) == sum("LiveFigure" in (t := stands(cell, "text/plain")) or "Workbench(" in t for cell in CODE)
    assert [("id=&quot;plotly&quot;" in html) for html in frames] == [True, *[False] * (len(frames) - 1)]


def test_it_names_no_place_of_the_machine_it_ran_on():
    text = json.dumps(NOTEBOOK)
    assert not re.search(r"(/home/|/work/|/tmp/|/Users/|[A-Z]:\\\\)", text)
