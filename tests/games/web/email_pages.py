"""Writes a table in each language whose player entered an email address, and prints the links of the emails as JSON."""

import json

import django
from django.urls import reverse

LANGUAGES = ("fr", "en", "it", "de")


def write_links() -> dict[str, str]:
    """Language of the seat → the address of the page that asks whether emails are wanted."""
    from games.matches import seating
    from games.matches.storage.rows import proof_by_index
    from games.models import Seat
    from games.notifying import contacts

    links = {}
    for language in LANGUAGES:
        people = [{"kind": "human"}, {"kind": "human"}]
        match = seating.create(game="shanghaien", options={}, seats=people).match
        mail = f"{language}@example.org"
        contacts.set_contacts(
            match_id=match, proof=proof_by_index(0), mail=mail, webhook=None, language=language
        )
        token = contacts.make_token(Seat.objects.get(match_id=match, index=0))
        links[language] = f"{reverse('confirm_email')}?token={token}"
    return links


if __name__ == "__main__":
    django.setup()
    print(json.dumps(write_links()))
