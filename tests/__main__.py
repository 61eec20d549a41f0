"""All checks in one command, `python -m tests`: lint, format, types, then every test with the browser's.

`python -m tests --quick` leaves out what is marked browser or slow, and tries fewer examples of each property.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

CHECKS = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))
# In the order of the folders, browser first: each worker starts its server and its Chromium once, then leaves them. By
# their number of tests the files of other folders come between, and each time both are started again.
ALL = ("pytest", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
# Without a browser to share, a worker that is done takes tests from the other; each need not import Playwright first.
LEFT_OUT = ("-m", "not browser and not slow", "--ignore", "tests/browser")
QUICK = ("pytest", "-n", "2", "--dist", "worksteal", *LEFT_OUT, "--hypothesis-profile", "quick")


def main() -> int:
    """Run every check, also after one has failed, and return whether any did."""
    options = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    options.add_argument("--quick", action="store_true", help="without what is marked browser or slow")
    checks = (*CHECKS, QUICK if options.parse_args().quick else ALL)
    # Three processes collect the tests: where none may keep what it compiled, each compiles 300 files at every start.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Two workers on two cores: threads of linear algebra would only wait for each other.
    kept["OPENBLAS_NUM_THREADS"] = "1"
    failed = [c for c in checks if subprocess.run([sys.executable, "-m", *c], check=False, env=kept).returncode]
    for check in failed:
        print("failed:", " ".join(check))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
