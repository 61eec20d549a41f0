"""A worker that warns as often as it is asked to, and answers each time."""

import warnings


def answers(asked):
    """Warn and answer."""
    for place in range(asked["times"]):
        warnings.warn("the cell of a table", UserWarning, stacklevel=1)
        yield {"place": place}
