"""Runs the server: one process, or several behind one socket; stops without losing anything."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from fastapi import FastAPI

from ludotheque.core.boards.changeover import wait_for_nothing
from ludotheque.core.catalogues import language_of
from ludotheque.core.cupboard import games
from ludotheque.core.text import Refusal, Text
from ludotheque.server import journal
from ludotheque.server.addresses import is_here, on_network
from ludotheque.server.app import make_app
from ludotheque.server.http.handover import protocol_options
from ludotheque.server.neighbours import POSSIBLE, Neighbours
from ludotheque.server.settings import Settings
from ludotheque.server.think.processes import end_with_parent

_ENVIRONMENT, _FOLDER = "LUDOTHEQUE_SETTINGS", "LUDOTHEQUE_NEIGHBOURS"
_GRACE_SECONDS = 10
_SWITCH_SECONDS = 0.0005
"""How long the event loop may keep the thread that writes to SQLite waiting for its turn (Python's default is ten times
as long, and a commit takes several turns)."""


def app_from_environment() -> FastAPI:
    """The application in a worker process, with the settings its parent left for it."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    wait_for_nothing(list(games()))
    given: dict[str, Any] = orjson.loads(os.environ[_ENVIRONMENT])
    settings = Settings(**{**given, "data": Path(given["data"])})
    journal.begin(settings.log_level)
    if settings.workers > 1:
        end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    app = make_app(settings, Neighbours(Path(os.environ[_FOLDER]) if os.environ.get(_FOLDER) else None))
    gc.collect()
    gc.freeze()  # what is loaded now stays: no need to look through it again and again
    # Play leaves nothing behind that only this would find. Each look through what is new stops the loop, for as long
    # as there are tables in play, so it is rare.
    gc.set_threshold(100_000, 4, 50)
    return app


def serve(settings: Settings, *, browser: bool = False) -> None:
    """Serves until stopped."""
    settings.check()
    _check_port(settings)
    journal.begin(settings.log_level)
    os.environ[_ENVIRONMENT] = orjson.dumps({**asdict(settings), "data": str(settings.data)}).decode()
    print(Text("Ludothèque is open: {address}", address=settings.address).to(language_of()))
    if not settings.public_url and not is_here(settings.host) and (own := on_network()):
        print(Text("On the local network: {address}", address=f"http://{own}:{settings.port}").to(language_of()))
    if browser and _desktop():
        threading.Timer(1.5, webbrowser.open, (settings.address,)).start()
    with _shared_folder(settings) as folder:
        os.environ[_FOLDER] = folder
        _run(settings)


@contextlib.contextmanager
def _shared_folder(settings: Settings) -> Iterator[str]:
    """Where several processes find each other, and nobody else; nothing where there is one, or the system cannot."""
    if settings.workers == 1 or not POSSIBLE:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="ludotheque-", ignore_cleanup_errors=True) as folder:
        yield folder


def _run(settings: Settings) -> None:
    uvicorn.run(
        "ludotheque.server.run:app_from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if settings.workers > 1 else None,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        **protocol_options(settings),
    )


def _check_port(settings: Settings) -> None:
    """Refuses, in words, an address that cannot be used."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise Refusal(
                Text(
                    "{address} is not free ({problem}); choose another --port",
                    address=f"{settings.host}:{settings.port}",
                    problem=str(error.strerror),
                )
            ) from error


def _desktop() -> bool:
    """Whether there is a screen to open a browser on."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def other_port(settings: Settings) -> Settings:
    """The same settings, on a port the system chooses."""
    with socket.socket() as probe:
        probe.bind((settings.host, 0))
        return replace(settings, port=probe.getsockname()[1])


if __name__ == "__main__":
    serve(Settings())
