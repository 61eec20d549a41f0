"""The rows behind a cell of the matrix: found, paged, searched, opened, and two cells compared."""
