"""Counts of rows that stay in files or in a database, however many: one scan, and the same tables as in memory.

A source is opened once, and every question to it is one scan or two:

    source = engine.source("predictions.parquet")        # a file, a folder of them, a DuckDB file (table=), a table
    source.columns                                       # (Column(name, kind), ...); kind: number text bool time other
    source.n_rows, source.head(100)                      # int; DataFrame: what guess_columns needs
    cells = source.cells(truth="y", score="model_a", where=[("country", "==", "DE")])
    cells.counts                                         # ThresholdCounts: exact at every listed threshold
    cells.auc_low, cells.auc_high                        # AUC of the rows lies between them; .ap_low, .ap_high
    cells.dropped, cells.open_cells, cells.warnings      # (LeftOut(column, reason, count), ...); int; sentences
    cells.bounds(0.5)                                    # CountBounds: .tp_low .tp_high .fp_low .fp_high .is_exact
    cells.at(0.5)                                        # ConfusionMatrix, exact: asks the source only inside a cell
    cells.best(metrics.f1)                               # or best(cost_fn=5, cost_fp=1): exact, by a second pass
    cells.rows(low=0.5, high=0.6, page=0)                # RowsPage: .frame .n_rows .page .n_pages
    source.cells(truth="y", score=["a", "b"])            # {"a": ScoreCells, "b": ScoreCells} of the same rows, one scan
    source.cells(truth="y", score="a", by="country")     # .groups: {value: ScoreCells}, in the same scan
    source.compare("a", "b", truth="y", thresholds=(0.5, 0.5))  # paired DeLong and the rows for McNemar's test
    source.probabilities(truth="y", score="a")           # Brier score, log loss, bins of the calibration
    source.errors(truth="y", predicted="m")              # mean squared error and others of a regression
    source.by_case(truth="y", score="a", case="patient", threshold=0.5)  # sums over cases: rates with their errors

Every question takes `watch=Watch()`, which another thread reads (`n_before`, `rows`, `rows_all`, `stage`) and by which
it is stopped (`cancel()`); `in_steps(source.cells, truth=...)` yields `Progress` and in the end the answer, as
`support.runs.Run` takes it. One question a process is worked on at a time; others wait in the order they came.
Nothing in a question is a path, an address or SQL: columns are names of the source, values are bound.
"""

from evalcore.engine.filters import Filter
from evalcore.engine.limits import Limits
from evalcore.engine.source import Source, source
from evalcore.engine.watch import Progress, Watch, in_steps
from evalcore.support.names import offered

__all__ = list(offered(globals()))
