"""The ports through which the games use other apps. `escale/wiring.py` connects them."""

from escale.common.ports import Port


@Port
def edition(document: str) -> int | None:
    """The number of the current edition of a rule document."""
    return None


@Port
def rule_section(document: str, key: str, language: str, edition: int | None = None) -> dict:
    """The section of a rule that a refusal cites, with its address."""
    return {
        "document": document,
        "key": key,
        "edition": edition,
        "language": language,
        "url": f"/r/{document}/{key}",
    }
