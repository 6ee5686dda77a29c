"""What the games ask of the other apps. `escale/wiring.py` connects these ports."""

from escale.common.ports import Port


@Port
def edition(document: str) -> int | None:
    """The number of the current edition of a rule document."""
    return None


@Port
def rule_section(document: str, key: str, language: str, edition: int | None = None) -> dict:
    """The section of a rule that a refusal opens."""
    return {
        "document": document,
        "key": key,
        "edition": edition,
        "language": language,
        "url": f"/r/{document}/{key}",
    }
