"""All models beside each other: at which thresholds, by how much they differ, and the rows two of them decide apart."""
