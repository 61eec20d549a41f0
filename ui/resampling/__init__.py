"""The page of evaluation methods: hold-out, cross validation, bootstrap, tuning and leaks, against the true error.

Modules
-------
sections
    The views of the page, each with the function that returns its sections.
controls, runs
    Which view, and what several ask for; long runs in a process of their own, kept for the session.
spread
    The view of the estimators, a folder: rounds on one data set, and every estimator over many.
draws
    The view of the bootstrap.
tuning
    The view of parameter tuning, a folder: on generated rows, on real data or a table of one's own, and of a threshold.
leaks
    The leak hunt, a folder: leaks one by one, and a pipeline of three steps to switch.
table, table_data
    The view of real data and of a table of one's own.
exercises, lesson
    What is asked and taught.
"""
