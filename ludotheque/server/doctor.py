"""Looks at everything a server needs and tells how it is, in words: the database, Redis, clocks, the disk, the bots,
machine code, and the links as somebody outside sees them. Nothing is changed."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from ludotheque.core.boards import changeover
from ludotheque.core.boards.compiled import cache_home, compiles
from ludotheque.core.cupboard import games
from ludotheque.core.text import Refusal, Text, verbatim
from ludotheque.server import outside, redisline
from ludotheque.server.http.identity import key_file
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store import checkup, migrations
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables.jobs import Job, think

_SKEW_SECONDS = 2.0
_SLOW_SECONDS = 0.1
_MEGABYTE = 1_000_000
_LITTLE_MEGABYTES = 1000
_NO_MEGABYTES = 100
_BOT = "novice"
_DATABASE, _REDIS, _DISK = Text("Database"), Text("Redis"), Text("Disk")
_BOTS, _MACHINE_CODE, _LINKS = Text("Bots"), Text("Machine code"), Text("Links")


class Health(Enum):
    """How something is."""

    WELL = "well"
    DOUBTFUL = "doubtful"
    ILL = "ill"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing."""

    thing: Text
    health: Health
    told: Text


def examine(settings: Settings, url: str = "") -> Iterator[Finding]:
    """All findings, one after the other; those from outside only if an address is given."""
    checks = {_DATABASE: _database, _REDIS: _redis, _DISK: _disk, _BOTS: _bots, _MACHINE_CODE: _machine_code}
    for thing, check in checks.items():
        yield from _carefully(thing, check(settings))
    if url:
        yield from _carefully(_LINKS, _links(url))


def _carefully(thing: Text, check: Iterator[Finding]) -> Iterator[Finding]:
    """A check that fails is a finding too."""
    try:
        yield from check
    except Refusal as error:
        yield Finding(thing, Health.ILL, error.words)
    except Exception as error:
        yield Finding(thing, Health.ILL, verbatim(f"{type(error).__name__}: {error}"))


def _database(settings: Settings) -> Iterator[Finding]:
    if settings.sqlite and not settings.database and not (settings.data / "tables.sqlite").exists():
        yield Finding(_DATABASE, Health.WELL, Text("not there yet: it is made at the first start"))
        return
    found = checkup.look(settings)
    speed = Health.WELL if found.answer_seconds < _SLOW_SECONDS else Health.DOUBTFUL
    told = Text(
        "{version} answers in {ms} ms and holds {tables} tables",
        version=found.version,
        ms=f"{found.answer_seconds * 1000:.1f}",
        tables=found.tables,
    )
    yield Finding(_DATABASE, speed, told)
    yield _shape(found.shape)
    checkup.try_writing(settings)
    yield Finding(_DATABASE, Health.WELL, Text("it can be written to"))
    yield _clock(_DATABASE, found.ahead_seconds)


def _shape(shape: tuple[str, ...]) -> Finding:
    newer = sorted(set(shape) - set(migrations.steps()))
    missing = sorted(set(migrations.steps()) - set(shape))
    if newer:
        told = Text("a newer version has changed its shape ({names})", names=", ".join(newer))
        return Finding(_DATABASE, Health.ILL, told)
    if missing:
        told = Text("its shape is an earlier one; the next start brings {names}", names=", ".join(missing))
        return Finding(_DATABASE, Health.DOUBTFUL, told)
    return Finding(_DATABASE, Health.WELL, Text("its shape is that of this version"))


def _clock(thing: Text, ahead: float) -> Finding:
    if abs(ahead) < _SKEW_SECONDS:
        return Finding(thing, Health.WELL, Text("its clock agrees with this machine's"))
    told = Text("its clock differs from this machine's by {seconds} s: set both", seconds=f"{ahead:+.1f}")
    return Finding(thing, Health.ILL, told)


def _redis(settings: Settings) -> Iterator[Finding]:
    if not settings.redis:
        yield Finding(_REDIS, Health.WELL, Text("not used: one process serves all tables"))
        return
    found = asyncio.run(redisline.look(settings.redis))
    speed = Health.WELL if found.answer_seconds < _SLOW_SECONDS else Health.DOUBTFUL
    yield Finding(_REDIS, speed, Text("carries a message in {ms} ms", ms=f"{found.answer_seconds * 1000:.1f}"))
    yield _clock(_REDIS, found.ahead_seconds)


def _disk(settings: Settings) -> Iterator[Finding]:
    folder = next(each for each in (settings.data, *settings.data.absolute().parents) if each.exists())
    free = shutil.disk_usage(folder).free // _MEGABYTE
    little = Health.DOUBTFUL if free > _NO_MEGABYTES else Health.ILL
    health = Health.WELL if free > _LITTLE_MEGABYTES else little
    yield Finding(_DISK, health, Text("{folder}: {free} MB free", folder=str(folder), free=free))
    with tempfile.TemporaryFile(dir=folder):
        yield Finding(_DISK, Health.WELL, Text("{folder} can be written to", folder=str(folder)))
    key = key_file(settings.data)
    if key.exists() and key.stat().st_mode & 0o077 and os.name == "posix":
        yield Finding(_DISK, Health.ILL, Text("{file} can be read by others: chmod 600 {file}", file=str(key)))


def _bots(settings: Settings) -> Iterator[Finding]:
    game = next(each for each in games().values() if not each.chance)  # where a bot begins, not luck
    began = time.perf_counter()
    move = asyncio.run(_thought(settings, game.id))
    told = Text(
        "a process thought of {move} in {game}, in {seconds} s",
        move=move,
        game=game.title,
        seconds=f"{time.perf_counter() - began:.1f}",
    )
    yield Finding(_BOTS, Health.WELL, told)


async def _thought(settings: Settings, game: str) -> str:
    """A bot's first move, thought of where bots think."""
    thinkers = Thinkers(1, settings.bot_seconds, Metrics())
    state = games()[game].start()
    job = Job("doctor", game, {}, (), tuple((seat, _BOT) for seat in range(len(state.seats))))
    try:
        found = await thinkers.run("doctor", think, job)
    except TimeoutError:
        raise Refusal(Text("no answer in {seconds} s", seconds=settings.bot_seconds)) from None
    finally:
        await thinkers.close()
    return found[1] if found else "–"


def _machine_code(settings: Settings) -> Iterator[Finding]:
    if not compiles():
        yield Finding(_MACHINE_CODE, Health.DOUBTFUL, Text("numba is not there: rules and bots run as plain Python"))
        return
    missing = [game for game in games() if not changeover.is_ready(game)]
    if missing:
        told = Text(
            "not made yet for {games}, in {folder}: ludotheque prepare",
            games=", ".join(missing),
            folder=str(cache_home()),
        )
        yield Finding(_MACHINE_CODE, Health.DOUBTFUL, told)
    else:
        yield Finding(_MACHINE_CODE, Health.WELL, Text("ready for all games, in {folder}", folder=str(cache_home())))


def _links(url: str) -> Iterator[Finding]:
    for answer in outside.visit(url):
        told = answer.problem or Text("{path} answers as it should", path=answer.path)
        yield Finding(_LINKS, Health.ILL if answer.problem else Health.WELL, told)
