"""An assistant asks about titles and rules, and plays, with nothing but the tools of `manage.py mcp`."""

import asyncio
import json
import re
import sys

import pytest
from django.core.management import CommandError, call_command
from mcp import Client, StdioServerParameters

from escale.house.assistants import server
from escale.house.management.commands import mcp as mcp_command
from tests.escale.snippets import CONFIGURE, INSTALL, find_snippet
from tests.serving import ROOT, Site

TOOLS = {tool.__name__ for tool in server.TOOLS}


class Assistant:
    """A client of the tools, as the program of an assistant is one."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def use(self, tool: str, **arguments) -> dict:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content[0].text
        return result.structured_content

    async def be_refused(self, tool: str, **arguments) -> dict:
        """The problem that a tool answers."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return json.loads(result.content[0].text.partition(": ")[2] or result.content[0].text)


def visit(site: Site, what) -> None:
    """Runs `what(assistant)` against the command that docs/api.md configures, on the database of the site."""
    configured = json.loads(find_snippet(CONFIGURE))["mcpServers"]["escale"]
    assert configured["command"] == ".venv/bin/python"
    command = StdioServerParameters(
        command=sys.executable, args=configured["args"], env=site.environment, cwd=ROOT
    )

    async def run() -> None:
        async with Client(command) as client:
            await what(Assistant(client))

    asyncio.run(run())


async def read_and_ask(assistant: Assistant) -> None:
    tools = (await assistant.client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS and all(tool.description for tool in tools)
    assert all("language" in tool.input_schema["properties"] for tool in tools)
    found = await assistant.use("search_titles", text="siedler von catan", language="de")
    assert found["titles"][0]["slug"] == "catan" and found["titles"][0]["url"].startswith(
        ("http://", "https://")
    )
    picked = await assistant.use("pick_games", players=4, minutes=60)
    assert len(picked["games"]) == 3 and all(
        game["reasons"] and game["available"] for game in picked["games"]
    )
    rules = (await assistant.use("list_rules"))["rules"]
    assert {"shanghaien", "halunken", "macao"} <= {rule["document"] for rule in rules}
    keys = [
        section["key"] for section in (await assistant.use("list_sections", rule="shanghaien"))["sections"]
    ]
    answer = await assistant.use("ask_rules", rule="shanghaien", question="Who starts the next round?")
    best = answer["sections"][0]
    assert answer["answered"] and best["cite"]["section"] in keys and best["cite"]["edition"]
    assert best["cite"]["url"].endswith("/r/shanghaien/round-end?lang=en")
    section = await assistant.use("read_section", rule="shanghaien", section="round-end")
    assert section["text"] == best["text"] and section["text"].startswith("## ")
    assert not (await assistant.use("ask_rules", rule="shanghaien", question="How do I castle?"))["answered"]
    problem = await assistant.be_refused("read_section", rule="shanghaien", section="nowhere", language="it")
    assert (problem["status"], problem["code"]) == (404, "not_found")
    assert (await assistant.be_refused("list_rules", language="tlh"))["errors"]["language"]


async def play_to_the_end(assistant: Assistant) -> None:
    games = {game["game"]: game for game in (await assistant.use("list_games"))["games"]}
    assert games["shanghaien"]["rule"] == "shanghaien" and 2 in games["shanghaien"]["seats"]
    made = await assistant.use("create_match", game="shanghaien", seats=["program", "easy"], nonce="ab" * 16)
    seat = {"match_id": made["match_id"], "seat_token": made["seat_token"]}
    view = await assistant.use("wait_for_turn", **seat)
    decision = view["decisions"][0]["id"]
    problem = await assistant.be_refused(
        "play_action", **seat, decision=decision, action={"type": "shanghai"}
    )
    assert problem["status"] == 422 and problem["menu"] and problem["detail"]
    assert (
        problem["rule"]["document"] == "shanghaien" and problem["rule"]["url"] and problem["rule"]["excerpt"]
    )
    moves = 0
    while view["status"] != "finished":
        if view["menu"]:
            action, decision = view["menu"][0]["action"], view["decisions"][0]["id"]
            view = await assistant.use("play_action", **seat, decision=decision, action=action)
            moves += 1
        else:
            view = await assistant.use("wait_for_turn", **seat)
    assert view["outcome"]["end"] == "complete" and moves > 5
    wrong = await assistant.be_refused("view_match", match_id=made["match_id"], seat_token="abc")
    assert (wrong["status"], wrong["code"]) == (403, "not_your_seat")


@pytest.mark.slow
def test_an_assistant_asks_and_finishes_a_match_with_tools_only(site):
    async def both(assistant: Assistant) -> None:
        await read_and_ask(assistant)
        await play_to_the_end(assistant)

    visit(site, both)


def test_the_command_of_the_document_installs_the_library():
    """Without its hashes pip would refuse the file; nothing is downloaded, because it is installed."""
    _python, *arguments = find_snippet(INSTALL).split()
    assert arguments[-1] == "requirements-assistants.txt"
    locked = (ROOT / arguments[-1]).read_text(encoding="utf-8")
    assert re.search(r"^mcp==[\d.]+ \\\n    --hash=", locked, re.M)


def test_without_the_library_the_command_says_what_to_install(monkeypatch):
    monkeypatch.setattr(mcp_command, "make_server", None)
    with pytest.raises(CommandError, match=r"requirements-assistants\.txt"):
        call_command("mcp")
