"""The view of squared loss: its sections, what it asks for, its sweep, sentences, tables and derivation."""
