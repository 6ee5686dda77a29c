"""The catalogue in the administration. Django imports this package, and each module registers its models."""

from catalogue.admin import boxes, titles

__all__ = ["boxes", "titles"]
