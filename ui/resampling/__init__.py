"""The page of evaluation methods: hold-out, cross validation, bootstrap, tuning and leaks, against the true error.

Modules
-------
bands
    The views of the page, each with the function that returns its bands.
controls, runs
    Which view, and what several ask for; long runs in a process of their own, kept for the session.
spread, spread_setting, spread_run, spread_words, spread_readings, spread_formulas
    The view of the estimators: rounds on one data set, and every estimator over many.
draws
    The view of the bootstrap.
tuning, tuning_setting, tuning_words, tuning_readings
    The view of parameter tuning, on generated rows.
tuning_table, tuning_threshold
    The same on real data or a table of one's own; and of a threshold, on a test set.
leaks, leak_pipeline, leak_words
    The leak hunt: leaks one by one, and a pipeline of three steps to switch.
table, table_data
    The view of real data and of a table of one's own.
exercises, lesson
    What is asked and taught.
"""
