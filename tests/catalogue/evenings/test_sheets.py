"""Score sheets: totals and ranks, a private link, playing times of the house, files of BG Stats."""

import json
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import QueryDict
from django.utils import timezone

from catalogue.desk import DeskRefusal, cataloguing
from catalogue.evenings import bg_stats, scoring, sheets, times
from catalogue.models import ScoreSheet
from catalogue.search.index.pick import Wish
from catalogue.search.tonight import pick_for_tonight
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)


@pytest.fixture
def azul():
    title = make_title(
        "Azul", bgg_id=230802, players_min=2, players_max=4, minutes_max=45, score_categories="Walls\nColours"
    )
    make_copy(title, shelf="B1")
    return title


def make_form(**values) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data.setlist(name.replace("_", "-") if name.startswith("score") else name, value)
    return data


def make_sheet(title, *, players=2, minutes=60, is_counted=True):
    content = scoring.make_content(players, [])
    return sheets.keep_sheet(
        title=title, content=content, played_on=DAY, minutes=minutes, is_counted=is_counted, today=DAY
    )


# ── Scores ────────────────────────────────────────────────────────────────────────────────────────


def test_totals_and_ranks_share_ties():
    content = scoring.read_form(
        make_form(
            name=["Ada", "Bob", ""],
            category=["a", "b"],
            score_0=["12", "7,5", "−3"],
            score_1=["", "4.5", "15"],
        )
    )
    assert scoring.add_up(content) == [12, 12, 12]
    content["scores"][0][2] = 0
    assert [(row.name, row.total, row.rank) for row in scoring.rank(content)] == [
        ("3", 15, 1),
        ("Ada", 12, 2),
        ("Bob", 12, 2),
    ]


def test_the_fewest_points_can_win_and_teams_add_up():
    form = make_form(
        name=["Ada", "Bob", "Eve"], team=["red", "red", ""], category=["a"], score_0=["1", "2", "5"],
        mode=["teams"], lowest_wins=["on"],
    )  # fmt: skip
    standings = scoring.rank(scoring.read_form(form))
    assert [(row.name, row.total) for row in standings] == [("red", 3), ("Eve", 5)]


def test_a_play_together_has_no_ranks_but_an_end():
    content = scoring.read_form(make_form(name=["Ada"], category=[], mode=["together"], won=["no"]))
    assert content["won"] is False and scoring.rank(content) == []


@pytest.mark.parametrize("text", ["x", "1e9", "12345678", "１", "--1"])
def test_what_is_no_number_is_refused_with_its_place(text):
    with pytest.raises(DeskRefusal, match="2, Bob"):
        scoring.read_form(make_form(name=["Ada", "Bob"], category=["", ""], score_1=["1", text]))


# ── The pages ─────────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_is_filled_without_scripts_and_kept_under_a_private_link(client, azul):
    page = client.get("/en/title/azul/score/").text
    assert 'value="Walls"' in page and page.count('name="name"') == 3
    form = {"name": ["Ada", "Bob"], "category": ["Walls"], "score-0": ["30", "41"], "mode": "points",
            "played_on": "2026-03-02", "minutes": "50", "is_counted": "on"}  # fmt: skip
    bigger = client.post("/en/title/azul/score/", form | {"act": "player"}).text
    assert bigger.count('name="name"') == 3 and "<strong>Bob</strong> 41" in bigger
    assert not ScoreSheet.objects.exists()
    kept = client.post("/en/title/azul/score/", form | {"act": "keep"})
    sheet = ScoreSheet.objects.get()
    assert kept["Location"] == f"/en/score/{sheet.key}/" and len(sheet.key) == 24
    assert (sheet.players, sheet.minutes, sheet.content["scores"]) == (2, 50, [[30, 41]])
    client.post(kept["Location"], form | {"act": "keep", "minutes": "55"})
    assert ScoreSheet.objects.get().minutes == 55
    client.post(kept["Location"], {"act": "delete"})
    assert not ScoreSheet.objects.exists()
    assert client.get(kept["Location"]).status_code == 404


def test_a_wrong_sheet_is_not_kept_and_says_why(client, azul):
    form = {"name": ["Ada"], "category": ["a"], "score-0": ["many"], "act": "keep", "played_on": "2026-03-02"}
    assert "Line 1, Ada: “many” is not a number." in client.post("/en/title/azul/score/", form).text
    tomorrow = timezone.localdate() + timedelta(days=1)
    form |= {"score-0": ["1"], "played_on": tomorrow}
    assert "is in the future" in client.post("/en/title/azul/score/", form).text
    assert not ScoreSheet.objects.exists()


def test_names_are_erased_and_times_stay(azul):
    sheet = make_sheet(azul)
    assert sheets.erase_names(oldest=DAY) == 0
    assert sheets.erase_names(oldest=DAY + timedelta(days=1)) == 1
    sheet.refresh_from_db()
    assert sheet.content == {} and sheet.minutes == 60


def test_merged_titles_keep_the_sheets_of_both(azul):
    twin = make_title("Azul (2017)", slug="azul-2017")
    sheet = make_sheet(azul)
    cataloguing.merge_titles(keep=twin, gone=azul)
    sheet.refresh_from_db()
    assert sheet.title == twin and sheet.title.score_categories == "Walls\nColours"


# ── How long it takes here ────────────────────────────────────────────────────────────────────────


def test_the_title_tells_how_long_it_takes_here(client, azul):
    for players, minutes in ((2, 40), (2, 50), (2, 60), (4, 100), (4, 90)):
        make_sheet(azul, players=players, minutes=minutes)
    make_sheet(azul, minutes=1000, is_counted=False)
    measured = times.load_times_by_players(azul.pk)
    assert set(measured) == {0, 2}
    assert (measured[0].play_count, measured[0].middle, measured[0].low, measured[0].high) == (5, 60, 50, 90)
    page = client.get("/en/title/azul/").text
    assert "60 min (mostly 50 to 90; n = 5)" in page
    assert "with 2 players: 50 min (mostly 45 to 55; n = 3)" in page


def test_two_plays_say_nothing(azul):
    for _play in range(2):
        make_sheet(azul)
    assert times.load_playing_times([azul.pk]) == {}


def test_what_shall_we_play_knows_how_long_it_takes_here(azul):
    assert pick_for_tonight(Wish(players=2, minutes=45))[0].reasons[1].code == "minutes"
    for _play in range(3):
        make_sheet(azul, minutes=80)
    [pick] = pick_for_tonight(Wish(players=2, minutes=60))  # Half as much time again is allowed.
    assert [reason.number for reason in pick.reasons if reason.code == "minutes"] == [80]


# ── BG Stats ──────────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_goes_out_and_comes_back(client, azul):
    content = scoring.read_form(
        make_form(name=["Ada", "Bob"], category=["a", "b"], score_0=["30", "41"], score_1=["5", "5"])
    )
    sheet = sheets.keep_sheet(
        title=azul, content=content, played_on=DAY, minutes=50, is_counted=True, today=DAY
    )
    data = client.get(f"/en/score/{sheet.key}/bg-stats.json").json()
    play = data["plays"][0]
    assert data["games"] == [{"id": 1, "name": "Azul", "bggId": 230802}]
    assert (play["playDate"], play["durationMin"]) == ("2026-03-02 00:00:00", 50)
    assert [(row["score"], row["winner"]) for row in play["playerScores"]] == [("35", False), ("46", True)]
    [(title, played_on, minutes, read)] = bg_stats.read_plays(json.dumps(data)).plays
    assert (title, played_on, minutes) == (azul, DAY, 50)
    assert [player["name"] for player in read["players"]] == ["Ada", "Bob"]
    assert read["scores"] == [[35, 46]]


def test_expansions_are_ticked_kept_and_written_to_the_file(client, azul):
    mosaic = make_title("Crystal Mosaic", kind="expansion", base=azul, bgg_id=279713)
    make_title("Wyrmspan", bgg_id=410201)
    page = client.get("/en/title/azul/score/").text
    assert "With which expansions?" in page and page.count('name="expansion"') == 1
    form = {"name": ["Ada"], "category": [""], "played_on": "2026-03-02", "act": "keep",
            "expansion": [mosaic.slug, "wyrmspan"]}  # fmt: skip
    address = client.post("/en/title/azul/score/", form)["Location"]
    assert ScoreSheet.objects.get().content["expansions"] == [mosaic.slug]
    assert f'value="{mosaic.slug}"\n                checked' in client.get(address).text
    data = client.get(f"{address}bg-stats.json").json()
    assert [game["name"] for game in data["games"]] == ["Azul", "Crystal Mosaic"]
    assert data["plays"][0]["expansionPlays"] == [{"gameRefId": 2}]
    [(_title, _day, _minutes, read)] = bg_stats.read_plays(json.dumps(data)).plays
    assert read["expansions"] == [mosaic.slug]


def test_a_file_is_kept_as_far_as_it_can_be_read(client, azul):
    game = {"id": 7, "bggId": 230802, "name": "Azul"}
    play = {"gameRefId": 7, "playDate": "2026-03-02 20:00:00", "durationMin": 40,
            "playerScores": [{"playerRefId": 1, "score": "12+5"}, {"playerRefId": 9, "score": None}]}  # fmt: skip
    strange = play | {"gameRefId": 8}
    data = {
        "players": [{"id": 1, "name": "Ada"}],
        "games": [game, {"id": 8, "bggId": 1, "name": "Die Macher"}],
        "plays": [play, strange, play | {"playDate": "soon"}, {"gameRefId": 99}],
    }
    file = SimpleUploadedFile("plays.json", json.dumps(data).encode())
    page = client.post("/en/score/import/", {"file": file}).text
    assert "1 play has been saved." in page and "Die Macher" in page and "2 plays could not be read." in page
    sheet = ScoreSheet.objects.get()
    assert (sheet.players, sheet.minutes, sheet.is_counted) == (2, 40, False)


def test_a_file_with_many_games_asks_for_the_played_ones_in_blocks(azul):
    """A database limits the values of one statement, and whoever sends a file chooses how many it names."""
    mosaic = make_title("Crystal Mosaic", kind="expansion", base=azul, bgg_id=279713)
    games = [{"id": number, "bggId": number, "name": "?"} for number in range(1, 20_000)]
    games += [{"id": "a", "bggId": azul.bgg_id}, {"id": "b", "bggId": mosaic.bgg_id}]
    row = {"playerRefId": 1, "score": "3"}
    play = {"gameRefId": "a", "playDate": "2026-03-02", "playerScores": [row]}
    plays = [
        play
        | {"expansionPlays": [{"gameRefId": first + number} for number in range(9)] + [{"gameRefId": "b"}]}
        for first in range(1, 2_701, 9)
    ]
    data = {"players": [], "games": games, "plays": [None, *plays]}
    counts = []

    def count_values(execute, sql, parameters, many, context):
        counts.append(len(parameters or ()))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(count_values):
        result = bg_stats.read_plays(json.dumps(data))
    assert len(result.plays) == 300 and result.unreadable == 1
    assert all(content["expansions"] == [mosaic.slug] for *_facts, content in result.plays)
    assert max(counts) <= bg_stats.IDS_PER_QUERY and sum(counts) < 3_000


def test_names_in_a_file_that_no_page_can_show_are_tidied(client, azul):
    """JSON may hold halves of characters and zero bytes, which neither a page nor PostgreSQL takes."""
    games = [{"id": 7, "bggId": 230802, "name": "Azul"}, {"id": 8, "bggId": 1, "name": "Die\ud800 Macher"}]
    row = {"playerRefId": 1, "score": "3", "team": "red\n\0team\udfff"}
    play = {"gameRefId": 7, "playDate": "2026-03-02", "playerScores": [row]}
    players = [{"id": 1, "name": "A\0da\ud800 \u202eBob"}]
    data = {"players": players, "games": games, "plays": [play, play | {"gameRefId": 8}]}
    file = SimpleUploadedFile("plays.json", json.dumps(data).encode())
    answer = client.post("/en/score/import/", {"file": file})
    assert answer.status_code == 200 and "Die Macher" in answer.text
    sheet = ScoreSheet.objects.get()
    assert sheet.content["players"] == [{"name": "Ada Bob", "team": "red team"}]
    assert "Ada Bob" in client.get(f"/en/score/{sheet.key}/").text


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"[" * 5000, b'{"games":[{}],"players":[],"plays":[]}']
)
def test_what_is_no_file_of_plays_is_refused(client, azul, content):
    client.post("/en/score/import/", {"file": SimpleUploadedFile("x.json", content or b" ")})
    assert not ScoreSheet.objects.exists()


def test_columns_are_numbered_and_ask_for_a_name(client):
    title = make_title("Azul", players_min=2, players_max=4)
    page = client.get(f"/en/title/{title.slug}/score/?players=3").content.decode()
    assert page.count('placeholder="Name"') == page.count('class="player-number"') == 3
    assert 'placeholder="Player' not in page
