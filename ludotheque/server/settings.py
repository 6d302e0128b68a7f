"""What can be set when the server starts. Everything has a default: nothing needs to be configured."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from ludotheque.core.text import Refusal, Text


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

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    database: str = ""
    """A database URL; empty: an SQLite file in the data folder."""
    redis: str = ""
    """A Redis URL; empty: everything happens in one process."""
    workers: int = 1
    public_url: str = ""
    """The address people use, where it differs from the one we listen on; invitation links begin with it."""
    proxies: str = ""
    """Addresses of reverse proxies whose X-Forwarded headers are believed."""
    thinkers: int = 1
    """Processes in which bots think."""
    bot_seconds: float = 3.0
    """How long a bot may think about one move."""
    prepare: bool = False
    """Whether all bots are compiled in the background, before somebody asks for them."""
    bot_pause: float = 0.6
    """How long a bot waits before it moves, so that people can follow."""
    expire_days: float = 30.0
    """Unfinished tables that nobody touched for so long are given up; finished ones are deleted after twelve times."""
    tables_per_visitor: int = 40
    """How many unfinished tables one visitor may have opened."""
    tables_per_hour: int = 120
    """How many tables can be opened from one address in an hour."""
    requests_per_minute: int = 1200
    """How many requests one address may make in a minute."""
    messages_per_second: int = 60
    """How many messages one connection may send in a second."""
    sockets_per_address: int = 400
    """How many live connections one address may hold."""
    body_bytes: int = 32_768
    """The largest request that is read."""
    commit_pause: float = 0.0
    """How long a commit waits for moves of other tables to join it, in seconds."""
    log_level: str = "info"

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
            return self.public_url.rstrip("/")
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        return f"http://{host}:{self.port}"

    def check(self) -> None:
        """Refuses settings that cannot work together."""
        if self.workers < 1 or self.thinkers < 1:
            raise Refusal(Text("at least one process is needed"))
        if self.workers > 1 and not self.redis:
            raise Refusal(
                Text(
                    "--workers: several processes need Redis to talk to each other: --redis redis://…",
                )
            )
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            raise Refusal(Text("--public-url begins with http:// or https://"))
