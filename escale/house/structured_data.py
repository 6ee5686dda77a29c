"""What search engines may know of the house, in the words of schema.org."""

from django.conf import settings
from django.templatetags.static import static

from escale.house.models import House


def house(house: House) -> dict:
    text = house.text()
    place = {"@type": "PostalAddress", "addressLocality": house.town, "addressCountry": house.country}
    place |= {"streetAddress": house.street} if house.street else {}
    place |= {"postalCode": house.postcode} if house.postcode else {}
    facts = {
        "@type": ["LodgingBusiness", "Library"],
        "@id": f"{settings.BASE_URL}/#house",
        "name": house.name,
        "url": f"{settings.BASE_URL}/",
        "image": settings.BASE_URL + static("escale/share.png"),
        "address": place,
        "telephone": house.telephone_list,
        "email": house.mail,
        "sameAs": house.website,
        "description": text.tagline if text else "",
        "maximumAttendeeCapacity": house.sleeps_max,
        "starRating": {"@type": "Rating", "ratingValue": house.stars} if house.stars else None,
    }
    return {name: value for name, value in facts.items() if value}
