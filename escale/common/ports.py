"""Ports: the functions that an app calls without knowing which app provides them.

An app declares its ports in its own `ports.py`. `escale/wiring.py` connects them when the site starts.
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class Port(Generic[Parameters, Answer]):
    """A function that another app provides. Until it is connected, the default is called.

    It is used as a decorator of the default, whose signature and docstring describe the port:

        @Port
        def table_url(game: str) -> str:
            "The address where this game can be played."
            return ""
    """

    def __init__(self, default: Callable[Parameters, Answer]) -> None:
        self.default = default
        self.function = default
        self.__doc__ = default.__doc__

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        return self.function(*args, **kwargs)

    @property
    def is_connected(self) -> bool:
        return self.function is not self.default

    def connect(self, function: Callable[Parameters, Answer]) -> None:
        """Makes the port call this function from now on."""
        self.function = function

    def disconnect(self) -> None:
        """Makes the port call the default again."""
        self.function = self.default
