"""The command line: `ludotheque` opens the cupboard in the browser; the commands serve, play, replay and measure."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table as RichTable
from typer.core import TyperGroup

from ludotheque.bots import NAMES
from ludotheque.bots.levels import USUAL
from ludotheque.cli import play as terminal
from ludotheque.cli import serve
from ludotheque.cli.arena import arena
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find, games
from ludotheque.core.options import pairs as _pairs
from ludotheque.core.record import Record
from ludotheque.core.text import LANGUAGES, Language, Refusal, Text, language_of, same
from ludotheque.drawing.drawn import Drawn
from ludotheque.server.settings import Settings


def _help(fr: str, en: str) -> str:
    return Text(fr, en).to(language_of())


def _commands_of_games() -> dict[str, Game]:
    """The commands that only one game has, and the game."""
    return {command: game for game in games().values() for command in game.commands}


class _Commands(TyperGroup):
    """The commands, those of single games too. Refusals are told in the person's language, with exit status 2."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # see invoke
        return [*super().list_commands(ctx), *_commands_of_games()]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> object:  # type: ignore[override]  # see invoke
        game = _commands_of_games().get(cmd_name)
        if game is not None:
            return typer.main.get_command(getattr(game.part("commands"), cmd_name))
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # typer's context is click's, renamed
        try:
            return super().invoke(ctx)
        except Refusal as error:
            print(error.message.to(language_of()), file=sys.stderr)
            raise typer.Exit(2) from error


app = typer.Typer(
    cls=_Commands,
    help=said(
        Text("A cupboard of board games, open day and night.")
    ),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)

_OR_BOTS = ", ".join(NAMES)

GameName = Annotated[str, typer.Argument(help=said(Text("The game, for instance hopsy.")))]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help=said(Text("An option of the game: name=value."))),
]
Lang = Annotated[str | None, typer.Option("--lang", help=said(Text("fr or en.")))]
Checkpoint = Annotated[
    Path | None,
    typer.Option(
        help=said(
            Text("Solve the whole game piece by piece, kept in this file; the same command goes on."),
        )
    ),
]
SolvingProcesses = Annotated[
    int,
    typer.Option(
        min=1, help=said(Text("With --checkpoint: how many processes."))
    ),
]
PieceSize = Annotated[
    int | None,
    typer.Option(
        min=1,
        help=said(Text("With --checkpoint: a piece's empty squares.")),
    ),
]
Position = Annotated[str | None, typer.Option(help=said(Text("A position to start from.")))]


@app.callback(invoke_without_command=True)
def cupboard(context: typer.Context, lang: Lang = None) -> None:
    """Sans commande : ouvrir l'armoire dans le navigateur. / Without a command: open the cupboard in the browser."""
    _language(lang)
    if context.invoked_subcommand is None:
        serve.run(Settings(prepare=True), browser=True)


@app.command(
    "games", help=said(Text("The games in the cupboard and their options."))
)
def games_command(lang: Lang = None) -> None:
    language = _language(lang)
    terminal.list_games(language)
    for game in games().values():
        print(f"\n{game.title.to(language)} ({game.id})")
        for option in game.options:
            given = f"-o {option.name}={option.write(option.default)}"
            print(f"  {given:28} {option.label.to(language)} ; {option.allowed.to(language)}")


app.command(
    "serve",
    help=said(
        Text("Open the cupboard in the browser: for yourself, a club or the internet."),
    ),
)(serve.serve)

app.command(
    help=said(
        Text("Bots against bots: who is the stronger, and how well that is known."),
    )
)(arena)


@app.command(
    help=said(
        Text("Compile the bots ahead; else that is done at the first move of each."),
    )
)
def prepare(
    game: Annotated[
        list[str] | None, typer.Argument(help=said(Text("The games; without them, all.")))
    ] = None,
) -> None:
    from ludotheque.bots.preparation import prepared

    chosen = [find(each).id for each in game or games()]
    words = Text("Getting the bots ready").to(language_of())
    for _ in track(prepared(chosen), words, total=len(chosen)):
        pass


@app.command(help=said(Text("Play in the terminal.")))
def play(
    game: Annotated[
        str | None,
        typer.Argument(help=said(Text("The game; without it, take a box."))),
    ] = None,
    option: OptionPairs = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help=_help(
                f"L'adversaire, ou un par autre place ({_OR_BOTS}) [{USUAL}].",
                f"The opponent, or one for each other seat ({_OR_BOTS}) [{USUAL}].",
            )
        ),
    ] = None,
    hotseat: Annotated[
        bool, typer.Option(help=said(Text("No bot: people in all seats.")))
    ] = False,
    seat: Annotated[int, typer.Option(help=said(Text("Your seat, from 0.")))] = 0,
    seed: Annotated[
        int | None, typer.Option(help=said(Text("To repeat the same luck.")))
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help=said(Text("Where to save the game.")))
    ] = None,
    lang: Lang = None,
) -> None:
    language = _language(lang)
    if game is not None:
        box = terminal.Box(find(game), _pairs(option or ()), () if hotseat else tuple(bot or [USUAL]))
    else:
        terminal.list_games(language)
        box = terminal.choose(language)
    terminal.sit_down(box, seat, seed, record, language)


@app.command(help=said(Text("Show a saved game.")))
def replay(
    file: Annotated[Path, typer.Argument(help=said(Text("The game's file.")))],
    svg: Annotated[
        Path | None, typer.Option(help=said(Text("A folder for a picture per move.")))
    ] = None,
    analyse: Annotated[
        bool, typer.Option("--analyse", help=said(Text("Judge every move: ?, ??.")))
    ] = False,
    lang: Lang = None,
) -> None:
    from ludotheque.cli.replay import told

    language = _language(lang)
    record = _read(file)
    if svg:
        _write_pictures(record, svg, language)
        return
    for line in told(record, language, coloured=terminal.coloured(), analyse=analyse):
        print(line, flush=True)


@app.command(
    help=said(Text("Count sequences of moves, depth by depth."))
)
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help=said(Text("Up to how many moves.")))],
    position: Position = None,
    option: OptionPairs = None,
) -> None:
    options = _pairs(option or ())
    if position is not None:
        options["position"] = position
    state = find(game).start(**options)
    for each in range(1, depth + 1):
        print(each, state.perft(each), flush=True)


@app.command(
    help=said(
        Text("Prove a forced win, solve an ending or a whole game exactly."),
    )
)
def solve(
    game: GameName,
    position: Position = None,
    option: OptionPairs = None,
    depth: Annotated[
        int | None, typer.Option(min=1, help=said(Text("Up to how many moves.")))
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, help=said(Text("How long to search."))),
    ] = None,
    checkpoint: Checkpoint = None,
    workers: SolvingProcesses = 1,
    piece: PieceSize = None,
    lang: Lang = None,
) -> None:
    from ludotheque.cli.solve import Attempt, attempted, told

    language, options = _language(lang), _pairs(option or ())
    if position is not None:
        options["position"] = position
    state = find(game).start(**options)
    if (depth is not None) if checkpoint else (workers > 1 or piece is not None):
        raise Refusal(
            Text(
                "--workers and --piece go with --checkpoint, --depth goes without it",
            )
        )
    if checkpoint is not None:
        lines: Iterable[str] = attempted(state, Attempt(checkpoint, workers, piece, seconds), language)
    else:
        lines = told(state, depth, 60 if depth is None and seconds is None else seconds, language)
    for line in lines:
        print(line)


@app.command(help=said(Text("Measure how fast rules run and bots think.")))
def bench(
    game: Annotated[
        list[str] | None, typer.Argument(help=said(Text("The games; else all.")))
    ] = None,
    option: OptionPairs = None,
    json_: Annotated[bool, typer.Option("--json", help=said(Text("For machines.")))] = False,
    cold: Annotated[
        bool, typer.Option(help=said(Text("Also measure without a cache.")))
    ] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help=said(Text("How long a run lasts.")))] = 0.3,
) -> None:
    from ludotheque.cli.bench import measure

    chosen = [find(name) for name in game] if game else list(games().values())
    options = _pairs(option or ())
    speeds = {}
    for each in track(chosen, "…", console=Console(stderr=True), transient=True):
        speeds[each.id] = measure(each, options, seconds, cold=cold)
    if json_:
        print(json.dumps({name: speed.plain() for name, speed in speeds.items()}, indent=2))
        return
    table = RichTable("", *speeds)
    for row in dict.fromkeys(row for speed in speeds.values() for row in speed.plain()):
        figures = [speed.plain().get(row) for speed in speeds.values()]
        table.add_row(
            row, *("" if each is None else f"{each:,.0f}" if each >= 100 else f"{each:.2f}" for each in figures)
        )
    Console().print(table)


def _read(file: Path) -> Record:
    """The record in a file; what is wrong with it is told with the file's name."""
    try:
        record = Record.loads(file.read_text(encoding="utf-8"))
        record.replay()
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(verbatim(f"{file}: {error}")) from error
    except Refusal as error:
        raise Refusal(Text(f"{file}, {error.message.fr}", f"{file}, {error.message.en}")) from error
    return record


def _write_pictures(record: Record, folder: Path, language: Language) -> None:
    """One picture per state, numbered."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(verbatim(f"{folder}: {error}")) from error
    for number, state in enumerate(record.states()):
        picture = cast(Drawn, state).svg(None, language)
        terminal.write(folder / f"{number:03}.svg", picture)
    print(f"{folder}: {len(record.moves) + 1} SVG")


def _language(given: str | None) -> Language:
    """The language asked for; from then on the whole program speaks it."""
    if given is not None:
        if given not in LANGUAGES:
            raise Refusal(
                Text(f"--lang {given} : les langues sont fr et en", f"--lang {given}: the languages are fr and en")
            )
        os.environ["LUDOTHEQUE_LANG"] = given
    return language_of()


def main() -> None:
    """The `ludotheque` serve."""
    app()
