"""The three doors: an example that can be loaded, and a path of lessons that leaves no sample out."""

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


def test_every_sample_has_its_page_on_the_path():
    """Significance has questions in place of samples, the others have views."""
    assert {sample.page for sample in SAMPLES.values()} == set(PAGES) - {
        "significance",
        "bias_variance",
        "hypotheses",
        "regression",
        "resampling",
    }
