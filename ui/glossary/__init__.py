"""The glossary: all words of the chapter in both languages, each with what it is and the page on which it is seen.

Modules
-------
chosen
    Which term is shown, and which a search finds.
index
    The search, and the terms it finds.
entry
    One term: names, symbol, meaning, formula, and the way to a good example of it.
"""
