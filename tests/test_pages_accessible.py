"""Every page in four languages: no axe violation, light and dark, and nothing wider than the screen.

axe judges a page four times: in French and in one other language, which takes turns from page to page, narrow and
wide in both themes. The first screen of a language is judged by all rules, the second one by those that depend on
what a screen looks like. The width is judged in all languages, on three screens. The crawl of
`make security` runs axe on every page that a link leads to.
"""

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


def screens_by_language(page_number: int) -> dict[str, list[tuple[int, str]]]:
    """The screens on which axe judges the page, in each language."""
    screens: dict[str, list[tuple[int, str]]] = {"fr": SCREENS} | {
        language: [] for language in OTHER_LANGUAGES
    }
    screens[OTHER_LANGUAGES[page_number % len(OTHER_LANGUAGES)]] = OTHER_SCREENS
    return screens


@pytest.mark.parametrize("address", PAGES, ids=str)
def test_accessible_everywhere(address, page):
    faults = []
    for language, screens in screens_by_language(PAGES.index(address)).items():
        page.goto(address.path(language))
        assert page.locator("html").get_attribute("lang") == language
        faults += look(page, screens)
    assert faults == []


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


def look(page, screens) -> list[str]:
    """What axe finds on these screens, and what is wrong with the width on all."""
    faults = []
    for number, (width, theme) in enumerate(screens):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # nothing is judged in mid-change
        found = violations(page, rules=APPEARANCE if number else RULES)
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
