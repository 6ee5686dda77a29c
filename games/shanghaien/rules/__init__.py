"""The rules of Shanghaien, by Roman Pelek and Michael Schacht: two captains roll for the crews of
a tavern.
"""

from games.core.contract import Engine
from games.shanghaien.rules import engine

#: a module is an engine if it has the names of the contract; the type checker compares them here
ENGINE: Engine = engine
