"""A finished match in the reader's browser: walked through, linked, seen by anyone's eyes, kept as a file,
checked.
"""

import json
import re

import httpx
import pytest
from playwright.sync_api import expect

from games.core import records
from games.core.chance import FairChance, make_commitment
from games.core.fairness import list_key_parts
from games.registry import ENGINES
from tests.games.http import Seat, play_out, posted, table
from tests.games.screens import TOKEN, open_table, set_speed
from tests.games.screens import come_to as open_screen
from tests.test_pages_accessible import violations

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def finished(site) -> str:
    """One match of Les Ombres de Macao, played to its end."""
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=30) as http:
        return play_out(table(http, "macao"))


def come_to(page, match: str, query: str = "") -> None:
    page.goto(f"/fr/jouer/revoir/{match}/{query}")
    page.wait_for_function("() => document.querySelector('[data-part=position]')?.textContent")


def position(page) -> int:
    return int(re.search(r"\d+", page.locator("[data-part=position]").inner_text())[0])


def reaches(page, number: int) -> None:
    text = (
        "(number) => "
        "parseInt(document.querySelector('[data-part=position]').textContent.match(/\\d+/)[0]) === number"
    )
    page.wait_for_function(text, arg=number)


def test_keys_buttons_and_scrubber_walk_through_the_match(finished, page):
    come_to(page, finished)
    last = int(page.locator("[data-part=position]").inner_text().split()[-1])
    assert (position(page), last > 20) == (0, True)
    for key, expected in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        reaches(page, expected)
    for name, expected in (("on", 2), ("back", 1), ("last", last), ("first", 0)):
        page.locator(f"[data-do={name}]").click()
        reaches(page, expected)
    page.locator("[data-part=range]").focus()
    page.keyboard.press("PageUp")
    page.wait_for_function("() => !/ 0 /.test(document.querySelector('[data-part=position]').textContent)")
    before = position(page)
    page.locator("[data-part=log] a").nth(-2).click()
    reaches(page, before - 1)


def test_the_match_runs_by_itself_until_it_is_stopped(finished, page):
    page.add_init_script(set_speed("off"))
    page.clock.install(time=0)
    come_to(page, finished)
    page.clock.pause_at(60)
    run = page.locator("[data-do=run]")
    page.keyboard.press("Space")
    expect(run).to_have_attribute("aria-label", "Arrêter")
    page.clock.run_for(1200)
    reaches(page, 1)
    page.keyboard.press("Space")
    expect(run).to_have_attribute("aria-label", "Dérouler les coups")
    going_to = "() => document.querySelector('escale-replay').number"
    stopped = page.evaluate(going_to)
    page.clock.run_for(5000)
    assert page.evaluate(going_to) == stopped


STEPS = """async () => {
    const [replay, tops, longest] = [document.querySelector('escale-replay'), new Set(), []]
    for (let at = replay.firstNumber; at <= replay.summary.number; at++) {
        await replay.goTo(at)
        const caption = replay.parts.caption
        tops.add(replay.parts.board.getBoundingClientRect().top + scrollY)
        longest.push(caption.scrollHeight / caption.clientHeight)
    }
    return [tops.size, Math.max(...longest)]
}"""


def test_the_board_stands_still_under_long_captions(http, visitor):
    page = visitor(375)
    come_to(page, play_out(table(http, "halunken", 3)))
    places, longest = page.evaluate(STEPS)
    assert places == 1
    assert longest > 1.5, "a caption that does not fit its place"


def test_a_position_that_could_not_be_read_is_asked_for_again(finished, visitor):
    page = visitor()
    come_to(page, finished)
    page.context.set_offline(True)
    page.keyboard.press("End")
    page.locator("[data-part=caption]", has_text="injoignable").wait_for()
    page.locator("[data-do=verify]").click()
    page.locator("[data-part=fairness] .bad", has_text="injoignable").wait_for()
    page.context.set_offline(False)
    page.keyboard.press("End")
    page.locator("[data-part=caption]", has_text="injoignable").wait_for(state="detached")


def test_a_link_leads_to_the_same_position_and_the_same_eyes(finished, page, context):
    come_to(page, finished, "?at=20")
    page.locator("[data-part=eyes]").select_option("1")
    second = page.locator("[data-part=eyes] option").nth(2).inner_text()
    mine = page.locator(f'.macao-mine[aria-label="{second}"]')
    mine.wait_for()
    assert page.locator(".macao-production").count() == 1, "what only this seat reckons with"
    page.locator("[data-do=share]").click()
    link = page.locator("[data-part=shared] a").get_attribute("href")
    page.wait_for_url(link)
    assert "at=20" in link and "eyes=1" in link
    caption, other = page.locator("[data-part=caption]").inner_text(), context.new_page()
    other.goto(link)
    other.locator(f'.macao-mine[aria-label="{second}"]').wait_for()
    assert other.locator("[data-part=caption]").inner_text() == caption


@pytest.fixture
def downloaded(finished, page, tmp_path):
    """The file as the reader's browser keeps it."""
    come_to(page, finished)
    with page.expect_download() as download:
        page.locator("a[download]").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    return file


def send(page, file) -> None:
    page.goto("/fr/jouer/enregistrement/")
    page.set_input_files("#record", file)
    page.locator("form.panel .primary").click()


def test_the_record_is_downloaded_verified_and_brought_back(downloaded, finished, page):
    records.verify_record(records.parse_document(downloaded.read_bytes(), ENGINES))
    come_to(page, finished)
    score = page.locator("main p.cluster").first.inner_text()
    send(page, downloaded)
    page.wait_for_url("**/jouer/revoir/*/")
    assert finished not in page.url
    assert page.locator("main p.cluster").first.inner_text() == score
    page.locator("[data-do=verify]").click()
    page.locator("[data-part=fairness] .good").wait_for()
    with page.expect_download() as again:
        page.locator("a[download]").click()
    assert json.loads(again.value.path().read_text()) == json.loads(downloaded.read_text())


def damaged(record: dict) -> dict[str, tuple[str, str]]:
    """Name -> the text of a damaged file, and what is said of it."""
    whole = json.dumps(record)
    forged = {"type": "recruit", "card": "killer-jade", "pay": [], "croupier": []}
    moves = [*record["moves"][:4], record["moves"][4] | {"action": forged}, *record["moves"][5:]]
    scores = record["result"] | {"scores": [99, 98]}
    secret = record["fairness"] | {"secret": "00" * 32}
    return {
        "cut": (whole[: len(whole) // 2], "illisible"),
        "other": ('{"a": 1}', "n’est pas une partie enregistrée"),
        "moves": (json.dumps(record | {"moves": moves}), "Le coup 5 est contraire aux règles"),
        "result": (json.dumps(record | {"result": scores}), "Le résultat ne découle pas des coups"),
        "luck": (json.dumps(record | {"fairness": secret}), "ne correspondent pas à son secret"),
        "seats": (json.dumps(record | {"seats": 3}), "endommagé"),
    }


def test_a_damaged_record_is_refused_in_a_clear_sentence(downloaded, visitor, tmp_path):
    page = visitor(375)
    for name, (text, said) in damaged(json.loads(downloaded.read_text())).items():
        file = tmp_path / f"{name}.json"
        file.write_text(text)
        send(page, file)
        alert = page.locator("main [role=alert]")
        assert said in alert.inner_text(), name
    assert violations(page) == []
    page.locator("#record").set_input_files(downloaded)
    page.locator("form.panel .primary").click()
    page.wait_for_url("**/jouer/revoir/*/")


def judged(page) -> str:
    """What the page says after the check of the luck."""
    page.locator("[data-do=verify]").click()
    page.locator("[data-part=fairness] .note:is(.good, .bad)").wait_for()
    return page.locator("[data-part=fairness]").inner_text()


def forge(page, path: str, change) -> None:
    """The site tells something else than what happened."""

    def answer(route) -> None:
        response = route.fetch()
        told = response.json()
        change(told)
        route.fulfill(response=response, json=told)

    page.route(path, answer)


def forge_secret(record: dict) -> None:
    """Another secret with its own commitment, and the setup that follows from it: it agrees with itself."""
    block, secret = record["fairness"], b"\x07" * 32
    nonces = [bytes.fromhex(nonce) if nonce else None for nonce in block["nonces"]]
    chance = FairChance(secret, list_key_parts(block["match"], nonces))
    record["setup"] = ENGINES["shanghaien"].draw(2, record["options"], chance)
    block |= {"secret": secret.hex(), "commitment": make_commitment(secret, block["match"])}


def forge_die(told: dict) -> None:
    """The first die of the first roll, in a record or in a log."""
    for entry in told.get("moves", told.get("events", [])):
        if dice := entry.get("chance", {}).get("dice"):
            dice[0] = dice[0] % 6 + 1
            for event in entry.get("events", []):
                if event["type"] == "rolled":
                    event["dice"] = dice
            return


def test_the_luck_is_judged_in_the_readers_own_browser(http, page):
    """It was told the commitment before it sent its number; what somebody changed is red and named."""
    match = open_table(page, "shanghaien", ["human"])
    joined = http.post(f"/matches/{match}/seats/", json={"name": "Bernd", "nonce": "12" * 16}).json()
    play_out([Seat(http, match, page.evaluate(TOKEN, match)), Seat(http, match, joined["seat_token"])])
    come_to(page, match)
    said = judged(page)
    assert "Le nombre aléatoire de ce navigateur est entré dans les tirages" in said
    assert "la maison ait choisi les tirages avec la personne dont le nombre est arrivé en dernier" in said
    assert page.locator("[data-part=fairness] .good").count() == 1
    assert violations(page) == []
    for change, path, named in (
        (forge_secret, "**/record/", "n’est pas celui que ce navigateur a gardé"),
        (
            lambda told: told["fairness"]["nonces"].reverse(),
            "**/record/",
            "n’est pas celui que ce navigateur a envoyé",
        ),
        (forge_die, "**/{record/,events/*}", "le secret donne"),
        (lambda told: told["state"]["tavern"].reverse(), "**/view/*", "l’écran montre"),
    ):
        forge(page, path, change)
        come_to(page, match)
        said = judged(page)
        assert page.locator("[data-part=fairness] .bad").count() == 1
        assert named in said, said
        page.unroute(path)


def test_who_only_watched_reads_what_this_browser_did_not_see(finished, visitor):
    page = visitor()
    come_to(page, finished)
    said = judged(page)
    assert "Ce navigateur n’a pas vu l’engagement" in said
    assert "Aucun nombre aléatoire de ce navigateur" in said


def test_two_browsers_fix_their_numbers_before_either_reveals_one(http, visitor):
    """At a live table, unseen; afterwards each knows that not even the house with the other could choose."""
    made = posted(http, "/matches/", {"game": "shanghaien", "seats": [{"kind": "human"}] * 2, "pace": "live"})
    joined = posted(http, f"/matches/{made['id']}/seats/", {})
    seats = [Seat(http, made["id"], answer["seat_token"]) for answer in (made, joined)]
    pages = [visitor(), visitor()]
    for page, seat in zip(pages, seats, strict=True):
        open_screen(page, seat)
    for page in pages:
        page.wait_for_function("() => document.querySelector('escale-match').view.status === 'active'")
    kinds = [event["kind"] for event in http.get(f"/matches/{made['id']}/events/?after=0").json()["events"]]
    assert kinds == ["join", "join", "hashes", "start"]
    play_out(seats)
    for page in pages:
        come_to(page, made["id"])
        said = judged(page)
        assert page.locator("[data-part=fairness] .good").count() == 1, said
        assert "Même la maison, avec d’autres joueurs, n’aurait pas pu les choisir" in said


def test_two_people_at_one_screen_add_a_number_each(http, visitor):
    page = visitor()
    made = posted(http, "/matches/", {"game": "macao", "seats": [{"kind": "human"}] * 2, "pace": "live"})
    open_screen(page, Seat(http, made["id"], made["seat_token"]))
    page.locator("[data-do=join]").click()
    page.locator("escale-match [name=answer]").fill("Bernd")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('escale-match').view.status === 'active'")
    page.wait_for_function(  # the match begins a moment before the last answer comes
        "(match) => JSON.parse(localStorage['escale-seats'])[match].every((seat) => seat.isSent)",
        arg=made["id"],
    )
    stored = page.evaluate("(match) => JSON.parse(localStorage['escale-seats'])[match]", made["id"])
    assert len(stored) == 2
    assert stored[0]["nonce"] != stored[1]["nonce"]
    assert [seat["bots"] for seat in stored] == [[False, False]] * 2
    assert {seat["commitment"] for seat in stored} == {made["commitment"]}
