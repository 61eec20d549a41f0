"""Tests that drive a real Chromium against a real server."""
