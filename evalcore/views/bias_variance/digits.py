"""How many digits of a simulated number mean something."""

from __future__ import annotations

import math

from evalcore.bias_variance.simulation import LARGEST_SHARE

# Of a number whose standard error is more than a tenth of it, and of any other.
FEW, USUAL = 2, 3


def significant(value: float, standard_error: float) -> int:
    """How many significant digits of a mean over sets may be printed?

    Parameters
    ----------
    value : float
    standard_error : float
        Nan where there is one set, or where it is not known.

    Returns
    -------
    int
        2 where the standard error is more than a tenth of the value, or not known, else 3.

    Examples
    --------
    >>> significant(16_541.7, 428.6), significant(566.4, 168.5)
    (3, 2)
    """
    return USUAL if standard_error <= LARGEST_SHARE * abs(value) else FEW


def written(value: float, standard_error: float = math.nan) -> str:
    """Return a mean over sets with the digits that mean something, tiny and huge ones with a power of ten.

    Examples
    --------
    >>> written(16_541.7, 428.6), written(566.4, 168.5), written(0.00361, 0.001), written(2.5e-12)
    ('16,500', '570', '0.0036', '2.5×10⁻¹²')
    """
    if not math.isfinite(value):
        return "—"
    digits = significant(value, standard_error)
    mantissa, _e, power = f"{value:.{digits - 1}e}".partition("e")
    exponent = int(power)
    if value and not -4 <= exponent <= 5:
        return f"{mantissa}×10{str(exponent).translate(_RAISED)}".replace("-", "−")
    places = max(digits - 1 - exponent, 0)
    return f"{float(f'{value:.{digits - 1}e}'):z,.{places}f}".replace("-", "−")


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
