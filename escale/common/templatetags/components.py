"""Pieces of markup with a content of their own that several templates use."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def breadcrumbs(content: str, label: str) -> SafeString:
    """The path to a page.

    The content is a list item for each step. The last one has `aria-current="page"`.
    """
    return format_html('<nav class="breadcrumbs" aria-label="{}">\n<ol>{}</ol>\n</nav>', label, content)


@register.simple_block_tag
def table_scroll(content: str, label: str = "", labelled_by: str = "", role: str = "region") -> SafeString:
    """A frame in which a wide table scrolls, also by keyboard.

    It is named by a text or by the id of a heading.
    """
    attribute, name = ("aria-labelledby", labelled_by) if labelled_by else ("aria-label", label)
    return format_html(
        '<div class="table-scroll" role="{}" tabindex="0" {}="{}">{}</div>', role, attribute, name, content
    )
