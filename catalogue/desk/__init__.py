"""The desk: what staff do with boxes and titles. Modules here are services; `pages` speaks HTTP."""


class DeskRefusal(Exception):
    """Why something cannot be done, in words for the one who asked. Nothing of it was done."""
