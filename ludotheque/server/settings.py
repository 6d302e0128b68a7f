"""What can be set when the server starts: the options of `ludotheque serve` are made of this. Everything has a default:
nothing needs to be configured."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ludotheque.core.text import Refusal, Text


class Setting(NamedTuple):
    """What the command line says of a setting."""

    help: Text
    least: float | None = None
    most: float | None = None
    variable: str | None = None
    """The environment variable that gives it too: for what should not stand in a list of processes."""


def _set(default: Any, help_: Text, **more: Any) -> Any:
    """A field with a default, and what the command line says of it."""
    return field(default=default, metadata={Setting: Setting(help_, **more)})


def data_folder() -> Path:
    """Where the tables and the signing key are kept unless another folder is given."""
    if given := os.environ.get("LUDOTHEQUE_DATA"):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ludotheque"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ludotheque"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How one server runs."""

    host: str = _set("127.0.0.1", Text("Where to listen; 0.0.0.0 lets other machines come."))
    port: int = _set(8000, Text("The port."), least=1, most=65535)
    public_url: str = _set("", Text("The address people use, for instance https://games.example; invitations give it."))
    root_path: str = _set(
        "", Text("Where the server is below its address, for instance /games-room; else what --public-url says.")
    )
    proxies: str = _set(
        "", Text("Addresses of reverse proxies whose X-Forwarded headers are believed, separated by commas.")
    )
    data: Path = field(
        default_factory=data_folder, metadata={Setting: Setting(Text("Folder of the signing key and of the tables."))}
    )
    database: str = _set(
        "",
        Text("A database, postgresql+psycopg://…; else an SQLite file in the folder."),
        variable="LUDOTHEQUE_DATABASE",
    )
    redis: str = _set(
        "",
        Text("Redis, redis://…: several processes or machines serve the same tables."),
        variable="LUDOTHEQUE_REDIS",
    )
    workers: int = _set(1, Text("How many processes (above one: --redis)."), least=1)
    expire_days: float = _set(
        30.0,
        Text("Games nobody touches for so many days are closed."),
        least=0.01,
    )
    retention_days: float = _set(
        0.0, Text("Finished and closed games are deleted so many days after their last move; 0: never."), least=0
    )
    thinkers: int = _set(1, Text("Processes bots think in."), least=1)
    bot_seconds: float = _set(2.5, Text("How many seconds a bot may think."), least=0.1)
    prepare: bool = _set(default=True, help_=Text("Compile in the background what rules and bots run on."))
    bot_pause: float = _set(0.6, Text("Pause before a bot's move, in seconds, so that people can follow."), least=0)
    tables_per_visitor: int = _set(40, Text("Running games one visitor may open."), least=1)
    tables_per_hour: int = _set(120, Text("Tables opened per hour and address."), least=1)
    requests_per_minute: int = _set(1200, Text("Requests per minute and address."), least=1)
    messages_per_second: int = _set(60, Text("Messages per second and visitor over sockets."), least=1)
    looks_per_second: int = _set(10, Text("Of these, how many may ask for the whole table."), least=1)
    sockets_per_address: int = _set(400, Text("Live connections per address."), least=1)
    sockets_per_visitor: int = _set(60, Text("Live connections per visitor."), least=1)
    long_works_per_minute: int = _set(120, Text("Replays, animations and sheets per minute and address."), least=1)
    public_drafts: bool = _set(
        default=False,
        help_=Text("Let visitors put what they have drawn into a public collection."),
    )
    drafts_per_visitor: int = _set(40, Text("Drawings one visitor may keep."), least=1)
    body_bytes: int = _set(32_768, Text("The longest request taken, in bytes."), least=1024)
    request_seconds: float = _set(20.0, Text("How many seconds a request may take to arrive."), least=0.1)
    app: str = _set("", Text("A folder that build-app has written: people find the app below /app."))
    commit_pause: float = _set(
        0.0, Text("How long a commit waits for moves of other tables to join it, in seconds."), least=0
    )
    log_level: str = _set("info", Text("debug, info, warning or error."))

    @property
    def database_url(self) -> str:
        if not self.database:
            return f"sqlite+aiosqlite:///{self.data / 'tables.sqlite'}"
        scheme, _, rest = self.database.partition("://")
        driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
        return f"{driver.get(scheme, scheme)}://{rest}"

    @property
    def sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def address(self) -> str:
        """Where people find the server."""
        if self.public_url:
            return self.public_address
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        return f"http://{host}:{self.port}{self.root}"

    @property
    def root(self) -> str:
        """What the paths of all links begin with: nothing, or a path without a slash at its end."""
        given = self.root_path or urlsplit(self.public_url).path
        return f"/{given.strip('/')}" if given.strip("/") else ""

    @property
    def app_url(self) -> str:
        """Where the app is; nothing where there is none."""
        return f"{self.root}/app" if self.app else ""

    @property
    def public_origin(self) -> str:
        """The address people use, without a path; nothing where none was set."""
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}" if self.public_url else ""

    @property
    def public_address(self) -> str:
        """What links begin with, where an address was set."""
        return self.public_origin + self.root

    def check(self) -> None:
        """Refuses settings that cannot work together."""
        if self.workers < 1 or self.thinkers < 1:
            raise Refusal(Text("at least one process is needed"))
        if self.workers > 1 and not self.redis:
            raise Refusal(Text("--workers: several processes need Redis to talk to each other: --redis redis://…"))
        for wanted, driver in ((not self.sqlite, "psycopg"), (bool(self.redis), "redis")):
            if wanted and importlib.util.find_spec(driver) is None:
                raise Refusal(
                    Text("{driver} is not installed: pip install 'ludotheque[scale]' brings it", driver=driver)
                )
        if self.app and not all((Path(self.app) / name).is_file() for name in ("index.html", "sw.js")):
            raise Refusal(
                Text("--app {folder}: no app is there; ludotheque build-app {folder} writes one", folder=self.app)
            )
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise Refusal(Text("--public-url begins with http:// or https://"))
        below = urlsplit(self.public_url).path.strip("/")
        if self.root_path and below and self.root_path.strip("/") != below:
            raise Refusal(Text("--root-path and the path of --public-url must be the same"))
        if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)*", self.root):
            raise Refusal(Text("--root-path is a path like /games-room: letters, digits, dashes and slashes"))
