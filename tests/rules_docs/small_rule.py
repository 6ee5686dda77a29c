"""A small rule of our own, written into a folder, that tests may damage."""

from pathlib import Path

SKELETON = """
slug = "harbour"
pivot = "fr"
rights = "rewrite"
bgg = 4711
version = 1

[facts]
players = [2, 4]
minutes = [20, 30]
age = 8

[[source]]
language = "fr"
publisher = "Verlag"
year = 2001

[[section]]
key = "setup"
kind = "setup"

[[section]]
key = "roll"
level = 2

[[section]]
key = "end"

[[term]]
key = "die"
section = "roll"
fr = "dé"
en = "die"
it = "dado"
de = "Würfel"
aliases.fr = ["cube"]
plural.fr = "dés"
forbidden.de = ["Kubus"]
meaning.fr = "Un cube à six faces."
meaning.de = "Ein Körper mit sechs Seiten."

[[ruling]]
key = "equal"
section = "end"
kind = "faq"
fr.question = "Et à égalité ?"
fr.answer = "Personne ne gagne."
en.answer = "Nobody wins."
it.answer = "Nessuno vince."
de.answer = "Niemand gewinnt."

[diagram.boat.fr]
alt = "Un bateau"
name = "Bateau"
[diagram.boat.en]
alt = "A boat"
name = "Boat"
[diagram.boat.it]
alt = "Una barca"
name = "Barca"
[diagram.boat.de]
alt = "Ein Boot"
name = "Boot"
"""
BOAT = (
    """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><text x="4" y="30">{name}</text></svg>"""
)
TEXT = """---
title: {title}
summary: {title}, en bref.
---

## {setup} {{#setup}}

::: checklist players=2-3
- [ ] [[die]] {item}
:::

::: checklist players=4
- [ ] {item}
:::

### {roll} {{#roll}}

{body} [[die|{dice}]], [{end}](#end).

::: example
![](diagram:boat)
:::

## {end} {{#end}}

{ending}
"""
WORDS = {
    "fr": dict(title="Le port", setup="Mise en place", item="Prenez", roll="Lancer", body="Lancez un", dice="dé",
               end="Fin", ending="Le dernier marin gagne la partie."),
    "en": dict(title="The harbour", setup="Set-up", item="Take", roll="Rolling", body="Roll one", dice="die",
               end="End", ending="The last sailor wins the game."),
    "it": dict(title="Il porto", setup="Preparazione", item="Prendete", roll="Tirare", body="Tirate un", dice="dado",
               end="Fine", ending="L’ultimo marinaio vince la partita."),
    "de": dict(title="Der Hafen", setup="Aufbau", item="Nehmt", roll="Werfen", body="Werft einen", dice="Würfel",
               end="Ende", ending="Der letzte Matrose gewinnt das Spiel."),
}  # fmt: skip


def write_rule(folder: Path) -> Path:
    (folder / "diagrams").mkdir(parents=True, exist_ok=True)
    (folder / "rule.toml").write_text(SKELETON, encoding="utf-8")
    (folder / "diagrams" / "boat.svg").write_text(BOAT, encoding="utf-8")
    for language, words in WORDS.items():
        (folder / f"{language}.md").write_text(TEXT.format(**words), encoding="utf-8")
    return folder


def change_file(folder: Path, file: str, old: str, new: str) -> None:
    """Edits one file of the rule; fails when there is nothing to edit."""
    path = folder / file
    content = path.read_text(encoding="utf-8")
    assert old in content
    path.write_text(content.replace(old, new), encoding="utf-8")
