"""Several models on several data sets: the sections of the question, its table, formulas, readings, words."""
