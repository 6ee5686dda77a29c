"""Bodies that no two readers would understand alike, or that nobody can: one error in four languages, never a
crash.
"""

import pytest

pytestmark = pytest.mark.django_db

TWICE = b'{"game": "shanghaien", "game": "macao", "seats": [{"kind": "human"}, {"kind": "human"}]}'
UNREADABLE = {
    "nested lists": b"[" * 100_000 + b"]" * 100_000,
    "nested objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "half a character as a name": b'{"\\ud800": 1}',
    "half a character deep inside": b'{"options": {"a": [{"\\udfff": 1}]}}',
    "a name twice": TWICE,
    "a name twice deep inside": b'{"seats": [{"kind": "human", "kind": "bot"}]}',
    "no number": b'{"page": NaN}',
    "a very long number": b"[" + b"9" * 5_000 + b"]",
    "not UTF-8": b'{"name": "\xff"}',
    "not finished": b'{"game":',
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
@pytest.mark.parametrize("path", ["/api/v1/matches/", "/api/v1/records/", "/api/v1/matches/x/seats/"])
def test_what_cannot_be_read_is_said(client, path, body):
    answer = client.post(f"{path}?lang=de", body, content_type="application/json")
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "parse_error")
    assert told["detail"].startswith("Der Inhalt ist kein lesbares JSON")
    assert told["errors"][""][0]


def test_whole_characters_in_two_halves_are_read(client):
    body = b'{"game": "macao", "seats": [{"kind": "human"}, {"kind": "human"}], "name": "\\ud83c\\udfb2"}'
    answer = client.post("/api/v1/matches/", body, content_type="application/json; charset=latin-1")
    assert (answer.status_code, answer.json()["seats"][0]["name"]) == (201, "🎲")
