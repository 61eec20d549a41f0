"""Tracks: side by side or below each other, each with an axis of its own and a handle on it."""

import pytest

from evalcore.figures.layout import Places
from evalcore.figures.parts import tracks as t

TRACK = t.Track(
    "m", "rows", ("x5", "y5"), [0, 1, 2.5], ["5", "50", "500"], ["m = 5", "m = 50", "m = 500"], {0: "5", 2.5: "500"}, 1
)


@pytest.mark.parametrize(("count", "narrow", "pixels"), [(0, False, 0), (0, True, 0), (3, False, 100), (3, True, 300)])
def test_tracks_stand_below_the_figure(count, narrow, pixels):
    names = [str(k) for k in range(count)]
    panels = t.track_panels(names, 200, narrow=narrow)
    assert list(panels) == names
    assert t.rows_pixels(count, narrow=narrow) == pixels
    assert all(200 < panel.top < panel.bottom < 200 + pixels for panel in panels.values())
    assert len({(panel.top, panel.left) for panel in panels.values()}) == count


def test_a_handle_stands_on_its_own_axis():
    axes = t.track_axes(TRACK, Places(400, t.track_panels(["m"], 200, narrow=False)))
    assert axes["xaxis5"]["range"] == [0, 2.5]
    assert axes["xaxis5"]["ticktext"] == ["5", "500"]
    handle = t.track_handle(TRACK, [])
    assert (handle.panel, handle.active, handle.stops, handle.values) == ("x5y5", 1, [0, 1, 2], ["5", "50", "500"])
    assert t.track_handle(TRACK, [], stops=[0, 2]).stops == [0, 2]
    assert t.track_trace(TRACK)["xaxis"] == "x5"
