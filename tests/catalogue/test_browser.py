"""The catalogue in a browser: results follow the typing, the address says it all, back goes back."""

import pytest
from playwright.sync_api import expect

from tests.pages import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def library(site):
    """The demo library, in the site's own database."""
    site.manage("load_demo")
    return site


def names(page) -> list[str]:
    return page.locator("#results h3").all_inner_texts()


def settled(page) -> None:
    expect(page.locator("#answer")).not_to_have_attribute("aria-busy", "true")


def test_results_follow_the_typing_without_moving_the_page(library, page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/fr/catalogue/")
    page.evaluate(
        "window.moved = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) if "
        "(!e.hadRecentInput) "
        "window.moved += e.value }).observe({type: 'layout-shift', buffered: true})"
    )
    before = names(page)
    page.locator("#q").press_sequentially("carcasonne", delay=20)
    expect(page.locator("#results h3").first).to_have_text("Carcassonne")
    page.wait_for_url("**/fr/catalogue/?q=carcasonne")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("carcasonne")
    assert names(page) != before
    assert page.evaluate("window.moved") <= 0.02


def test_a_filter_is_a_step_that_back_undoes(library, page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/fr/catalogue/?q=catane")
    before = names(page)
    page.locator("#f-players-4").focus()
    page.keyboard.press("Space")
    page.wait_for_url("**players=4**")
    settled(page)
    expect(page.locator("#f-players-4")).to_be_focused()
    expect(page.locator(".chips .chip.on")).to_have_count(1)
    page.go_back()
    page.wait_for_url("**/fr/catalogue/?q=catane")
    expect(page.locator(".chips .chip.on")).to_have_count(0)
    expect(page.locator("#results h3")).to_have_text(before)
    expect(page.locator("#q")).to_have_value("catane")
    page.go_forward()
    expect(page.locator(".chips .chip.on")).to_have_count(1)


def test_back_from_a_title_finds_the_same_results(library, page):
    page.goto("/fr/catalogue/")
    page.locator("#q").fill("catane")
    page.wait_for_url("**/fr/catalogue/?q=catane")
    settled(page)
    before = names(page)
    page.locator("#results h3 a").first.click()
    page.wait_for_url("**/fr/jeu/**")
    page.go_back()
    page.wait_for_url("**/fr/catalogue/?q=catane")
    expect(page.locator("#results h3")).to_have_text(before)


def test_chips_and_pages_work_in_place(library, page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/fr/catalogue/?players=4")
    page.evaluate("window.same = true")
    page.locator(".chips .chip.on").click()
    page.wait_for_url("**/fr/catalogue/")
    expect(page.locator(".chips")).to_have_count(0)
    page.locator(".pagination a[rel=next]").click()
    page.wait_for_url("**page=2**")
    assert page.evaluate("window.same") is True


def test_filters_open_as_a_sheet_on_a_phone(library, page):
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto("/fr/catalogue/")
    expect(page.locator("#facets")).to_be_hidden()
    page.locator(".facets-open").click()
    page.locator("#f-players-3").check()
    page.wait_for_url("**players=3**")
    settled(page)
    expect(page.locator("#facets")).to_be_visible()
    page.locator(".facets-close button").click()
    expect(page.locator("#facets")).to_be_hidden()


def test_my_list_is_kept_in_the_browser(library, page):
    page.goto("/fr/jeu/shanghaien/")
    button = page.locator("[data-wish]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.goto("/fr/ma-liste/", wait_until="commit")  # it goes on by itself to the address with the titles
    page.wait_for_url("**title=shanghaien**")
    expect(page.locator("h3")).to_have_text(["Shanghaien"])
    page.locator("[data-wishes-clear]").click()
    page.wait_for_url("**/fr/ma-liste/")
    expect(page.locator(".empty")).to_be_visible()


def test_everything_works_without_scripts(library, browser, site):
    context = browser.new_context(
        base_url=site.url, java_script_enabled=False, viewport={"width": 1280, "height": 900}
    )
    page = context.new_page()
    page.goto("/fr/catalogue/")
    page.locator("#q").fill("carcasonne")
    page.locator("#f-players-2").check()
    page.locator("#facets .no-js-only button").click()
    expect(page.locator("#results h3").first).to_have_text("Carcassonne")
    assert "q=carcasonne" in page.url and "players=2" in page.url
    page.locator("#results h3 a").first.click()
    expect(page.locator("h1")).to_have_text("Carcassonne")
    page.goto("/fr/a-quoi-jouer/")
    page.locator("label", has_text="4").first.click()
    page.locator(".pick-form button").click()
    expect(page.locator(".picks h3")).to_have_count(3)
    context.close()


BARS = """() => [...document.querySelectorAll('.chart[data-kind=bars]')].map((chart) => ({
    aside: chart.parentElement.scrollWidth - chart.parentElement.clientWidth,
    cut: [...chart.querySelectorAll('text')].filter((text) => {
        const box = text.getBBox()
        return box.x < 0 || box.x + box.width > chart.viewBox.baseVal.width
    }).map((text) => text.textContent),
}))"""


def test_lying_bars_are_read_whole_on_a_phone(library, page):
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto("/de/statistik/")
    assert page.evaluate(BARS) == [{"aside": 0, "cut": []}] * 3
    letters = page.locator(".chart[data-kind=bars] text").first.bounding_box()
    assert letters["height"] >= 12, "large enough to be read"


@pytest.mark.parametrize("width", [320, 375, 600])
@pytest.mark.parametrize("path", ["/fr/rayons/B4/", "/de/regale/B3/", "/fr/jeu/catan/"])
def test_the_whole_code_of_a_page_is_on_the_screen(library, page, path, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path)
    page.locator("main details.menu summary").click()
    box = page.locator("main .share-items").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width


WHOLE_SHEET = """() => {
    const [table, line] = ['.table-scroll', '[name=category]'].map((each) => document.querySelector(each))
    return table.scrollWidth <= table.clientWidth && line.scrollWidth <= line.clientWidth
}"""


def test_four_players_and_the_names_of_lines_fit_on_a_phone(library, page):
    page.set_viewport_size({"width": 375, "height": 800})
    page.goto(Page("catalogue:score", ("catan",), "players=4&lines=2").path("de"))
    page.locator("[name=category]").first.fill("Längste Handelsstraße")
    assert page.evaluate(WHOLE_SHEET)
    names, scores = page.locator(".sheet [name=name]").all(), page.locator(".sheet .score").all()
    for name, score in zip(names, scores[:4], strict=True):
        assert abs(name.bounding_box()["x"] - score.bounding_box()["x"]) < 2, (
            "a score stands below its player"
        )
