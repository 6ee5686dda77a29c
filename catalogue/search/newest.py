"""The newest boxes on the shelves."""

from catalogue.search.live_index import catalogue_index


def newest_title_ids(count: int) -> list[int]:
    """The titles whose boxes arrived last, the newest first."""
    return catalogue_index.search(filters={"available": ["in", "out"]}, sort="-acquired", size=count).ids
