"""What mistakes cost, under one condition or all of them, and which threshold costs least; read off `ThresholdCounts`.

A condition is a prevalence and the costs of a missed positive row (`cost_fn`) and of a false alarm (`cost_fp`);
its place on the cost plane is x = P(+)cost.
"""

from evalcore.costs.amounts import AmountRows, amount_rows
from evalcore.costs.areas import ChoiceAreas, brier_score, choice_areas, rate_driven_cost, score_driven_cost
from evalcore.costs.choice import RuleCosts, ThresholdChoice, best_threshold, regret, rule_costs, threshold_cost
from evalcore.costs.class_intervals import (
    DecisionDifference,
    LabelCostInterval,
    decision_difference,
    label_cost_interval,
)
from evalcore.costs.comparison import Cheaper, cheaper
from evalcore.costs.envelope import CostCurve, Envelope, cost_curve
from evalcore.costs.fixed import ThresholdCostInterval, threshold_cost_interval
from evalcore.costs.h_measure import HMeasure, h_measure
from evalcore.costs.inverse import cost_fn_at, prevalence_at
from evalcore.costs.many_classes import ExpectedCostDecision, LabelCost, cost_parts, expected_cost_decision, label_cost
from evalcore.costs.matrix import (
    CostMatrix,
    cost_sensitive_error,
    expected_cost,
    normalized_cost,
    probability_cost,
    theoretical_threshold,
)
from evalcore.costs.net_benefit import DecisionCurve, decision_curve, net_benefit
from evalcore.costs.resampling import BestThresholdInterval, EnvelopeBand, bootstrap_best_threshold, envelope_band
from evalcore.costs.row_decisions import AmountDecision, amount_decision
from evalcore.costs.worst_case import OperatingRange, WorstCase, operating_range, worst_case_threshold

__all__ = [
    "AmountDecision",
    "AmountRows",
    "BestThresholdInterval",
    "Cheaper",
    "ChoiceAreas",
    "CostCurve",
    "CostMatrix",
    "DecisionCurve",
    "DecisionDifference",
    "Envelope",
    "EnvelopeBand",
    "ExpectedCostDecision",
    "HMeasure",
    "LabelCost",
    "LabelCostInterval",
    "OperatingRange",
    "RuleCosts",
    "ThresholdChoice",
    "ThresholdCostInterval",
    "WorstCase",
    "amount_decision",
    "amount_rows",
    "best_threshold",
    "bootstrap_best_threshold",
    "brier_score",
    "cheaper",
    "choice_areas",
    "cost_curve",
    "cost_fn_at",
    "cost_parts",
    "cost_sensitive_error",
    "decision_curve",
    "decision_difference",
    "envelope_band",
    "expected_cost",
    "expected_cost_decision",
    "h_measure",
    "label_cost",
    "label_cost_interval",
    "net_benefit",
    "normalized_cost",
    "operating_range",
    "prevalence_at",
    "probability_cost",
    "rate_driven_cost",
    "regret",
    "rule_costs",
    "score_driven_cost",
    "theoretical_threshold",
    "threshold_cost",
    "threshold_cost_interval",
    "worst_case_threshold",
]
