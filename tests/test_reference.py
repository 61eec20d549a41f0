"""The reference is built from the docstrings; that their examples run is tested where they stand."""

import pytest

pdoc = pytest.importorskip("pdoc")


def test_the_reference_has_what_a_notebook_calls(tmp_path):
    pdoc.render.configure(docformat="numpy")
    pdoc.pdoc("evalcore.workbench", output_directory=tmp_path)
    page = (tmp_path / "evalcore" / "workbench.html").read_text(encoding="utf-8")
    for name in ("workbench", "BinaryWorkbench.matrix", "ClassesWorkbench.against", "RegressionWorkbench.errors"):
        assert f'id="{name}"' in page
    assert "How are the rows decided at this threshold, and at any other?" in page
