"""Serves the tools of this package over standard input and output, by the Model Context Protocol.

It needs the optional library `mcp` (docs/adr/0014).
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from typing import Any

from django.db import close_old_connections
from django.http import Http404
from django.utils import translation
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from escale.common import languages
from escale.common.api.problems import Problem, not_one_of, problem_body
from escale.house.assistants import catalogue_tools, match_tools, rule_tools
from escale.house.assistants.match_tools import RefusedMove
from games.core.contract import Malformed
from games.matches.errors import MatchError, Refused
from games.presenting.problems import problem_of

INSTRUCTIONS = (
    "A library of board games: its catalogue, its rules and games that are played here. Answer questions "
    "about "
    "rules only with what `ask_rules` and `read_section` quote, and give the citation. To play: "
    "`create_match`, then "
    "`wait_for_turn` and `play_action` until `status` is finished. An error is a problem (RFC 9457) as "
    "JSON; `rule` "
    "is the section of the rule that forbids an action."
)
TOOLS = (
    catalogue_tools.search_titles,
    catalogue_tools.pick_games,
    rule_tools.list_rules,
    rule_tools.list_sections,
    rule_tools.read_section,
    rule_tools.ask_rules,
    match_tools.list_games,
    match_tools.create_match,
    match_tools.take_seat,
    match_tools.view_match,
    match_tools.wait_for_turn,
    match_tools.play_action,
    match_tools.resign,
)


def make_server() -> MCPServer:
    server = MCPServer("escale-a-jeux", title="Escale à jeux", instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in TOOLS:
        server.tool(structured_output=True)(_with_language_and_problems(tool))
    return server


def _with_language_and_problems(tool: Callable) -> Callable:
    """The tool with another parameter, the language of its answer. Its refusals are problems as JSON."""

    @functools.wraps(tool)
    def answer(language: str = "en", **arguments: Any) -> dict[str, Any]:
        close_old_connections()  # as at the beginning of a request
        with translation.override(language if language in languages.codes() else "en"):
            try:
                _require_language(language)
                return tool(**arguments)
            except (Problem, RefusedMove, MatchError, Refused, Malformed, Http404) as error:
                raise ToolError(json.dumps(_describe_problem(error), ensure_ascii=False)) from error

    signature = inspect.signature(tool, eval_str=True)
    language = inspect.Parameter("language", inspect.Parameter.KEYWORD_ONLY, default="en", annotation=str)
    answer.__signature__ = signature.replace(parameters=[*signature.parameters.values(), language])
    answer.__annotations__ = {
        name: parameter.annotation for name, parameter in answer.__signature__.parameters.items()
    }
    answer.__annotations__["return"] = signature.return_annotation
    return answer


def _require_language(language: str) -> None:
    if language not in languages.codes():
        raise not_one_of("language", languages.codes())


def _describe_problem(error: Exception) -> dict[str, Any]:
    if isinstance(error, RefusedMove):
        return error.problem
    if isinstance(error, Http404):
        return problem_body(Problem(404, "not_found"))
    return problem_body(error if isinstance(error, Problem) else problem_of(error))
