"""Conducts a tournament as a person asked for it: reads what is known, plays with a progress bar, saves, shows."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ludotheque.arena.entrants import Settings, read_entrants
from ludotheque.arena.fixtures import Form, Setup, form_of, opening
from ludotheque.arena.picture import svg
from ludotheque.arena.rating import Sprt, mean
from ludotheque.arena.report import Report, between, percent, report, tables
from ludotheque.arena.results import Pairing, Results
from ludotheque.arena.tournament import Plan, Tournament, pairings, units_for
from ludotheque.arena.workers import Workers, cluster, here, processes
from ludotheque.core.catalogues import Language
from ludotheque.core.cupboard import find
from ludotheque.core.files import check_writable
from ludotheque.core.options import changed
from ludotheque.core.text import Refusal, counted, joined

RANDOM_MOVES = 4
"""How many moves of an opening are drawn, in games where nothing else is."""

_SAVED_EVERY = 10.0
"""Seconds."""
_WIDE = 140
"""Characters, where no terminal says how many it has."""


@dataclass(frozen=True)
class Wishes:
    """What the tournament is to be."""

    game: str
    bots: tuple[str, ...]
    options: Mapping[str, object]
    games: int = 100
    plan: Plan = "robin"
    lone: bool = False
    openings: int | None = None
    budget: Settings = ()
    sprt: tuple[float, float] | None = None
    seed: int = 1
    workers: int | None = None
    ray: str | None = None
    json: Path | None = None
    join: tuple[Path, ...] = ()
    svg: Path | None = None


def conduct(wishes: Wishes, language: Language) -> Report:
    """Plays the tournament, saves and shows it. Interrupted, it saves and shows what there is."""
    for path in (wishes.json, wishes.svg):
        if path is not None:
            check_writable(path)
    results, wanted = _prepared(wishes)
    units = units_for(wishes.games, results.setup.form, results.seats)
    tournament = Tournament(results, wishes.seed, units, Sprt(*wishes.sprt) if wishes.sprt else None, wanted)
    workers = _workers(wishes, tournament.missing)
    try:
        _play(tournament, workers, wishes.json, language)
    finally:
        found = _saved(tournament, wishes.json)
        if wishes.svg:
            wishes.svg.write_text(svg(found, language), encoding="utf-8")
        screen = Console(width=None if sys.stdout.isatty() else _WIDE)
        for table in tables(found, language):
            screen.print(table)
    return found


def _prepared(wishes: Wishes) -> tuple[Results, tuple[Pairing, ...]]:
    """What is known already, and who is to meet whom."""
    game = find(wishes.game)
    start = game.start(**wishes.options)
    names = [str(each) for each in read_entrants(game, wishes.bots, wishes.budget)]
    form: Form = form_of(start, lone=wishes.lone)
    moves = wishes.openings if wishes.openings is not None else 0 if game.chance else RANDOM_MOVES
    setup = Setup(game.id, changed(game.options, start.options), moves, form)
    opening(setup, wishes.seed, 0)
    wanted = pairings(wishes.plan, form, names)
    results = Results(setup, wanted)
    for path in (wishes.json, *wishes.join):
        if path is not None and (path.exists() or path is not wishes.json):
            try:
                results.join(Results.load(path))
            except Refusal as error:
                raise Refusal(joined(": ", [str(path), error.message])) from error
    return results, wanted


def _workers(wishes: Wishes, games: int) -> Workers:
    if wishes.ray is not None:
        return cluster(wishes.ray)
    count = min(wishes.workers or os.cpu_count() or 1, games)
    return processes(count) if count > 1 else here


def _play(tournament: Tournament, workers: Workers, file: Path | None, language: Language) -> None:
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    unseen = not sys.stderr.isatty()  # in a file or a notebook it would be noise
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=unseen) as bar:
        task = bar.add_task("", total=tournament.missing)
        saved = time.monotonic()

        def played() -> None:
            nonlocal saved
            bar.update(task, advance=1, description=_so_far(tournament, language))
            if file is not None and time.monotonic() - saved > _SAVED_EVERY:
                _saved(tournament, file)
                saved = time.monotonic()

        tournament.run(workers, played)


def _so_far(tournament: Tournament, language: Language) -> str:
    """How the pairings stand, where there is room for them."""
    courses = [course for course in tournament.courses.values() if course.scores]
    if len(courses) > 2:
        over = sum(course.over for course in courses)
        said = counted("{n} meeting over", "{n} meetings over", n=over)
        return said.to(language) if tournament.test else ""
    scores = [(course.pairing, mean(course.scores, tournament.results.size)) for course in courses]
    return ", ".join(f"{one} – {other} {percent(at.value)} ({between(at)})" for (one, other), at in scores)


def _saved(tournament: Tournament, file: Path | None) -> Report:
    verdicts = {pairing: course.verdict for pairing, course in tournament.courses.items()} if tournament.test else {}
    found = report(tournament.results, verdicts, tournament.test)
    if file is not None:
        tournament.results.save(file, found.plain())
    return found
