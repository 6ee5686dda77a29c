"""Reading publishers' sheets: what falls away, what is proposed, what is refused, and that it
stays private.
"""

import io
import zipfile
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rules_docs.editing.extracting import SheetRefused, extract_pages
from rules_docs.editing.sheets import list_differing_numbers, list_passages
from rules_docs.models import Extract
from rules_docs.text import printed_sheet
from rules_docs.text.originality import NOTHING_IN_COMMON, measure_closeness

COVER = "Bienvenue\n\nhttp://escaleajeux.fr – 03 00 00 00 00\n\nESCALE À JEUX\n\n"
SHEET = COVER + (
    "# LE PORT\n\n## Mise en place\n\nPrenez 2 dés et un .\n\n## Fin\n\nLe dernier marin "
    "gagne, voir page 3.\n"
)


def pdf(*pages):
    """A small PDF made by the same library that prints our rules."""
    import typst

    source = "\n#pagebreak()\n".join(pages)
    return typst.compile({"main.typ": source.encode()}, ignore_system_fonts=True)


# --- pure parts
# ------------------------------------------------------------------------------------------------------


def test_cover_of_the_house_falls_away():
    text = printed_sheet.clean_pages([SHEET])
    assert "escaleajeux" not in text.lower()
    assert text.startswith("# LE PORT")


def test_one_address_alone_is_no_cover():
    assert "example.org" in printed_sheet.clean_pages(["Jeu\nhttps://example.org\n## Fin\ntexte"])


def test_running_heads_fall_away():
    pages = [f"Le port\nmot {name}\n{number}/3" for number, name in enumerate("abc", 1)]
    assert printed_sheet.clean_pages(pages) == "mot a\nmot b\nmot c"


def test_headings_are_marked_or_in_capitals():
    headings = printed_sheet.find_headings(
        "## Un titre\n\ntexte\n\nDEUXIÈME TITRE\n\nUN MOT au milieu\n\nOUI"
    )
    assert [heading.text for heading in headings] == ["Un titre", "DEUXIÈME TITRE"]


def test_doubts_are_flagged():
    kinds = {flag.kind for flag in printed_sheet.find_flags(SHEET)}
    assert kinds == {"lost-icon", "page-reference"}
    assert printed_sheet.find_flags("\ue001 or")[0].kind == "lost-icon"
    assert printed_sheet.find_flags("siehe S. 4")[0].kind == "page-reference"
    assert printed_sheet.find_flags("Un marin voit la page blanche.") == []


def test_numbers_that_only_one_side_says():
    assert printed_sheet.compare_numbers("12 dés, 6 cartes", "6 cartes, 8 dés, 6") == (["12"], ["6", "8"])


def test_meter():
    own = "un deux trois quatre cinq six sept huit neuf dix onze douze treize"
    assert measure_closeness(own, {"a": own}).run == 13
    assert measure_closeness(own, {"a": own}).share == 1.0
    assert not measure_closeness(own, {"a": "rien de commun entre ces deux textes ici"}).is_too_close
    twelve = measure_closeness(own + " fin" * 500, {"a": " ".join(own.split()[:12])})
    assert twelve.run == 12
    assert twelve.is_too_close
    eleven = measure_closeness(own + " fin" * 500, {"a": " ".join(own.split()[:11])})
    assert not eleven.is_too_close
    assert measure_closeness("court", {"a": "court"}) == NOTHING_IN_COMMON
    assert measure_closeness(own, {}) == NOTHING_IN_COMMON


def test_meter_ignores_numbers_accents_and_case():
    own, other = "À 12 dés près de la ÉTÉ fin", "a des pres 3 de la ete fin"
    assert measure_closeness(own, {"a": other}).run == 7


# --- files
# -----------------------------------------------------------------------------------------------------------


def test_pdf_is_read_with_its_headings():
    pages = extract_pages(pdf("= Mise en place\nPrenez deux dés.", "= Fin\nLe dernier gagne."))
    assert len(pages) == 2
    assert "## Mise en place" in pages[0]
    assert "Prenez deux dés." in pages[0]


def bomb():
    """A PDF of one megabyte whose only page unpacks to half a GB."""
    squeezer = zlib.compressobj(9)
    data = b"".join(squeezer.compress(b" " * 2**20) for _ in range(512)) + squeezer.flush()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(data), data),
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return (
        body
        + b"xref\n0 5\n0000000000 65535 f \n%strailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
        % (
            table,
            len(body),
        )
    )


def zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rule.txt", b"0" * 10_000_000)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"%PDF-1.7\n" + b"0" * 20_000_000, "too_large"),
        (b"%PDF-1.7\nthis is not one", "damaged"),
        ("Dés".encode("latin-1"), "not_text"),
        (b"a\x00b", "not_text"),
        (b"a" * 500_000, "too_long"),
    ],
)
def test_damaged_files_are_refused(content, code):
    with pytest.raises(SheetRefused) as error:
        extract_pages(content)
    assert error.value.code == code


def test_archive_is_refused():
    with pytest.raises(SheetRefused, match="archive"):
        extract_pages(zipped())


@pytest.mark.slow
def test_bomb_dies_alone():
    with pytest.raises(SheetRefused) as error:
        extract_pages(bomb())
    assert error.value.code in ("damaged", "no_text", "too_slow")


def test_too_many_pages():
    with pytest.raises(SheetRefused, match="too_many_pages"):
        extract_pages(pdf(*["mot"] * 61))


# --- the wizard
# ------------------------------------------------------------------------------------------------------


@pytest.fixture
def wizard(client, admin_user, document):
    client.force_login(admin_user)
    return reverse("admin:rules_docs_sheet", args=[document.pk])


def upload(client, address, content, name="regle.txt"):
    return client.post(address, {"language": "fr", "file": SimpleUploadedFile(name, content)})


def test_sheet_is_mapped_to_our_sections(client, wizard):
    response = upload(client, wizard, SHEET.encode())
    extract = Extract.objects.get()
    assert response["Location"] == reverse("admin:rules_docs_mapping", args=[extract.pk])
    assert {row["text"]: row["key"] for row in extract.headings}["Fin"] == "end"
    assert list_passages(extract)["end"].endswith("voir page 3.")
    content = client.get(response["Location"]).content.decode()
    assert "voir page 3" in content


def test_mapping_can_be_corrected(client, wizard):
    upload(client, wizard, SHEET.encode())
    extract = Extract.objects.get()
    client.post(
        reverse("admin:rules_docs_mapping", args=[extract.pk]),
        {"key-0": "roll", "key-1": "../x", "key-2": ""},
    )
    extract.refresh_from_db()
    assert [row["key"] for row in extract.headings] == ["roll", "", ""]


def test_numbers_that_differ_between_languages_are_shown(client, wizard, document):
    upload(client, wizard, SHEET.encode())
    rows = [{"text": "Aufbau", "line": 0, "key": "setup"}]
    Extract.objects.create(
        document=document, language="de", name="de.txt", text="Aufbau\n3 Würfel", headings=rows
    )
    extract = Extract.objects.get(language="fr")
    extract.headings[1]["key"] = "setup"
    extract.save()
    (flag,) = list_differing_numbers(extract)
    assert (flag["key"], flag["here"], flag["there"]) == ("setup", ["2"], ["3"])


def test_refused_file_says_why_and_leaves_nothing(client, wizard):
    content = upload(client, wizard, b"%PDF-1.7\n" + b"0" * 20_000_000, "big.pdf").content.decode()
    assert "10" in content
    assert "errorlist" in content
    assert not Extract.objects.exists()


def test_sheets_stay_private(client, wizard, document):
    upload(client, wizard, (SHEET + "\n## Secret\n\nxylophone\n").encode())
    client.logout()
    rule = reverse("rules_docs:rule", args=["harbour"])
    for address in (rule, "/api/v1/rules/harbour/", "/api/v1/rules/harbour.md"):
        assert "xylophone" not in client.get(address).content.decode()
    assert client.get("/api/v1/rules/search/?q=xylophone").json()["count"] == 0
