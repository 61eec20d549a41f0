"""The page of bias and variance: many training sets, many fits, and what their error is made of.

Modules
-------
bands
    The views of the page, each with the function that returns its bands.
controls
    Which view, and what all views ask for: the number of sets, points in each, seed; what asks for numbers.
setting
    What the view of squared loss asks for: problem, noise, points, sets, design, family, complexity, probe.
simulation
    Sets drawn and learned from once, kept for the session; what takes long goes on beside the page.
squared, squared_words, squared_readings
    The view of squared loss: its bands, its sentences, its tables.
table, table_data, table_setting, table_sweep, table_words, table_readings
    The view of a table of one's own: its bands, the table and its target, what else is asked for, learners trained on
    bootstrap sets beside the page, its sentences, its tables.
exercises, lesson
    What is asked and taught.
"""
