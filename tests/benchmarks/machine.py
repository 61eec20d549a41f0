"""Which machine a figure was measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def describe() -> str:
    """Return processor, cores and the versions that matter."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    import numpy as np  # noqa: PLC0415 - only its version

    name = models[0] if models else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {np.__version__}"
