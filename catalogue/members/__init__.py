"""Members of the library: their accounts, their loans, and the personal data that the site keeps."""
