"""Numbers read off a confusion matrix, with their intervals and with the reason where there is none.

Every metric takes a `ConfusionMatrix`, giving a float, or anything else with `tp fp fn tn`, such as
`ThresholdCounts` or its `cells`, giving an array. 0/0 is nan without a warning, and `undefined_reason` says why.
"""

from evalcore.metrics.averages import (
    Averages,
    MeanCounts,
    PerClass,
    class_cells,
    macro,
    mean_counts,
    micro,
    per_class,
    weighted,
)
from evalcore.metrics.case_readings import readings, readings_by_case
from evalcore.metrics.classes import ClassReadings, Mistake, class_readings, most_common_mistakes, versus_rest
from evalcore.metrics.composites import (
    FBetaParts,
    balanced_accuracy,
    cost_sensitive_accuracy,
    f1,
    f_beta,
    f_beta_parts,
    kappa,
    matthews,
    youden_j,
)
from evalcore.metrics.confusions import ClassOrder, Confusion, class_order, confusions
from evalcore.metrics.macro_intervals import MacroReadings, macro_readings
from evalcore.metrics.margins import HasCells
from evalcore.metrics.proportions import (
    accuracy,
    error_rate,
    fnr,
    fpr,
    majority_baseline,
    npv,
    precision,
    prevalence,
    queue_rate,
    recall,
    specificity,
)
from evalcore.metrics.readings import Reading, Readings
from evalcore.metrics.registry import METRICS, Formula, Metric, evaluate, proportion, undefined_reason
from evalcore.metrics.shown_classes import ShownClasses, shown_classes
from evalcore.metrics.thresholds import BestThresholds, best_index, best_index_where, threshold_metrics
from evalcore.support.names import offered

__all__ = list(offered(globals()))
