"""The command `ludotheque solve`: what is certain of a position, in words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.bots.solver.checkpoint import Ledger
from ludotheque.bots.solver.claims import empty_squares
from ludotheque.bots.solver.pieces import Box, crew
from ludotheque.bots.solver.solve import Solution, not_solvable, solve
from ludotheque.bots.solver.verification import Checked, best_play, checked
from ludotheque.bots.solver.wholegame import Standing, WholeGame, headed, size_of_pieces
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.contract import State
from ludotheque.core.text import Language, Refusal, Text

_TOLD_EVERY = 60.0
"""Seconds between two lines on how things stand, where no terminal can show it all the time."""


@dataclass(frozen=True)
class Attempt:
    """How a whole game is to be solved: what is found goes into a file, and is taken up from there."""

    file: Path
    workers: int = 1
    piece: int | None = None
    """How many empty squares the pieces have that are solved one by one."""
    seconds: float | None = None


def told(state: State, depth: int | None, seconds: float | None, language: Language) -> list[str]:
    """Solves a position, and tells what was found line by line."""
    found = solve(state, depth, seconds)
    lines = [_verdict(state, found)]
    if found.scores is not None:
        lines.append(_points(state, found.scores, language))
    if found.line:
        lines.append(_way(found.line))
    lines.append(Text(f"positions cherchées : {found.nodes}", f"positions searched: {found.nodes}"))
    if found.checked is not None:
        lines.append(
            Text(
                f"vérifié contre toutes les défenses : {found.checked} positions",
                f"checked against every defence: {found.checked} positions",
            )
        )
    elif found.winners and _is_duel(state) and not state.over:
        lines.append(Text("not checked: there was no time left"))
    return [line.to(language) for line in lines]


def attempted(state: State, attempt: Attempt, language: Language) -> Iterator[str]:
    """Goes on solving a whole game, shows how far it is, and tells what is known when it stops."""
    if not isinstance(state, LineState) or _is_duel(state) or len(state.seats) != 2:
        raise _only_counted(state)
    if state.over:
        yield from told(state, None, None, language)
        return
    piece = size_of_pieces(state) if attempt.piece is None else attempt.piece
    ledger = Ledger(attempt.file, headed(state, piece))
    whole = WholeGame(state, ledger, piece)
    until = time.perf_counter() + attempt.seconds if attempt.seconds is not None else float("inf")
    try:
        with crew(Box.of(whole.root), attempt.workers) as solvers:
            _shown(whole.work(solvers, until), ledger, attempt.workers, language)
        check = True
    except KeyboardInterrupt:  # whoever wants to leave is not kept waiting for a check
        check = False
    finally:
        ledger.close()
    lines = _solved(state, whole, piece, language) if whole.known else _so_far(state, whole)
    yield from (line.to(language) for line in lines)
    if whole.proofs and check:
        yield _borne_out(checked(state, whole, ledger)).to(language)
    taken = f"{len(ledger.book)} / {ledger.nodes} / {ledger.seconds:.0f} s"
    yield Text(f"morceaux / positions / durée : {taken}", f"pieces / positions / time: {taken}").to(language)


def _solved(state: LineState, whole: WholeGame, piece: int, language: Language) -> Iterator[Text]:
    """What a whole game comes to."""
    line, end = best_play(state, whole, piece)
    assert end.outcome is not None
    yield _verdict(state, Solution(end.outcome.winners, len(line), end.outcome.scores, line, 0))
    yield _points(state, end.outcome.scores, language)
    yield _way(line)


def _so_far(state: LineState, whole: WholeGame) -> Iterator[Text]:
    """What is known of a game that is not solved yet."""
    mover = state.acting[0]
    if whole.bounds.lower > 0 or whole.bounds.upper < 0:
        winner = mover if whole.bounds.lower > 0 else 1 - mover
        yield _verdict(state, Solution((winner,), empty_squares(state), None, (), 0))
    name, (lower, upper) = state.seat_name(mover), whole.bounds
    yield Text(
        f"pas encore résolu : {name.fr} gagne de {lower} à {upper} points ; la même commande continue",
        f"not solved yet: {name.en} wins by {lower} to {upper} points; the same command goes on",
    )


def _borne_out(check: Checked) -> Text:
    return Text(
        f"vérifié par les règles : {check.positions} positions, {check.pieces} morceaux, {check.games} parties",
        f"checked by the rules: {check.positions} positions, {check.pieces} pieces, {check.games} games",
    )


def _shown(work: Iterator[Standing], ledger: Ledger, workers: int, language: Language) -> None:
    """Shows how the work goes: on a terminal all the time, else a line now and then."""
    console = Console(stderr=True)
    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    last = time.monotonic()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        for standing in work:
            line = _stands(standing, ledger, workers).to(language)
            likely = standing.pieces + standing.missing if standing.missing < float("inf") else None
            bar.update(task, description=line, completed=standing.pieces, total=likely)
            if not console.is_terminal and time.monotonic() - last > _TOLD_EVERY:
                print(line, file=console.file, flush=True)
                last = time.monotonic()


def _stands(standing: Standing, ledger: Ledger, workers: int) -> Text:
    lower, upper = standing.bounds
    each = ledger.seconds / max(1, standing.pieces)
    hours = standing.missing * each / workers / 3600
    more = f"{standing.missing:.0f}, {hours:.1f} h"
    return Text(
        f"marge de {lower} à {upper} ; au moins {standing.claim} ? {standing.pieces} morceaux, encore quelque {more}",
        f"margin {lower} to {upper}; at least {standing.claim}? {standing.pieces} pieces, some {more} to go",
    )


def _is_duel(state: State) -> bool:
    return isinstance(state, LineState) and state.points_of_a_win > 1


def _only_counted(state: State) -> Refusal:
    if not isinstance(state, LineState):
        return not_solvable(state.game)
    return Refusal(
        Text(
            "--checkpoint: only games of two that end by counting are solved whole",
        )
    )


def _points(state: State, scores: tuple[float, ...], language: Language) -> Text:
    each = zip(state.seats, scores, strict=True)
    points = ", ".join(f"{seat.name.to(language)} {score:g}" for seat, score in each)
    return Text(f"score : {points}", f"score: {points}")


def _way(line: tuple[str, ...]) -> Text:
    way = " ".join(line)
    return Text(f"par exemple : {way}", f"for instance: {way}")


def _verdict(state: State, found: Solution) -> Text:
    if found.winners is None:
        if _is_duel(state):
            return Text(
                f"rien n'est forcé jusqu'à {found.moves} coups", f"nothing is forced up to {found.moves} moves ahead"
            )
        return Text(
            f"pas résolu à temps : {found.moves} cases vides", f"not solved in time: {found.moves} empty squares"
        )
    if not found.winners:
        return Text("the game is a draw")
    names = [state.seats[seat].name for seat in found.winners]
    if len(names) > 1:
        return Text(
            f"{' et '.join(name.fr for name in names)} partagent la victoire",
            f"{' and '.join(name.en for name in names)} share the win",
        )
    if not _is_duel(state):
        return Text(f"{names[0].fr} gagne", f"{names[0].en} wins")
    if found.moves == 1:
        return Text(f"{names[0].fr} gagne tout de suite", f"{names[0].en} wins at once")
    return Text(
        f"{names[0].fr} gagne, en {found.moves} coups au plus", f"{names[0].en} wins, in {found.moves} moves at most"
    )
