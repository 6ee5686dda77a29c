"""Photos of covers. An upload is checked before it is decoded. Only its pixels are stored."""

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
MAX_FILE_SIZE = 10_000_000
MAX_PIXELS = 40_000_000
MIN_SIDE = 100


def photo_folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "covers"


def photo_path(photo: str, size: int) -> Path:
    return photo_folder() / f"{photo}-{size}.webp"


def render_sizes(upload: UploadedFile) -> dict[int, bytes]:
    """The picture as WebP in each size.

    The size of an upload is read from its header, so a picture that is too large is refused before it takes
    memory.
    """
    if (upload.size or 0) > MAX_FILE_SIZE:
        raise DeskRefusal(_("The file is larger than 10 MB."))
    try:
        with Image.open(upload, formats=FORMATS) as image:
            _refuse_unsuitable(image)
            if image.format == "JPEG":
                image.draft("RGB", (SIZES[-1], SIZES[-1]))
            picture = ImageOps.exif_transpose(image).convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise DeskRefusal(_("This is not a JPEG, PNG or WebP picture, or it is damaged.")) from error
    return {size: _render(picture, size) for size in SIZES}


def _refuse_unsuitable(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS:
        measures = {"width": image.width, "height": image.height}
        raise DeskRefusal(
            _("%(width)s × %(height)s pixels are too many; at most 40 million are allowed.") % measures
        )
    if min(image.size) < MIN_SIDE:
        raise DeskRefusal(_("The picture is less than 100 pixels wide or high."))


def _render(picture: Image.Image, size: int) -> bytes:
    thumbnail = picture.copy()
    thumbnail.thumbnail((size, size), Image.Resampling.LANCZOS)
    # A new image has the pixels only: no EXIF with the place of the photo, no colour profile.
    pixels_only = Image.frombytes("RGB", thumbnail.size, thumbnail.tobytes())
    output = BytesIO()
    pixels_only.save(output, "WEBP", quality=82)
    return output.getvalue()


def set_photo(*, title: GameTitle, upload: UploadedFile, who: Any = None) -> str:
    """Stores the photo and makes it the cover of the title; returns the name of its files."""
    content_by_size = render_sizes(upload)
    photo = hashlib.sha256(content_by_size[SIZES[-1]]).hexdigest()[:32]
    photo_folder().mkdir(parents=True, exist_ok=True)
    for size, content in content_by_size.items():
        photo_path(photo, size).write_bytes(content)
    _change_photo(title, photo, who)
    return photo


def remove_photo(*, title: GameTitle, who: Any = None) -> None:
    _change_photo(title, "", who)


@services.catalogue_transaction()
def _change_photo(title: GameTitle, photo: str, who: Any) -> None:
    former_photo = title.photo
    audit.change_fields(who=who, thing=title, photo=photo)
    services.mark_changed([title])
    if former_photo != photo:
        delete_unused_photo(former_photo)


def delete_unused_photo(photo: str) -> None:
    """Deletes the files of a photo, unless a title still uses them."""
    if photo and not GameTitle.objects.filter(photo=photo).exists():
        transaction.on_commit(lambda: _delete_files(photo))


def _delete_files(photo: str) -> None:
    for size in SIZES:
        photo_path(photo, size).unlink(missing_ok=True)
