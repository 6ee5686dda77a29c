"""The contents of a box on the screen of a phone: nothing touches the edge of its panel or sticks out of it."""

import json

import pytest

from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
FILL = """
import json
from catalogue.models import Copy
box = Copy.objects.select_related("title").get(inventory_number="E0010")
box.title.components = "12 dice *\\n60 cards (15 of each colour)\\n1 bag of blue and white cotton"
box.title.save()
Copy.objects.filter(pk=box.pk).update(missing="2/60 cards (15 of each colour); 1/1 bag of blue and white cotton")
print(json.dumps([box.pk, box.title.slug]))
"""
GAPS = """
panel => {
  const outer = panel.getBoundingClientRect();
  return [...panel.querySelectorAll("legend, input, select, button, .badge")]
    .map(part => part.getBoundingClientRect()).filter(part => part.width)
    .map(part => Math.min(part.left - outer.left, outer.right - part.right));
}
"""


def test_the_lists_of_a_box_keep_their_distance(site, page, superuser):
    pk, slug = json.loads(site.manage("shell", "-v", "0", "-c", FILL).splitlines()[-1])
    page.set_viewport_size({"width": 375, "height": 720})
    in_browser(page, *superuser("contents"), "/staff/desk/")
    for address in (f"/staff/desk/contents/{pk}/", f"/staff/desk/history/{slug}/?copy={pk}"):
        page.goto(address)
        gaps = [gap for panel in page.locator("main .panel").all() for gap in panel.evaluate(GAPS)]
        assert gaps and min(gaps) >= 8, address
