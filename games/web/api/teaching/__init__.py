"""The endpoints that teach a game: positions in which actions can be tried, and puzzles."""
