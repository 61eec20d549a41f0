"""The three doors: an example that can be loaded, and a path of lessons that leaves no sample out."""

from importlib import import_module
from importlib.util import find_spec

from evalcore.predictions import from_columns, guess_columns
from evalcore.reading import read_table
from ui.home.doors import EXAMPLE, PAGES
from ui.session.samples import SAMPLES


def test_the_example_has_five_lines_and_is_read_as_it_looks():
    assert len(EXAMPLE.splitlines()) == 5
    frame = read_table(EXAMPLE.encode())
    predictions = from_columns(frame, guess_columns(frame))
    assert predictions.positive == "p"
    assert list(predictions.scores) == ["model_a", "model_b"]


def test_a_page_has_samples_or_lessons_of_its_own_and_all_samples_have_their_page():
    modules = {key: find_spec(f"ui.{key}.controls") and import_module(f"ui.{key}.controls") for key in PAGES}
    own = {key for key, module in modules.items() if hasattr(module, "LESSONS")}
    assert {"significance", "bias_variance"} <= own
    assert {sample.page for sample in SAMPLES.values()} <= set(PAGES) - own
