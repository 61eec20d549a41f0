"""What the figures of bias and variance show, step by step."""
