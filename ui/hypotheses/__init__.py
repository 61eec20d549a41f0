"""The page of model learning: what a learner chooses from, and what makes it choose.

Modules
-------
sections
    The views of the page, each with the function that returns its sections.
controls
    Which view, and what several views ask for.
space, own, examples
    Attributes and values: the lecture's, or the reader's own, typed or of a table; examples, to be changed, added,
    removed and labelled by a click.
lattice
    The view of the version space: its sections and sentences, its tables.
search, named
    The same lattice searched from the top or from the bottom; which of its nodes have names.
votes
    The view of the biases.
occam, occam_points
    The view of Occam's razor; its points, drawn or edited.
lunch, lunch_setting
    The view of no free lunch: its sections, what it asks for, its sentences and tables.
formulas
    The count of hypotheses, and (1.1) and (1.2), with the numbers of what is set.
exercises, further_exercises, lesson
    What is asked and taught.
"""
