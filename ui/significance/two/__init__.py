"""Two models on one test set: the sections of the question, what it asks for, its formulas and words."""
