"""The camera of a phone types into the scan box where the browser can read codes; elsewhere no button is
shown.
"""

import pytest
from playwright.sync_api import expect

from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
CLERK = """
from django.contrib.auth.models import User
User.objects.create_superuser("joan", password="a long enough secret")
"""
# A browser that can read codes: the first two pictures show none, the third shows the label of a box.
READER = """
navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream(5);
HTMLMediaElement.prototype.play = async () => {};
window.pictures = 0;
window.BarcodeDetector = class {
  constructor({ formats }) { window.formats = formats; }
  async detect() { return ++window.pictures < 3 ? [] : [{ rawValue: "https://example.org/t/catan/?box=E0008" }]; }
};
"""
BLIND = "delete window.BarcodeDetector;"
REFUSING = READER + (
    "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"
)


@pytest.fixture(scope="module")
def clerk(site) -> None:
    site.manage("shell", "-v", "0", "-c", CLERK)


@pytest.fixture
def desk(page, clerk):
    """Opens the lending desk in a browser with these abilities."""

    def opened(script: str):
        page.add_init_script(script)
        in_browser(page, "joan", "a long enough secret", "/staff/desk/")
        return page

    return opened


def test_a_label_before_the_camera_lies_on_the_desk(desk):
    page = desk(READER)
    page.locator("[data-camera]").click()
    page.wait_for_url("**/staff/desk/?copy=*")
    expect(page.locator(".boxes")).to_contain_text("E0008")
    expect(page.locator("video")).to_have_count(0)


def test_the_second_press_closes_the_camera(desk):
    page = desk(READER.replace("< 3", "< 1e9"))
    page.locator("[data-camera]").click()
    page.locator("video").wait_for(state="attached")
    page.wait_for_function("() => window.formats?.includes('qr_code') && window.formats.includes('ean_13')")
    page.locator("[data-camera]").click()
    page.locator("video").wait_for(state="detached")
    assert page.url.endswith("/staff/desk/")


def test_who_refuses_the_camera_types_on(desk):
    page = desk(REFUSING)
    page.locator("[data-camera]").click()
    page.locator("[data-camera][disabled]").wait_for()
    expect(page.locator("#code")).to_be_editable()


def test_no_button_where_the_browser_cannot_read_codes(desk):
    page = desk(BLIND)
    assert not page.locator("[data-camera]").is_visible()


def test_a_scanner_types_wherever_the_focus_is(desk):
    page = desk(BLIND)
    page.locator("h1").click()
    page.keyboard.type("E0009")
    page.keyboard.press("Enter")
    page.wait_for_url("**/staff/desk/?copy=*")
    expect(page.locator(".boxes")).to_contain_text("E0009")
