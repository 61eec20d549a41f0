"""Are scores probabilities, what is acting on them worth, and how well do they rank?"""
