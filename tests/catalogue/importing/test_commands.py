"""What the command says."""

import pytest
from django.core.management import CommandError, call_command

from catalogue.management.commands.import_games import Bar
from catalogue.models import GameTitle

pytestmark = pytest.mark.django_db


def run(tmp_path, text, *options):
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    call_command("import_games", path, *options)


def test_it_counts_and_gives_reasons(tmp_path, capsys):
    run(
        tmp_path,
        "bgg_id,name,year,colour\n1,Calm,1990,x\nsoon,Storm,,x\n",
        "--refusals",
        str(tmp_path / "bad.tsv"),
    )
    said = capsys.readouterr().out
    assert "2 rows read as “escale”" in said
    assert "Titles 1 created, 0 updated, 0 unchanged, 0 passed over, 1 refused; boxes created: 0." in said
    assert "Refused, line 3: bgg_id: “soon” is not a whole number." in said
    assert "Columns that say nothing to the catalogue: colour." in said
    assert (tmp_path / "bad.tsv").read_text(encoding="utf-8") == "3\tbgg_id: “soon” is not a whole number.\n"


def test_a_dry_run_says_so(tmp_path, capsys):
    run(tmp_path, "bgg_id,name\n1,Calm\n", "--dry-run")
    assert "Titles would be 1 created" in capsys.readouterr().out
    assert not GameTitle.objects.exists()


def test_a_second_run_says_that_nothing_changed(tmp_path, capsys):
    run(tmp_path, "bgg_id,name\n1,Calm\n")
    assert "The catalogue is as it was." not in capsys.readouterr().out
    run(tmp_path, "bgg_id,name\n1,Calm\n")
    assert "The catalogue is as it was." in capsys.readouterr().out


def test_refusals_that_cannot_be_written_end_it_before_anything_is_taken_in(tmp_path):
    with pytest.raises(CommandError, match=r"bad.tsv cannot be written: No such file or directory\."):
        run(tmp_path, "bgg_id,name\n1,Calm\n", "--refusals", str(tmp_path / "nowhere" / "bad.tsv"))
    assert not GameTitle.objects.exists()


def test_many_refusals_are_summed_up(tmp_path, capsys):
    run(tmp_path, "bgg_id,name,year\n1,Calm,\n" + "x,Bad,\n" * 30 + "1,Calm,\n1,Calm,\n")
    said = capsys.readouterr().out
    assert said.count("Refused, line") == 20
    assert (
        "… and 12 more. Most often:\n     30 × bgg_id: “…” is not a whole number.\n      2 × The title is already"
        in said
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a,b\n1,2\n", "The header is not understood: a, b."),
        ("", "The file is empty."),
        ("bgg_id,name\nx,y\n", "Every row"),
    ],
)
def test_a_file_that_cannot_be_taken_is_an_error(tmp_path, text, reason):
    with pytest.raises(CommandError, match=reason):
        run(tmp_path, text)


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_games", tmp_path / "nowhere.csv")


class Screen:
    def __init__(self):
        self.told = ""

    def write(self, text, style=lambda text: f"red {text}", ending="\n"):
        self.told += style(text) + ending


def test_the_bar_tells_speed_and_time_left(monkeypatch):
    clock = iter([100.0, 102.0, 102.0, 102.0])
    monkeypatch.setattr("catalogue.management.commands.import_games.monotonic", lambda: next(clock))
    screen = Screen()
    bar = Bar(screen, wanted=True)
    bar.show(5_000, 20_000)
    assert " 25% · 2,500 rows/s · 6 s left" in screen.told
    assert "red" not in screen.told
