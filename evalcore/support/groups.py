"""The control groups that this process lies in, whose limits hold for it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

OF_PROCESS: Final = Path("/proc/self/cgroup")
ROOT: Final = Path("/sys/fs/cgroup")


def folders(controller: str, of_process: Path = OF_PROCESS, root: Path = ROOT) -> tuple[list[Path], list[Path]]:
    """Return the folders of this process's groups and of those that these lie in: of version 2, and of version 1.

    A limit may stand at any of them: systemd's at the service's own, a container's at the root it sees.
    """
    own, own_v1 = "/", "/"
    try:
        for line in of_process.read_text(encoding="utf-8").splitlines():
            number, controllers, path = line.split(":", 2)
            if number == "0" and not controllers:
                own = path
            elif controller in controllers.split(","):
                own_v1 = path
    except (OSError, ValueError):  # no Linux
        pass
    return _up(root, own), _up(root / controller, own_v1)


def _up(root: Path, path: str) -> list[Path]:
    """Return the folders of a group and of those it lies in, up to the root; what points out of it is left out."""
    parts = [part for part in path.split("/") if part not in ("", ".", "..")]
    return [root.joinpath(*parts[:length]) for length in range(len(parts), -1, -1)]
