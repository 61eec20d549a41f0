"""What a card says of a sample before it is opened."""

from base64 import b64decode

import pytest

from tests.ui.session.sessions import Session
from ui.session import gallery, incoming, loaded
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


@pytest.mark.parametrize("key", SAMPLES)
def test_a_card_opens_on_the_model_its_lesson_tells_of(key):
    session = Session()
    session.run(lambda: incoming.take_sample(key, told=True))
    told_of = SAMPLES[key].told_of
    shown = session.run(loaded.model)
    assert shown == (session.run(loaded.models)[0] if told_of is None else told_of + loaded.LABELS)
    if key == "digits":
        assert "naive Bayes" in SAMPLES[key].lesson
        assert session.run(lambda: loaded.labels_of(shown)) == "naive_bayes"
