"""The desk: what staff do with boxes and titles. The pages are in `catalogue/web/desk/`."""


class DeskRefusal(Exception):
    """Something cannot be done, and nothing of it was done. The text tells staff why."""
