"""The commands of docs/deploy.md can be run as they stand, and `make deploy-test` runs all of them."""

import re
import subprocess

import pytest

from tests.deploy.document.blocks import PAGE, Block, read_blocks, read_commands

#: the headings whose commands tests/deploy/document/ runs
FOLLOWED = ["First installation", "Backup and recovery", "Release without downtime", "The way back"]
BLOCKS = [block for block in read_blocks(PAGE.read_text(encoding="utf-8")) if block.language == "sh"]


def test_every_command_of_the_document_is_run():
    assert {block.heading for block in BLOCKS} == set(FOLLOWED)
    operator = (PAGE.parents[1] / "tests/deploy/document/__main__.py").read_text(encoding="utf-8")
    operator += (PAGE.parents[1] / "tests/deploy/document/operator.py").read_text(encoding="utf-8")
    assert all(f'follow("{heading}"' in operator for heading in FOLLOWED)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.heading)
def test_the_shell_understands_the_commands(block):
    subprocess.run(["bash", "-n"], input=block.commands, text=True, check=True, capture_output=True)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.heading)
def test_no_command_hides_that_it_failed(block):
    """A shell with `-e` goes on after `a && b` if a fails, and so would a reader who pastes the lines."""
    assert not re.search(r"&&|\|\|", block.commands)


def test_files_that_the_document_names_exist():
    root = PAGE.parents[1]
    names = {name for block in BLOCKS for name in re.findall(r"\bdeploy/[\w./-]+", block.commands)}
    assert names and [name for name in names if not (root / name).exists()] == []


def test_blocks_are_found_below_their_headings():
    page = "# One\n```sh\na\nb\n```\n## Two\n```\n# not a heading\n```\n```sh\nc\n```\n"
    assert read_blocks(page) == [
        Block("One", "sh", "a\nb\n"),
        Block("Two", "", "# not a heading\n"),
        Block("Two", "sh", "c\n"),
    ]


def test_a_heading_without_commands_is_reported():
    with pytest.raises(AssertionError, match="no commands"):
        read_commands("Nowhere")
