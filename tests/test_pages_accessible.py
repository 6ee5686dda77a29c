"""Every page in four languages, three widths, light and dark: no axe violation, nothing wider than the screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.pages import PAGES
from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
WIDTHS, THEMES = (320, 375, 1280), ("light", "dark")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,  # it would copy style sheets into the page, which our policy refuses
}


def violations(page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"][:3]]


@pytest.mark.parametrize("address", PAGES, ids=str)
def test_accessible_everywhere(address, page):
    """French is looked at in every width and theme, the others (same markup, longer words) in two of the six."""
    page.goto(address.path("fr"))
    faults = look(page, [(width, theme) for width in WIDTHS for theme in THEMES])
    for language in ("en", "it", "de"):
        page.goto(address.path(language))
        assert page.locator("html").get_attribute("lang") == language
        faults += look(page, [(320, "dark"), (1280, "light")])
    assert faults == []


def test_an_error_page_is_accessible_too(page):
    page.goto("/fr/rien-ici/")
    assert look(page, [(320, "dark"), (1280, "light")]) == []


def test_the_explained_api_is_accessible_too(page):
    page.goto("/api/v1/docs/")
    page.locator(".opblock").first.wait_for()
    assert look(page, [(320, "dark"), (1280, "light")]) == []


def look(page, screens) -> list[str]:
    faults = []
    for width, theme in screens:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # nothing is judged in mid-change
        where = f"{page.url} {width} {theme}"
        faults += [f"{where}: {fault}" for fault in violations(page)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"{where}: wider than the screen")
    if page.locator("h1").count() != 1:
        faults.append(f"{page.url}: needs exactly one h1")
    return faults


def test_every_component_in_every_state_is_accessible(page, superuser):
    """The styleguide, seen by staff who sign in like people do."""
    in_browser(page, *superuser("ada"), "/styleguide/")
    assert look(page, [(width, theme) for width in WIDTHS for theme in THEMES]) == []
