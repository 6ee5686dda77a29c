"""The house answers."""

import pytest


@pytest.mark.django_db
def test_home_answers_in_four_languages(client):
    for language in ("fr", "en", "it", "de"):
        answer = client.get(f"/{language}/")
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.content.decode()


@pytest.mark.django_db
def test_root_leads_to_the_readers_language(client):
    assert client.get("/", headers={"Accept-Language": "de"}).headers["Location"] == "/de/"


def test_the_process_is_alive(client):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_ready_when_migrated(client):
    assert client.get("/readyz").json()["ready"] is True
