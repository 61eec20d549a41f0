"""All checks in one command, `python -m tests`: lint, format, types, then every test but those marked thorough.

`--quick` also leaves out what is marked browser or slow, and tries fewer examples of each property. `--thorough` runs
everything: simulations at length, every screen in both languages.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

LINT = (("ruff", "check", "."), ("ruff", "format", "--check", "."))
TYPES = ("mypy",)
# In the order of the folders, browser first: each worker starts its server and its Chromium once, then leaves them. By
# their number of tests the files of other folders come between, and each time both are started again.
THOROUGH = ("pytest", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--cache-clear")
README = (*THOROUGH, "-m", "not thorough")
# Without a browser to share, a worker that is done takes tests from the other; each need not import Playwright first.
LEFT_OUT = ("-m", "not browser and not slow and not thorough", "--ignore", "tests/browser")
QUICK = ("pytest", "-n", "2", "--dist", "worksteal", *LEFT_OUT, "--hypothesis-profile", "quick")
# Two browsers, their servers and mypy share two cores: what fails in a browser then may only have been too slow.
# At most so many are tried once more, alone, and named either way.
MOST_AGAIN = 3
SOME_FAILED = 1  # pytest's word for it; anything else is no end of a run
FAILED = Path(".pytest_cache/v/cache/lastfailed")


def main() -> int:
    """Run every check, also after one has failed, and return whether any did."""
    options = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    tier = options.add_mutually_exclusive_group()
    tier.add_argument(
        "--quick", action="store_const", const=QUICK, dest="tests", help="without browser, slow, thorough"
    )
    tier.add_argument("--thorough", action="store_const", const=THOROUGH, dest="tests", help="with all that is marked")
    tests = options.parse_args().tests or README
    # Three processes collect the tests: where none may keep what it compiled, each compiles 300 files at every start.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Two workers on two cores: threads of linear algebra would only wait for each other.
    kept["OPENBLAS_NUM_THREADS"] = "1"
    # Beside the tests: alone it would leave one core idle, for a minute where it has no cache.
    types = subprocess.Popen(_command(TYPES), env=kept, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    failed = [check for check in LINT if subprocess.run(_command(check), check=False, env=kept).returncode]
    ended = subprocess.run(_command(tests), check=False, env=kept).returncode
    failed += [tests] * bool(ended)
    print(types.communicate()[0], end="")
    if ended == SOME_FAILED and tests is not QUICK and (slow := _in_the_browser()):
        print("once more, alone:", *slow, sep="\n  ", flush=True)
        if not subprocess.run(_command(("pytest", *slow)), check=False, env=kept).returncode:
            failed.remove(tests)
            print("passed alone, to be made steady:", *slow, sep="\n  ")
    failed += [TYPES] * bool(types.returncode)
    for check in failed:
        print("failed:", " ".join(check))
    return 1 if failed else 0


def _in_the_browser() -> list[str]:
    """Return the tests that failed, where all are of the browser and few."""
    if not FAILED.exists():
        return []
    found = list(json.loads(FAILED.read_text(encoding="utf-8")))
    is_few = len(found) <= MOST_AGAIN and all(one.startswith("tests/browser/") and "::" in one for one in found)
    return found if is_few else []


def _command(check: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", *check]


if __name__ == "__main__":
    sys.exit(main())
