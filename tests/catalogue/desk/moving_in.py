"""The steps in which a library moves in, as somebody takes them in a browser. Each click is counted."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

PATIENCE = 120_000  # milliseconds: the worker may have other work


@dataclass
class MovingIn:
    """One file on its way from the form to the first loan."""

    page: Page
    clicks: int = 0

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def button(self, name: str, value: str) -> Locator:
        return self.page.locator(f'button[name="{name}"][value="{value}"]')

    def send(self, path: Path) -> None:
        self.page.goto("/staff/imports/")
        self.page.set_input_files("#file", path)
        self.clicks += 2  # the button of the browser, and the file in its dialogue
        self.click(self.page.locator("main form button.primary"))
        self.page.wait_for_url("**/staff/imports/*/")

    def map_columns(self, fields: dict[str, str]) -> None:
        """Say what columns mean; they are named by their headers."""
        if not self.page.locator("details.panel[open]").count():
            self.click(self.page.locator("details.panel > summary").first)
        for header, field in fields.items():
            row = self.page.locator("details.panel tr", has=self.page.get_by_text(header, exact=True))
            row.locator("select[name^=column]").select_option(field)
            self.clicks += 2
        self.click(self.button("map", "1"))

    def read_comparison(self) -> dict[str, int]:
        """Kind of row -> how many there are, as the page shows them before anything is written."""
        chips = self.page.locator("section .chips a[href*='#comparison']")
        chips.first.wait_for(timeout=PATIENCE)
        counts = {}
        for chip in chips.all():
            kind = (chip.get_attribute("href") or "").split("=")[1].split("#")[0]
            counts[kind] = int(chip.locator(".count").inner_text().replace("\u202f", ""))
        return counts

    def start(self) -> None:
        self.click(self.button("start", "1"))
        self.page.locator(".note.good, .note.bad").first.wait_for(timeout=PATIENCE)
        expect(self.page.locator(".note.good").first).to_be_visible()

    def number_and_shelve(self, *, first: str, shelf: str) -> None:
        """Number the boxes of the import that have none, and put those without a shelf on this one."""
        self.click(self.page.locator("a.button[href*='/boxes/?import=']"))
        if self.page.locator("#id_first").count():
            self.page.locator("#id_first").fill(first)
            self.click(self.button("act", "preview"))
            self.click(self.button("act", "number"))
            self.page.locator("a[href*='what=numbers']").wait_for(timeout=PATIENCE)
        list_address = self.page.url
        self.click(self.page.locator(".chip[href*='no=shelf']"))
        if self.page.locator("#id_code").count():
            self.page.locator("#id_code").fill(shelf)
            self.click(self.button("act", "shelve"))
            expect(self.page.locator("#id_code")).to_have_count(0)
        self.page.goto(list_address)

    def print_labels(self) -> bytes:
        """The PDF of the labels of all boxes of the import."""
        numbered = self.page.locator("a[href*='what=numbers']")
        self.click(numbered if numbered.count() else self.button("act", "labels"))
        form = self.page.locator("main form.panel")
        address = form.evaluate("form => '?' + new URLSearchParams(new FormData(form))")
        self.clicks += 1
        return self.page.request.get(self.page.url.split("?")[0] + address, timeout=PATIENCE).body()

    def lend(self, number: str, borrower: str) -> None:
        self.click(self.page.locator(".masthead a[href='/staff/desk/']"))
        self.page.locator("#code").fill(number)
        self.page.keyboard.press("Enter")
        self.page.locator("#id_borrower").fill(borrower)
        self.click(self.button("act", "lend"))
        expect(self.button("act", "undo")).to_be_visible()
