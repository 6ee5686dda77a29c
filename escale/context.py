"""What every template may use: the house of today, languages with the address of this very page in each."""

from django.conf import settings
from django.core.cache import cache
from django.urls import translate_url

from escale.models import House


def house_today() -> House | None:
    house = cache.get("house")
    if house is None:
        house = House.objects.prefetch_related("texts").today()
        cache.set("house", house, 60)
    return house


def site(request) -> dict:
    path = request.get_full_path()
    return {
        "house": house_today(),
        "base_url": settings.BASE_URL,
        "canonical": settings.BASE_URL + request.path,
        "page_languages": [
            {"code": code, "name": name, "url": translate_url(path, code)} for code, name in settings.LANGUAGES
        ],
    }
