"""HTML of the options of a facet. A page of results shows about a hundred of them."""

from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from catalogue.presenting.facet_panels import Option, Panel
from escale.common.templatetags.kit import group_digits

OPTION = """<label class="choice"><input form="question" type="{input_type}" name="{name}" value="{value}"\
 id="f-{name}-{value}"{checked}> <span>{label}</span> <span class="count">{count}</span></label>"""


def facet_options(panel: Panel, options: list[Option]) -> SafeString:
    """Renders these options of the panel: as radio buttons if only one of several can be chosen."""
    input_type = "checkbox" if panel.many or len(panel.options) == 1 else "radio"
    rows = [(_render_option(input_type, panel.name, option),) for option in options]
    return format_html_join("", "{}", rows)


@lru_cache(5_000)
def _render_option(input_type: str, name: str, option: Option) -> SafeString:
    """Renders one option. Cached, because many pages have the same options with the same counts."""
    return format_html(
        OPTION,
        input_type=input_type,
        name=name,
        value=option.value,
        checked=" checked" if option.on else "",
        label=option.label,
        count=group_digits(option.count),
    )
