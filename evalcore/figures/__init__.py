"""Results drawn with Plotly: one module a page topic, nothing computed beyond layout."""
