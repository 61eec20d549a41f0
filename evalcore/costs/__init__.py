"""What mistakes cost, under one condition or all of them, and which threshold costs least; read off `ThresholdCounts`.

A condition is a prevalence and the costs of a missed positive row (`cost_fn`) and of a false alarm (`cost_fp`);
its place on the cost plane is x = P(+)cost.
"""

from evalcore.costs._drawing import nothing_to_draw
from evalcore.costs._resampled import BestThresholdInterval, EnvelopeBand, enough_replicates
from evalcore.costs.amounts import AmountRows, amount_rows
from evalcore.costs.area_intervals import (
    ChoiceAreaIntervals,
    brier_interval,
    choice_area_intervals,
    fixed_area_interval,
)
from evalcore.costs.areas import ChoiceAreas, brier_score, choice_areas, fixed_area, rate_driven_cost, score_driven_cost
from evalcore.costs.by_class import ClassCosts, CostParts, class_costs, cost_parts, cost_terms
from evalcore.costs.choice import ThresholdChoice, best_threshold, threshold_cost
from evalcore.costs.class_intervals import decision_difference, label_cost_interval
from evalcore.costs.comparison import Cheaper, ShownCheaper, cheaper, shown_cheaper
from evalcore.costs.copies import Copies, SampleCost, copies, sample_cost, whole_cases
from evalcore.costs.decision_bands import (
    DecisionBand,
    DecisionIntervals,
    decision_intervals,
    net_benefit_difference,
)
from evalcore.costs.envelope import CostCurve, Envelope, cost_curve
from evalcore.costs.estimates import CostDifference, CostInterval
from evalcore.costs.fixed import threshold_cost_ends, threshold_cost_interval
from evalcore.costs.h_measure import HMeasure, h_measure
from evalcore.costs.held import Reaches
from evalcore.costs.inverse import Reached, cost_fn_at, prevalence_at, reach, round_conditions, within
from evalcore.costs.many_classes import ExpectedCostDecision, LabelCost, expected_cost_decision, label_cost
from evalcore.costs.matrix import (
    CostMatrix,
    cost_sensitive_error,
    expected_cost,
    normalized_cost,
    probability_cost,
    theoretical_threshold,
)
from evalcore.costs.net_benefit import (
    DecisionCurve,
    decision_curve,
    false_alarms_a_positive,
    net_benefit,
    net_benefit_interval,
)
from evalcore.costs.one_class import class_cost_intervals
from evalcore.costs.optimism import (
    ChosenThreshold,
    Criterion,
    ExpectedSaving,
    Rule,
    chosen_threshold,
    enough_resamples,
    expected_saving,
    new_stands,
)
from evalcore.costs.paired import model_cost_difference
from evalcore.costs.paired_amounts import amount_cost_difference
from evalcore.costs.resampling import bootstrap_best_threshold, envelope_band
from evalcore.costs.row_decisions import AmountDecision, amount_decision
from evalcore.costs.rules import RuleCost, RuleCosts, held_along, held_rules, rule_costs
from evalcore.costs.tables import (
    cheapest_mistake,
    costs_in_rows,
    equal_costs,
    first_beyond,
    missing_costs,
    with_missed_class,
)
from evalcore.costs.worst_case import OperatingRange, WorstCase, operating_range, range_around, worst_case_threshold
from evalcore.support.names import offered

__all__ = list(offered(globals()))
