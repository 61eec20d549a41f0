"""What the figures about bias and variance show, step by step of complexity."""
