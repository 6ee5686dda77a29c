"""Posts a signed note to an address that somebody gave, without letting it reach into our own network."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext as _

from games.core.contract import Json
from games.notifying.special_addresses import is_public

TIMEOUT = 5.0  # of each wait
LONGEST = 10.0  # of all of them: a server that answers a letter at a time would make them many
PORTS = {"http": 80, "https": 443}


class Unreachable(Exception):
    """The address may not be called, or does not answer as it should."""


def parts(url: str) -> SplitResult:
    """The parts of an acceptable address; Unreachable says why not."""
    try:
        split = urlsplit(url)
        whole = url.isascii() and split.scheme in PORTS and split.hostname and split.port != 0
    except ValueError:
        whole = False
    if not whole or split.username is not None:
        raise Unreachable(_("An address of plain letters beginning with https:// or http:// is expected."))
    return split


def acceptable(url: str) -> None:
    """Unreachable says why not. A name is looked up when it is called: a slow answer keeps no request waiting."""
    host = parts(url).hostname
    try:
        known = is_public(host)
    except ValueError:
        known = "." in host  # a name; those without a dot are of the own house
    if not known:
        raise Unreachable(_("This address is not public."))


def public_address(host: str, port: int) -> str:
    """Resolves the name once; what it resolves to must be out in the world."""
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as error:
        raise Unreachable(_("The name of this address is not known.")) from error
    if not all(map(is_public, found)):
        raise Unreachable(_("This address is not public."))
    return sorted(found)[0]


def signature(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


@contextmanager
def _cut_off(connection: http.client.HTTPConnection) -> Iterator[None]:
    """Whatever is still read or written after the longest time ends as if the other side had gone."""

    def cut() -> None:
        with suppress(OSError):  # it has just ended by itself
            # The socket's own, not that of TLS, which would first let go of what the other thread still reads from.
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)

    timer = threading.Timer(LONGEST, cut)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def post(url: str, secret: str, content: Json) -> int:
    """The status of the answer. The name is resolved once and not asked again; redirects are not followed."""
    split = parts(url)
    port = split.port or PORTS[split.scheme]
    address = public_address(split.hostname, port)
    body = json.dumps(content).encode()
    headers = {
        "Host": split.netloc,
        "Content-Type": "application/json",
        "User-Agent": "escale-a-jeux",
        "X-Escale-Signature": signature(secret, body),
    }
    connection = http.client.HTTPConnection(address, port, timeout=TIMEOUT)
    try:
        connection.connect()
        with _cut_off(connection):
            if split.scheme == "https":
                given = {"server_hostname": split.hostname, "do_handshake_on_connect": False}
                connection.sock = ssl.create_default_context().wrap_socket(connection.sock, **given)
                connection.sock.do_handshake()
            path = (split.path or "/") + (f"?{split.query}" if split.query else "")
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(type(error).__name__) from error
    finally:
        connection.close()
