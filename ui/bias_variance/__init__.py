"""The page of bias and variance: many training sets, many fits, and what their error is made of.

Modules
-------
sections
    The views of the page, each with the function that returns its sections.
controls
    Which view, and what all views ask for: the number of sets, points in each, seed; what asks for numbers.
squared, zero_one, double_descent, table
    A folder a view: its sections, what it asks for, its sweeps, words and tables; the derivation is of squared loss.
sweeping
    Sets drawn and learned from once, kept for the session; what takes long goes on beside the page.
compare, least
    Families of learners at their best; the button that goes to the best one of a family.
tex
    Numbers within the formulas.
exercises, part_exercises, further_exercises, cases, sketch, lesson
    What is asked and taught.
"""
