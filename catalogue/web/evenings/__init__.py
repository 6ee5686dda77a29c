"""Pages for people who play at a real table."""
