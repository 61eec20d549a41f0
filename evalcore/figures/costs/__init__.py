"""Cost plane and ROC plane, bars of costs, calibration, costs of many classes."""
