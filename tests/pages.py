"""The pages that are looked at in every language, width and theme: each pillar adds its own.

Only the French address is listed; the others are found by the page's own hreflang links.
"""

HOUSE = ["/fr/", "/fr/recherche/?q=shanghai", "/fr/maison/", "/fr/vie-privee/", "/fr/developpeurs/", "/fr/rien-ici/"]
CATALOGUE = ["/fr/catalogue/", "/fr/catalogue/?q=catan&players=4&view=shelf", "/fr/catalogue/?q=zzqx", "/fr/rayons/"]
CATALOGUE += ["/fr/statistiques/", "/fr/a-quoi-jouer/?players=4&minutes=60", "/fr/ma-liste/", "/fr/catalogue/imprimer/"]
RULES: list[str] = []
GAMES: list[str] = []

PAGES = HOUSE + CATALOGUE + RULES + GAMES
