"""Covers: small, redrawn, without a trace of the camera; everything else is refused with a sentence."""

import struct
import zlib
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from catalogue.desk import DeskRefusal, photos
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


def picture(form="JPEG", size=(900, 600), **more) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#7b1e3a").save(out, form, **more)
    return out.getvalue()


def upload(content: bytes, name="box.jpg"):
    return SimpleUploadedFile(name, content)


def bomb() -> bytes:
    """A PNG of some kilobytes that says it has 400 million pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 10**6))
        + chunk(b"IEND", b"")
    )


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_three_sizes_and_no_trace(form):
    exif = Image.Exif()
    exif[0x010F] = "Camera of somebody"
    drawn = photos.render_sizes(upload(picture(form, exif=exif)))
    assert sorted(drawn) == [240, 400, 800]
    for size, content in drawn.items():
        with Image.open(BytesIO(content)) as image:
            assert image.format == "WEBP" and max(image.size) == size and not image.getexif()
        assert b"Camera" not in content


def test_a_picture_lying_on_its_side_is_turned():
    exif = Image.Exif()
    exif[0x0112] = 6
    with Image.open(BytesIO(photos.render_sizes(upload(picture(exif=exif)))[800])) as image:
        assert image.height > image.width


@pytest.mark.parametrize(
    "content",
    [SVG, b"", b"GIF89a", bomb(), picture()[:300], picture(size=(50, 50)), picture("GIF"), b"x" * 10_000_001],
)
def test_what_is_no_picture_is_refused_with_a_sentence(content):
    with pytest.raises(DeskRefusal, match=r"\w+ \w+"):
        photos.render_sizes(upload(content))


def test_the_photo_replaces_the_drawn_cover_everywhere(keeper, client):
    title = make_title("Azul")
    address = reverse("desk:photo", args=[title.pk])
    keeper.post(address, {"photo": upload(picture())})
    title.refresh_from_db()
    name = title.photo
    assert f"/covers/{name}-400.webp" in client.get("/en/title/azul/").text
    assert f"/covers/{name}-240.webp" in client.get("/en/catalogue/").text
    assert (
        f"/covers/{name}-240.webp" in keeper.get(reverse("desk:lending"), {"copy": make_copy(title).pk}).text
    )
    answer = client.get(f"/covers/{name}-400.webp")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer["Content-Type"] == "image/webp" and b"".join(answer.streaming_content)[:4] == b"RIFF"
    assert client.get(f"/covers/{name}-401.webp").status_code == 404


def test_a_former_photo_is_deleted(keeper, django_capture_on_commit_callbacks):
    title = make_title("Azul")
    address = reverse("desk:photo", args=[title.pk])
    for shade in ((900, 600), (600, 900)):
        with django_capture_on_commit_callbacks(execute=True):
            keeper.post(address, {"photo": upload(picture(size=shade))})
    assert len(list(photos.photo_folder().iterdir())) == 3
    with django_capture_on_commit_callbacks(execute=True):
        keeper.post(address, {"remove": "1"})
    assert not list(photos.photo_folder().iterdir())
    title.refresh_from_db()
    assert title.photo == ""


@pytest.mark.parametrize("way", ["delete", "merge"])
def test_a_photo_goes_with_its_last_title(keeper, django_capture_on_commit_callbacks, way):
    keep, gone = make_title("Azul", photo="a" * 32), make_title("Hive")
    photos.set_photo(title=gone, upload=upload(picture()))
    with django_capture_on_commit_callbacks(execute=True):
        if way == "delete":
            keeper.post(reverse("admin:catalogue_gametitle_delete", args=[gone.pk]), {"post": "yes"})
        else:
            keeper.post(reverse("desk:merge"), {"keep": keep.slug, "gone": gone.slug})
    assert not list(photos.photo_folder().iterdir())


def test_a_script_in_a_drawing_is_refused_on_the_page(keeper):
    title = make_title("Azul")
    page = keeper.post(reverse("desk:photo", args=[title.pk]), {"photo": upload(SVG, "box.svg")}, follow=True)
    assert 'class="note bad"' in page.text
    title.refresh_from_db()
    assert title.photo == ""
