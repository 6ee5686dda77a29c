"""Template helpers shared by every page: icons, typography, addresses that keep the rest of the query."""

from django import template
from django.utils.html import format_html
from django.utils.translation import get_language

from escale.common import typography

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> str:
    """An icon of the sprite; with a label it speaks, without it is decoration."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else format_html('aria-hidden="true"')
    return format_html('<svg class="icon" {}><use href="#i-{}"/></svg>', spoken, name)


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
