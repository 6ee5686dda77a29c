"""The only place where the pillars meet: each app's `ports` get the functions of the others."""


def connect() -> None:
    """Called once at start."""
