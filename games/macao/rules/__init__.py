"""The rules of Les Ombres de Macao, by Charles Chevallier: informants, members and establishments
of a gang.
"""

from games.core.contract import Engine
from games.macao.rules import engine

#: a module is an engine if it has the names of the contract; the type checker compares them here
ENGINE: Engine = engine
