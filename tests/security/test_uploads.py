"""Files that are two things at once, or name places that are not theirs: refused, or nothing of
them is left.
"""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, PngImagePlugin

from catalogue.desk import DeskRefusal, photos
from catalogue.models import ImportJob
from tests.catalogue.making import make_title

pytestmark = pytest.mark.django_db
SCRIPT = b"<script>xss()</script>"


def picture(form: str, **more) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (200, 200), "#1f5a4c").save(out, form, **more)
    return out.getvalue()


def noted() -> PngImagePlugin.PngInfo:
    note = PngImagePlugin.PngInfo()
    note.add_text("Comment", SCRIPT.decode())
    note.add_itxt("XML:com.adobe.xmp", SCRIPT.decode())
    return note


def archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in names:
            packed.writestr(name, "name,year\r\nAzul,2017\r\n")
    return out.getvalue()


# What a browser might run, under the name of a picture.
POLYGLOTS = {
    "a drawing with a script": (b'<svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT + b"</svg>", "a.svg"),
    "a drawing that is called a photo": (b'<?xml version="1.0"?><svg onload="xss()"/>', "a.jpg"),
    "a page that begins like a GIF": (b"GIF89a/*" + SCRIPT + b"*/=1;", "a.gif"),
    "a page behind a photo": (picture("JPEG") + SCRIPT, "a.jpg"),
    "a page in a comment of a photo": (picture("JPEG", comment=SCRIPT), "a.jpg"),
    "a page in the notes of a PNG": (picture("PNG", pnginfo=noted()), "a.png"),
    "an archive behind a photo": (picture("PNG") + archive("x.html"), "a.png"),
    "a photo that is called a page": (picture("WEBP"), "a.html"),
    "a path for a name": (picture("PNG"), "../../../../tmp/a.png"),
    "a document": (b"%PDF-1.7\n" + SCRIPT, "a.pdf"),
    "a drawing for a printer": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 300\n", "a.eps"),
    "a picture of another kind": (picture("TIFF"), "a.jpg"),
    "an icon": (picture("ICO"), "a.jpg"),
}


@pytest.mark.parametrize("what", POLYGLOTS)
def test_of_a_picture_only_its_pixels_are_kept(keeper, settings, tmp_path, what):
    settings.MEDIA_ROOT = tmp_path / "media"
    content, name = POLYGLOTS[what]
    title = make_title("Azul")
    page = keeper.post(
        reverse("desk:photo", args=[title.pk]), {"photo": SimpleUploadedFile(name, content)}, follow=True
    )
    assert SCRIPT.decode() not in page.text
    title.refresh_from_db()
    kept = list(photos.photo_folder().rglob("*")) if photos.photo_folder().exists() else []
    assert bool(kept) == bool(title.photo)
    for file in kept:
        written = file.read_bytes()
        assert written[:4] == b"RIFF" and written[8:12] == b"WEBP"
        assert b"script" not in written and b"x.html" not in written
        assert file.parent == photos.photo_folder() and file.suffix == ".webp"
    if title.photo:
        answer = keeper.get(f"/covers/{title.photo}-400.webp")
        assert b"".join(answer.streaming_content)[:4] == b"RIFF"
        answer.close()
        assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")


def test_a_photo_would_be_kept(settings, tmp_path):
    """The negative control: what is honest passes, what is no picture does not."""
    settings.MEDIA_ROOT = tmp_path / "media"
    assert photos.render_sizes(SimpleUploadedFile("a.png", picture("PNG")))
    with pytest.raises(DeskRefusal):
        photos.render_sizes(SimpleUploadedFile("a.gif", picture("GIF")))


PATHS = ["../../evil.csv", "/etc/evil.csv", "C:\\evil.csv", "..\\evil.csv", "a/../../evil.csv"]


@pytest.mark.parametrize("name", PATHS)
def test_an_archive_writes_nowhere_but_in_its_place(keeper, settings, tmp_path, name):
    settings.IMPORTS_ROOT = tmp_path / "inside" / "imports"
    sent = SimpleUploadedFile("games.zip", archive(name))
    keeper.post(reverse("desk:imports"), {"file": sent}, follow=True)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.parent for path in written] == [settings.IMPORTS_ROOT] * len(written)
    assert {path.name for path in written} == set(ImportJob.objects.values_list("stored", flat=True))


@pytest.mark.parametrize("name", ["../../evil.csv", "/etc/evil.csv", "evil.csv\0.png", "x" * 300 + ".csv"])
def test_the_name_of_a_file_is_never_a_place(keeper, settings, tmp_path, name):
    settings.IMPORTS_ROOT = tmp_path / "inside" / "imports"
    keeper.post(reverse("desk:imports"), {"file": SimpleUploadedFile(name, b"name,year\r\nAzul,2017\r\n")})
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(path.parent == settings.IMPORTS_ROOT and len(path.name) == 32 for path in written)


ELSEWHERE = [
    "/covers/../../etc/passwd-400.webp", "/covers/%2e%2e%2fpasswd-400.webp", "/covers/x%00-400.webp",
    "/r/drawings/..%2f..%2fx.svg", "/static/../settings.py", "/media/secret-key", "/secret-key", "/escale.sqlite3",
]  # fmt: skip


@pytest.mark.parametrize("path", ELSEWHERE)
def test_no_address_leads_to_another_file(client, path):
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "root:" not in answer.text
