"""What knows no page: text, numbers, charts, controls, downloads."""
