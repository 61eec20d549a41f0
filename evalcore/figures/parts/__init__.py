"""Parts that several figures share: the strip of scores, the cells of a matrix, lines of metrics."""
