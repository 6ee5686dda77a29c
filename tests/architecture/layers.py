"""The layers of docs/architecture.md: the path of a module says its layer, the layer says what it
may import.
"""

import re
from functools import cache

# The first pattern that matches decides. `*` stands for one part of a path, `**` for any number of them.
LAYERS_BY_PATTERN = (
    ("*/static/**", "script"),
    ("{manage,run}.py", "entry"),
    ("**/__main__.py", "command"),
    ("**/management/**", "command"),
    ("*/__init__.py", "pure"),
    # the site
    ("escale/common/text/**", "pure"),
    ("escale/common/ports.py", "pure"),
    ("escale/common/**", "common"),
    ("escale/jobs/**", "jobs"),
    ("escale/backup/**", "service"),
    ("escale/translations/**", "service"),
    ("escale/house/web/**", "web"),
    ("escale/house/admin.py", "web"),
    ("escale/house/apps.py", "entry"),
    ("escale/house/models.py", "model"),
    ("escale/house/**", "house"),
    ("escale/server/**", "server"),
    ("escale/{asgi,settings,urls,wiring,wsgi}.py", "entry"),
    # what each app has
    ("*/apps.py", "entry"),
    ("*/ports.py", "pure"),
    ("*/jobs.py", "job"),
    ("*/models.py", "model"),
    ("*/models/**", "model"),
    ("*/admin.py", "web"),
    ("*/admin/**", "web"),
    ("*/templatetags/**", "web"),
    ("*/web/**/*urls.py", "urls"),
    ("*/web/**", "web"),
    ("*/search/index/**", "pure"),
    # the catalogue
    ("catalogue/covers/**", "pure"),
    ("catalogue/contents/reading.py", "pure"),
    (
        "catalogue/{contents,demo,desk,evenings,exporting,importing,members,presenting,reporting,search}/**",
        "service",
    ),
    ("catalogue/{services,slugs,vocabulary}.py", "service"),
    # the rule texts
    ("rules_docs/text/**", "pure"),
    ("rules_docs/{editing,files,printing,reading,search}/**", "service"),
    # the games
    ("games/core/**", "pure"),
    ("games/bots/**", "pure"),
    ("games/{analysing,automation,live,lobby,matches,moderation,notifying,presenting}/**", "service"),
    ("games/{game_folder,registry}.py", "game"),
    ("games/{cli,startgame}/**", "command"),
    ("games/*/{rules,solver}/**", "pure"),
    ("games/*/{__init__,bot,odds,reasons,table_luck}.py", "pure"),
    ("games/*/positions.py", "pure"),
    ("games/*/questions.py", "pure"),
    ("games/*/{game,lesson}.py", "game"),
    ("games/*/words/**", "game"),
)

BELOW_SERVICES = {"pure", "common", "model", "game"}
BELOW_WEB = {*BELOW_SERVICES, "service"}
#: layer → the layers whose modules it may import
MAY_IMPORT = {
    "script": set(),
    "pure": {"pure"},
    "game": {"pure", "game"},
    "common": {"pure", "common"},
    "jobs": {"pure", "common", "jobs"},
    "model": {"pure", "common", "model"},
    "service": BELOW_WEB,
    "job": {*BELOW_WEB, "jobs"},
    "house": {*BELOW_WEB, "house"},
    "command": {*BELOW_WEB, "house", "jobs", "server", "command"},
    "web": {*BELOW_WEB, "house", "web"},
    "urls": {"web"},
    "server": {*BELOW_WEB, "house", "jobs", "server"},
    "entry": {*BELOW_WEB, "house", "jobs", "server", "web", "entry"},
}

#: Pure code imports these libraries and no others: none of them reads a
#: clock, a file or a random number by itself.
PURE_LIBRARIES = {
    *(
        "__future__",
        "abc",
        "array",
        "bisect",
        "collections",
        "copy",
        "dataclasses",
        "difflib",
        "enum",
        "functools",
    ),
    *(
        "hashlib",
        "heapq",
        "hmac",
        "html",
        "io",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "string",
        "struct",
        "tomllib",
    ),
    *("types", "typing", "unicodedata", "xml.etree", "zlib"),
    "importlib.resources",  # reads a file that stands beside the code, once, as an import does
    *("PIL", "Stemmer", "markdown_it", "mdit_py_plugins", "nh3", "numpy"),
}
#: what describes a game to people also needs translations, and the
#: registry looks for the folders of the games
GAME_LIBRARIES = {*PURE_LIBRARIES, "django.utils.translation", "importlib", "pathlib", "pkgutil"}

#: only web, the house, the server and what is common answer requests
HTTP_LIBRARIES = ("django.http", "django.shortcuts", "django.views", "rest_framework", "drf_spectacular")
LAYERS_WITHOUT_HTTP = {"pure", "game", "jobs", "model", "service", "job", "command"}

#: The code under this path may import only modules under these; the first prefix that matches decides.
KNOWN_PLACES = (
    ("escale/common/", ("escale.common",)),
    ("escale/jobs/", ("escale.common", "escale.jobs")),
    ("escale/backup/", ("escale.common", "escale.backup")),
    ("escale/translations/", ("escale.common", "escale.translations")),
    ("escale/house/", ("escale", "catalogue", "rules_docs", "games")),
    ("escale/server/", ("escale", "catalogue", "rules_docs", "games")),
    ("escale/wiring.py", ("escale", "catalogue", "rules_docs", "games")),
    ("escale/urls.py", ("escale", "catalogue", "rules_docs", "games")),
    ("escale/", ("escale",)),
    ("catalogue/jobs.py", ("escale.common", "escale.jobs", "catalogue")),
    ("catalogue/", ("escale.common", "catalogue")),
    ("rules_docs/jobs.py", ("escale.common", "escale.jobs", "rules_docs")),
    ("rules_docs/", ("escale.common", "rules_docs")),
    ("games/jobs.py", ("escale.common", "escale.jobs", "games")),
    ("games/", ("escale.common", "games")),
)


def layer_of(path: str) -> str | None:
    for pattern, layer in LAYERS_BY_PATTERN:
        if _compiled(pattern).fullmatch(path):
            return layer
    return None


def places_known_to(path: str) -> tuple[str, ...]:
    """The dotted prefixes of all modules that the module at this path may import."""
    for prefix, places in KNOWN_PLACES:
        if path.startswith(prefix):
            return places
    return ()


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    escaped = re.escape(pattern).replace(r"\{", "(").replace(r"\}", ")").replace(",", "|")
    return re.compile(escaped.replace(r"\*\*/", "(.+/)?").replace(r"\*\*", ".+").replace(r"\*", "[^/]+"))
