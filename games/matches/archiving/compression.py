"""Compresses packed logs with zlib and a dictionary for each game.

A dictionary holds what packed logs of the game have in common: parts of matches that random players have
played. It is stored in the database and never changes. Its checksum is its name; zlib writes it into
everything that it compresses.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import orjson

from games.core import simulation
from games.core.contract import Engine
from games.models import PackDictionary

MAX_DICTIONARY_BYTES = 32_000  # zlib looks back no farther than 32 KiB
MATCHES_PER_CASE, CHARACTERS_PER_MATCH = 4, 1_500
_DICTIONARY_ID = slice(2, 6)  # RFC 1950, section 2.2
_dictionaries_by_checksum: dict[int, bytes] = {}


def compress(engine: Engine, content: object) -> bytes:
    """The JSON of the content, compressed with the dictionary of the game."""
    dictionary = _dictionary_for(engine)
    compressor = zlib.compressobj(
        level=9,
        method=zlib.DEFLATED,
        wbits=15,
        memLevel=9,
        strategy=zlib.Z_DEFAULT_STRATEGY,
        zdict=dictionary,
    )
    return compressor.compress(_to_json(content)) + compressor.flush()


def _to_json(value: object) -> bytes:
    """The JSON with sorted names, because PostgreSQL stores them in another order than SQLite."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def decompress(compressed: bytes) -> object:
    """The content that `compress` compressed."""
    checksum = int.from_bytes(compressed[_DICTIONARY_ID])
    decompressor = zlib.decompressobj(zdict=_load_dictionary(checksum))
    content = decompressor.decompress(compressed)
    if not decompressor.eof:
        raise ValueError("the compressed content is cut off")
    return orjson.loads(content)


def _load_dictionary(checksum: int) -> bytes:
    dictionary = _dictionaries_by_checksum.get(checksum)
    if dictionary is None:
        dictionary = bytes(PackDictionary.objects.get(pk=checksum).content)
        _dictionaries_by_checksum[checksum] = dictionary
    return dictionary


def _dictionary_for(engine: Engine) -> bytes:
    """The dictionary of the game with its present rules; it is made when it is first needed."""
    of_game = PackDictionary.objects.filter(game=engine.META.slug, engine_version=engine.META.version)
    stored = of_game.first()
    if stored is None:
        content = make_dictionary(engine)
        stored, _is_new = PackDictionary.objects.get_or_create(
            checksum=zlib.adler32(content),
            defaults={"game": engine.META.slug, "engine_version": engine.META.version, "content": content},
        )
    return bytes(stored.content)


def make_dictionary(engine: Engine) -> bytes:
    """Setups and moves of simulated matches, so that it holds nothing of real people."""
    parts = b"".join(_simulated_parts(engine))
    return parts[-MAX_DICTIONARY_BYTES:]


def _simulated_parts(engine: Engine) -> Iterator[bytes]:
    setups = []
    for seed in range(MATCHES_PER_CASE):
        for case in simulation.list_cases(engine):
            record = simulation.play_match(case, seed, simulation.choose_at_random(engine))
            moves = [[seat, *action, *([chance] if chance else [])] for seat, action, chance in record.moves]
            yield _to_json(moves)[-CHARACTERS_PER_MATCH:]
            setups.append(_to_json(record.setup))
    yield from setups[:2]  # zlib refers to the last part with the fewest bits
    yield b'{"version":1,"secret":{"nonces":["","secret":"","setup":{"entries":['
    yield b'["join",0,{}],["start",null,{}],['
