"""Template helpers for all pages: icons, typography, and addresses that keep the rest of the query."""

import hashlib
import json
import posixpath
import re
from base64 import b64encode
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import FilterExpression, Node, NodeList
from django.templatetags.static import static
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.formats import number_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from escale.common import dates, languages
from escale.common.text import elision, typography

register = template.Library()


SPRITE = Path(__file__).parent.parent / "static" / "escale" / "icons.svg"
MAX_FRAGMENTS = 500
MESSAGES = {"success": ("good", "check"), "warning": ("warn", "warning"), "error": ("bad", "warning")}


@cache
def drawings() -> dict[str, SafeString]:
    """The drawings of the icons, by name. Scripts use this file by `<use href="…/icons.svg#i-name">`."""
    symbols = re.findall(r'<symbol id="i-([a-z-]+)"[^>]*>(.*?)</symbol>', SPRITE.read_text(encoding="utf-8"))
    return {name: mark_safe(drawing) for name, drawing in symbols}


@register.simple_block_tag
def document_title(content: str) -> str:
    """The `title` element, and its copy for shared links."""
    title = attribute_text(content)
    return format_html('<title>{}</title>\n<meta property="og:title" content="{}">', title, title)


@register.simple_block_tag
def document_description(content: str) -> str:
    """The description for search engines and shared links."""
    return format_html(
        '<meta name="description" property="og:description" content="{}">', attribute_text(content)
    )


def attribute_text(content: str) -> SafeString:
    """The content of a block as one line that can stand between quotation marks."""
    one_line = " ".join(re.split(r"[ \t\r\n]+", content.strip(" \t\r\n")))
    # The template has escaped its values. But a quotation mark in a translation would end the attribute.
    return mark_safe(one_line.replace('"', "&quot;"))


@register.simple_tag
def icon(name: str, label: str = "", size: str = "") -> str:
    """An icon of the sprite. Without a label, screen readers skip it. `size` is "" or "big"."""
    return _icon(name, str(label), size)


class CachedFragment(Node):
    """A part of a page that is rendered once for each language and each combination of the given values."""

    def __init__(self, nodelist: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values
        self.html_by_key: dict[tuple, str] = {}

    def render(self, context) -> str:
        if settings.DEBUG:  # In development, the files that the fragment names may change.
            return self.nodelist.render(context)
        key = (get_language(), *(value.resolve(context) for value in self.values))
        html = self.html_by_key.get(key)
        if html is None:
            # Requests for random addresses must not fill the memory.
            if len(self.html_by_key) >= MAX_FRAGMENTS:
                self.html_by_key.clear()
            html = self.html_by_key[key] = self.nodelist.render(context)
        return html


@register.tag("cached_fragment")
def parse_cached_fragment(parser, token) -> Node:
    """Parses `{% cached_fragment page.path %}…{% endcached_fragment %}`. The content may depend only on these
    values.
    """
    values = [parser.compile_filter(value) for value in token.split_contents()[1:]]
    nodelist = parser.parse(("endcached_fragment",))
    parser.delete_first_token()
    return CachedFragment(nodelist, values)


def address(name: str) -> str:
    """The address of a page without arguments, in the current language."""
    return _address(name, get_language(), get_urlconf(), get_script_prefix())


@lru_cache(500)
def _address(name: str, *_where: str | None) -> str:
    return conditional_escape(reverse(name))


def address_of(name: str, slug: str, *before: str) -> str:
    """The address of something with a slug. The rest of the address is cached, for lists of hundreds."""
    head, tail = _around(name, before, get_language(), get_urlconf(), get_script_prefix())
    return f"{head}{slug}{tail}"


@lru_cache(500)
def _around(name: str, before: tuple[str, ...], *_where: str | None) -> tuple[str, str]:
    head, _slug, tail = reverse(name, args=[*before, "-"]).rpartition("-")
    return head, tail


@lru_cache(500)
def _icon(name: str, label: str, size: str) -> str:
    """Renders an icon. Cached, because a page shows about fifty icons, and few different ones."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    kind = f"icon {size}".strip()
    return format_html('<svg class="{}" viewBox="0 0 24 24" {}>{}</svg>', kind, spoken, drawings()[name])


@register.simple_tag
def script(path: str, module: bool = True) -> str:
    """A script of the site with its digest, so that a browser refuses a changed script."""
    kind = mark_safe('type="module" ') if module else ""
    return format_html('<script {}src="{}" integrity="{}"></script>', kind, static(path), integrity(path))


@register.simple_tag
def early_module(path: str) -> str:
    """A module that runs before the page is read. It has the name by which others import it, without a digest, so that
    it runs only once.
    """
    tag = '<script type="module" async fetchpriority="high" src="{}"></script>'
    return format_html(tag, settings.STATIC_URL + path)


IMPORTED = re.compile(r"^import [^'\n]* from '(\.[^']+)'", re.MULTILINE)


@register.simple_tag
def preload_modules(*paths: str) -> str:
    """Lets the browser load at once all modules that these scripts import, directly and indirectly."""
    modules = dict.fromkeys(module for path in paths for module in [path, *_imports(path)])
    loaded_modules = dict.fromkeys(paths[:1])  # is loaded by its `script` tag, with its digest
    links = [(settings.STATIC_URL + module,) for module in modules if module not in loaded_modules]
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', links)


def _imports(path: str) -> tuple[str, ...]:
    return _imported(path) if not settings.DEBUG else _imported.__wrapped__(path)


@cache
def _imported(path: str) -> tuple[str, ...]:
    """The modules that a module imports, directly and indirectly."""
    text = Path(finders.find(path)).read_text(encoding="utf-8")
    direct = [
        posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in IMPORTED.findall(text)
    ]
    return tuple(dict.fromkeys([*direct, *(further for module in direct for further in _imports(module))]))


def integrity(path: str) -> str:
    return _integrity(path) if not settings.DEBUG else _integrity.__wrapped__(path)


@cache
def _integrity(path: str) -> str:
    """The digest of the file as it is served: the collected file, or in development the source file."""
    served_path = staticfiles_storage.path(getattr(staticfiles_storage, "stored_name", str)(path))
    file = Path(served_path) if Path(served_path).exists() else Path(finders.find(path))
    return "sha384-" + b64encode(hashlib.sha384(file.read_bytes()).digest()).decode()


@register.simple_tag
def json_ld(data: dict) -> str:
    """Facts for search engines. This is data, not a script, so the security policy allows it."""
    text = json.dumps({"@context": "https://schema.org"} | data, ensure_ascii=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))


@register.simple_tag
def marked_text(pieces: list) -> SafeString:
    """The pieces of a search result as one text, with the words found in `mark` elements."""
    return format_html_join(
        "",
        "{}",
        ((format_html("<mark>{}</mark>", piece.text) if piece.is_found else piece.text,) for piece in pieces),
    )


@register.filter
def group_digits(number: int) -> str:
    """A quantity with the separators of the language. Do not use it for years and inventory numbers."""
    return str(number) if abs(number) < 1000 else _format_grouped(number, get_language())


@lru_cache(2000)
def _format_grouped(number: int, language: str) -> str:
    return number_format(number, force_grouping=True)


@register.filter
def note_kind(level: str) -> str:
    return MESSAGES.get(level, ("", ""))[0]


@register.filter
def note_icon(level: str) -> str:
    return MESSAGES.get(level, ("", "info"))[1]


@register.filter
def tel_number(number: str) -> str:
    """A telephone number in the form for a `tel:` link."""
    return re.sub(r"[^+0-9]", "", number)


@register.filter
def typeset(text: str) -> str:
    """The text with the spacing of the current language, such as narrow spaces in French."""
    return typography.apply_spacing(str(text), languages.current())


@register.filter
def open_graph_locale(language: str) -> str:
    return languages.open_graph_locale(language)


@register.filter(expects_localtime=True)
def day(when: date | None, form: str) -> str:
    """A day as the language writes it; empty if there is none."""
    return dates.day(when, form) if when else ""


@register.filter(is_safe=True)
def apply_elisions(sentence: str) -> str:
    """A sentence that contains a day or a name, joined as in its language: “l’8 novembre” in Italian."""
    return elision.apply_elisions(sentence, languages.current())


@register.simple_tag(takes_context=True)
def with_query(context, **changes) -> str:
    """The query of this page with some values changed. An empty value removes its name."""
    unchanged_pairs = [
        (name, values) for name, values in context["request"].GET.lists() if name not in changes
    ]
    changed_pairs = [(name, value) for name, value in changes.items() if value not in ("", None)]
    return f"?{urlencode(unchanged_pairs + changed_pairs, doseq=True)}"


@register.filter
def page_numbers(number: int, pages: int) -> list[int]:
    """The first page, the last page, and the neighbours of this page. A 0 stands for a gap."""
    shown_numbers = sorted({1, pages, *range(max(1, number - 2), min(pages, number + 2) + 1)})
    return [
        entry
        for before, page in zip([0, *shown_numbers], shown_numbers, strict=False)
        for entry in ([0, page] if page - before > 1 else [page])
    ]
