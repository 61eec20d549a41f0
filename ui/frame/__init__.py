"""What stands around every page: header, sidebar, questions, lessons."""
