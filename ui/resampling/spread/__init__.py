"""The view of the estimators: its sections, what it asks for, its run, readings, formulas, words."""
