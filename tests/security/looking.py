"""What only a browser can say of a page: axe's violations, errors of scripts, a broken policy, widths."""

import itertools

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright

from tests.conftest import watched
from tests.serving import CHROMIUM, FLAGS, Site
from tests.test_pages_accessible import RULES

SCREENS = itertools.cycle([(1280, "light"), (320, "dark")])


def look(site: Site, paths: list[str], cookies: dict[str, str]) -> list[str]:
    if not CHROMIUM:
        print("  not known here: no Chromium was found, so that nothing was looked at")
        return []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        faults = [fault for path in paths for fault in looked_at(browser, site, path, cookies)]
        browser.close()
    return faults


def looked_at(browser: Browser, site: Site, path: str, cookies: dict[str, str]) -> list[str]:
    width, theme = next(SCREENS)
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": width, "height": 800},
        color_scheme=theme,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": name, "value": value, "url": site.url} for name, value in cookies.items()])
    page = context.new_page()
    trouble = watched(page, site.url)
    page.goto(path, wait_until="load")
    page.wait_for_timeout(150)
    found = Axe().run(page, options=RULES).response["violations"]
    trouble += [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"][:3]]
    if page.evaluate("document.documentElement.scrollWidth") > width:
        trouble.append("wider than the screen")
    context.close()
    return [f"{path} ({width} {theme}): {fault}" for fault in trouble]
