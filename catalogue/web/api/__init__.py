"""The catalogue as data, below /api/v1/titles/."""
