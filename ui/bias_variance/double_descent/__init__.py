"""The view of double descent: its sections, what it asks for, its sweeps, its sentences."""
