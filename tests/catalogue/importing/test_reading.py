"""Wrappings, encodings and delimiters; rows are numbered by the line they begin on."""

import gzip
import zipfile
from contextlib import contextmanager

import pytest

from catalogue.importing.file.reading import FileRow, open_source
from catalogue.importing.file.report import FileProblem


@contextmanager
def source(tmp_path, content: bytes):
    path = tmp_path / "file.csv"
    path.write_bytes(content)
    with open_source(path) as read:
        yield read


def test_rows_are_numbered_by_the_line_they_begin_on(tmp_path):
    with source(tmp_path, b'name,year\r\n"two\r\nlines",1990\r\nAzul,2017\r\n') as read:
        assert read.header == ["name", "year"]
        assert list(read.rows) == [FileRow(2, ["two\r\nlines", "1990"]), FileRow(4, ["Azul", "2017"])]


@pytest.mark.parametrize(
    ("content", "delimiter"),
    [
        ("\ufeffname;year\nÉté;1990\n".encode(), ";"),
        ("name\tyear\nÉté\t1990\n".encode("utf-16"), "\t"),
        ("name,year\nÉté,1990\n".encode("cp1252"), ","),
        ("sep=;\r\n\r\nname;year\r\nÉté;1990\r\n".encode(), ";"),
    ],
)
def test_encodings_and_delimiters(tmp_path, content, delimiter):
    with source(tmp_path, content) as read:
        assert (read.header, read.delimiter) == (["name", "year"], delimiter)
        assert [row.cells for row in read.rows] == [["Été", "1990"]]


@pytest.mark.slow
def test_a_byte_far_behind_tells_the_encoding_of_the_whole_file(tmp_path):
    rows = "Azul,2017\n" * 200_000
    with source(tmp_path, b"name,year\n" + rows.encode() + b"M\xfcnchen,1990\n") as read:
        assert list(read.rows)[-1] == FileRow(200_002, ["München", "1990"])


def test_gz_and_zip(tmp_path):
    with gzip.open(tmp_path / "a.csv.gz", "wb") as file:
        file.write(b"name,year\nAzul,2017\n")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("b.csv", b"name,year\nAzul,2017\n")
    for name in ("a.csv.gz", "b.zip"):
        with open_source(tmp_path / name) as read:
            assert list(read.rows) == [FileRow(2, ["Azul", "2017"])]


def test_a_zip_of_two_files_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.csv", b"name\n")
        archive.writestr("b.csv", b"name\n")
    problem = pytest.raises(FileProblem, match="exactly one file to import; this one holds 2")
    with problem, open_source(tmp_path / "two.zip"):
        pass


@pytest.mark.parametrize("content", [b"", b"\n\n  \n", b"sep=;\n"])
def test_an_empty_file_is_refused(tmp_path, content):
    with pytest.raises(FileProblem, match="empty"), source(tmp_path, content):
        pass


def test_merge_conflicts_are_found(tmp_path):
    content = b"name,year\nA,1\n<<<<<<< ours\nB,1\n=======\nB,2\n>>>>>>> theirs\nC,1\n<<<<<<< ours\nD,1\n"
    with source(tmp_path, content) as read:
        found = [line for line in range(1, 11) if read.find_conflict(line)]
    assert found == [3, 4, 5, 6, 7, 9, 10]


def test_a_row_that_csv_cannot_read_does_not_end_the_file(tmp_path):
    with source(tmp_path, b"name,year\n" + b"x" * 1_000_001 + b",1\nAzul,2017\n") as read:
        unreadable, azul = read.rows
    assert (unreadable.line, azul) == (2, FileRow(3, ["Azul", "2017"]))
    assert "field larger than field limit" in str(unreadable.problem)


def test_a_quotation_mark_that_is_missing_hides_no_row(tmp_path):
    content = b'name,year\n"Calm,1990\nMole,1991\n"Nine",1992\nAzul,2017\nEnd,"2018\nLost,2019\n'
    with source(tmp_path, content) as read:
        closed, azul, open_ = read.rows
    assert azul == FileRow(5, ["Azul", "2017"])
    assert (closed.line, str(closed.problem)) == (
        2,
        "The row cannot be read and runs on to line 4: is a quotation mark missing?",
    )
    assert (open_.line, open_.problem.params["last"]) == (6, 7)


def test_unicode_that_is_spoilt_in_one_place_is_still_unicode(tmp_path):
    with source(tmp_path, "name\nÉté à Zürich\nM".encode() + b"\xfcnchen\n") as read:
        assert [row.cells for row in read.rows] == [["Été à Zürich"], ["M\ufffdnchen"]]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name\n" + b",x" * 1_600_000, "Line 2 does not end: this is not a table."),
        (b"x" * 1_000_001, "field larger than field limit"),
        (b'name,"year\n1,2\n', "The file cannot be read: unexpected end of data."),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(tmp_path, content, reason):
    with pytest.raises(FileProblem, match=reason), source(tmp_path, content):
        pass


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(FileProblem) as problem, open_source(tmp_path):
        pass
    assert str(problem.value) == "The file cannot be read: Is a directory."


def zipped(path, *names):
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, b"name,year\nAzul,2017\n")
    return path


def test_the_shadows_in_the_zip_of_a_mac_are_no_files(tmp_path):
    with open_source(zipped(tmp_path / "mac.zip", "games.csv", "__MACOSX/._games.csv")) as read:
        assert list(read.rows) == [FileRow(2, ["Azul", "2017"])]


def test_a_spreadsheet_of_its_own_kind_is_refused_with_advice(tmp_path):
    problem = pytest.raises(FileProblem, match="save the table as CSV")
    with problem, open_source(zipped(tmp_path / "games.xlsx", "[Content_Types].xml", "xl/workbook.xml")):
        pass
