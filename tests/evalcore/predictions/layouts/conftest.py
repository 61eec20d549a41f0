"""The script that wrote these files needs tools that the tests do not have."""

collect_ignore = ["make.py"]
