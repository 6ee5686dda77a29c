"""The examples of the API's schema: a file for each operation and each problem, which tests send and compare."""
