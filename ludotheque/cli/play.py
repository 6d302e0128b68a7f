"""Sitting down in the terminal: taking a box, choosing who plays in which seat, and saving the game in the end."""

from __future__ import annotations

import datetime
import os
import random
import secrets
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import typer

from ludotheque.bots import make, names
from ludotheque.bots.levels import USUAL
from ludotheque.cli.terminaltable import Table
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.options import pairs
from ludotheque.core.record import Record
from ludotheque.core.text import Language, Refusal, Text, same
from ludotheque.drawing.drawn import Drawn


@dataclass(frozen=True)
class Box:
    """What was taken from the cupboard, and who plays against you: one bot for each other seat, one for all of them,
    or nobody but people."""

    game: Game
    options: dict[str, object]
    bots: tuple[str, ...]


def list_games(language: Language) -> None:
    """The boxes, numbered."""
    for number, game in enumerate(games().values(), 1):
        players = str(game.players[0]) if len(game.players) == 1 else f"{game.players[0]}–{game.players[-1]}"
        facts = Text(
            f"{players} joueurs, dès {game.age} ans, {game.minutes} minutes",
            f"{players} players, from {game.age}, {game.minutes} minutes",
        )
        print(f"{number}. {game.title.to(language)} ({game.id}) — {game.blurb.to(language)} {facts.to(language)}.")


def choose(language: Language) -> Box:
    """Asks for a box, its options and who plays; a person who leaves ends the program."""
    boxes = list(games().values())
    while True:
        typed = _asked(Text("\nWhich box? "), language)
        if typed in games() or (typed.isdigit() and 0 < int(typed) <= len(boxes)):
            game = games().get(typed) or boxes[int(typed) - 1]
            break
    options = _options(game, language)
    others = _others(cast(Drawn, game.start(**options)), 0)
    return Box(game, options, _opponents(game, others, language) if others else ())


def _asked(text: Text, language: Language) -> str:
    try:
        return input(text.to(language)).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise typer.Exit() from None


def _options(game: Game, language: Language) -> dict[str, object]:
    listed = ", ".join(option.name for option in game.options)
    hint = Text(f"Options nom=valeur ({listed}), ou Entrée : ", f"Options name=value ({listed}), or Enter: ")
    while True:
        try:
            options = pairs(shlex.split(_asked(hint, language)))
            game.start(**options)
        except Refusal as error:
            print(error.message.to(language))
        except ValueError as error:  # quotes that do not close
            print(error)
        else:
            return options


def _opponents(game: Game, others: int, language: Language) -> tuple[str, ...]:
    """Numbers typed for the other seats: one for all, or one for each; 0: people sit there."""
    bots = names(game)
    numbered = ", ".join(f"{number} {name}" for number, name in enumerate(bots, 1))
    each = Text(f" (un numéro, ou {others})", f" (one number, or {others})") if others > 1 else verbatim("")
    who = Text(
        f"Contre qui ?{each.fr} 0 entre vous, {numbered} : ", f"Against whom?{each.en} 0 each other, {numbered}: "
    )
    while True:
        typed = _asked(who, language).replace(",", " ").split() or [str(bots.index(USUAL) + 1)]
        if typed == ["0"]:
            return ()
        if len(typed) in (1, others) and all(each.isdigit() and 0 < int(each) <= len(bots) for each in typed):
            return tuple(bots[int(each) - 1] for each in typed)


def _others(state: Drawn, seat: int) -> int:
    """How many people or bots there are besides the one in this seat; one person may hold several seats."""
    return len(set(state.holders) - {state.holders[seat]})


def sit_down(box: Box, seat: int, seed: int | None, record: Path | None, language: Language) -> None:
    """Plays a game, and saves it if that is asked."""
    state = cast(Drawn, box.game.start(**box.options))
    if seat not in range(len(state.seats)):
        last = len(state.seats) - 1
        raise Refusal(
            Text(f"--seat {seat} : les places vont de 0 à {last}", f"--seat {seat}: the seats are 0 to {last}")
        )
    sitting = _seated(state, box, seat)
    you = Text("you").to(language)
    called = {each.id: bot or you for each, bot in zip(state.seats, sitting, strict=True) if box.bots}
    if record:
        _check_folder(record)
    table = Table(
        state,
        [None if bot is None else partial(make, box.game, bot) for bot in sitting],
        Record.of(state, called, datetime.date.today()),
        rng=secrets.SystemRandom() if seed is None else random.Random(seed),
        ask=input,
        say=print,
        language=language,
        colour=coloured(),
    )
    played = table.run()
    print()
    if record:
        write(record, played.told().dumps())
        print(record)


def _seated(state: Drawn, box: Box, seat: int) -> Sequence[str | None]:
    """The bot in each seat; `None` where a person sits."""
    mine = state.holders[seat]
    others = sorted(set(state.holders) - {mine})
    if len(box.bots) not in (0, 1, len(others)):
        raise Refusal(
            Text(
                f"{len(box.bots)} robots pour {len(others)} autres places : un pour toutes, ou un pour chacune",
                f"{len(box.bots)} bots for {len(others)} other seats: one for all, or one for each",
            )
        )
    if not box.bots:
        return [None] * len(state.seats)
    bots = dict(zip(others, box.bots if len(box.bots) > 1 else box.bots * len(others), strict=True))
    return [bots.get(holder) for holder in state.holders]


def coloured() -> bool:
    """Whether somebody looks at a screen that shows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _check_folder(path: Path) -> None:
    """Refuses, before anything is played, a file that cannot be written in the end."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Refusal(Text(f"{path} : impossible d'écrire là", f"{path}: cannot write there"))


def write(path: Path, text: str) -> None:
    """Writes a file; what cannot be written is shown, so that nothing is lost."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        print(text)
        raise Refusal(verbatim(f"{path}: {error}")) from error
