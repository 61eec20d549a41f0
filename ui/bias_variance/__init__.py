"""The page of bias and variance: many training sets, many fits, and what their error is made of.

Modules
-------
bands
    The views of the page, each with the function that returns its bands.
controls
    Which view, and what all views ask for: the number of sets, points in each, seed; what asks for numbers.
setting
    What the view of squared loss asks for: problem, noise, points, sets, design, family, complexity, probe.
simulation, sweeping
    Sets drawn and learned from once, kept for the session; what takes long goes on beside the page.
squared, squared_words, squared_readings
    The view of squared loss: its bands, its sentences, its tables.
zero_one, zero_one_setting, zero_one_simulation, zero_one_words, zero_one_readings, zero_one_formulas
    The view of the 0-1 loss: its bands, what it asks for, its sweeps, its sentences, its tables, its formulas.
compare, squared_compare, zero_one_compare, least
    Families of learners at their best; the button that goes to the best one of a family.
derivation, optimism, tex
    The steps from (2.37) to (2.42) with the numbers of the simulation; what the training error lacks, guessed first.
double_descent, double_descent_setting, double_descent_simulation, double_descent_words
    The view of double descent: its bands, what it asks for, its sweeps, its sentences.
table, table_data, table_setting, table_sweep, table_words, table_readings
    The view of a table of one's own: its bands, the table and its target, what else is asked for, learners trained on
    bootstrap sets beside the page, its sentences, its tables.
exercises, part_exercises, further_exercises, cases, sketch, lesson
    What is asked and taught.
"""
