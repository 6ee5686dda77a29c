"""What only a browser shows: theme, menus, suggestions, keyboard, offline, weight."""

import gzip
import re

import httpx
import pytest

pytestmark = pytest.mark.browser


def theme(page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_the_theme_follows_the_system_until_one_chooses(page):
    page.emulate_media(color_scheme="light")
    page.goto("/fr/maison/")
    light = theme(page)
    page.emulate_media(color_scheme="dark")
    dark = theme(page)
    assert light != dark
    page.get_by_role("button", name="Thème sombre").click()
    assert theme(page) == light
    page.goto("/fr/vie-privee/")
    assert theme(page) == light
    assert page.get_by_role("button", name="Thème sombre").get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_on_a_phone_the_four_sections_stand_in_one_row(page, language):
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto(f"/{language}/")
    assert len({link.bounding_box()["y"] for link in page.locator(".sections a").all()}) == 1


def test_the_language_menu_opens_by_keyboard_and_closes_by_escape(page):
    page.goto("/fr/maison/")
    page.locator("details.menu summary").focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("link", name="Deutsch").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("link", name="Deutsch").is_visible()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Deutsch").click()
    page.wait_for_url("**/de/haus/")


def test_the_first_tab_skips_to_the_content(page):
    page.goto("/fr/maison/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_suggestions_come_while_one_types_and_lead_to_the_rule(page):
    page.goto("/fr/")
    page.keyboard.press("/")
    box = page.locator("#search-home")
    assert box.evaluate("e => e === document.activeElement")
    box.type("shangh")
    options = page.get_by_role("option")
    options.first.wait_for()
    assert box.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    assert options.first.get_attribute("aria-selected") == "true"
    assert box.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    page.keyboard.press("Escape")
    assert not options.first.is_visible()
    box.press("i")
    options.first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/shanghaien/**")


def test_the_search_works_without_scripts(browser, site):
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/fr/")
    page.locator("input[type=search]").first.fill("shanghai")
    page.locator("form[role=search] button").first.click()
    page.wait_for_url("**/fr/recherche/?q=shanghai")
    page.locator("main .card").first.wait_for()
    assert not page.locator("[data-theme-switch]").is_visible()
    context.close()


def test_without_a_network_there_is_a_page_that_says_so(page, context):
    page.goto("/fr/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.keys().then(names => names.length > 0)")
    context.set_offline(True)
    page.goto("/fr/maison/")
    assert page.get_by_role("heading", level=1).inner_text().startswith("Calme plat")
    context.set_offline(False)


def test_nothing_moves_while_the_page_loads(page):
    page.add_init_script(
        """window.moved = 0;
        const watch = list => { for (const entry of list.getEntries()) window.moved += entry.value };
        new PerformanceObserver(watch).observe({type: "layout-shift", buffered: true})"""
    )
    page.goto("/fr/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.moved") <= 0.02


def test_home_is_light(page):
    sizes = {"html": 0, "css": 0, "js": 0}

    def weigh(response):
        kind = re.search(r"text/(html|css|javascript)", response.headers.get("content-type", ""))
        if kind and response.status == 200 and "worker" not in response.url:
            sizes[{"javascript": "js"}.get(kind[1], kind[1])] += len(gzip.compress(response.body(), 6))

    page.on("response", weigh)
    page.goto("/fr/")
    page.wait_for_load_state("networkidle")
    assert sizes["html"] + sizes["css"] <= 40_000
    assert sizes["js"] <= 20_000
    print(sizes)


def test_many_tables_that_wait_fit_the_narrowest_screen(page, site):
    body = {"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "human"}]}
    with httpx.Client(base_url=site.url) as http:
        for _ in range(10):
            http.post("/api/v1/matches/", json=body).raise_for_status()
    page.set_viewport_size({"width": 320, "height": 800})
    for language in ("fr", "en", "it", "de"):
        page.goto(f"/{language}/")
        assert int(page.locator(".game-card .badge.good").first.inner_text().split()[0]) >= 10
        assert page.evaluate("document.documentElement.scrollWidth") == 320
