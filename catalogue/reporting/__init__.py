"""The report of a year for the town hall: its figures, and how they become a PDF and a CSV file."""
