"""All checks in one command, `python -m tests`: lint, format, types, then every test with the browser's."""

from __future__ import annotations

import subprocess
import sys

CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pytest", "-n", "2", "--dist", "loadfile"),
)


def main() -> int:
    """Run every check, also after one has failed, and return whether any did."""
    failed = [check for check in CHECKS if subprocess.run([sys.executable, "-m", *check], check=False).returncode]
    for check in failed:
        print("failed:", " ".join(check))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
