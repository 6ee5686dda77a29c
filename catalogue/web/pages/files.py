"""Short addresses, drawn covers, pictures for sharing, and QR codes."""

import hashlib
import re
from io import BytesIO

import segno
from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from catalogue.covers import Cover, draw_cover
from catalogue.covers.picture import draw_share_picture
from catalogue.desk import photos
from catalogue.models import GameTitle, Shelf
from catalogue.presenting.figures import format_year
from escale.common import languages

DAY, YEAR = 86_400, 31_536_000  # seconds


def _redirect_to_page(request: HttpRequest, name: str, *args: str) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        response = HttpResponseRedirect(reverse(name, args=args))
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def short_title(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirects to the page of a title. The code on the label of a box leads to the page of this box."""
    number = request.GET.get("box", "").replace("\0", "")[:40]
    if number and "/" not in number:
        return _redirect_to_page(request, "catalogue:at_box", number)
    return _redirect_to_page(request, "catalogue:title", slug)


def short_shelf(request: HttpRequest, code: str) -> HttpResponse:
    return _redirect_to_page(request, "catalogue:shelf", code)


def _cached_file(request: HttpRequest, content: bytes, kind: str) -> HttpResponse:
    """A file that browsers may cache: for a year if its address has a version, else for a day."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    is_unchanged = request.headers.get("If-None-Match") == etag
    response = HttpResponse(status=304) if is_unchanged else HttpResponse(content, content_type=kind)
    response["ETag"] = etag
    response["Cache-Control"] = (
        f"public, max-age={YEAR}, immutable" if "v" in request.GET else f"public, max-age={DAY}"
    )
    return response


def _load_cover(language: str, slug: str) -> Cover:
    if language not in languages.codes():
        raise Http404
    titles = GameTitle.objects.prefetch_related("names", "tags", "credits__contributor")
    title = get_object_or_404(titles, slug=slug)
    tags = sorted(title.tags.all(), key=lambda tag: tag.pk)
    designers = [credit.contributor.name for credit in title.credits.all() if credit.role == "designer"]
    with translation.override(language):
        return Cover(
            name=title.name_in(language),
            themes=[tag.slug for tag in tags if tag.kind == "theme"],
            mechanisms=[tag.slug for tag in tags if tag.kind == "mechanism"],
            players_min=title.players_min,
            players_max=title.players_max,
            year=format_year(title.year),
            people=", ".join(designers[:2]),
        )


def _show_anywhere(response: HttpResponse) -> HttpResponse:
    """Allows pages of other origins to show the picture, because records of the API give its address to
    partners.
    """
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _picture_in_language(request: HttpRequest, picture: bytes, kind: str, language: str) -> HttpResponse:
    """The picture with words in the language of its address, whatever the reader's language is."""
    response = _show_anywhere(_cached_file(request, picture, kind))
    response["Content-Language"] = language
    return response


def cover(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    picture = draw_cover(_load_cover(language, slug)).encode()
    return _picture_in_language(request, picture, "image/svg+xml", language)


def photo(request: HttpRequest, photo: str, size: int) -> HttpResponse:
    """The file of a photo. It never changes, because a new photo has another name."""
    if size not in photos.SIZES or not re.fullmatch("[0-9a-f]{32}", photo):
        raise Http404
    try:
        file = photos.photo_path(photo, size).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(file, content_type="image/webp")
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return _show_anywhere(response)


def share_picture(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    picture = draw_share_picture(_load_cover(language, slug))
    return _picture_in_language(request, picture, "image/png", language)


def _draw_qr(request: HttpRequest, address: str) -> HttpResponse:
    output = BytesIO()
    segno.make_qr(settings.BASE_URL + address, error="m").save(
        output, kind="svg", scale=8, border=4, light="#fff", xmldecl=False
    )
    return _cached_file(request, output.getvalue(), "image/svg+xml")


def title_qr(request: HttpRequest, slug: str) -> HttpResponse:
    get_object_or_404(GameTitle, slug=slug)
    return _draw_qr(request, reverse("short_title", args=[slug]))


def shelf_qr(request: HttpRequest, code: str) -> HttpResponse:
    get_object_or_404(Shelf, code=code)
    return _draw_qr(request, reverse("short_shelf", args=[code]))
