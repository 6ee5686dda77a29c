"""Photos of covers: looked at before they are decoded, drawn anew in three sizes, nothing of the original kept."""

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.models import GameTitle
from escale.common import audit

SIZES = (240, 400, 800)
FORMATS = ("JPEG", "PNG", "WEBP")
LARGEST_FILE, MOST_PIXELS, SMALLEST_SIDE = 10_000_000, 40_000_000, 100


def folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "covers"


def path(photo: str, size: int) -> Path:
    return folder() / f"{photo}-{size}.webp"


def redrawn(upload: UploadedFile) -> dict[int, bytes]:
    """The picture in each size as WebP. Its pixels are counted from the header, before any memory is spent."""
    if (upload.size or 0) > LARGEST_FILE:
        raise DeskRefusal(_("The file is larger than 10 MB."))
    try:
        with Image.open(upload, formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                what = {"width": image.width, "height": image.height}
                raise DeskRefusal(_("%(width)s × %(height)s pixels are too many; 40 million are enough.") % what)
            if min(image.size) < SMALLEST_SIDE:
                raise DeskRefusal(_("The picture is smaller than 100 pixels."))
            if image.format == "JPEG":
                image.draft("RGB", (SIZES[-1], SIZES[-1]))
            picture = ImageOps.exif_transpose(image).convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise DeskRefusal(_("This is no JPEG, PNG or WebP picture, or it is damaged.")) from error
    return {size: _fitted(picture, size) for size in SIZES}


def _fitted(picture: Image.Image, size: int) -> bytes:
    small, out = picture.copy(), BytesIO()
    small.thumbnail((size, size), Image.Resampling.LANCZOS)
    # A new image holds the pixels alone: no EXIF, no place where it was taken, no colour profile.
    bare = Image.frombytes("RGB", small.size, small.tobytes())
    bare.save(out, "WEBP", quality=82)
    return out.getvalue()


def put(*, title: GameTitle, upload: UploadedFile, who: Any = None) -> str:
    drawn = redrawn(upload)
    name = hashlib.sha256(drawn[SIZES[-1]]).hexdigest()[:32]
    folder().mkdir(parents=True, exist_ok=True)
    for size, content in drawn.items():
        path(name, size).write_bytes(content)
    _set(title, name, who)
    return name


def take_away(*, title: GameTitle, who: Any = None) -> None:
    _set(title, "", who)


@services.catalogue_transaction()
def _set(title: GameTitle, name: str, who: Any) -> None:
    former = title.photo
    audit.change_fields(who=who, thing=title, photo=name)
    services.mark_changed([title])
    if former != name:
        let_go(former)


def let_go(photo: str) -> None:
    """Its files go when no title shows it any more."""
    if photo and not GameTitle.objects.filter(photo=photo).exists():
        transaction.on_commit(lambda: _delete(photo))


def _delete(photo: str) -> None:
    for size in SIZES:
        path(photo, size).unlink(missing_ok=True)
