"""Facts about the house for search engines, in the vocabulary of schema.org."""

from django.conf import settings
from django.templatetags.static import static

from escale.house.models import House


def describe_house(house: House) -> dict:
    """The known facts about the house."""
    text = house.text()
    address = {
        "@type": "PostalAddress",
        "addressLocality": house.town,
        "addressCountry": house.country,
        "streetAddress": house.street,
        "postalCode": house.postcode,
    }
    facts = {
        "@type": ["LodgingBusiness", "Library"],
        "@id": f"{settings.BASE_URL}/#house",
        "name": house.name,
        "url": f"{settings.BASE_URL}/",
        "image": settings.BASE_URL + static("escale/share.png"),
        "address": _without_empty(address),
        "telephone": house.telephone_list,
        "email": house.mail,
        "sameAs": house.website,
        "description": text.tagline if text else "",
        "maximumAttendeeCapacity": house.sleeps_max,
        "starRating": {"@type": "Rating", "ratingValue": house.stars} if house.stars else None,
    }
    return _without_empty(facts)


def _without_empty(values: dict) -> dict:
    return {name: value for name, value in values.items() if value}
