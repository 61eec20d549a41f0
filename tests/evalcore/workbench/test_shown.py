"""A figure as a notebook gets it: a frame that carries all it needs, Plotly in the first one alone."""

import base64
import gzip
import html
import json
import re
import sys
from types import SimpleNamespace

import numpy as np
import plotly.graph_objects as go
import pytest
from plotly.offline import get_plotlyjs

from evalcore.workbench import LiveFigure, carry_plotly, shown, workbench

RNG = np.random.default_rng(6)
Y = RNG.random(60) < 0.5
SCORES = RNG.random(60).round(2)
HOSTILE = "</script><img src=x onerror=alert(1)>&\"'"


@pytest.fixture
def figure():
    return workbench(Y, SCORES).matrix(0.4)


def held(page, name):
    found = re.search(rf'<script type="[^"]*" id="{name}">(.*?)</script>', page, re.DOTALL)
    return None if found is None else found[1]


def srcdoc(output):
    return html.unescape(re.search(r'srcdoc="([^"]*)"', output)[1])


def test_a_page_carries_figure_script_and_plotly(figure):
    page = figure.html()
    assert gzip.decompress(base64.b64decode(held(page, "plotly"))).decode() == get_plotlyjs()
    wide, narrow = (json.loads(held(page, name)) for name in ("wide", "narrow"))
    assert wide["layout"]["meta"]["live"] == figure.figure.layout.meta["live"]
    assert narrow["layout"]["height"] > wide["layout"]["height"]
    assert "function makeLive(chart)" in page
    assert not re.search(r"(src|href)=", page)  # nothing is fetched


def test_a_page_may_leave_plotly_to_another(figure):
    page = figure.html(carries=False)
    assert held(page, "plotly") is None
    assert len(page) < 500_000


def test_a_figure_that_is_the_same_on_a_narrow_page_stands_once():
    page = workbench(Y, (SCORES > 0.5).astype(int)).matrix().html(carries=False)
    assert held(page, "wide") is not None
    assert held(page, "narrow") is None


def test_names_from_elsewhere_stay_text():
    found = workbench(np.where(Y, HOSTILE, "no"), {HOSTILE: SCORES}, pos_label=HOSTILE).matrix()
    page = found.html(carries=False)
    assert "<img" not in page
    assert json.loads(held(page, "wide"))["data"]
    output = found._repr_html_()
    assert "<img" not in output
    assert output.count("<iframe") == output.count("</iframe>") == 1


def test_a_figure_can_be_saved(figure, tmp_path):
    figure.save(tmp_path / "figure.html")
    assert held((tmp_path / "figure.html").read_text(encoding="utf-8"), "plotly") is not None


def test_a_workbench_shows_its_figure():
    bench = workbench(Y, SCORES)
    assert "Confusion matrix: model, positive class True" in srcdoc(bench._repr_html_())


def test_numbers_and_figure_can_be_taken(figure):
    assert isinstance(figure.figure, go.Figure)
    assert figure.to_frame() is figure.table
    assert repr(figure) == "LiveFigure('Confusion matrix: model, positive class True')"


class Notebook:
    """IPython with a cell that runs, as far as a figure asks it."""

    def __init__(self, monkeypatch, *, named=True):
        self.cell, self._named = "first", named
        monkeypatch.setattr(shown._Carried, "cell", "")
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: self))
        self.kernel = SimpleNamespace(get_parent=self._parent)

    def _parent(self, channel):
        assert channel == "shell"
        return {"metadata": {"cellId": self.cell} if self._named else {}}


def carries(figure):
    return held(srcdoc(figure._repr_html_()), "plotly") is not None


def test_the_first_figure_of_a_notebook_carries_plotly_and_its_cell_does_so_again(figure, monkeypatch):
    notebook = Notebook(monkeypatch)
    assert carries(figure)
    notebook.cell = "second"
    assert not carries(figure)
    notebook.cell = "first"  # run again: what it showed before is gone
    assert carries(figure)
    notebook.cell = "second"
    carry_plotly()
    assert carries(figure)


def test_where_cells_have_no_names_the_first_figure_carries_plotly(figure, monkeypatch):
    Notebook(monkeypatch, named=False)
    assert [carries(figure) for _ in range(3)] == [True, False, False]


def test_without_a_notebook_and_in_colab_every_figure_carries_plotly(figure, monkeypatch):
    assert [carries(figure) for _ in range(2)] == [True, True]
    Notebook(monkeypatch)
    monkeypatch.setitem(sys.modules, "google.colab", SimpleNamespace())
    assert [carries(figure) for _ in range(2)] == [True, True]


def test_a_shell_without_a_kernel_has_no_cells(figure, monkeypatch):
    notebook = Notebook(monkeypatch)
    del notebook.kernel
    assert [carries(figure) for _ in range(2)] == [True, False]


def test_a_result_has_its_warnings_beside_the_figure():
    found = LiveFigure(shown.fixed(go.Figure), "A", "3 rows. Few.", None)
    assert "<p>3 rows. Few.</p>" in found.html(carries=False)


def test_a_notebook_that_takes_the_frame_away_keeps_a_sentence(figure):
    left = re.sub(r"</?iframe[^>]*>", "", figure._repr_html_())
    assert left == "A live figure: run this cell, or trust this notebook, to see it."
