"""The page of model learning: what a learner chooses from, and what makes it choose.

Modules
-------
bands
    The views of the page, each with the function that returns its bands.
controls
    Which view, and what several views ask for.
space, examples
    Attributes and values, the lecture's or typed ones; examples, to be changed, added and removed.
lattice, lattice_readings
    The view of the version space: its bands and sentences, its tables.
votes
    The view of the biases.
occam
    The view of Occam's razor.
lunch, lunch_setting, lunch_words
    The view of no free lunch: its bands, what it asks for, its sentences and tables.
formulas
    The count of hypotheses, and (1.1) and (1.2), with the numbers of what is set.
exercises, further_exercises, lesson
    What is asked and taught.
"""
