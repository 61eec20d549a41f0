"""The page of regression error: how far predicted numbers are from the true ones.

Modules
-------
sections, controls
    The views of the page, each with the function that returns its sections; which view.
data
    Whose numbers these are: an example, a file brought to this page, or what is loaded; its columns.
errors, errors_words, readings, compare, formulas
    The view of errors: its sections, its sentences, its tables, several models, the formulas with numbers in.
line, line_setting
    The view of a line and its squares: its sections and tabs; what it asks for.
use
    The view of where a model is used: its sections and tabs.
exercises, pair_exercises, lesson
    What is asked and taught.
"""
