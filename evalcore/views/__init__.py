"""What a live figure shows, step by step: computed once, drawn by evalcore.figures."""
