"""What a card says of a sample before it is opened."""

from base64 import b64decode

import pytest

from ui.session import gallery
from ui.session.samples import SAMPLES


@pytest.mark.parametrize(
    ("key", "size"),
    [
        ("lecture-20", (20, 2, 1)),
        ("breast-cancer", (569, 2, 3)),
        # Its scores and its predicted labels are of the same model, and there are labels of another.
        ("digits", (1_797, 10, 2)),
    ],
)
def test_size(key, size):
    seen = gallery.glance(key)
    assert (seen.rows, seen.classes, seen.models) == size


@pytest.mark.parametrize("key", SAMPLES)
def test_every_sample_has_its_own_picture(key):
    picture = b64decode(gallery.glance(key).picture).decode()
    assert picture.startswith("<svg")
    assert [other for other in SAMPLES if gallery.glance(other).picture == gallery.glance(key).picture] == [key]
