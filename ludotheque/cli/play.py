"""`ludotheque play`: taking a box, choosing who plays in which seat, sitting down, and saving the game in the end."""

from __future__ import annotations

import atexit
import datetime
import os
import random
import secrets
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.bots.levels import USUAL
from ludotheque.bots.roster import bots as all_bots
from ludotheque.bots.roster import make, names
from ludotheque.cli.games import list_games
from ludotheque.cli.play_table import TerminalTable
from ludotheque.cli.words import Lang, OptionPairs, Seed, said
from ludotheque.core.boards import changeover
from ludotheque.core.catalogues import language_of
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.files import check_writable, write
from ludotheque.core.options import pairs
from ludotheque.core.record import Record
from ludotheque.core.text import Refusal, Text
from ludotheque.drawing.drawn import start

_OPPONENTS = Text(
    "The opponent, or one for each other seat ({bots}) [{usual}].", bots=", ".join(all_bots()), usual=USUAL
)


@dataclass(frozen=True)
class Box:
    """What was taken from the cupboard, and who plays against you: one bot for each other seat, one for all of them,
    or nobody but people."""

    game: Game
    options: dict[str, object]
    bots: tuple[str, ...]


def play(
    game: Annotated[str | None, typer.Argument(help=said(Text("The game; without it, take a box.")))] = None,
    option: OptionPairs = None,
    bot: Annotated[list[str] | None, typer.Option(help=said(_OPPONENTS))] = None,
    hotseat: Annotated[bool, typer.Option(help=said(Text("No bot: people in all seats.")))] = False,
    seat: Annotated[int, typer.Option(help=said(Text("Your seat, from 0.")))] = 0,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option(help=said(Text("Where to save the game.")))] = None,
    lang: Lang = None,
) -> None:
    if game is not None:
        box = Box(find(game), pairs(option or ()), () if hotseat else tuple(bot or [usual(find(game))]))
    else:
        list_games()
        box = _choose()
    _sit_down(box, seat, seed, record)


def usual(game: Game) -> str:
    """Whom one plays against unless told otherwise."""
    return USUAL if USUAL in names(game) else names(game)[-1]


def _choose() -> Box:
    """Asks for a box, its options and who plays; a person who leaves ends the program."""
    boxes = list(games().values())
    while True:
        typed = _asked(Text("Which box?"))
        if typed in games() or (typed.isdigit() and 0 < int(typed) <= len(boxes)):
            game = games().get(typed) or boxes[int(typed) - 1]
            break
    options = _options(game)
    others = _others(game.start(**options), 0)
    return Box(game, options, _opponents(game, others) if others else ())


def _asked(text: Text) -> str:
    try:
        return input(f"{said(text)} ").strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise typer.Exit() from None


def _options(game: Game) -> dict[str, object]:
    listed = ", ".join(option.name for option in game.options)
    while True:
        try:
            options = pairs(shlex.split(_asked(Text("Options name=value ({options}), or Enter:", options=listed))))
            game.start(**options)
        except Refusal as error:
            print(said(error.message))
        except ValueError as error:  # quotes that do not close
            print(error)
        else:
            return options


def _opponents(game: Game, others: int) -> tuple[str, ...]:
    """Numbers typed for the other seats: one for all, or one for each; 0: people sit there."""
    bots = names(game)
    numbered = ", ".join(f"{number} {name}" for number, name in enumerate(bots, 1))
    if others > 1:
        who = Text("Against whom (one number, or {others})? 0 each other, {bots}:", others=others, bots=numbered)
    else:
        who = Text("Against whom? 0 each other, {bots}:", bots=numbered)
    while True:
        typed = _asked(who).replace(",", " ").split() or [str(bots.index(usual(game)) + 1)]
        if typed == ["0"]:
            return ()
        if len(typed) in (1, others) and all(each.isdigit() and 0 < int(each) <= len(bots) for each in typed):
            return tuple(bots[int(each) - 1] for each in typed)


def _others(state: State, seat: int) -> int:
    """How many players there are besides the one in this seat; one may have several seats."""
    return len(set(state.player_of_seat) - {state.player_of_seat[seat]})


def _compile_meanwhile(game: Game) -> None:
    """Nobody waits: what bots think with is compiled by another process, as long as this one goes on."""
    changeover.wait_for_nothing([game.id])
    command = [sys.executable, "-m", "ludotheque", "prepare", game.id]
    nothing = subprocess.DEVNULL
    atexit.register(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing).kill)


def _sit_down(box: Box, seat: int, seed: int | None, record: Path | None) -> None:
    """Plays a game, and saves it if that is asked."""
    if sys.stdin.isatty():
        _compile_meanwhile(box.game)
    state = start(box.game, **box.options)
    if seat not in range(len(state.seats)):
        raise Refusal(Text("--seat {seat}: the seats are 0 to {last}", seat=seat, last=len(state.seats) - 1))
    sitting = _seated(state, box, seat)
    you = said(Text("you"))
    called = {each.id: bot or you for each, bot in zip(state.seats, sitting, strict=True) if box.bots}
    if record:
        check_writable(record)
    table = TerminalTable(
        state,
        [None if bot is None else partial(make, box.game, bot) for bot in sitting],
        Record.of(state, called, datetime.date.today()),
        rng=secrets.SystemRandom() if seed is None else random.Random(seed),
        ask=input,
        say=print,
        language=language_of(),
        colour=coloured(),
    )
    played = table.run()
    print()
    if record:
        write(record, played.public().dumps())
        print(record)


def _seated(state: State, box: Box, seat: int) -> Sequence[str | None]:
    """The bot in each seat; `None` where a person sits."""
    mine = state.player_of_seat[seat]
    others = sorted(set(state.player_of_seat) - {mine})
    if len(box.bots) not in (0, 1, len(others)):
        raise Refusal(
            Text(
                "{bots} bots for {seats} other seats: one for all, or one for each",
                bots=len(box.bots),
                seats=len(others),
            )
        )
    if not box.bots:
        return [None] * len(state.seats)
    bots = dict(zip(others, box.bots if len(box.bots) > 1 else box.bots * len(others), strict=True))
    return [bots.get(player) for player in state.player_of_seat]


def coloured() -> bool:
    """Whether somebody looks at a screen that shows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
