"""The command line: `ludotheque` opens the cupboard; the commands play, replay, count and measure."""

from __future__ import annotations

import datetime
import json
import random
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn, cast

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table as RichTable

from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find, games
from ludotheque.core.record import Record, RecordError
from ludotheque.core.text import Language, Text, language_of
from ludotheque.drawing.drawn import Drawn

_BOTS = ("random", "greedy")


def _help(fr: str, en: str) -> str:
    return Text(fr, en).to(language_of())


app = typer.Typer(
    help=_help(
        "Une armoire de jeux de société, ouverte jour et nuit.", "A cupboard of board games, open day and night."
    ),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)

GameName = Annotated[str, typer.Argument(help=_help("Le jeu, par exemple hopsy.", "The game, for instance hopsy."))]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help=_help("Une option du jeu : nom=valeur.", "An option of the game: name=value.")),
]
Lang = Annotated[str | None, typer.Option("--lang", help=_help("fr ou en.", "fr or en."))]
Position = Annotated[str | None, typer.Option(help=_help("Une position de départ.", "A position to start from."))]


@app.callback(invoke_without_command=True)
def cupboard(context: typer.Context, lang: Lang = None) -> None:
    """Sans commande : choisir une boîte et jouer. / Without a command: take a box and play."""
    if context.invoked_subcommand is None:
        language = _language(lang)
        _list_games(language)
        game, options, opponents = _choose(language)
        _play(game, options, opponents, seat=0, seed=None, record=None, language=language)


@app.command(
    "games", help=_help("Les jeux de l'armoire et leurs options.", "The games in the cupboard and their options.")
)
def games_command(lang: Lang = None) -> None:
    language = _language(lang)
    _list_games(language)
    for game in games().values():
        print(f"\n{game.title.to(language)} ({game.id})")
        for option in game.options:
            default = option.write(option.default)
            print(f"  -o {option.name}={default:<10} {option.label.to(language)}; {option.allowed}")


@app.command(help=_help("Jouer dans le terminal.", "Play in the terminal."))
def play(
    game: GameName,
    option: OptionPairs = None,
    bot: Annotated[
        str, typer.Option(help=_help("L'adversaire : random ou greedy.", "The opponent: random or greedy."))
    ] = "greedy",
    hotseat: Annotated[
        bool, typer.Option(help=_help("Sans robot, à plusieurs.", "No bot: people in all seats."))
    ] = False,
    seat: Annotated[int, typer.Option(help=_help("Votre place, à partir de 0.", "Your seat, from 0."))] = 0,
    seed: Annotated[
        int | None, typer.Option(help=_help("Pour rejouer le même hasard.", "To repeat the same luck."))
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help=_help("Où enregistrer la partie.", "Where to save the game."))
    ] = None,
    lang: Lang = None,
) -> None:
    _play(_game(game), _options(option), None if hotseat else bot, seat, seed, record, _language(lang))


@app.command(help=_help("Revoir une partie enregistrée.", "Show a saved game."))
def replay(
    file: Annotated[Path, typer.Argument(help=_help("Le fichier de la partie.", "The game's file."))],
    svg: Annotated[
        Path | None, typer.Option(help=_help("Dossier pour une image par coup.", "A folder for a picture per move."))
    ] = None,
    lang: Lang = None,
) -> None:
    language = _language(lang)
    try:
        record = Record.loads(file.read_text(encoding="utf-8"))
        states = record.states()
        if svg:
            _write_pictures(record, svg, language)
        else:
            for number, state in enumerate(states):
                board = cast(Drawn, state).text(None, language)
                if number:
                    played = record.moves[number - 1]
                    print(f"\n{number}. {played.seat} {played.move}")
                print(board.coloured() if sys.stdout.isatty() else board.plain())
    except (OSError, UnicodeDecodeError) as error:
        _fail(f"{file}: {error}")
    except RecordError as error:
        _fail(f"{file}, {error}")


@app.command(
    help=_help("Compter les suites de coups, profondeur par profondeur.", "Count sequences of moves, depth by depth.")
)
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help=_help("Jusqu'à combien de coups.", "Up to how many moves."))],
    position: Position = None,
    option: OptionPairs = None,
) -> None:
    options = _options(option)
    if position is not None:
        options["position"] = position
    state = _start(_game(game), options)
    for each in range(1, depth + 1):
        print(each, state.perft(each), flush=True)


@app.command(help=_help("Mesurer la vitesse des règles.", "Measure how fast the rules run."))
def bench(
    game: Annotated[
        list[str] | None, typer.Argument(help=_help("Les jeux ; sinon tous.", "The games; else all."))
    ] = None,
    option: OptionPairs = None,
    json_: Annotated[bool, typer.Option("--json", help=_help("Pour les machines.", "For machines."))] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help=_help("Durée d'une mesure.", "How long a run lasts."))] = 0.3,
) -> None:
    from ludotheque.bench import measure

    chosen = [_game(name) for name in game] if game else list(games().values())
    options = _options(option)
    for each in chosen:
        _start(each, options)
    speeds = {
        each.id: measure(each, options, seconds)
        for each in track(chosen, "…", console=Console(stderr=True), transient=True)
    }
    if json_:
        print(json.dumps({name: speed.plain() for name, speed in speeds.items()}, indent=2))
        return
    table = RichTable("game", "compiled moves/s", "moves/s through State", "first move, s", "bytes a state", "peak MiB")
    for name, speed in speeds.items():
        table.add_row(
            name,
            f"{speed.compiled_moves_per_s:,.0f}",
            f"{speed.state_moves_per_s:,.0f}",
            f"{speed.first_move_s:.2f}",
            f"{speed.state_bytes:,}",
            f"{speed.peak_memory_mib:.0f}",
        )
    Console().print(table)


def _list_games(language: Language) -> None:
    for number, game in enumerate(games().values(), 1):
        players = str(game.players[0]) if len(game.players) == 1 else f"{game.players[0]}–{game.players[-1]}"
        facts = Text(
            f"{players} joueurs, dès {game.age} ans, {game.minutes} minutes",
            f"{players} players, from {game.age}, {game.minutes} minutes",
        )
        print(f"{number}. {game.title.to(language)} ({game.id}): {game.blurb.to(language)} {facts.to(language)}.")


def _choose(language: Language) -> tuple[Game, dict[str, object], str | None]:
    """Asks for a box, its options and who plays; a person who leaves ends the program."""
    boxes = list(games().values())

    def ask(text: Text) -> str:
        try:
            return input(text.to(language)).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise typer.Exit() from None

    while True:
        typed = ask(Text("\nQuelle boîte ? ", "\nWhich box? "))
        if typed in games() or (typed.isdigit() and 0 < int(typed) <= len(boxes)):
            game = games().get(typed) or boxes[int(typed) - 1]
            break
    while True:
        names = ", ".join(option.name for option in game.options)
        hint = Text(f"Options nom=valeur ({names}), ou Entrée : ", f"Options name=value ({names}), or Enter: ")
        try:
            options = _pairs(ask(hint).split())
            game.start(**options)
            break
        except ValueError as error:
            print(error)
    who = Text("Contre qui ? 1 greedy, 2 random, 3 entre vous : ", "Against whom? 1 greedy, 2 random, 3 each other: ")
    while (typed := ask(who)) not in ("", "1", "2", "3"):
        pass
    return game, options, {"2": "random", "3": None}.get(typed, "greedy")


def _play(
    game: Game,
    options: dict[str, object],
    bot: str | None,
    seat: int,
    seed: int | None,
    record: Path | None,
    language: Language,
) -> None:
    from ludotheque.bots import make
    from ludotheque.tabletop import Table

    state = _start(game, options)
    if seat not in range(len(state.seats)):
        _fail(f"--seat {seat}: the seats are 0 to {len(state.seats) - 1}")
    try:
        players = [None if bot is None or each == seat else make(game, bot) for each in range(len(state.seats))]
    except ValueError as error:
        _fail(str(error))
    people = Text("vous", "you").to(language) if bot else ""
    names = {each.id: (people if players[i] is None else str(bot)) for i, each in enumerate(state.seats) if bot}
    rng = secrets.SystemRandom() if seed is None else random.Random(seed)
    table = Table(
        state,
        players,
        Record.of(state, names, datetime.date.today()),
        rng=rng,
        ask=input,
        say=print,
        language=language,
        colour=sys.stdout.isatty(),
    )
    played = table.run()
    print()
    if record:
        record.write_text(played.dumps(), encoding="utf-8")
        print(record)


def _write_pictures(record: Record, folder: Path, language: Language) -> None:
    """One picture per state, numbered; nothing is written unless the whole record is good."""
    record.replay()
    folder.mkdir(parents=True, exist_ok=True)
    for number, state in enumerate(record.states()):
        picture = cast(Drawn, state).svg(None, language)
        (folder / f"{number:03}.svg").write_text(picture, encoding="utf-8")
    print(f"{folder}: {len(record.moves) + 1} SVG")


def _game(name: str) -> Game:
    try:
        return find(name)
    except ValueError as error:
        _fail(str(error))


def _start(game: Game, options: dict[str, object]) -> Drawn:
    try:
        return cast(Drawn, game.start(**options))
    except ValueError as error:
        _fail(str(error))


def _options(pairs: Sequence[str] | None) -> dict[str, object]:
    try:
        return _pairs(pairs or ())
    except ValueError as error:
        _fail(str(error))


def _pairs(pairs: Sequence[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"{pair!r} is not an option: write name=value")
        options[name.replace("-", "_")] = value
    return options


def _language(given: str | None) -> Language:
    if given is None:
        return language_of()
    if given not in ("fr", "en"):
        _fail(f"--lang {given}: the languages are fr and en")
    return cast(Language, given)


def _fail(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    raise typer.Exit(2)


def main() -> None:
    """The `ludotheque` command."""
    app()
