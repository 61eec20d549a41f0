"""How high a figure of bias and variance may be where notes stand below it."""

from evalcore.figures.layout import Look
from tests.ui.session.sessions import Session
from ui.bias_variance.controls import NOTES, look_above_notes
from ui.live import bridge


def test_a_figure_with_notes_is_lower_by_them():
    assert Session().run(look_above_notes) == Look(roomy=True, height=Look().height - NOTES)


def test_narrow_and_low_figures_stay_as_they_are(monkeypatch):
    for look in (Look(narrow=True), Look(height=400)):
        monkeypatch.setattr(bridge, "look", lambda look=look: look)
        assert Session().run(look_above_notes) == look
