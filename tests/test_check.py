"""What the check prints: whoever reads its last lines knows what to mend."""

from tests import check

FAILING = "print('ERROR    django.request: a line of a log'); print('FAILED tests/x.py::test_y - no');"
FAILING += "print('much more'); raise SystemExit(1)"


def said(monkeypatch, capsys, steps: dict[str, str], *arguments: str) -> tuple[int, list[str]]:
    commands = [(name, [*check.PYTHON, "-c", code], {}) for name, code in steps.items()]
    monkeypatch.setattr(check, "STEPS", commands[:-1])
    monkeypatch.setattr(check, "REAL", commands[-1])
    return check.main(list(arguments)), capsys.readouterr().out.splitlines()


def test_the_last_lines_name_every_test_that_failed(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(check, "FOLDER", tmp_path)
    steps = {"tests": FAILING, "lint": "print('fine')", "types": "raise SystemExit('wrong')", "real": FAILING}
    failed, lines = said(monkeypatch, capsys, steps)
    assert failed == 3
    assert lines[-3:] == ["FAILED tests/x.py::test_y - no"] * 2 + ["Not yet: tests, types, real."]
    assert lines.count("much more") == 2 and "wrong" in lines and "fine" not in lines


def test_what_was_left_out_is_said(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(check, "FOLDER", tmp_path / "nowhere")
    failed, lines = said(monkeypatch, capsys, {"lint": "", "real": FAILING})
    assert (failed, lines[-1]) == (0, "All is well.")
    assert lines[-2].startswith("left out: real")


def test_the_fast_check_leaves_out_the_tests(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(check, "FOLDER", tmp_path)
    failed, lines = said(monkeypatch, capsys, {"lint": "", "tests": FAILING, "real": FAILING}, "--fast")
    assert (failed, len(lines), lines[-1]) == (0, 2, "All is well.")
