"""Reads the settings from environment variables.

An invalid value aborts start-up with a one-line message that names the setting.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlsplit

import dj_database_url


class WrongEnvironment(SystemExit):
    """Ends the process with a message on standard error and exit code 1."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")


#: Schemes of addresses that need no host.
HOSTLESS = ("locmem", "console", "memory")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    value = text(name).lower()
    if value in ("", "1", "true", "yes", "on", "0", "false", "no", "off"):
        return default if not value else value in ("1", "true", "yes", "on")
    raise WrongEnvironment(name, f"'{value}' is neither yes nor no (write 1 or 0).")


def number(name: str, default: int) -> int:
    value = text(name, str(default))
    if not value.isdecimal():
        raise WrongEnvironment(name, f"'{value}' is not a whole number.")
    return int(value)


def port() -> int:
    value = number("PORT", 8000)
    if not 1 <= value <= 65535:
        raise WrongEnvironment("PORT", f"{value} is not between 1 and 65535.")
    return value


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in allowed:
        raise WrongEnvironment(name, f"'{value}' is not one of {', '.join(allowed)}.")
    return value


def words(name: str) -> list[str]:
    return [word for word in text(name).replace(",", " ").split() if word]


def url(name: str, default: str, schemes: tuple[str, ...]) -> str:
    value = text(name, default)
    try:
        parts = urlsplit(value)
        has_host = bool(parts.hostname) or parts.scheme in HOSTLESS
        has_port = parts.port is None or parts.port >= 0
        is_valid = parts.scheme in schemes and has_host and has_port
    except ValueError:  # raised by `port` when it is no number, or too large
        is_valid = False
    if not is_valid:
        shown_value = _without_password(value)
        raise WrongEnvironment(
            name, f"'{shown_value}' must be an address like {' or '.join(s + '://…' for s in schemes)}."
        )
    return value.rstrip("/")


def _without_password(address: str) -> str:
    return address.split("@")[-1]


def folder(name: str, default: Path) -> Path:
    """A folder that can be written to. It is created if it does not exist."""
    path = Path(text(name, str(default))).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise WrongEnvironment(name, f"the folder {path} can not be written ({error.strerror}).") from error
    return path


def debug(production: bool) -> bool:
    """Whether error pages show the cause of an error. Never at a public address."""
    if flag("DEBUG") and production:
        raise WrongEnvironment("DEBUG", "a site with a public BASE_URL shows nobody its errors; set DEBUG=0.")
    return flag("DEBUG")


def secret_key(data_dir: Path, production: bool) -> str:
    """The key from the environment. Outside production, a key that is created once and stored with the
    data.
    """
    key = text("SECRET_KEY")
    if key or production:
        if len(key) < 32:
            raise WrongEnvironment("SECRET_KEY", "production needs a secret of at least 32 characters.")
        return key
    file = data_dir / "secret-key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(48), encoding="ascii")
    return file.read_text(encoding="ascii").strip()


SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # With FULL, a committed transaction survives a power cut. With secure_delete, every build of SQLite
    # overwrites deleted data: otherwise the names of erased people could stay in the file.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; PRAGMA secure_delete=ON;"
    ),
}


def database(data_dir: Path) -> dict:
    return _parse_database("DATABASE_URL", text("DATABASE_URL", f"sqlite:///{data_dir / 'escale.sqlite3'}"))


def _parse_database(name: str, value: str) -> dict:
    try:
        config = dj_database_url.parse(value)
    except (ValueError, KeyError) as error:
        raise WrongEnvironment(name, f"'{_without_password(value)}' is not a database address.") from error
    if config["ENGINE"] == "django.db.backends.sqlite3":
        # Each thread keeps its connection, because opening one costs more than most requests.
        return config | {"CONN_MAX_AGE": None, "OPTIONS": SQLITE}
    if config["ENGINE"] == "django.db.backends.postgresql":
        # Options in the address, such as sslmode or the folder of a socket.
        options = config.get("OPTIONS", {})
        if flag("DATABASE_POOLED", True):
            # One connection per thread would exhaust PostgreSQL. The pool lends a connection for one request.
            options |= {"pool": {"min_size": 2, "max_size": number("DATABASE_POOL", 12), "timeout": 10}}
            # Prepared statements belong to one connection. Behind an external pooler they would be missing,
            # so DATABASE_POOLED=0 switches them off as well.
            options |= {"prepare_threshold": 5}
        return config | {"CONN_MAX_AGE": 0, "OPTIONS": options}
    raise WrongEnvironment(name, "only sqlite:// and postgres:// are supported.")


def replica() -> dict:
    """The settings of a second database that is only read; see escale/common/replicas.py."""
    value = text("REPLICA_URL")
    if not value:
        return {}
    if not value.startswith(("postgres://", "postgresql://")):
        raise WrongEnvironment("REPLICA_URL", "a replica is a PostgreSQL server: postgres://…")
    return {"replica": _parse_database("REPLICA_URL", value)}


def cache(data_dir: Path) -> dict:
    value = url("CACHE_URL", "locmem://", ("locmem", "redis", "rediss"))
    if value.startswith("redis"):
        return {"BACKEND": "escale.common.optional_cache.OptionalRedisCache", "LOCATION": value}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 5000}}


def email() -> dict:
    """The settings for email, from smtp://user:password@host:port. smtps:// uses TLS from the start,
    console:// prints.

    Special characters in the user name and the password are percent-encoded, for example %40 for @.
    """
    parts = urlsplit(url("EMAIL_URL", "console://", ("console", "smtp", "smtps", "memory")))
    if parts.scheme in ("console", "memory"):
        name = {"console": "console", "memory": "locmem"}[parts.scheme]
        return {"EMAIL_BACKEND": f"django.core.mail.backends.{name}.EmailBackend"}
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_TIMEOUT": 20,  # a mail server that does not answer must not block the worker
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and (parts.port or 587) == 587,
    }
