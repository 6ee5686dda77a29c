"""The phases of a round, in the order in which they occur (rules: round)."""
