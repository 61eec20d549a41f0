"""The view of the 0-1 loss: its sections, what it asks for, its sweeps, sentences, tables and formulas."""
