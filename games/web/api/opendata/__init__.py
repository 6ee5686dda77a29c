"""Open data of the games."""
