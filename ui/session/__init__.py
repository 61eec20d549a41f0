"""What a session has loaded and chosen; nothing of it outlives the session."""
