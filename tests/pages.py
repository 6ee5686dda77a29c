"""The pages that are looked at in every language, width and theme: each pillar adds its own.

Only the French address is listed; the others are found by the page's own hreflang links.
"""

HOUSE = ["/fr/", "/fr/recherche/?q=shanghai", "/fr/maison/", "/fr/vie-privee/", "/fr/developpeurs/", "/fr/rien-ici/"]
CATALOGUE: list[str] = []
RULES: list[str] = []
GAMES: list[str] = []

PAGES = HOUSE + CATALOGUE + RULES + GAMES
