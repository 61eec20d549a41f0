"""What older libraries have under another name, or not yet: evalcore's tests run with the lowest it declares, too."""

from __future__ import annotations

from typing import Final

import pandas as pd
import pytest
import scipy
import sklearn
from packaging.version import Version

SCIPY: Final = Version(scipy.__version__)
SKLEARN: Final = Version(sklearn.__version__)
# The type of a column of text: "str" since pandas 3.
TEXT: Final = str(pd.Series(["a"]).dtype)
# What scipy.stats.wilcoxon calls the normal approximation.
NORMAL: Final = "asymptotic" if Version("1.15") <= SCIPY else "approx"
# The noncentral distributions of scipy have so many digits in common with those of statsmodels and of later versions.
NONCENTRAL: Final = 1e-9 if Version("1.14") <= SCIPY else 1e-6


def since_sklearn(version: str) -> pytest.MarkDecorator:
    """Return the mark of a test whose oracle scikit-learn has since a version."""
    return pytest.mark.skipif(Version(version) > SKLEARN, reason=f"scikit-learn {version} has what it is held against")
