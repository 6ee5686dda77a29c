"""The examples of the API's schema are sent, and written: see `tour.py`."""
