"""`ludotheque replay`: a saved game, board by board, and what there is to say about its moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.words import Lang, said
from ludotheque.core.catalogues import Language, language_of
from ludotheque.core.contract import State
from ludotheque.core.files import unusable, write
from ludotheque.core.record import Played, Record
from ludotheque.core.text import Refusal, Text, capital, decimal, joined

if TYPE_CHECKING:
    from ludotheque.bots.judging import Judgement


def replay(
    file: Annotated[Path, typer.Argument(help=said(Text("The game's file.")))],
    svg: Annotated[Path | None, typer.Option(help=said(Text("A folder for a picture per move.")))] = None,
    analyse: Annotated[bool, typer.Option("--analyse", help=said(Text("Judge every move: ?, ??.")))] = False,
    lang: Lang = None,
) -> None:
    from ludotheque.cli.play import coloured

    record = _read(file)
    if svg:
        _write_pictures(record, svg, language_of())
        return
    for line in lines(record, language_of(), coloured=coloured(), analyse=analyse):
        print(line, flush=True)


def _read(file: Path) -> Record:
    """The record in a file; what is wrong with it is told with the file's name."""
    try:
        record = Record.loads(file.read_text(encoding="utf-8"))
        record.replay()
    except (OSError, UnicodeDecodeError) as error:
        raise unusable(file, error) from error
    except Refusal as error:
        raise Refusal(joined(", ", [str(file), error.message])) from error
    return record


def _write_pictures(record: Record, folder: Path, language: Language) -> None:
    """One picture per state, numbered."""
    from ludotheque.drawing.drawn import drawn

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(folder, error) from error
    for number, state in enumerate(record.states()):
        write(folder / f"{number:03}.svg", drawn(state).svg(None, language))
    print(f"{folder}: {len(record.moves) + 1} SVG")


def lines(record: Record, language: Language, *, coloured: bool, analyse: bool) -> Iterator[str]:
    """The game line by line; analysed, each move with its value, and what was better where it was a mistake."""
    from ludotheque.bots.judging import judged
    from ludotheque.drawing.drawn import drawn

    yield from _players(record, language)
    if record.date:
        yield record.date.isoformat()
    judgements = judged(record) if analyse else iter(())
    judgement = next(judgements, None)
    before: State | None = None
    for number, state in enumerate(record.states()):
        if before is not None:
            played = record.moves[number - 1]
            yield f"\n{number}. {_in_words(before, played, language)} ({played.move})"
            if judgement and judgement.number == number:
                yield from _verdict(before, judgement, language)
                judgement = next(judgements, None)
        board = drawn(state).text(None, language)
        yield board.coloured() if coloured else board.plain()
        before = state
    if before is not None and not before.over:
        yield Text("The game was not finished.").to(language)


def _players(record: Record, language: Language) -> Iterator[str]:
    """Who sat where."""
    for seat in next(record.states()).seats:
        if name := record.names.get(seat.id):
            yield Text("{player}: {move}", player=capital(seat.name), move=name).to(language)


def _in_words(state: State, played: Played, language: Language) -> str:
    """A move, and who made it."""
    names = {seat.id: seat.name for seat in state.seats}
    move = state.describe(state.parse(played.move))
    return Text("{player}: {move}", player=names.get(played.seat, state.seat_name(-1)), move=move).to(language)


def _verdict(state: State, judgement: Judgement, language: Language) -> Iterator[str]:
    value = decimal(judgement.value, signed=True)
    yield "   " + Text("value {value}", value=value).to(language)
    if not judgement.mark:
        return
    better = Text(
        "{move} ({value})",
        move=state.describe(state.parse(judgement.best)),
        value=decimal(judgement.value + judgement.loss, signed=True),
    )
    if judgement.mark == "??":
        flaw = Text("a blunder; better: {move}", move=better)
    else:
        flaw = Text("a mistake; better: {move}", move=better)
    yield f"   {judgement.mark} {flaw.to(language)}"
