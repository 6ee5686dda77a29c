"""Addresses of covers: the photo of a title, else the cover that is drawn from its facts."""

from django.urls import reverse

from catalogue.covers import EDITION  # The version of the way in which covers are drawn.
from catalogue.models import GameTitle
from catalogue.presenting.cards import TitleFacts
from escale.common.templatetags.kit import address_of


def cover_url(title: TitleFacts | GameTitle, language: str, size: int) -> str:
    """The photo of the title in this size, else its drawn cover in this language."""
    if title.photo:
        return reverse("photo", args=[title.photo, size])
    return drawn_cover_url(title.slug, language, title.changed_in)


def drawn_cover_url(slug: str, language: str, version: int, name: str = "cover") -> str:
    """The address of a drawn picture of a title. `version` is the version of the catalogue that changed the
    title.

    Browsers cache the picture for a year. So the address changes with the title, and with the code that
    draws.
    """
    return f"{address_of(name, slug, language)}?v={version}-{EDITION}"
