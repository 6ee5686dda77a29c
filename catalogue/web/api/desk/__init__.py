"""The API for programs of staff, with the token of an account: lists, and changes of titles and boxes."""
