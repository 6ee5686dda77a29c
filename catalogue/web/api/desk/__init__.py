"""What programs of staff do with the token of an account: lists of the desk, changes of titles and boxes."""
