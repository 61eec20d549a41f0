"""The view of a table of one's own: its sections, the table, its target, what is asked for, its sweep and words."""
