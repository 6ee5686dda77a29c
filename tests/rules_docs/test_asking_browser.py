"""A rule is asked in a browser: from its page, without scripts too, and from the drawer of a table."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WIDTHS = [375, 1280]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_of_a_rule_leads_to_the_answer(page, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto("/fr/regles/shanghaien/")
    field = page.get_by_role("searchbox", name="Poser une question à la règle")
    field.fill("Qui commence la manche suivante ?")
    field.press("Enter")
    expect(page.locator(".answer").first).to_contain_text("l’autre ouvre la manche")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    button = page.get_by_role("button", name="Demander").bounding_box()
    assert button["height"] >= 44 or width > 375
    page.get_by_role("link", name="Lire dans la règle").click()
    expect(page).to_have_url(re.compile("/fr/regles/shanghaien/#round-end$"))


def test_a_rule_is_asked_without_scripts(browser, site):
    context = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/de/regeln/macao/")
    page.locator("#ask").fill("Was macht die Killerin?")
    page.get_by_role("button", name="Fragen").click()
    expect(page.locator(".answer h3").first).to_contain_text("Killerin")
    page.locator("#ask").fill("Wie rochiere ich mit meinem König?")
    page.get_by_role("button", name="Fragen").click()
    expect(page.get_by_role("heading", name="Die Regel beantwortet das nicht")).to_be_visible()
    context.close()


def test_two_languages_and_the_short_rule_are_files_of_the_page(page):
    page.goto("/it/regole/halunken/")
    link = page.get_by_role("link", name="Regole in breve", exact=True)
    assert link.get_attribute("href") == "/api/v1/rules/halunken.pdf?lang=it&short=1"
    page.get_by_label("PDF con una seconda lingua").select_option("de")
    form = page.locator(".two-languages")
    assert form.get_attribute("action") == "/api/v1/rules/halunken.pdf"
    assert form.evaluate("form => String(new URLSearchParams(new FormData(form)))") == "lang=it&with=de"
