"""The view of the leak hunt: its sections, each leak, all leaks beside each other."""
