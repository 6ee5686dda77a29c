"""What only a browser shows of the reader: pop-ups without scripts, lists that remember, offline reading, no
jumps.
"""

import gzip
import io

import pdfplumber
import pytest
from playwright.sync_api import expect

from tests.waiting import wait_for_promise

pytestmark = pytest.mark.browser
RULE = "/fr/regles/shanghaien/"


@pytest.fixture
def bare(browser, site):
    """A tab in a browser that runs no script."""
    context = browser.new_context(base_url=site.url, locale="fr-FR", java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_a_word_leads_to_the_glossary_without_scripts(bare):
    bare.goto(RULE)
    bare.locator("a[href='#term-crew']").first.click()
    assert bare.url.endswith("#term-crew")
    entry = bare.locator("#term-crew")
    expect(entry).to_be_in_viewport()
    expect(entry).to_contain_text("Mannschaft")
    expect(entry).to_contain_text("Tous les marins que vous avez gagnés")


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_the_meaning_of_a_word_opens_beside_it_and_dims_nothing(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(RULE)
    word = page.locator("#overview a[href='#term-crew']")
    word.click()
    card = page.locator(".word-card")
    expect(card).to_contain_text("Tous les marins que vous avez gagnés")
    expect(word).to_have_attribute("aria-expanded", "true")
    around, inside = word.bounding_box(), card.bounding_box()
    gap = max(inside["y"] - around["y"] - around["height"], around["y"] - inside["y"] - inside["height"])
    assert gap < 30
    assert inside["x"] >= 0 and inside["x"] + inside["width"] <= width
    backdrop = card.evaluate("(card) => getComputedStyle(card, '::backdrop').backgroundColor")
    assert backdrop == "rgba(0, 0, 0, 0)"


def close_by_escape(page, word):
    page.keyboard.press("Escape")


def close_by_pressing_outside(page, word):
    page.locator("h1").click()


def close_by_pressing_the_word_again(page, word):
    word.click()


def close_by_going_on_with_the_keyboard(page, word):
    for _press in range(4):
        page.keyboard.press("Tab")


@pytest.mark.parametrize(
    "close",
    [
        close_by_escape,
        close_by_pressing_outside,
        close_by_pressing_the_word_again,
        close_by_going_on_with_the_keyboard,
    ],
)
def test_the_meaning_of_a_word_closes_by_itself(page, close):
    page.goto(RULE)
    word = page.locator("#overview a[href='#term-crew']")
    word.focus()
    page.keyboard.press("Enter")
    card = page.locator(".word-card")
    expect(card).to_be_focused()
    close(page, word)
    expect(card).to_have_count(0)
    expect(word).to_have_attribute("aria-expanded", "false")
    word.focus()
    page.keyboard.press("Enter")
    expect(card).to_be_focused()


def test_the_rule_is_whole_without_scripts(bare):
    bare.goto(RULE + "?with=de")
    expect(bare.locator("section.row")).to_have_count(22)
    expect(bare.get_by_text("Eine Nacht im Hafen")).to_be_visible()
    expect(bare.get_by_role("button", name="Afficher")).to_be_visible()


def test_check_lists_remember_in_both_languages(page):
    page.goto("/fr/regles/halunken/")
    boxes = page.locator("#setup .checklist[data-players='3'] input")
    page.locator("#setup .checklist[data-players='3'] summary").click()
    boxes.nth(1).check()
    page.goto("/de/regeln/halunken/")
    expect(boxes.nth(1)).to_be_checked()
    expect(boxes.nth(0)).not_to_be_checked()


def test_contents_follow_the_reading(page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(RULE + "#scoring")
    page.wait_for_selector(".toc a[aria-current][href='#scoring']")


def test_another_language_opens_at_the_section_that_is_read(page):
    page.goto(RULE + "#scoring")
    page.wait_for_selector(".toc a[aria-current][href='#scoring']", state="attached")
    page.get_by_label("En regard").select_option("it")
    page.wait_for_url("**/shanghaien/?with=it#scoring")
    page.locator(".masthead details summary").click()
    page.locator(".masthead [hreflang=de]").click()
    page.wait_for_url("**/de/regeln/shanghaien/?with=it#scoring")
    expect(page.locator("#scoring h2, #scoring h3").first).to_be_in_viewport()


def test_long_contents_show_what_is_read(page):
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto("/fr/regles/macao/#sailor")
    current = page.locator(".toc a[aria-current]")
    expect(current).to_be_in_viewport()
    assert current.get_attribute("href") == "#sailor"


def test_a_second_language_comes_by_choosing_it(page):
    page.goto(RULE)
    page.get_by_label("En regard").select_option("it")
    page.wait_for_url("**with=it")
    expect(page.locator("#roll .cell")).to_have_count(2)


VOICE = """
window.spoken = []; window.cancelled = 0;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak(words) { spoken.push(words); words.onstart(); },
  cancel() { cancelled += 1; for (const words of spoken.slice(-1)) setTimeout(() => words.onerror()); },
} });
"""


def heard(page):
    """Language and first line of everything that was said until now."""
    return page.evaluate("spoken.map((words) => [words.lang, words.text.split('\\n')[0]])")


@pytest.fixture
def voice(page):
    page.add_init_script(VOICE)
    page.goto("/de/regeln/shanghaien/?with=fr")
    return page


def test_listening_reads_section_after_section_in_its_language_and_stops(voice):
    button = voice.get_by_role("button", name="Anhören", exact=True)
    button.click()
    voice.wait_for_selector("#overview .cell.speaking")
    assert heard(voice) == [["de", "Eine Nacht im Hafen."]]
    assert button.get_attribute("aria-pressed") == "true"
    voice.evaluate("spoken[0].onend()")
    assert heard(voice)[1:] == [["de", "Das Spielmaterial."]]
    assert voice.locator("#components .cell.speaking").count() == 1
    button.click()
    voice.wait_for_selector("[data-listen][aria-pressed=false]")
    voice.evaluate("spoken[1].onend()")
    assert len(heard(voice)) == 2 and voice.evaluate("cancelled") == 1
    assert voice.locator(".speaking").count() == 0


def test_listening_begins_at_the_section_that_is_asked_for(voice):
    voice.get_by_role("button", name="Anhören (Die Wertung)").click()
    voice.wait_for_selector("#scoring .cell.speaking")
    voice.get_by_role("button", name="Anhören (Würfeln)").click()
    voice.wait_for_selector("#roll .cell.speaking")
    voice.evaluate(
        "new Promise((go) => setTimeout(go, 50))"
    )  # the error of the reading that was cut short comes first
    assert heard(voice) == [["de", "Die Wertung."], ["de", "Würfeln."]]
    assert voice.get_by_role("button", name="Anhören", exact=True).get_attribute("aria-pressed") == "true"


def test_selected_words_travel_with_the_report(page):
    page.goto(RULE)
    page.locator("#roll .cell p").first.click(click_count=3)
    page.locator("#roll [data-report]").click()
    page.wait_for_url("**/signaler/**")
    assert len(page.locator("textarea[name=quote]").input_value()) > 20


def test_a_rule_that_was_read_stays_readable_offline(context):
    page = context.new_page()  # not the one that takes a lost network for a fault
    page.goto(RULE)
    # The site has a worker too: wait until it is the rules' own that will answer here.
    wait_for_promise(
        page,
        "navigator.serviceWorker.getRegistration('/fr/regles/')"
        ".then((found) => found?.scope.endsWith('/fr/regles/') && found.active?.state === 'activated')",
    )
    wait_for_promise(page, "caches.match('/fr/regles/shanghaien/').then((kept) => Boolean(kept))")
    page.reload()
    wait_for_promise(
        page,
        "navigator.serviceWorker.getRegistration('/fr/regles/')"
        ".then((found) => found.active === navigator.serviceWorker.controller)",
    )
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.reload()
    expect(page.locator("section.row")).to_have_count(22)
    expect(page.locator(".toc")).to_have_css("position", "sticky")  # its style came along
    context.set_offline(False)


@pytest.mark.parametrize("width", [375, 1280])
def test_nothing_jumps_while_the_page_loads(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
        "window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(RULE, wait_until="networkidle")
    assert page.evaluate("window.shift") == 0


def test_pages_keep_to_their_budget(page):
    """40 kB of HTML and CSS, 20 kB of script, as they travel."""
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    for path in (RULE, "/de/regeln/macao/"):
        answers.clear()
        page.goto(path, wait_until="networkidle")
        sizes = {"document": 0, "stylesheet": 0, "script": 0}
        for answer in answers:
            kind = answer.request.resource_type
            if kind in sizes:
                sizes[kind] += len(gzip.compress(answer.body(), 6))
        assert all(sizes.values()), sizes
        assert sizes["document"] + sizes["stylesheet"] < 40_000, sizes
        assert sizes["script"] < 20_000, sizes


def test_a_printed_rule_leaves_no_half_pages(page):
    page.goto(RULE)
    paper = page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "15mm"))
    with pdfplumber.open(io.BytesIO(paper)) as printed:
        # One of them is the short rule, four are positions; there are more if a section cannot go on overleaf.
        assert len(printed.pages) <= 17
