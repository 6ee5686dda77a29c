"""Shanghaien on screen: from the invitation to the result."""

import pytest
from playwright.sync_api import expect

from tests.games.http import Seat, table, to_move
from tests.games.screens import (
    PENDING,
    SEATED,
    TOKEN,
    come_to,
    decided,
    mover,
    open_table,
    sit_down,
    too_wide,
)
from tests.games.shanghaien.screen_steps import play_by_shanghai, play_first_turn, tap_twice, wait_for_log
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser

BOTS = {"easy": "Robot facile", "steady": "Robot moyen", "strong": "Robot fort"}


def test_two_people_play_from_the_invitation_to_the_result(visitor, http):
    anna, bernd = visitor(), visitor(width=375)
    match = open_table(anna, "shanghaien", ["human"])
    assert anna.locator("[name=link]").input_value().endswith(f"/m/{match}")
    sit_down(bernd, match)
    anna.wait_for_function(SEATED)
    anna.locator(".shanghaien-row").wait_for()
    first = mover([anna, bernd])
    second = bernd if first is anna else anna
    play_first_turn(first)
    wait_for_log(second, "pose le")
    expect(second.locator(".shanghaien-dice.theirs .die")).to_have_count(1)  # without a reload
    decided(second, second.get_by_role("button", name="Lancer deux dés").click)
    seats = [Seat(http, match, page.evaluate(TOKEN, match)) for page in (anna, bernd)]
    view = play_by_shanghai(seats, lambda view: view["state"]["last_round"])
    for page in (anna, bernd):
        page.locator(".shanghaien-sharing li").nth(5).wait_for()
        assert violations(page) == []
    assert {card["to"] for card in view["state"]["last_round"]["cards"]} <= {0, 1, None}
    play_by_shanghai(seats)
    results = []
    for page in (anna, bernd):
        page.locator(".match-ending").wait_for()
        results.append(sorted(page.locator(".ending-seat b").all_inner_texts()))
        assert violations(page) == []
        assert not too_wide(page)
    assert results[0] == results[1] == sorted(map(str, seats[0].view()["outcome"]["scores"]))


@pytest.mark.parametrize("level", BOTS)
def test_a_person_plays_a_bot_of_each_level_and_gives_up(level, visitor):
    page = visitor(width=375)
    open_table(page, "shanghaien", [level])
    page.wait_for_function(PENDING)
    while not page.locator(".match-log li", has_text=BOTS[level]).count():
        decided(page, page.locator(".match-actions [data-menu]").last.click)
        page.wait_for_function(PENDING)
    page.locator(".room-tool", has_text="Plus").click()
    page.locator("[data-do=resign]").click()
    page.get_by_role("button", name="Oui").click()
    page.locator(".match-ending", has_text=BOTS[level]).wait_for()
    expect(page.locator(".match-ending")).to_be_in_viewport()  # far above where one has just given up


@pytest.mark.parametrize(("language", "why"), [("fr", "Aucun dé"), ("de", "Kein Würfel")])
def test_a_refused_move_opens_the_section_in_place(language, why, visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: view["decisions"][0]["kind"] == "place")
    page = visitor(width=375, locale=language)
    come_to(page, seats[view["seat"]])
    shown = set(view["state"]["dice"])
    wrong = next(card["number"] for card in view["state"]["tavern"] if card["number"] not in shown)
    page.locator(f"[data-try='{wrong}']").click()
    card = page.locator(".info-card")
    card.locator(".match-rule").wait_for()
    assert why in card.locator(".info-why").inner_text()
    assert card.locator(".info-why a").get_attribute("data-rule") == "place"
    assert card.locator(".match-rule").get_attribute("lang") == language
    assert f"/{language}/" in card.locator("h3 a").get_attribute("href")
    expect(card).to_be_in_viewport()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert seats[0].view()["number"] == view["number"], "nothing was played"


def test_what_is_impossible_says_why_and_shows_its_rule(visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: True)
    page = visitor(width=375)
    come_to(page, seats[view["seat"]])
    assert "Shanghai" not in page.locator(".match-prompt").inner_text(), "nobody is asked for it"
    page.locator(".match-impossible summary").click()
    entries = page.locator(".match-disabled")
    entries.last.wait_for()
    assert entries.count() == len(view["disabled"]) == 4
    assert all("Règle" in text and len(text) > 30 for text in entries.all_inner_texts())
    shout = entries.filter(has_text="Shanghai !")
    assert shout.get_by_role("button").get_attribute("aria-disabled") == "true"
    shout.get_by_role("button").click(
        force=True
    )  # it says that it is disabled, and explains itself all the same
    page.locator(".match-alert .match-rule h3", has_text="Shanghai").wait_for()
    [reason] = [entry["reason"] for entry in view["disabled"] if entry["action"]["type"] == "shanghai"]
    expect(page.locator(".match-alert strong").first).to_have_text(reason)
    expect(page.locator(".match-alert [data-do=dismiss]")).to_be_in_viewport()
    expect(shout).to_be_hidden()


def test_a_list_over_the_board_closes_when_one_goes_on(visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: True)
    page = visitor(width=375)
    come_to(page, seats[view["seat"]])
    summary, entries = page.locator(".match-impossible summary"), page.locator(".match-disabled")
    summary.click()
    expect(entries.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(entries.first).to_be_hidden()
    summary.click()
    page.locator(".match-board").click(position={"x": 5, "y": 5})
    expect(entries.first).to_be_hidden()


def test_the_last_round_stays_in_sight_until_one_rolls(visitor, http):
    seats = table(http, options={"extra_trick": True})
    view = play_by_shanghai(seats, lambda view: {"type": "shanghai"} in view["menu"])
    page = visitor(width=375)
    come_to(page, seats[view["seat"]])
    assert "Shanghai" in page.locator(".match-prompt").inner_text()
    decided(page, page.get_by_role("button", name="Shanghai !").click)
    assert page.locator(".shanghaien-sharing li").count() == 6
    other = to_move(seats)
    rolled = seats[other["seat"]].act(other["decisions"][0]["id"], other["menu"][0]).json()
    page.locator(".shanghaien-roll .die").first.wait_for()
    assert page.locator(".shanghaien-sharing li").count() == 6, "whoever is quick, as bots are"
    lines = page.locator("[data-mine-now]")
    mine, theirs = (
        sum(map(int, lines.evaluate_all(f"(all) => all.map((line) => line.dataset.{side}Now)")))
        for side in ("mine", "theirs")
    )
    points = [seat["score"] for seat in rolled["state"]["seats"]]
    assert [mine, theirs] == [points[view["seat"]], points[1 - view["seat"]]], "with the tricks kept"


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_score_is_read_whole_on_a_phone(language, visitor, http):
    page = visitor(width=375, locale=language)
    come_to(page, table(http)[0])
    score = page.locator(".shanghaien-slate")
    assert score.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0


def test_a_hint_is_selected_said_and_played(visitor):
    page = visitor()
    open_table(page, "shanghaien", ["easy"])
    page.wait_for_function(PENDING)
    page.keyboard.press("h")
    expect(page.locator("[data-part=spoken]")).to_contain_text("Conseil")
    decided(page, lambda: page.keyboard.press("Enter"))


def test_the_end_of_number_one_is_taken_back_in_ones_own_turn(visitor, http):
    seats = table(http)
    view = play_by_shanghai(seats, lambda view: view["decisions"][0]["kind"] == "direction")
    page = visitor(width=375)
    come_to(page, seats[view["seat"]])
    assert page.locator("[data-do=undo]").count() == 0, "a roll is never taken back"
    leftmost = page.locator(".shanghaien-number").first
    tap_twice(page, "[data-end=left]")
    expect(leftmost).to_have_text("1")
    decided(page, page.locator("[data-do=undo]").click)
    expect(leftmost).to_have_text("·")
    tap_twice(page, "[data-end=right]")
    expect(leftmost).to_have_text("6")


def test_both_ask_for_a_rematch_and_meet_at_one_table(visitor, http):
    seats = table(http)
    seats[0].call("POST", "resignation/", {})
    pages = [visitor(), visitor()]
    for page, seat in zip(pages, seats, strict=True):
        come_to(page, seat)
        page.locator(".match-ending").wait_for()
    pages[0].locator("[data-do=rematch]").click()
    pages[1].locator(".match-ending", has_text="rejouer").wait_for()
    pages[0].wait_for_url(lambda url: seats[0].match not in url)
    pages[1].locator("[data-do=rematch]").click()
    pages[1].wait_for_url(pages[0].url)
    for page in pages:
        page.locator(".shanghaien-row").wait_for()
    places = [page.evaluate("() => document.querySelector('escale-match').view.seat") for page in pages]
    assert sorted(places) == [0, 1]
