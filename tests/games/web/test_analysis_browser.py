"""What a match was made of, beside its replay: estimated by the worker, drawn, and asked as questions."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from games.bots.base import ask_bot
from games.core.records import write_document
from games.core.simulation import Case, play_match
from games.registry import ENGINES, load_levels
from tests.games.http import posted
from tests.games.screens import too_wide
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser
MOVES = 9


@pytest.fixture(scope="module")
def given_up(site) -> str:
    """A match of Macao among an easy and two steady bots, given up early: analysing it takes seconds."""
    engine, levels = ENGINES["macao"], load_levels("macao")
    bots = [levels.easy, levels.steady, levels.steady]

    def choose(state, seat, luck):
        return ask_bot(bots[seat], engine, state, seat, luck)

    record = play_match(Case(engine, 3, {}), 11, choose)
    record.moves, record.fairness = record.moves[:MOVES], None
    record.result = {"scores": [0, 0, 0], "winners": [1, 2], "reason": "resigned"}
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=30) as http:
        return posted(http, "/records/", write_document(record))["id"]


@pytest.mark.parametrize("width", [375, 1280])
def test_an_estimated_match_is_told_drawn_and_learnt_from(given_up: str, page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/fr/jouer/revoir/{given_up}/?analysis=1")
    analysis = page.locator("escale-analysis")
    expect(analysis.locator(".analysis-chart svg")).to_be_visible(timeout=90_000)
    expect(analysis.locator(".analysis-seat")).to_have_count(3)
    expect(analysis).to_contain_text("Tout est estimé ici")
    points = analysis.locator("polyline").get_attribute("points") or ""
    assert len(points.split()) == MOVES + 1
    assert not too_wide(page) and not violations(page)
    mistake = analysis.locator(".analysis-mistakes a").first
    expect(mistake).to_have_text(re.compile(r"a coûté environ \d+ points? de pourcentage .*Mieux"))
    mistake.click()
    expect(analysis.locator("[data-part=move]")).to_contain_text("Une estimation")
    analysis.locator("[data-do=learn]").first.click()
    analysis.locator("[data-do=answer]").first.click()
    expect(analysis.locator(".analysis-lesson [role=status]")).to_contain_text("de chances de gagner")
