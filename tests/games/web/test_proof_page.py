"""The page for developers that shows what the positions prove."""

import json

import pytest

from games.registry import ENGINES, HOME, read_mutation_results, read_positions
from tests.games.core.sections import list_sections


@pytest.mark.parametrize("game", ENGINES)
def test_what_is_published_counts_and_explains_everything(game):
    proof = read_mutation_results(game)
    assert [section["key"] for section in proof["sections"]] == list_sections(game)
    firsts = [position for position in read_positions(game) if not position.probe.variant]
    moves = {position.section: len(position.moves) for position in firsts}
    assert {s["key"]: s["moves"] for s in proof["sections"] if s["moves"] is not None} == moves
    assert proof["mutants"] - proof["noticed"] == len(proof["unnoticed"])
    assert all(mutant["reason"].endswith(".") and mutant["change"] for mutant in proof["unnoticed"])
    text = (HOME.parent / "docs" / "rule-proof.md").read_text(encoding="utf-8")
    assert f"| {game} | {proof['mutants']} | {proof['noticed']} |" in text
    assert json.loads((HOME / game / "proof.json").read_text(encoding="utf-8")) == proof


@pytest.mark.django_db
def test_the_page_links_sections_and_tells_why_something_is_not_noticed(client):
    page = client.get("/en/developers/proof/").content.decode()
    for game in ENGINES:
        proof = read_mutation_results(game)
        assert f'id="{game}"' in page and f"/r/{game}/{proof['sections'][0]['key']}" in page
    assert "the tests with garbage notice it." in page and "%)" in page and " %)" not in page
    assert "/en/developers/proof/" in client.get("/en/developers/").content.decode()
