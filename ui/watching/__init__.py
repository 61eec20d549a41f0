"""A class answers the question of a step on its phones, and the answers are counted where the step is shown.

Modules
-------
answers
    What can be answered to each step of the path, and what is right.
poll
    The votes of the classes that are answering now: in this server's memory only, without names.
panel
    What the teacher sees: the code for the phones, how many have answered, and the counts once they are revealed.
phone
    What a phone sees.
"""
