"""The examples of the API schema, a file for each operation. Tests send and compare them."""
