"""One model against a bar: the sections of the question, what it asks for, its formulas and words."""
