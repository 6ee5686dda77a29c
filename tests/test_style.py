"""Templates, style sheets and scripts can be read: no line and no script is long, and no tag of ours
hides one of Django's.
"""

import re
from pathlib import Path

import pytest
from django.template import defaultfilters, defaulttags, loader_tags
from django.templatetags import cache, i18n, l10n, static, tz

from escale.common.templatetags import components, kit

ROOT = Path(__file__).parent.parent
APPS = ("escale", "catalogue", "rules_docs", "games")
MAX_COLUMNS = 120
MAX_DECLARATIONS = 3
MAX_SCRIPT_LINES = 300
TEMPLATE_TYPES = {".html", ".xml", ".atom", ".js", ".svg", ".txt"}


def find_files() -> list[Path]:
    """Every template, and every style sheet and script that the site serves."""
    files = []
    for app in APPS:
        files += [path for path in (ROOT / app).rglob("templates/**/*") if path.suffix in TEMPLATE_TYPES]
        files += [path for path in (ROOT / app).rglob("static/**/*") if path.suffix in {".css", ".js"}]
    return sorted(files)


def find_long_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), start=1) if len(line) > MAX_COLUMNS]


def find_crowded_lines(style_sheet: str) -> list[int]:
    """The lines that hold more declarations than three."""
    lines = style_sheet.splitlines()
    return [
        number for number, line in enumerate(lines, start=1) if len(re.findall(r";", line)) > MAX_DECLARATIONS
    ]


def test_the_site_has_templates_style_sheets_and_scripts():
    assert {path.suffix for path in find_files()} >= {".html", ".css", ".js"}


@pytest.mark.parametrize("path", find_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_is_long(path):
    assert find_long_lines(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path",
    [path for path in find_files() if path.suffix == ".css"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_a_line_of_a_style_sheet_has_few_declarations(path):
    assert find_crowded_lines(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path",
    [path for path in find_files() if path.suffix == ".js"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_a_script_has_at_most_as_many_lines_as_a_module_of_python(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_SCRIPT_LINES


def test_long_and_crowded_lines_are_found():
    assert find_long_lines(f"{'a' * 120}\n{'b' * 121}\n") == [2]
    assert find_crowded_lines("a { b: c; d: e; f: g; }\na { b: c; d: e; f: g; h: i; }\n") == [2]


def test_no_tag_or_filter_of_ours_hides_one_of_django():
    libraries = [
        module.register
        for module in (defaulttags, defaultfilters, loader_tags, i18n, static, cache, l10n, tz)
    ]
    names_of_django = {name for library in libraries for name in (*library.tags, *library.filters)}
    ours = {
        name for module in (components, kit) for name in (*module.register.tags, *module.register.filters)
    }
    assert ours & names_of_django == set()
