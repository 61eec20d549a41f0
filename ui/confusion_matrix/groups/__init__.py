"""One threshold by group: any column makes the groups."""
