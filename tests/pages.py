"""The pages that are looked at in every language, width and theme: each app adds its own.

An entry is the name of an address with its arguments, and a query after a question mark. The demo library is
there.
"""

from typing import NamedTuple

from django.urls import reverse
from django.utils import translation

from games.registry import ENGINES


class Page(NamedTuple):
    name: str
    arguments: tuple = ()
    query: str = ""

    def path(self, language: str) -> str:
        with translation.override(language):
            return reverse(self.name, args=self.arguments) + (f"?{self.query}" if self.query else "")

    def __str__(self) -> str:
        return "-".join(
            [self.name.replace(":", "-"), *map(str, self.arguments), *([self.query] if self.query else [])]
        )


HOUSE = [
    Page("home"),
    Page("search", query="q=shanghai"),
    Page("about"),
    Page("privacy"),
    Page("developers"),
    Page("measures"),
    Page("promises"),
    Page("offline"),
]
CATALOGUE = [
    Page("catalogue:list"),
    Page("catalogue:list", query="q=catan&players=4&view=shelf"),
    Page("catalogue:list", query="q=zzzzzz"),
    Page("catalogue:title", ("shanghaien",)),
    Page("catalogue:title", ("catan",)),
    Page("catalogue:shelves"),
    Page("catalogue:shelf", ("B4",)),
    Page("catalogue:statistics"),
    Page("catalogue:pick", query="players=4&minutes=45"),
    Page("catalogue:wishes"),
    Page("catalogue:wishes", query="title=catan&title=shanghaien"),
    Page("catalogue:score", ("catan",), "players=5&lines=3"),
    Page("catalogue:import_plays"),
    Page("catalogue:new_evening"),
    Page("catalogue:at_box", ("E0008",)),
    Page("catalogue:reserve_list", query="title=catan&title=azul"),
    Page("catalogue:print", query="q=catan"),
]
RULES = [
    Page("rules_docs:index"),
    Page("rules_docs:rule", ("shanghaien",)),
    Page("rules_docs:rule", ("halunken",), "with=de"),
    Page("rules_docs:search", query="q=shanghai"),
    Page("rules_docs:history", ("shanghaien",)),
]
GAMES = [
    Page("games:lobby"),
    Page("games:game", ("macao",)),
    Page("games:mine"),
    Page("games:bots"),
    Page("games:record"),
    *(Page("games:first_game", (game,)) for game in ENGINES),
    Page("games:real_table_new", ("halunken",)),
    Page("games:five_minutes", ("halunken",)),
    Page("games:quiz", ("macao",), "section=pay&number=1&of=macao-pay&answer=0"),
    Page("games:puzzle", ("halunken",)),
    Page("games:puzzle", ("shanghaien",), "answer=0"),
    Page("games:proof"),
    *(Page("games:guide", (topic,)) for topic in ("bots", "embeds", "records", "data")),
]

PAGES = HOUSE + CATALOGUE + RULES + GAMES
