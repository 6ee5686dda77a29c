"""Blocks of markup that several templates use with different content."""

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from escale.common.templatetags.kit import icon

register = template.Library()


@register.simple_block_tag
def breadcrumbs(content: str, label: str) -> SafeString:
    """The path to a page. The content has a list item for each step. The last one has
    `aria-current="page"`.
    """
    return format_html('<nav class="breadcrumbs" aria-label="{}">\n<ol>{}</ol>\n</nav>', label, content)


@register.simple_block_tag
def empty_state(content: str, icon_name: str, heading: str, level: str = "h2") -> SafeString:
    """What a page shows instead of an empty list: a big icon, a heading, and what the reader can do.

    `level` is the element of the heading.
    """
    return format_html(
        '<div class="empty">{}<{level}>{}</{level}>{}</div>',
        icon(icon_name, size="big"),
        heading,
        content,
        level=level,
    )


@register.simple_block_tag
def table_scroll(content: str, label: str = "", labelled_by: str = "", role: str = "region") -> SafeString:
    """A frame in which a wide table scrolls, also by keyboard. Its name is a text, or the id of a heading."""
    attribute, name = ("aria-labelledby", labelled_by) if labelled_by else ("aria-label", label)
    return format_html(
        '<div class="table-scroll" role="{}" tabindex="0" {}="{}">{}</div>', role, attribute, name, content
    )


@register.simple_tag
def table_head(*headings: str, numbers: str = "") -> SafeString:
    """The head of a table with one row of headings.

    `numbers` names the columns with numbers by their position: "1 3" means the first and the third.
    """
    numeric_places = {int(place) for place in numbers.split()}
    cells = [
        (' class="num"' if place in numeric_places else "", heading)
        for place, heading in enumerate(headings, start=1)
    ]
    row = format_html_join(
        "\n", '<th scope="col"{}>{}</th>', ((mark_safe(kind), text) for kind, text in cells)
    )
    return format_html("<thead>\n<tr>{}</tr>\n</thead>", row)


@register.simple_tag(takes_context=True)
def show_chip(context: Context, value: str, label: str) -> SafeString:
    """A chip that shows the part of a list with `?show=value`, or the whole list if the value is empty.

    The context of the page contains the part that is shown now as `show`.
    """
    current = mark_safe(' aria-current="true"') if context["show"] == value else ""
    address = f"?show={value}" if value else "?"
    return format_html('<li><a class="chip" href="{}"{}>{}</a></li>', address, current, label)
