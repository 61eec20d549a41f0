"""Exercises that ask before they reveal: cards, kinds, drawing."""
