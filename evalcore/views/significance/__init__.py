"""What the figures of tests show, step by step."""
