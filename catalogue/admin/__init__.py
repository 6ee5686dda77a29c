"""The catalogue in the administration. Django imports this package, and each module registers its models."""

from catalogue.admin import boxes, members, titles

__all__ = ["boxes", "members", "titles"]
