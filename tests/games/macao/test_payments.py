"""The planner beside an oracle that tries every set of cards, and payments worked out by hand."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest

from games.core.chance import QuickChance
from games.macao.rules import ENGINE
from games.macao.rules.state import State
from tests.games.macao.positions import change_deck, list_payments, position, set_tiles_in_play

rule = pytest.mark.rule

Payment = tuple[frozenset[str], tuple[str, ...]]


class Oracle:
    """Reads the rule once more, from the data alone: no groups, no packed sums, every set of cards."""

    def __init__(self, state: State, seat: int, cost: list[str], own: str | None) -> None:
        names, data = state.deck.names, state.deck.data
        self.facts = {row["id"]: row for row in data["characters"]}
        self.blue = [names[card] for card in state.blue[seat] if names[card] != own]
        self.red = [names[card] for card in state.red[seat]]
        self.resources = data["resources"]
        self.cost = cost
        self.croupiers = sum(name.startswith("croupier") for name in self.red) if own else 0
        self.stands_for = {resource: self._reachable(resource) for resource in self.resources}

    def _reachable(self, resource: str) -> set[str]:
        """Traders chain, in both directions."""
        found = {resource}
        pairs = [set(self.facts[name]["pair"]) for name in self.red if name.startswith("trader")]
        while grown := [pair for pair in pairs if pair & found and pair - found]:
            found |= grown[0]
        return found

    def _units(self, name: str) -> list[set[str]]:
        """What each unit that a card gives can stand for."""
        if name.startswith("widow"):
            return [set(self.resources)]
        double = name.startswith("sailor") and name in self.red
        return [self.stands_for[self.facts[name]["resource"]]] * (2 if double else 1)

    def _covers(self, cards: tuple[str, ...], cost: tuple[str, ...]) -> bool:
        """Whether each unit asked can be given by a unit of its own: tried one by one."""

        def give(asked: tuple[str, ...], units: list[set[str]]) -> bool:
            if not asked:
                return True
            fitting = (place for place, unit in enumerate(units) if asked[0] in unit)
            return any(give(asked[1:], units[:place] + units[place + 1 :]) for place in fitting)

        return give(cost, sorted(chain.from_iterable(map(self._units, cards)), key=len))

    def _removals(self) -> set[tuple[str, ...]]:
        """Everything that so many croupiers can take away one after the other."""
        found = {()}
        for _ in range(self.croupiers):
            longer = {
                tuple(sorted((*done, name)))
                for done, name in product(found, self.resources)
                if self.cost.count(name) - done.count(name) > 1
            }
            found = longer or found
        return found

    def valid(self) -> set[Payment]:
        found = set()
        for removed in self._removals():
            left = list(self.cost)
            for name in removed:
                left.remove(name)
            for size in range(1, len(left) + 1):
                for cards in combinations(self.blue + self.red, size):
                    fewer = (cards[:place] + cards[place + 1 :] for place in range(size))
                    if self._covers(cards, tuple(left)) and not any(
                        self._covers(less, tuple(left)) for less in fewer
                    ):
                        found.add((frozenset(cards), removed))
        return found

    def _burns(self, payment: Payment) -> tuple[int, int]:
        """Blue cards lost and living widows lost."""
        lost = [name for name in payment[0] if name in self.blue]
        widows = sum(name.startswith("widow") for name in lost)
        return len(lost) - widows, widows

    def best(self) -> set[Payment]:
        """Those that no other beats: fewer of one kind lost and not more of the other."""
        burns = {payment: self._burns(payment) for payment in self.valid()}
        return {
            payment
            for payment, (cards, widows) in burns.items()
            if not any(a <= cards and b <= widows and (a, b) != (cards, widows) for a, b in burns.values())
        }


def random_hands(count: int) -> list[State]:
    """Hands as they come up: any blue and red cards, tiles that ask resources in the centre."""
    chance, found = QuickChance(2019), []
    data = set_tiles_in_play(6)
    tiles = [row["id"] for row in data["tiles"] if "cost" in row]
    kinds = ("croupier", "trader", "sailor", "widow")
    for number in range(count):
        cards = [row["id"] for row in data["characters"]] + ["widow-1", "widow-3"]
        chance.shuffle(cards)
        if number % 2:  # half of them full of those that change payments
            cards.sort(key=lambda name: not name.startswith(kinds))
            few = cards[:19]
            chance.shuffle(few)
            cards = few
        blues, reds = 1 + chance.below(5), chance.below(6)
        hand = [cards[:blues], []], [cards[blues : blues + reds], []]
        found.append(position(blue=hand[0], red=hand[1], tiles=tiles, data=data))
    return found


@pytest.mark.slow
@rule("pay")
@pytest.mark.parametrize("part", range(8))
def test_ruling_8_planner_and_check_agree_with_an_oracle_that_tries_everything(part: int) -> None:
    """The menu holds exactly what is not worse than another, and `check` accepts exactly what is valid."""
    offered = accepted = 0
    for state in random_hands(320)[part::8]:
        facts = {row["id"]: row for row in state.deck.data["characters"]}
        widow = state.deck.data["widow"]
        for card in state.blue[0]:
            name = state.deck.names[card]
            oracle = Oracle(state, 0, facts.get(name, widow)["cost"], name)
            menu = list_payments(state, 0, name)
            assert {(frozenset(pay), tuple(sorted(less))) for pay, less in menu} == oracle.best(), name
            assert len(menu) == len(oracle.best())
            offered += len(menu)
            accepted += assert_check_accepts_exactly(state, oracle, ("recruit", name))
        for row in state.deck.data["tiles"]:
            if "cost" in row:
                oracle = Oracle(state, 0, row["cost"], None)
                menu = list_payments(state, 0, row["id"])
                assert {(frozenset(pay), ()) for (pay,) in menu} == oracle.best(), row["id"]
                offered += len(menu)
                accepted += assert_check_accepts_exactly(state, oracle, ("open", row["id"]))
    assert accepted > offered > 40


def assert_check_accepts_exactly(state: State, oracle: Oracle, head: tuple[str, str]) -> int:
    """Every set of cards with every removal, right or wrong."""
    valid = oracle.valid()
    removals = {*oracle._removals(), (), ("jade",)} if head[0] == "recruit" else {()}
    for size in range(len(oracle.cost) + 1):
        for cards, removed in product(combinations(oracle.blue + oracle.red, size), removals):
            action = (*head, cards, removed) if head[0] == "recruit" else (*head, cards)
            assert (ENGINE.check(state, 0, action) is None) == ((frozenset(cards), removed) in valid), action
    return len(valid)


@rule("pay")
def test_ruling_8_the_default_burns_the_fewest_blue_cards_and_spares_the_widow() -> None:
    blue = [
        "sailor-alcohol",
        "dancer-opium",
        "innkeeper-opium",
        "dancer-money",
        "widow-1",
    ]  # money opium opium
    offers = list_payments(position(blue=[blue]), 0, "sailor-alcohol")
    assert (set(offers[0][0]), offers[0][1]) == ({"dancer-money", "dancer-opium", "innkeeper-opium"}, ())
    assert len(offers) == 4 and all("widow-1" in pay for pay, _ in offers[1:])


@rule("pay")
def test_ruling_8_any_other_valid_payment_is_accepted_too() -> None:
    """Burning two blue cards where a red one is free."""
    blue = ["innkeeper-weapons", "dancer-alcohol", "dancer-money", "dancer-opium"]
    state = position(blue=[blue], red=[["killer-money"]])
    ((pay, removed),) = list_payments(state, 0, "innkeeper-weapons")
    assert (set(pay), removed) == ({"dancer-alcohol", "killer-money", "dancer-opium"}, ())
    spendthrift = ("recruit", "innkeeper-weapons", ("dancer-opium", "dancer-money", "dancer-alcohol"), ())
    assert spendthrift not in ENGINE.legal(state, 0)
    assert ENGINE.check(state, 0, spendthrift) is None


@rule("pay")
def test_croupier_trader_sailor_and_widow_work_together() -> None:
    """Politician-alcohol asks weapons twice, money twice, opium; the trader makes weapons of alcohol."""
    reds = ["croupier-jade", "trader-alcohol", "sailor-alcohol", "widow-3"]
    state = position(blue=[["politician-alcohol", "dancer-money"]], red=[reds])
    # rules: trader-alcohol and the sailor give three of alcohol or weapons, the red widow one of anything
    ((pay, removed),) = list_payments(state, 0, "politician-alcohol")
    assert (set(pay), removed) == ({"sailor-alcohol", "dancer-money", "widow-3"}, ("money",))
    other = ("recruit", "politician-alcohol", ("trader-alcohol", "dancer-money", "widow-3"), ("weapons",))
    assert ENGINE.check(state, 0, other) is not None  # two of money are left, one card gives it


@rule("croupier")
@pytest.mark.parametrize(
    ("cost", "croupiers", "left"),
    [
        (["opium", "opium", "jade"], 1, ["opium", "jade"]),
        (["opium", "opium", "jade"], 2, ["opium", "jade"]),
        (["opium", "opium", "opium"], 1, ["opium", "opium"]),
        (["opium", "opium", "opium"], 2, ["opium"]),
        (["opium", "opium", "opium"], 3, ["opium"]),
    ],
)
def test_ruling_12_vector_what_croupiers_leave_of_a_cost(
    cost: list[str], croupiers: int, left: list[str]
) -> None:
    """Test vectors of the rule page."""
    data = change_deck(cards={"dancer-alcohol": {"cost": cost}})
    reds = ["croupier-alcohol", "croupier-weapons", "croupier-money"][:croupiers]
    payers = {"opium": ["killer-opium", "dancer-opium"], "jade": ["killer-jade"]}
    pay = [name for resource in payers for name in payers[resource][: left.count(resource)]]
    state = position(blue=[["dancer-alcohol", *pay]], red=[reds], data=data)
    removed = ("opium",) * (len(cost) - len(left))
    ((found, less),) = list_payments(state, 0, "dancer-alcohol")
    assert (set(found), less) == (set(pay), removed)
    short = position(blue=[["dancer-alcohol", *pay[1:]]], red=[reds], data=data)
    assert list_payments(short, 0, "dancer-alcohol") == []
