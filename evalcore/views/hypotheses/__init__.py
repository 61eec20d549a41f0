"""What the figures of model learning show, step by step."""
