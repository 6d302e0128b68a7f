"""All commands, those of single games too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludotheque.cli import (
    arena,
    backup,
    bench,
    build_app,
    doctor,
    games,
    new,
    paper,
    perft,
    play,
    prepare,
    puzzles,
    replay,
    restore,
    serve,
    shape,
    solve,
)
from ludotheque.cli.library import USAGE_ERROR, Context, tell
from ludotheque.cli.words import Lang, said
from ludotheque.core.catalogues import language_of
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games as all_games
from ludotheque.core.parts import part
from ludotheque.core.text import Refusal, Text


def _of_games() -> dict[str, Game]:
    """The commands that only one game has, and the game."""
    return {command: game for game in all_games().values() for command in game.commands}


def _in_our_words(command: Any) -> Any:
    """A command of whoever, and those below it, whose help is laid out as ours."""
    command.context_class = Context
    if isinstance(command, TyperGroup):
        for each in command.commands.values():
            _in_our_words(each)
    return command


class _Commands(TyperGroup):
    """Refusals and errors are told in the person's language, with exit status 2."""

    context_class = Context

    def main(self, args: Any = None, *, standalone_mode: bool = True, **more: Any) -> Any:  # type: ignore[override]  # named
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **more)
        try:
            outcome = super().main(args, standalone_mode=False, **more)
        except USAGE_ERROR as error:
            sys.exit(tell(error))
        except typer.Abort:
            sys.exit(1)
        sys.exit(outcome if isinstance(outcome, int) else 0)

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # see invoke
        return [*super().list_commands(ctx), *_of_games()]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> object:  # type: ignore[override]  # see invoke
        game = _of_games().get(cmd_name)
        if game is not None:
            return _in_our_words(typer.main.get_command(part(game.package, "commands", cmd_name, typer.Typer)))
        found = super().get_command(ctx, cmd_name)
        return None if found is None else _in_our_words(found)

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # typer's context is click's, renamed
        try:
            return super().invoke(ctx)
        except Refusal as error:
            print(error.message.to(language_of()), file=sys.stderr)
            raise typer.Exit(2) from error


app = typer.Typer(
    cls=_Commands,
    help=said(Text("A cupboard of board games, open day and night.")),
    epilog=said(Text("Without a command: open the cupboard in the browser.")),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)


@app.callback(invoke_without_command=True)
def cupboard(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[bool, typer.Option("--version", help=said(Text("Which version this is.")))] = False,
) -> None:
    if version:
        from ludotheque import __version__

        print(__version__)
    elif context.invoked_subcommand is None:
        serve.open_cupboard()


_COMMANDS: dict[str, tuple[Callable[..., None], Text]] = {
    "games": (games.games, Text("The games in the cupboard and their options.")),
    "serve": (serve.serve, Text("Open the cupboard in the browser: for yourself, a club or the internet.")),
    "play": (play.play, Text("Play in the terminal.")),
    "replay": (replay.replay, Text("Show a saved game.")),
    "paper": (paper.paper, Text("Make a PDF of a game: its box to cut out, its rulebook as a booklet.")),
    "perft": (perft.perft, Text("Count sequences of moves, depth by depth.")),
    "solve": (solve.solve, Text("Prove a forced win, solve an ending or a whole game exactly.")),
    "puzzles": (puzzles.puzzles, Text("Make puzzles of a game, with their solutions, from what is certain.")),
    "arena": (arena.arena, Text("Bots against bots: who is the stronger, and how well that is known.")),
    "bench": (bench.bench, Text("Measure how fast rules run and bots think.")),
    "backup": (backup.backup, Text("Save all tables to a file, while the server runs.")),
    "restore": (restore.restore, Text("Bring back the tables of a backup, into the same or another database.")),
    "doctor": (doctor.doctor, Text("Look at everything a server needs, and tell what is wrong.")),
    "shape": (shape.shape, Text("Which shape the database has; bring it to an earlier one.")),
    "new": (new.new, Text("Begin a game of your own: writes a small one that already plays, with tests.")),
    "build-app": (
        build_app.build_app,
        Text("Write Python, the rules and the bots as files for a browser that needs no server."),
    ),
    "prepare": (prepare.prepare, Text("Compile the bots ahead; else that is done at the first move of each.")),
}
for _name, (_command, _help) in _COMMANDS.items():
    app.command(_name, help=said(_help))(_command)
