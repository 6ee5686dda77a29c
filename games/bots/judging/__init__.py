"""Chances to win in games that nobody has solved: estimated, measured against results, and used to judge matches."""
