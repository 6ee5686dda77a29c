"""The desk: what staff do with boxes and titles. The pages are in `catalogue/web/desk/`."""


class DeskRefusal(Exception):
    """An action was refused and changed nothing. The text tells staff why."""
