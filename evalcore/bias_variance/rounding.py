"""How large an error is that comes from rounding alone."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike

# Operations whose rounding may gather in a prediction.
_GATHERED: Final = 64


def rounding_error(targets: ArrayLike) -> float:
    """Below which mean squared error are predictions of these targets as good as exact?

    Parameters
    ----------
    targets : (...) finite numbers

    Returns
    -------
    float >= 0
        In squared units of the targets: what is lost in their variance when it is added to it, or what is left of a
        prediction that is right up to some 64 roundings, whichever is more.

    Examples
    --------
    >>> f"{rounding_error([-1.0, 1.0]):.1e}", f"{rounding_error([5.0, 5.0]):.1e}"
    ('2.2e-16', '5.0e-27')
    """
    y = np.asarray(targets, dtype=np.float64)
    eps = float(np.finfo(np.float64).eps)
    return max(eps * float(y.var()), (_GATHERED * eps) ** 2 * float(np.square(y).mean()))
