"""`ludotheque solve`: what is certain of a position, in words."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.bots.solver import wholegame
from ludotheque.bots.solver.checkpoint import Checkpoint
from ludotheque.bots.solver.claims import moves_left
from ludotheque.bots.solver.pieces import Box, crew
from ludotheque.bots.solver.solve import Solution, not_solvable
from ludotheque.bots.solver.solve import solve as solve_position
from ludotheque.bots.solver.verification import Verified, best_play, verify
from ludotheque.bots.solver.wholegame import WholeGame, headed, size_of_pieces
from ludotheque.cli.solve_table import filled
from ludotheque.cli.words import GameName, Lang, OptionPairs, Position, said
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.brain import Endings, Search
from ludotheque.core.contract import State
from ludotheque.core.cupboard import find
from ludotheque.core.options import pairs
from ludotheque.core.text import Refusal, Text, all_of, counted, decimal, joined

_SECONDS = 60.0
"""How long to search unless told otherwise."""
_TOLD_EVERY = 60.0
"""Seconds between two lines on how things stand, where no terminal can show it all the time."""


def solve(
    game: GameName,
    position: Position = None,
    option: OptionPairs = None,
    depth: Annotated[int | None, typer.Option(min=1, help=said(Text("Up to how many moves.")))] = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help=said(Text("How long to search.")))] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            help=said(Text("Solve the whole game piece by piece, kept in this file; the same command goes on."))
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help=said(Text("With --checkpoint: how many processes.")))] = 1,
    piece: Annotated[
        int | None, typer.Option(min=1, help=said(Text("With --checkpoint: a piece's empty squares.")))
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(help=said(Text("Solve every position, and leave what is worth keeping in this folder."))),
    ] = None,
    device: Annotated[str, typer.Option(help=said(Text("With --table: cpu or cuda.")))] = "cuda",
    lang: Lang = None,
) -> None:
    if table is not None:
        _tell(filled(find(game), table, device))
        return
    options = pairs(option or ())
    if position is not None:
        options["position"] = position
    state = find(game).start(**options)
    if (depth is not None) if checkpoint else (workers > 1 or piece is not None):
        raise Refusal(Text("--workers and --piece go with --checkpoint, --depth goes without it"))
    if checkpoint is not None:
        lines: Iterable[Text] = attempted(state, Attempt(checkpoint, workers, piece, seconds))
    else:
        lines = solved(state, depth, _SECONDS if depth is None and seconds is None else seconds)
    _tell(lines)


def _tell(lines: Iterable[Text]) -> None:
    for line in lines:
        print(said(line), flush=True)


@dataclass(frozen=True)
class Attempt:
    """How a whole game is to be solved: what is found goes into a file, and is taken up from there."""

    file: Path
    workers: int = 1
    piece: int | None = None
    """How many empty squares the pieces have that are solved one by one."""
    seconds: float | None = None


def solved(state: State, depth: int | None, seconds: float | None) -> list[Text]:
    """Solves a position, and tells what was found line by line."""
    found = solve_position(state, depth, seconds)
    lines = [_verdict(state, found)]
    if found.scores is not None:
        lines.append(_points(state, found.scores))
    if found.line:
        lines.append(_way(found.line))
    if found.by_the_book:
        return [*lines, Text("known from the book: every position of this game has been solved")]
    lines.append(Text("positions searched: {positions}", positions=found.nodes))
    if found.checked is not None:
        lines.append(Text("checked against every defence: {positions} positions", positions=found.checked))
    elif found.winners and _is_duel(state) and not state.over:
        lines.append(Text("not checked: there was no time left"))
    return lines


def attempted(state: State, attempt: Attempt) -> Iterator[Text]:
    """Goes on solving a whole game, shows how far it is, and tells what is known when it stops."""
    brain = state.game.brain
    if not isinstance(state, LineState) or brain.search is None:
        raise not_solvable(state.game)
    if brain.endings is None or len(state.seats) != 2:
        raise Refusal(Text("--checkpoint: only games of two that end by counting are solved whole"))
    if state.over:
        yield from solved(state, None, None)
    else:
        yield from _attempted(state, attempt, brain.endings, brain.search)


def _attempted(state: LineState, attempt: Attempt, endings: Endings, search: Search) -> Iterator[Text]:
    piece = size_of_pieces(state) if attempt.piece is None else attempt.piece
    checkpoint = Checkpoint(attempt.file, headed(endings, state, piece))
    whole = WholeGame(state, checkpoint, piece, endings, search)
    until = time.perf_counter() + attempt.seconds if attempt.seconds is not None else float("inf")
    try:
        with crew(Box.of(whole.root), attempt.workers) as solvers:
            _show(whole.work(solvers, until), checkpoint, attempt.workers)
        check = True
    except KeyboardInterrupt:  # whoever wants to leave is not kept waiting for a check
        check = False
    finally:
        checkpoint.close()
    yield from _whole(endings, state, whole, piece) if whole.known else _so_far(state, whole)
    if whole.proofs and check:
        yield _verified(verify(endings, state, whole, checkpoint))
    spent = f"{len(checkpoint.book)} / {checkpoint.nodes} / {checkpoint.seconds:.0f} s"
    yield Text("pieces / positions / time: {spent}", spent=spent)


def _whole(endings: Endings, state: LineState, whole: WholeGame, piece: int) -> Iterator[Text]:
    """What a whole game comes to."""
    line, end = best_play(endings, state, whole, piece)
    assert end.outcome is not None
    yield _verdict(state, Solution(end.outcome.winners, len(line), end.outcome.scores, line, 0))
    yield _points(state, end.outcome.scores)
    yield _way(line)


def _so_far(state: LineState, whole: WholeGame) -> Iterator[Text]:
    """What is known of a game that is not solved yet."""
    mover = state.acting[0]
    if whole.bounds.lower > 0 or whole.bounds.upper < 0:
        winner = mover if whole.bounds.lower > 0 else 1 - mover
        yield _verdict(state, Solution((winner,), moves_left(state), None, (), 0))
    lower, upper = whole.bounds
    yield Text(
        "not solved yet: {player} wins by {lower} to {upper} points; the same command goes on",
        player=state.seat_name(mover),
        lower=lower,
        upper=upper,
    )


def _verified(check: Verified) -> Text:
    return Text(
        "checked by the rules: {positions} positions, {pieces} pieces, {games} games",
        positions=check.positions,
        pieces=check.pieces,
        games=check.games,
    )


def _show(work: Iterator[wholegame.Progress], checkpoint: Checkpoint, workers: int) -> None:
    """Shows how the work goes: on a terminal all the time, else a line now and then."""
    console = Console(stderr=True)
    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    last = time.monotonic()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        for progress in work:
            line = said(_stands(progress, checkpoint, workers))
            likely = progress.pieces + progress.missing if progress.missing < float("inf") else None
            bar.update(task, description=line, completed=progress.pieces, total=likely)
            if not console.is_terminal and time.monotonic() - last > _TOLD_EVERY:
                print(line, file=console.file, flush=True)
                last = time.monotonic()


def _stands(progress: wholegame.Progress, checkpoint: Checkpoint, workers: int) -> Text:
    lower, upper = progress.bounds
    each = checkpoint.seconds / max(1, progress.pieces)
    return Text(
        "margin {lower} to {upper}; at least {claim}? {pieces} pieces, some {more} to go, {hours} h",
        lower=lower,
        upper=upper,
        claim=progress.claim,
        pieces=progress.pieces,
        more=decimal(progress.missing, 0),
        hours=decimal(progress.missing * each / workers / 3600, 1),
    )


def _is_duel(state: State) -> bool:
    return isinstance(state, LineState) and not state.ends_by_counting


def _points(state: State, scores: tuple[float, ...]) -> Text:
    each = zip(state.seats, scores, strict=True)
    return Text(
        "score: {points}", points=joined(", ", [joined(" ", [seat.name, f"{score:g}"]) for seat, score in each])
    )


def _way(line: tuple[str, ...]) -> Text:
    return Text("for instance: {moves}", moves=" ".join(line))


def _verdict(state: State, found: Solution) -> Text:
    if found.winners is None:
        if _is_duel(state):
            return counted(
                "nothing is forced up to {n} move ahead", "nothing is forced up to {n} moves ahead", n=found.moves
            )
        return counted("not solved in time: {n} move left", "not solved in time: {n} moves left", n=found.moves)
    if not found.winners:
        return Text("the game is a draw")
    names = [state.seats[seat].name for seat in found.winners]
    if len(names) > 1:
        return Text("{players} share the win", players=all_of(names))
    if not _is_duel(state):
        return Text("{player} wins", player=names[0])
    if found.moves == 1:
        return Text("{player} wins at once", player=names[0])
    return counted(
        "{player} wins, in {n} move at most", "{player} wins, in {n} moves at most", player=names[0], n=found.moves
    )
