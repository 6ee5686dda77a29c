"""Pages for people who sit at a real table."""
