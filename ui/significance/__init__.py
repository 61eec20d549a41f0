"""The page about tests: is a difference more than chance?"""
