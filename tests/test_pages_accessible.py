"""Every page in four languages: no axe violation, light and dark, and nothing wider than the screen.

axe judges a page twice: in French by all rules, and in one other language by those that depend on what a screen
looks like. Language, widths and themes take turns from page to page. The width is judged in all languages, on three
screens. The crawl of `make security` runs axe on every page that a link leads to.
"""

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.pages import PAGES
from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
WIDTHS = (320, 375, 1280)
SCREENS = [(320, "light"), (1280, "dark")]
OTHER_SCREENS = [(1280, "light"), (320, "dark")]
OTHER_LANGUAGES = ("en", "it", "de")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,  # it would copy style sheets into the page, which our policy refuses
}
#: the rules whose answer depends on colours and places
APPEARANCE = RULES | {"runOnly": ["color-contrast", "link-in-text-block", "target-size"]}


#: A target that a sticky bar half covers is judged once more in the middle of the screen, where one can scroll it.
AXE = """async ([part, options]) => {
  const { violations } = await axe.run(part, options)
  const remains = async ({ target }) => {
    document.querySelector(target[0]).scrollIntoView({ block: 'center', behavior: 'instant' })
    const again = await axe.run(part, { runOnly: ['target-size'], preload: false })
    return again.violations.some(({ nodes }) => nodes.some((node) => node.target[0] === target[0]))
  }
  for (const fault of violations.filter(({ id }) => id === 'target-size')) {
    const { scrollX, scrollY } = window
    const nodes = []
    for (const node of fault.nodes) if (await remains(node)) nodes.push(node)
    fault.nodes = nodes
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  }
  return violations
}"""


def violations(page, part: str = "html", rules: dict = RULES) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE, [part, rules])
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"][:3]]


def look_in_each_language(page, page_number: int, open_in: Callable[[str], None]) -> list[str]:
    """What is wrong with a page that `open_in` opens in a language."""
    (first, second) = (SCREENS, OTHER_SCREENS)[page_number % 2]
    open_in("fr")
    faults = look(page, [first])
    for number, language in enumerate(OTHER_LANGUAGES):
        open_in(language)
        is_judged = number == page_number % len(OTHER_LANGUAGES)
        faults += look(page, [second] if is_judged else [], first_rules=APPEARANCE)
    return faults


@pytest.mark.parametrize("address", PAGES, ids=str)
def test_accessible_everywhere(address, page):
    def open_in(language: str) -> None:
        page.goto(address.path(language))
        assert page.locator("html").get_attribute("lang") == language

    assert look_in_each_language(page, PAGES.index(address), open_in) == []


def test_an_error_page_is_accessible_too(page):
    page.goto("/fr/rien-ici/")
    assert look(page, OTHER_SCREENS) == []


def test_the_explained_api_is_accessible_too(page):
    page.goto("/api/v1/docs/")
    page.locator(".opblock").first.wait_for()
    assert look(page, OTHER_SCREENS) == []


@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_the_log_in_with_its_passkey_is_accessible_too(page, site, language):
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page.goto("/admin/login/")
    assert page.locator("html").get_attribute("lang") == language
    assert look(page, SCREENS if language == "fr" else OTHER_SCREENS) == []


def look(page, screens, first_rules: dict = RULES) -> list[str]:
    """What axe finds on these screens, and what is wrong with the width on all."""
    faults = []
    for number, (width, theme) in enumerate(screens):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # nothing is judged in mid-change
        found = violations(page, rules=APPEARANCE if number else first_rules)
        faults += [f"{page.url} {width} {theme}: {fault}" for fault in found]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"{page.url}: wider than {width}")
    if page.locator("h1").count() != 1:
        faults.append(f"{page.url}: needs exactly one h1")
    return faults


def test_every_component_in_every_state_is_accessible(page, superuser):
    """The styleguide, seen by staff who sign in like people do."""
    in_browser(page, *superuser("ada"), "/styleguide/")
    assert look(page, [*SCREENS, *OTHER_SCREENS]) == []
