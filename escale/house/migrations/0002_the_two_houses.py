"""The two identities that the house's rule sheets show: before and since the summer of 2022.

The sheets say "summer", no day: the astronomical beginning stands for it. Staff may correct everything.
"""

from datetime import date

from django.db import migrations

NAME = {"name": "Escale à jeux", "town": "Sologny", "country": "FR", "stars": 3}
HOUSES = [
    NAME
    | {
        "hosts": "Chantal et François",
        "telephones": "09 72 30 41 42",
        "mail": "francois.haffner@gmail.com",
        "website": "http://escaleajeux.fr",
        "surface": 260,
        "games": 7000,
        "sleeps_min": 6,
        "sleeps_max": 15,
        "valid_from": date(2013, 1, 1),
        "valid_to": date(2022, 6, 20),
    },
    NAME
    | {
        "hosts": "Isabelle et Raphaël",
        "telephones": "09 72 30 41 42, 06 24 69 12 99",
        "mail": "escaleajeux@gmail.com",
        "website": "https://escaleajeux.fr",
        "surface": 320,
        "games": 9000,
        "sleeps_min": 2,
        "sleeps_max": 15,
        "valid_from": date(2022, 6, 21),
        "valid_to": None,
    },
]

PLACE = {
    "fr": "À Sologny, en Bourgogne du Sud, dans le pays de Lamartine, entre Mâcon et Cluny : Lyon et Chalon sont à une heure, Genève à deux, Paris à quatre, ou deux en TGV.",
    "en": "In Sologny in southern Burgundy, Lamartine’s country, between Mâcon and Cluny: Lyon and Chalon are an hour away, Geneva two, Paris four, or two by TGV.",
    "it": "A Sologny, nella Borgogna del sud, terra di Lamartine, tra Mâcon e Cluny: Lione e Chalon sono a un’ora, Ginevra a due, Parigi a quattro, o due con il TGV.",
    "de": "In Sologny im südlichen Burgund, Lamartines Heimat, zwischen Mâcon und Cluny: eine Stunde bis Lyon oder Chalon, zwei bis Genf, vier bis Paris, mit dem TGV zwei.",
}
TEXTS = [
    {
        "fr": {
            "tagline": "Un gîte de vacances, et sept mille jeux qui attendent des joueurs.",
            "welcome": "Une collection montrée en ligne depuis 1998 a trouvé ses murs : on y dort, on y mange, on y joue. Quinze personnes y tiennent, et chaque boîte des étagères s’ouvre à toute heure.",
            "cover": "Cette règle vient d’une collection que son propriétaire montre en ligne depuis 1998. Elle a aujourd’hui une maison : venez y ouvrir les boîtes, de jour comme de nuit.",
        },
        "en": {
            "tagline": "A holiday house, and seven thousand games waiting for players.",
            "welcome": "A collection shown online since 1998 has found its walls: people sleep, eat and play here. There is room for fifteen, and every box on the shelves may be opened at any hour.",
            "cover": "These rules come from a collection that its owner has shown online since 1998. It has a house today: come and open the boxes, by day or by night.",
        },
        "it": {
            "tagline": "Una casa per le vacanze e settemila giochi che aspettano giocatori.",
            "welcome": "Una collezione mostrata in rete dal 1998 ha trovato le sue mura: qui si dorme, si mangia, si gioca. C’è posto per quindici persone e ogni scatola sugli scaffali si apre a qualsiasi ora.",
            "cover": "Questo regolamento viene da una collezione che il proprietario mostra in rete dal 1998. Oggi ha una casa: venite ad aprire le scatole, di giorno o di notte.",
        },
        "de": {
            "tagline": "Ein Ferienhaus, und siebentausend Spiele, die auf Mitspieler warten.",
            "welcome": "Eine Sammlung, seit 1998 im Netz zu sehen, hat ihre vier Wände gefunden: Hier wird geschlafen, gegessen und gespielt. Fünfzehn Gäste haben Platz, und jede Schachtel im Regal darf zu jeder Stunde geöffnet werden.",
            "cover": "Diese Regel stammt aus einer Sammlung, die ihr Besitzer seit 1998 im Netz zeigt. Heute hat sie ein Haus: Komm und öffne die Schachteln, bei Tag und bei Nacht.",
        },
    },
    {
        "fr": {
            "tagline": "Un ludogîte en Bourgogne du Sud : neuf mille jeux, des lits, et une table toujours prête.",
            "welcome": "Isabelle et Raphaël ouvrent leur maison aux joueurs de tous âges, à deux comme à quinze. On y choisit une boîte parmi plus de neuf mille, on la pose sur la table, et rien ne presse. Ce site prépare la soirée : trouver un jeu, lire sa règle, en essayer quelques-uns dès maintenant.",
            "cover": "Cette règle vous est offerte par une maison où l’on peut ouvrir plus de neuf mille jeux, jour et nuit. La collection vit en ligne depuis 1998 ; la maison est née en 2013, et Isabelle et Raphaël la tiennent depuis l’été 2022.",
        },
        "en": {
            "tagline": "A games house in southern Burgundy: nine thousand boxes, beds, and a table that is always laid.",
            "welcome": "Isabelle and Raphaël open their house to players of every age, whether two or fifteen come. Choose a box among more than nine thousand, put it on the table, and take your time. This site prepares the evening: find a game, read its rules, try a few of them now.",
            "cover": "These rules are a present from a house where more than nine thousand games may be opened by day and by night. The collection has lived online since 1998; the house was born in 2013, and Isabelle and Raphaël have kept it since the summer of 2022.",
        },
        "it": {
            "tagline": "Una casa dei giochi nella Borgogna del sud: novemila scatole, letti e un tavolo sempre pronto.",
            "welcome": "Isabelle e Raphaël aprono la loro casa a giocatori di ogni età, in due come in quindici. Si sceglie una scatola fra più di novemila, la si mette sul tavolo e non c’è fretta. Questo sito prepara la serata: trovare un gioco, leggerne le regole, provarne subito qualcuno.",
            "cover": "Questo regolamento è un dono di una casa in cui si possono aprire più di novemila giochi, di giorno e di notte. La collezione vive in rete dal 1998; la casa è nata nel 2013, e dall’estate 2022 la tengono Isabelle e Raphaël.",
        },
        "de": {
            "tagline": "Ein Spielehaus im südlichen Burgund: neuntausend Schachteln, Betten und ein immer gedeckter Tisch.",
            "welcome": "Isabelle und Raphaël öffnen ihr Haus für Spieler jeden Alters, ob zwei kommen oder fünfzehn. Man wählt eine von über neuntausend Schachteln, stellt sie auf den Tisch und hat Zeit. Diese Website bereitet den Abend vor: ein Spiel finden, seine Regel lesen, einige gleich ausprobieren.",
            "cover": "Diese Regel schenkt dir ein Haus, in dem über neuntausend Spiele bei Tag und Nacht geöffnet werden dürfen. Die Sammlung lebt seit 1998 im Netz, das Haus entstand 2013, und seit dem Sommer 2022 führen es Isabelle und Raphaël.",
        },
    },
]


def seed(apps, schema_editor):
    House, HouseText = apps.get_model("escale", "House"), apps.get_model("escale", "HouseText")
    for facts, texts in zip(HOUSES, TEXTS, strict=True):
        house = House.objects.create(**facts)
        for language, words in texts.items():
            HouseText.objects.create(house=house, language=language, place=PLACE[language], **words)


def remove(apps, schema_editor):
    apps.get_model("escale", "House").objects.filter(valid_from__in=[h["valid_from"] for h in HOUSES]).delete()


class Migration(migrations.Migration):
    dependencies = [("escale", "0001_initial")]
    operations = [migrations.RunPython(seed, remove)]
