"""The rules of Halunken: captains recruit scoundrels along a ring of fourteen dives."""

from games.core.contract import Engine
from games.halunken.rules import engine

#: a module is an engine if it has the names of the contract; the type checker compares them here
ENGINE: Engine = engine
