"""Estimates the chances to win in games that nobody has solved, measures the estimates, and judges matches
with them.
"""
