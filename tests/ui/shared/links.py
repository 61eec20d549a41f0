"""What a link within the app may ask of a page: what every page has registered."""

import importlib

import ui.frame  # noqa: F401 - registers what all pages share
from ui.session import choices, loaded, samples
from ui.shared import chapter

for page in chapter.PAGES:
    importlib.import_module(f"ui.{page}.sections")


def wrong(asked):
    """Return what there is not of all that a link asks for."""
    rest = dict(asked)
    sample = rest.pop("sample", loaded.DEFAULT_SAMPLE)
    if sample not in samples.SAMPLES:
        return {"sample": sample}
    content = samples.bundled(sample)
    known = {*content.scores, *(name + loaded.LABELS for name in content.labels)}
    if rest.pop("model", next(iter(known))) not in known:
        return {"model": asked["model"]}
    return {
        key: value
        for key, value in rest.items()
        if key not in choices.REGISTERED or choices.REGISTERED[key].read(value) is None
    }
