"""What the games ask of the other pillars; `escale.wiring` plugs the answers in."""

from collections.abc import Callable


def _no_edition(document: str) -> int | None:
    return None


def _only_the_link(document: str, key: str, language: str, edition: int | None = None) -> dict:
    return {"document": document, "key": key, "edition": edition, "language": language, "url": f"/r/{document}/{key}"}


class Port:
    """A function that another app gives; until then the default answers."""

    def __init__(self, default: Callable) -> None:
        self.call = default

    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)


#: what the worker does for others between two rounds -> how much there was
chores = Port(lambda: 0)
#: rule document -> its current edition
edition = Port(_no_edition)
#: document, key, language, edition -> the section that a refusal opens
rule_section = Port(_only_the_link)
