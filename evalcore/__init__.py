"""Numbers and figures for judging a model from its predictions; usable without a screen or a server.

`import evalcore` brings every package by its name, each imported when it is first asked for: `evalcore.metrics.f1(cm)`.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

__version__ = "0.2.0"
_PARTS = {part.name for part in iter_modules(__path__) if not part.name.startswith("_")}


def __getattr__(name: str) -> ModuleType:
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PARTS})
