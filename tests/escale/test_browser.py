"""What only a browser shows: theme, menus, suggestions, keyboard, offline, weight."""

import gzip
import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.waiting import wait_for_promise

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
    button = page.get_by_role("button", name="Thème sombre")
    button.click()
    expect(page.locator("html")).to_have_css("background-color", light)
    page.goto("/fr/vie-privee/")
    expect(page.locator("html")).to_have_css("background-color", light)
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_on_a_phone_the_four_sections_stand_in_one_row(page, language):
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto(f"/{language}/")
    assert len({link.bounding_box()["y"] for link in page.locator(".sections a").all()}) == 1


def test_the_language_menu_opens_by_keyboard_and_closes_by_escape(page):
    page.goto("/fr/maison/")
    page.locator("details.menu summary").focus()
    german = page.get_by_role("link", name="Deutsch")
    page.keyboard.press("Enter")
    expect(german).to_be_visible()
    page.keyboard.press("Escape")
    expect(german).to_be_hidden()
    page.keyboard.press("Enter")
    german.click()
    page.wait_for_url("**/de/haus/")


def test_the_first_tab_skips_to_the_content(page):
    page.goto("/fr/maison/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_suggestions_come_while_one_types_and_lead_to_the_rule(page):
    page.goto("/fr/")
    page.keyboard.press("/")
    box = page.locator("#search-home")
    expect(box).to_be_focused()
    page.keyboard.insert_text(
        "shangh"
    )  # at once: typed slowly, an answer to the last letter may undo the choice
    options = page.get_by_role("option")
    options.first.wait_for()
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", options.first.get_attribute("id"))
    page.keyboard.press("Escape")
    expect(options.first).to_be_hidden()
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
    expect(page.locator("[data-theme-switch]")).to_be_hidden()
    context.close()


def test_without_a_network_there_is_a_page_that_says_so(page, context):
    page.goto("/fr/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # its files are kept by then
    wait_for_promise(page, "caches.match('/fr/offline/').then((kept) => Boolean(kept))")
    context.set_offline(True)
    page.goto("/fr/maison/")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Calme plat"))
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
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/fr/")
    page.wait_for_load_state("networkidle")
    sizes = {"html": 0, "css": 0, "javascript": 0}
    for answer in answers:
        kind = re.search(r"text/(html|css|javascript)", answer.headers.get("content-type", ""))
        if kind and answer.status == 200 and "worker" not in answer.url:
            sizes[kind[1]] += len(gzip.compress(answer.body(), 6))
    assert all(sizes.values()), sizes
    assert sizes["html"] + sizes["css"] <= 40_000, sizes
    assert sizes["javascript"] <= 20_000, sizes


def test_many_tables_that_wait_fit_the_narrowest_screen(page, site):
    body = {"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "human"}]}
    with httpx.Client(base_url=site.url, timeout=60) as http:
        for _ in range(10):
            http.post("/api/v1/matches/", json=body).raise_for_status()
    page.set_viewport_size({"width": 320, "height": 800})
    for language in ("fr", "en", "it", "de"):
        page.goto(f"/{language}/")
        assert (
            int(
                page.locator(".game-card", has_text="Shanghaien")
                .locator(".badge.good")
                .inner_text()
                .split()[0]
            )
            >= 10
        )
        assert page.evaluate("document.documentElement.scrollWidth") == 320
