"""The languages that are kept whole: every sentence, lesson and term. What a further one lacks is said in English."""

WHOLE = ("en", "zh")
