"""The page about tests: is a difference more than chance?

Modules
-------
sections, controls
    The questions of the page, each with the function that returns its sections; which question.
one, two, folds, many, laboratory
    A folder a question: its sections, what it asks for, its formulas, readings and words.
pair, rows, table, results
    What several questions share: two models of what is loaded, its rows, a table typed or pasted, how a result is said.
exercises, laboratory_exercises, rank_exercises, lesson
    What is asked and taught.
"""
