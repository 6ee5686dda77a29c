"""Words that name a property of titles, not a title: "auction", "jeux de cartes", a shelf, a box number."""

import re
from collections import defaultdict
from collections.abc import Iterable

from catalogue.search.index.facets import Value
from escale.common.text.folding import tokenize

Property = tuple[str, Value]  # a field and its value
CODE = "code"  # the field of shelf codes and box numbers, in upper case
_ENDING = re.compile(r" games?$")  # People who type "cooperative" mean "cooperative game".


class Topics:
    """The properties that each phrase names. Phrases are folded: accents and case do not matter."""

    def __init__(self, names: Iterable[tuple[str, Property]] = ()) -> None:
        self._properties_by_phrase: dict[str, list[Property]] = defaultdict(list)
        for name, named_property in names:
            for phrase in _list_phrases(name):
                self._properties_by_phrase[phrase].append(named_property)

    def find(self, text: str) -> list[Property]:
        return [*self._properties_by_phrase.get(to_phrase(text), ()), (CODE, text.strip().upper())]


def to_phrase(text: str) -> str:
    return " ".join(tokenize(text))


def _list_phrases(name: str) -> set[str]:
    """The phrases that name the property: the whole name, and each of its alternatives, as in
    "Auction/Bidding".
    """
    phrases = {to_phrase(part) for part in (name, *name.split("/"))}
    phrases |= {_ENDING.sub("", phrase) for phrase in phrases}
    return {phrase for phrase in phrases if phrase}
