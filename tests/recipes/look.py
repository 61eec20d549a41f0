"""Look at what recipes have added, in a copy of the product: `python -m tests.recipes.look`, answered as JSON."""

import json
import os
import sys
import time
import traceback
from functools import cache

from streamlit.components.v2 import manifest_scanner

from tests.recipes.recipes import RECIPES
from ui.frame import tabs
from ui.session import reading_job


def main():
    # One look finds what stands in any tab; and no page looks through all installed packages, see tests/conftest.py.
    reading_job.PATIENCE = 120.0
    tabs.is_open = lambda _state: True
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    found = {}
    for name, recipe in RECIPES.items():
        start = time.perf_counter()
        try:
            recipe.look()
        except Exception:  # noqa: BLE001 - whatever it is, the test of this recipe says it
            found[name] = traceback.format_exc()
        if os.environ.get("TIMES"):
            print(name, round(time.perf_counter() - start, 2), file=sys.stderr)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
