"""Template helpers shared by every page: icons, typography, addresses that keep the rest of the query."""

import hashlib
import json
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from escale.common import typography

register = template.Library()


SPRITE = Path(__file__).parent.parent / "static" / "escale" / "icons.svg"
MESSAGES = {"success": ("good", "check"), "warning": ("warn", "warning"), "error": ("bad", "warning")}


@cache
def drawings() -> dict[str, SafeString]:
    """The icons by name; scripts use the same file by `<use href="…/icons.svg#i-name">`."""
    found = re.findall(r'<symbol id="i-([a-z-]+)"[^>]*>(.*?)</symbol>', SPRITE.read_text(encoding="utf-8"))
    return {name: mark_safe(drawing) for name, drawing in found}


@register.simple_tag
def icon(name: str, label: str = "", size: str = "") -> str:
    """An icon of the sprite; with a label it speaks, without it is decoration. `size` is "" or "big"."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    kind = f"icon {size}".strip()
    return format_html('<svg class="{}" viewBox="0 0 24 24" {}>{}</svg>', kind, spoken, drawings()[name])


@register.simple_tag
def script(path: str, module: bool = True) -> str:
    """A script of ours by its digest: a browser runs it only as we wrote it."""
    kind = mark_safe('type="module" ') if module else ""
    return format_html('<script {}src="{}" integrity="{}"></script>', kind, static(path), integrity(path))


def integrity(path: str) -> str:
    return _integrity(path) if not settings.DEBUG else _integrity.__wrapped__(path)


@cache
def _integrity(path: str) -> str:
    """Of the file as it is served: collected under its digest, or where it was written while one develops."""
    served = staticfiles_storage.path(getattr(staticfiles_storage, "stored_name", str)(path))
    file = Path(served) if Path(served).exists() else Path(finders.find(path))
    return "sha384-" + b64encode(hashlib.sha384(file.read_bytes()).digest()).decode()


@register.simple_tag
def json_ld(data: dict) -> str:
    """Facts for search engines; data, not a script, so the content policy lets it stand."""
    text = json.dumps({"@context": "https://schema.org"} | data, ensure_ascii=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))


@register.filter
def grouped(number: int) -> str:
    """A quantity with the separators of the language; years and numbers of things stay without."""
    return number_format(number, force_grouping=True)


@register.filter
def note_kind(level: str) -> str:
    return MESSAGES.get(level, ("", ""))[0]


@register.filter
def note_icon(level: str) -> str:
    return MESSAGES.get(level, ("", "info"))[1]


@register.filter
def dialled(number: str) -> str:
    """A telephone number as a tel: link wants it."""
    return re.sub(r"[^+0-9]", "", number)


@register.filter
def typo(text: str) -> str:
    """Narrow spaces before high punctuation where the language wants them."""
    return typography.spaces(str(text), get_language() or "fr")


@register.simple_tag(takes_context=True)
def with_query(context, **changes) -> str:
    """This page's query with some values changed; an empty value removes its name."""
    query = context["request"].GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value not in ("", None):
            query[name] = value
    return f"?{query.urlencode()}"


@register.filter
def page_numbers(number: int, pages: int) -> list[int]:
    """First, last and the neighbours of this page; 0 stands for a gap."""
    shown = sorted({1, pages, *range(max(1, number - 2), min(pages, number + 2) + 1)})
    return [
        entry
        for before, page in zip([0, *shown], shown, strict=False)
        for entry in ([0, page] if page - before > 1 else [page])
    ]
