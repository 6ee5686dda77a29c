"""Search: every way of being typed, filters with counts, orders, changes; on a shelf of real titles."""

import random
from collections import Counter
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.search.index import Between, Entry, TitleIndex
from catalogue.search.index.facets import Facets, iterate_bits, to_bits
from escale.common.text.edit_distance import edit_distances
from escale.common.text.vocabulary import Vocabulary

SHELF = [
    (13, ["CATAN", "Die Siedler von Catan", "Les Colons de Catane"], ["Klaus Teuber", "Kosmos"], 130_000, "trading"),
    (926, ["Catan: Seafarers"], ["Klaus Teuber"], 15_000, "trading"),
    (822, ["Carcassonne"], ["Klaus-Jürgen Wrede", "Hans im Glück"], 120_000, "tiles"),
    (3076, ["Puerto Rico"], ["Andreas Seyfarth"], 70_000, "roles"),
    (66, ["Löwenherz"], ["Klaus Teuber"], 1_500, "areas"),
    (65244, ["Forbidden Island", "L'Île Interdite", "L’isola proibita"], ["Matt Leacock"], 60_000, "cooperative"),
    (14996, ["Ticket to Ride: Europe", "Les Aventuriers du Rail Europe"], ["Alan R. Moon"], 70_000, "sets"),
    (1, ["Die Macher", "德国大选"], ["Karl-Heinz Schmiel"], 5_700, "areas"),
    (67180, ["Tikal II: The Lost Temple"], ["Wolfgang Kramer", "Michael Kiesling"], 1_700, "areas"),
    (177678, ["Signorie"], ["Marco Canetta"], 1_800, "dice"),
    (254188, ["Blank Slate"], ["Bob Kamp"], 2_000, "words"),
    (22827, ["Rory's Story Cubes"], ["Rory O'Connor"], 9_000, "dice"),
    (142325, ["Kobayakawa"], ["Jun Sasaki"], 2_000, "bluff"),
    (152952, ["Hawken: Real-Time Card Game"], [], 400, "cards"),
    (262, ["¥€$"], [], 100, "dice"),
    (34320, ["Shanghaien", "Shanghaïen"], ["Michael Schacht"], 500, "dice"),
    (181260, ["Pit Crew"], [], 700, "dice"),
    (39463, ["Cosmic Encounter", "Rencontre Cosmique", "Космические столкновения"], ["Bill Eberle"], 30_000, "bluff"),
]  # fmt: skip


def entry(id, names, credits, popularity, mechanism, players=(2, 3, 4)):
    properties = {"mechanism": [mechanism], "players": list(players), "year": [1990 + id % 30]}
    keys = {"name": names[0].lower(), "year": 1990 + id % 30, "popularity": popularity}
    return Entry(id, names, credits, popularity, ": Sea" in names[0], properties, keys)


@pytest.fixture(scope="module")
def index():
    return TitleIndex(entry(*row) for row in SHELF)


def best(index, text):
    return index.search(text).ids[0]


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        pytest.param("Carcassonne", 822, id="as it is"),
        pytest.param("les colons de catane", 13, id="in another language"),
        pytest.param("rico puerto", 3076, id="words in any order"),
        pytest.param("carcas", 822, id="the beginning"),
        pytest.param("ticket to ride eu", 14996, id="the beginning of the last word"),
        pytest.param("lowenherz", 66, id="without accents"),
        pytest.param("loewenherz", 66, id="oe for ö"),
        pytest.param("Cárcassonne", 822, id="an accent too many"),
        pytest.param("carcasonne", 822, id="a letter missing"),
        pytest.param("carcassonnne", 822, id="a letter doubled"),
        pytest.param("carxassonne", 822, id="a wrong letter"),
        pytest.param("crcassonne", 822, id="a letter missing near the beginning"),
        pytest.param("puetro rico", 3076, id="letters swapped"),
        pytest.param("cracasonne", 822, id="two slips"),
        pytest.param("puertorico", 3076, id="a space missing"),
        pytest.param("koba yakawa", 142325, id="a space too many"),
        pytest.param("ile interdite", 65244, id="without the elided article"),
        pytest.param("lile interdite", 65244, id="without the apostrophe"),
        pytest.param("ISOLA PROIBITA", 65244, id="Italian capitals"),
        pytest.param("tikal 2", 67180, id="digits for roman numerals"),
        pytest.param("gnorie", 177678, id="inside a word"),
        pytest.param("interdite", 65244, id="a later word"),
        pytest.param("kamp slate", 254188, id="designer and a word"),
        pytest.param("hans im glueck carcassonne", 822, id="publisher and title"),
        pytest.param("rorys story cubes", 22827, id="without apostrophe"),
        pytest.param("realtime card game", 152952, id="without hyphen"),
        pytest.param("aventuriers rail europe", 14996, id="without small words"),
        pytest.param("德国", 1, id="Chinese"),
        pytest.param("космические", 39463, id="Cyrillic"),
        pytest.param("космичиские", 39463, id="Cyrillic with a slip"),
        pytest.param("¥€$", 262, id="signs only"),
        pytest.param("crew pti", 181260, id="a slip in a short word"),
    ],
)
def test_finds(index, typed, id):
    assert best(index, typed) == id


def test_says_which_name_answered(index):
    assert index.suggest("colons", 1) == [(13, 2)]


def test_expansions_come_below_their_base_game(index):
    assert index.search("catan").ids[:2] == [13, 926]
    assert best(index, "catan seafarers") == 926


def test_what_nobody_knows_finds_nothing(index):
    assert index.search("zzqxjk").ids == []
    assert index.search("zzqxjk").total == 0


def test_a_word_too_many_still_finds_the_nearest(index):
    assert best(index, "carcassonne zzqxjk") == 822


HOSTILE = [
    "\x00", "a\x00b", "x" * 5000, "ab " * 2000, "\u202ecatan\u202c", "\u200f\u200e", "' OR 1=1 --", "* ? ( ) [ \\",
    "\n\t\r", "catan\ncatan\tcatan", "%", "_", '"', "😀", "\ud800", "i" * 60, "́" * 300,
    "ﬁ", "\U0010ffff", "AND OR NOT NEAR/2",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
def test_hostile_text_is_only_text(index, text):
    started = perf_counter()
    assert index.search(text).total <= len(SHELF)
    index.suggest(text)
    assert perf_counter() - started < 0.5


@given(st.text(max_size=60))
def test_any_text_gives_an_answer(text):
    result = FEW.search(text)
    assert result.total >= len(result.ids) >= 0


FEW = TitleIndex(entry(*row) for row in SHELF)


def test_filters_join_values_of_a_field_and_narrow_by_fields(index):
    assert set(index.search(filters={"mechanism": ["areas", "tiles"]}).ids) == {66, 1, 67180, 822}
    assert set(index.search(filters={"mechanism": ["areas"], "year": Between(1990, 1999)}).ids) == {1, 66}


def test_filters_hold_with_words(index):
    assert index.search("teuber", {"mechanism": ["areas"]}).ids == [66]
    assert index.search("teuber", {"mechanism": ["none such"]}).ids == []


def test_counts_leave_out_their_own_field(index):
    facets = index.search(filters={"mechanism": ["areas"]}, facets=["mechanism", "players"]).facets
    assert facets["mechanism"]["dice"] == 5
    assert facets["players"] == {2: 3, 3: 3, 4: 3}


def test_counts_equal_counting(index):
    """Against the plainest way of counting, for every value of every field."""
    many = [entry(n, [f"Title {n % 7}"], [], n, f"m{n % 5}", range(1, 1 + n % 8)) for n in range(1, 600)]
    grown = TitleIndex(many)
    filters = {"mechanism": ["m1", "m2"], "players": Between(3, 4)}
    facets = grown.search("title 3", filters, facets=["mechanism", "players", "year"]).facets
    titled = [e for e in many if "3" in e.names[0]]
    in_mechanism = [e for e in titled if e.properties["mechanism"][0] in ("m1", "m2")]
    in_players = [e for e in titled if {3, 4} & set(e.properties["players"])]
    both = [e for e in in_mechanism if e in in_players]
    for value, count in facets["mechanism"].items():
        assert count == sum(value in e.properties["mechanism"] for e in in_players)
    for value, count in facets["players"].items():
        assert count == sum(value in e.properties["players"] for e in in_mechanism)
    assert sum(facets["year"].values()) == len(both) == grown.search("title 3", filters).total


@pytest.mark.parametrize("titles", [3, 40, 51, 300])
def test_few_titles_and_many_are_counted_alike(titles):
    """Few are counted title by title, many value by value; a change is seen by both."""
    shelf = [entry(n, [f"Title {n}"], [], n, f"m{n % 5}", range(1, 1 + n % 8)) for n in range(titles)]
    grown = TitleIndex(shelf)
    for changed in (shelf[0], entry(0, ["Title 0"], [], 0, "new", [9])):
        grown.put(changed)
        counted = grown.search(facets=["mechanism", "players"]).facets
        held = [changed, *shelf[1:]]
        for field, counts in counted.items():
            assert counts == Counter(value for one in held for value in one.properties[field])


@given(st.sets(st.integers(0, 300)))
def test_members_are_the_numbers_whose_bits_are_set(numbers):
    assert list(iterate_bits(to_bits(numbers, 300))) == sorted(numbers)


@pytest.mark.parametrize(
    ("sort", "backwards"), [("name", False), ("-name", True), ("year", False), ("-year", True)]
)
def test_orders(index, sort, backwards):
    rows = {row[0]: entry(*row) for row in SHELF}
    keys = [rows[id].keys[sort.removeprefix("-")] for id in index.search(sort=sort, size=100).ids]
    assert keys == sorted(keys, reverse=backwards)


def test_titles_without_a_key_come_last_in_both_directions():
    known, unknown = entry(1, ["A"], [], 5, "x"), Entry(2, ["B"], keys={"name": "b"})
    assert [TitleIndex([unknown, known]).search(sort=sort).ids for sort in ("year", "-year")] == [
        [1, 2],
        [1, 2],
    ]


@pytest.mark.parametrize("sort", ["name", "-name", "year", "-year", "-popularity"])
def test_few_titles_and_many_are_ordered_alike(sort):
    """Few are sorted, many are picked out of the order of all; both with equal keys and with missing ones."""
    keys = ({"name": f"{n % 7}"} | ({"year": n % 5} if n % 3 else {}) for n in range(400))
    properties = ({"all": [1], "few": [n % 20]} for n in range(400))
    both = [
        Entry(n, [""], popularity=n % 4, keys=next(keys), properties=next(properties)) for n in range(400)
    ]
    index = TitleIndex(both)
    of_many = index.search(filters={"all": [1]}, sort=sort, size=400).ids
    of_few = index.search(filters={"few": [7]}, sort=sort, size=400).ids
    assert len(of_many) == 400 and of_few == [id for id in of_many if id % 20 == 7]


def test_a_filter_is_looked_up_once_for_all_counts(index, monkeypatch):
    """A range of minutes joins the titles of a hundred values."""
    looked_up, choose = [], Facets._choose
    monkeypatch.setattr(
        Facets,
        "_choose",
        lambda facets, field, choice: looked_up.append(field) or choose(facets, field, choice),
    )
    filters = {"mechanism": ["areas"], "year": Between(1990, 1999)}
    index.search(filters=filters, facets=["mechanism", "players", "year"])
    assert sorted(looked_up) == ["mechanism", "year"]


def test_pages_cover_everything_once(index):
    pages = [id for page in range(1, 6) for id in index.search(sort="name", page=page, size=4).ids]
    assert sorted(pages) == sorted(row[0] for row in SHELF)


def test_more_titles_than_are_weighed_are_all_there():
    many = TitleIndex(Entry(n, [f"Alpha {n}"], popularity=n) for n in range(1, 1500))
    result = many.search("alpha", page=63, size=24)
    assert result.total == 1499
    assert len(result.ids) == 1499 - 62 * 24
    assert many.search("alpha 1234").ids[0] == 1234


def test_similar_titles_share_the_most(index):
    assert set(index.similar(67180, 2)) <= {66, 1}
    assert index.similar(999) == []


def test_answers_do_not_depend_on_the_order_of_reading(index):
    """Databases sort text each in their own way: what they give first must not come first."""
    other = TitleIndex(entry(*row) for row in reversed(SHELF))
    for text in ("", "cat", "klaus", "teuber", "a", "dei", "sea cat", "lost"):
        for sort in ("", "name", "-year"):
            assert other.search(text, sort=sort, facets=["mechanism"]) == index.search(
                text, sort=sort, facets=["mechanism"]
            )
        assert other.suggest(text) == index.suggest(text)


def test_changes_leave_the_same_index_as_a_new_one():
    """Put, change and remove at random: the answers are those of an index built from what is left."""
    chance = random.Random(3)
    grown, kept = TitleIndex(), {}
    words = ["alpha", "beta", "gamma", "delta", "épsilon", "zêta", "theta", "iota"]
    for _ in range(400):
        id = chance.randrange(1, 60)
        if chance.random() < 0.3:
            kept.pop(id, None)
            grown.remove(id)
        else:
            name = " ".join(chance.sample(words, 3))
            kept[id] = entry(id, [name], [chance.choice(words)], id, chance.choice("abc"))
            grown.put(kept[id])
    built = TitleIndex(kept.values())
    assert len(grown) == len(built) == len(kept)
    for text in ["", "alpha", "bta", "epsilon zeta", "gamm", "thetaiota", "lph"]:
        for sort in ["name", "-year"]:
            asked = {"text": text, "sort": sort, "size": 100, "facets": ["mechanism", "players"]}
            assert grown.search(**asked) == built.search(**asked)
        assert grown.search(text, size=100) == built.search(text, size=100)


def plain_distance(a, b):
    """Optimal string alignment by the textbook's table: to the whole of b, and to its nearest beginning."""
    rows = [list(range(len(b) + 1))]
    for i, left in enumerate(a, 1):
        row = [i]
        for j, right in enumerate(b, 1):
            cost = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1], min(rows[-1])


@given(st.text("abc", max_size=9), st.text("abc", max_size=9))
def test_distance_is_that_of_the_textbook(a, b):
    assert edit_distances(a, b) == plain_distance(a, b)


@given(
    st.lists(st.text("abcd", min_size=1, max_size=6), unique=True), st.text("abcd", min_size=3, max_size=6)
)
def test_words_one_slip_away_are_exactly_those(words, asked):
    vocabulary = Vocabulary()
    vocabulary.load([(0, words)])
    found = {
        beginning
        for beginning, first, _ in vocabulary.find_prefixes_one_edit_away(asked)
        if vocabulary.words[first] == beginning
    }
    near = {word for word in words if plain_distance(asked, word)[0] == 1}
    assert found - {asked} == near == set(vocabulary.find_one_edit_away(asked))


def test_the_beginning_of_another_word_is_not_that_of_the_first_again():
    names = {1: ["Cosmic Encounter"], 2: ["Cosmic Cows"], 3: ["Cosmic Frog"]}
    index = TitleIndex([entry(id, name, [], 40_000 // id**9, "a") for id, name in names.items()])
    assert index.search("cosmic co").ids[0] == 2


def test_two_slips_in_a_word_are_worth_less_than_one_in_a_beginning():
    index = TitleIndex([entry(1, ["Challengers"], [], 10, "a"), entry(2, ["Pollen"], [], 10, "a")])
    assert index.search("chllen").ids[0] == 1
