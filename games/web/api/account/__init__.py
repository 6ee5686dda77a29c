"""What an account and its programs see of themselves."""
