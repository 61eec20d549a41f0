"""One call for a notebook: `evalcore.workbench(y_true, scores)` shows the live threshold and answers with tables.

    import evalcore
    bench = evalcore.workbench(y_test, model, X=X_test)       # or probabilities, decisions, a dict of models
    bench                                                     # the matrix under a handle: drag the threshold
    bench.auc()                                               # model, auc, low, high
    bench.readings("precision while recall>=0.9")             # all metrics there, with intervals

The package itself is called, so `evalcore.workbench(...)` and `from evalcore.workbench import workbench` are the same.
"""

import sys
from types import ModuleType
from typing import Any

from evalcore.support.names import offered
from evalcore.workbench.base import Workbench
from evalcore.workbench.binary import BinaryWorkbench, DecisionsWorkbench
from evalcore.workbench.call import workbench
from evalcore.workbench.classes import ClassesWorkbench
from evalcore.workbench.regression import RegressionWorkbench
from evalcore.workbench.shown import LiveFigure, carry_plotly
from evalcore.workbench.sourced import SourceWorkbench

__all__ = list(offered(globals()))


class _Called(ModuleType):
    """A module that is called like the function of its name."""

    __wrapped__ = staticmethod(workbench)

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Return what `workbench.workbench` makes of the arguments."""
        return workbench(*args, **options)


sys.modules[__name__].__class__ = _Called
