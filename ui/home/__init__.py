"""The first page: what the app does, three ways to begin, and the samples."""
