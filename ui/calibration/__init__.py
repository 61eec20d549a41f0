"""The page of probabilities: calibration, the decision curve, recalibration, and ranking."""
