"""Ports: one form for what an app asks of another, and all of them are connected when the site starts."""

import inspect

import pytest

import catalogue.ports
import games.ports
import rules_docs.ports
from escale.common.ports import Port

PORTS = {
    f"{module.__name__}.{name}": port
    for module in (catalogue.ports, games.ports, rules_docs.ports)
    for name, port in vars(module).items()
    if isinstance(port, Port)
}


@Port
def greeting(name: str, *, loud: bool = False) -> str:
    """How somebody is greeted."""
    return ""


def shout(name: str, *, loud: bool = False) -> str:
    return f"Hello {name}{'!' if loud else '.'}"


@pytest.fixture(autouse=True)
def greeting_disconnected():
    yield
    greeting.disconnect()


def test_the_default_answers_until_a_port_is_connected():
    assert greeting("Anna") == ""
    greeting.connect(shout)
    assert greeting("Anna") == "Hello Anna."
    assert greeting("Anna", loud=True) == "Hello Anna!"
    greeting.disconnect()
    assert greeting("Anna") == ""


def test_a_port_tells_what_it_is_for():
    assert greeting.__doc__ == "How somebody is greeted."


@pytest.mark.parametrize("port", PORTS.values(), ids=PORTS)
def test_every_port_is_documented_and_connected_to_a_function_of_the_same_shape(port):
    assert port.default.__doc__ and port.is_connected
    wanted = inspect.signature(port.default).parameters.values()
    given = inspect.signature(port.function).parameters.values()
    assert len(wanted) == len(given)
    assert [parameter.kind for parameter in wanted] == [parameter.kind for parameter in given]


@pytest.mark.parametrize("module", [catalogue.ports, games.ports, rules_docs.ports])
def test_an_app_declares_nothing_but_ports_and_their_data(module):
    own = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
    assert not [thing for thing in own if inspect.isfunction(thing)]
