"""ROC, P-R and DET; the curve row by row, its pairs, and the curves of many classes."""
