"""What the figures of regression show, step by step."""
