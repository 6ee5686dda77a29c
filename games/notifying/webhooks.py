"""Posts signed JSON to a URL that a person has entered, but never to an address of our own network."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext as _

from games.core.contract import Json
from games.notifying.special_addresses import is_public

WAIT_SECONDS = 5.0  # for each read or write
#: The limit for the whole request, because a server that sends single bytes could make it wait any number of
#: times.
REQUEST_SECONDS = 10.0
PORTS = {"http": 80, "https": 443}


class Unreachable(Exception):
    """Raised if the address may not be called, or does not answer as it should."""


def split_url(url: str) -> SplitResult:
    """The parts of an acceptable URL; raises Unreachable with the reason if it is not acceptable."""
    try:
        split = urlsplit(url)
        is_complete = url.isascii() and split.scheme in PORTS and split.hostname and split.port != 0
    except ValueError:
        is_complete = False
    if not is_complete or split.username is not None:
        raise Unreachable(_("An address without accents that begins with https:// or http:// is expected."))
    return split


def guard_url(url: str) -> None:
    """Raises Unreachable with the reason if the URL must not be called.

    The name is resolved only when the webhook is called, so that a slow name server delays no request.
    """
    host = split_url(url).hostname
    try:
        may_be_public = is_public(host)
    except ValueError:  # The host is a name. Names without a dot belong to the local network.
        may_be_public = "." in host
    if not may_be_public:
        raise Unreachable(_("This address is not public."))


def resolve_public_address(host: str, port: int) -> str:
    """Resolves the name once; all its addresses must be public."""
    try:
        addresses = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as error:
        raise Unreachable(_("The host name of this address cannot be found.")) from error
    if not all(map(is_public, addresses)):
        raise Unreachable(_("This address is not public."))
    return sorted(addresses)[0]


def sign(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _sign_with_time(secret: str, webhook_id: str, body: bytes) -> dict[str, str]:
    """The headers of Standard Webhooks. A receiver refuses an old time, so nobody can replay a webhook."""
    timestamp = str(int(time.time()))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.digest(secret.encode(), signed, "sha256")).decode()
    return {
        "webhook-id": webhook_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{digest}",
    }


@contextmanager
def _limit_duration(connection: http.client.HTTPConnection) -> Iterator[None]:
    """Closes the connection after REQUEST_SECONDS; reads and writes then fail as if the server had gone."""

    def shut_down() -> None:
        with suppress(OSError):  # The request has just ended by itself.
            # Not `shutdown` of the TLS socket, which would first release objects that the other thread still
            # uses.
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)

    timer = threading.Timer(REQUEST_SECONDS, shut_down)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def post(url: str, secret: str, content: Json) -> int:
    """Posts the content, and returns the status of the response.

    The name is resolved only once, because a second answer could name an address of our own network.
    Redirects are not followed.
    """
    split = split_url(url)
    port = split.port or PORTS[split.scheme]
    address = resolve_public_address(split.hostname, port)
    body = json.dumps(content).encode()
    headers = {
        "Host": split.netloc,
        "Content-Type": "application/json",
        "User-Agent": "escale-a-jeux",
        "X-Escale-Signature": sign(secret, body),
    } | _sign_with_time(secret, str(content.get("id", "")), body)
    connection = http.client.HTTPConnection(address, port, timeout=WAIT_SECONDS)
    try:
        connection.connect()
        with _limit_duration(connection):
            if split.scheme == "https":
                tls_options = {"server_hostname": split.hostname, "do_handshake_on_connect": False}
                connection.sock = ssl.create_default_context().wrap_socket(connection.sock, **tls_options)
                connection.sock.do_handshake()
            path = (split.path or "/") + (f"?{split.query}" if split.query else "")
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(type(error).__name__) from error
    finally:
        connection.close()
