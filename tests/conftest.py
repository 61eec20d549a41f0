"""Two cores shared by many tests: no example may fail for being slow, and what never changes is looked up once."""

import gc
from functools import cache

from hypothesis import settings
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import local_script_runner

settings.register_profile("unhurried", deadline=None)
# The quick loop: `python -m tests --quick`.
settings.register_profile("quick", deadline=None, max_examples=20)
settings.load_profile("unhurried")

# Each page under test would look through all installed packages again; this was a third of the time such tests took.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

_give_up = local_script_runner.require_widgets_deltas


def _wait_for_the_end(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
    """Wait until a page under test is there, or say that it has taken too long."""
    if (thread := runner._script_thread) is not None:
        thread.join(timeout)
    if not runner.script_stopped():
        _give_up(runner, 0)


# Streamlit's own wait looks a thousand times a second whether the page is there, through all that it has sent so far:
# a tenth of the time such tests took.
local_script_runner.require_widgets_deltas = _wait_for_the_end

# What is collected stays to the end: while it is made there is nothing to free, and later no look through it finds any.
gc.disable()


def pytest_collection_finish():
    gc.freeze()
    # Where pages are kept for further questions, looking through them as often as usual took a tenth of the time.
    gc.set_threshold(2_000, 10, 20)
    gc.enable()
