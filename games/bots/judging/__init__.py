"""Estimates chances to win in games that nobody has solved, and judges matches with these estimates."""
