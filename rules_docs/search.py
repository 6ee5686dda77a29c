"""Search over every rule."""


def index_document(document) -> None:
    """Filled in with the index."""
