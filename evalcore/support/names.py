"""What a package offers is what its `__init__` imports: no second list repeats the names."""

from collections.abc import Mapping
from types import ModuleType


def offered(imported: Mapping[str, object]) -> list[str]:
    """Return the names for `__all__`: all of `globals()` but modules and what is private.

    Examples
    --------
    >>> offered({"f1": len, "registry": __import__("math"), "_f1": len})
    ['f1']
    """
    return sorted(
        name
        for name, one in imported.items()
        if not (name.startswith("_") or isinstance(one, ModuleType) or one is offered)
    )
