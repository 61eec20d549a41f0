"""How often does each test lie? The laboratory: its sections, its runs and their job, what it asks for, its words."""
