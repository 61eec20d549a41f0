"""Two algorithms on one data set, fold by fold: the sections of the question, its data, formulas, readings, words."""
