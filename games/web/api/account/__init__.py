"""The endpoints for an account and its programs."""
