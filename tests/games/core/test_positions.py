"""Each section of a rule has a position in which the engine cites it, and the engine still answers as it did."""

from __future__ import annotations

import json
import shutil

import pytest

from games.__main__ import main
from games.core.positions.position import (
    Position,
    compute_digest,
    describe_position,
    judge,
    read_position,
    replay_position,
    to_json,
    try_action,
)
from games.registry import ENGINES, examples_path, load_probes, positions_path, read_examples, read_positions
from tests.games.core.sections import list_sections

POSITIONS = [
    pytest.param(slug, position, id=f"{slug}-{position.section}")
    for slug in ENGINES
    for position in (*read_positions(slug), *read_examples(slug))
]
LONGEST = 90


@pytest.mark.parametrize("slug", ENGINES)
def test_every_section_has_a_position_or_a_reason(slug: str) -> None:
    shown = {position.section for position in read_positions(slug)}
    excused = load_probes(slug).without_position
    assert set(list_sections(slug)) <= shown | set(excused)
    assert not shown & set(excused)
    assert all(reason.endswith(".") for reason in excused.values())
    assert len(shown) >= len(ENGINES[slug].META.rule_keys) - 1, "almost all sections that are cited are shown"


@pytest.mark.parametrize("slug", ENGINES)
def test_every_probe_has_found_its_position(slug: str) -> None:
    probes = load_probes(slug).searched_probes
    assert [position.probe for position in read_positions(slug)] == list(probes)


@pytest.mark.parametrize(("slug", "position"), POSITIONS)
def test_the_engine_cites_the_section_and_answers_as_it_did(slug: str, position: Position) -> None:
    """If an engine is meant to say something new: `python -m games positions GAME --refresh`."""
    engine = ENGINES[slug]
    assert len(position.moves) < LONGEST
    moment = try_action(engine, position.seats, replay_position(engine, position), position.asked_move)
    asked = judge(position, moment)
    assert to_json(asked.answer) == to_json(position.answer)
    assert to_json(asked.answer) in map(to_json, asked.choices) and len(asked.choices) > 1
    assert compute_digest(engine, position) == position.digest
    if position.probe.is_refusal:
        assert moment.refusal is not None and moment.refusal.rule == position.section


@pytest.mark.parametrize("slug", ENGINES)
def test_a_position_is_read_as_it_was_written(slug: str) -> None:
    engine, probes = ENGINES[slug], load_probes(slug)
    for position in read_positions(slug):
        written = json.loads(json.dumps(describe_position(engine, position)))
        assert to_json(describe_position(engine, read_position(engine, probes, written))) == to_json(written)


@pytest.mark.slow
def test_a_later_search_goes_on_and_keeps_the_shorter(tmp_path, monkeypatch) -> None:
    slug = "shanghaien"
    file = tmp_path / "positions.json"
    monkeypatch.setattr("games.cli.positions.positions_path", lambda slug: file)
    monkeypatch.setattr("games.registry.positions_path", lambda slug: file)
    examples = tmp_path / "examples.json"
    shutil.copy(examples_path(slug), examples)
    monkeypatch.setattr("games.cli.positions.examples_path", lambda slug: examples)
    main(["positions", slug, "--matches", "2"])
    first = {position.section: len(position.moves) for position in read_positions(slug)}
    main(["positions", slug, "--matches", "2"])
    second = {position.section: len(position.moves) for position in read_positions(slug)}
    assert json.loads(file.read_text())["next_seed"] == 5
    assert all(second[section] <= length for section, length in first.items())
    main(["positions", slug, "--matches", "4", "--anew"])
    assert {position.section: len(position.moves) for position in read_positions(slug)} == second
    written = file.read_text()
    main(["positions", slug, "--refresh"])
    assert examples.read_text() == examples_path(slug).read_text()
    assert file.read_text() == written and positions_path(slug) != file
