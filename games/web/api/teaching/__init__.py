"""What teaches a game: positions that can be tried."""
