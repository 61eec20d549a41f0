"""The view of parameter tuning: its sections, on drawn rows, on a table, of the threshold; readings."""
