"""Writes a page for each game into docs/games: its rules, how programs see it, and figures that are measured now.

python -m tools.gamepages

A test fails when a page says other than what is measured.
"""

from __future__ import annotations

from pathlib import Path

import ludotheque as lt
from ludotheque.core.contract import Game
from ludotheque.core.encoding import Encoding, encoding_of, name_of
from ludotheque.drawing.drawn import Drawn
from ludotheque.drawing.rulebooks import diagrams, rulebooks
from tools.facts import GAMES, SPACES, Facts, measured, widths

DOCS = Path(__file__).parent.parent / "docs"
PAGES = DOCS / "games"
CASES: dict[str, tuple[dict[str, object], ...]] = {
    "hopsy": ({}, {"variant": "mix"}),
    "hops_dice": ({}, {"setup": "edges"}, {"back_and_forth": "next"}),
    "rolit": ({}, {"size": 8}, {"size": 4}, {"players": 3}, {"players": 4}),
    "plic_plac": ({}, {"players": 1}, {"players": 4}, {"players": 6, "specials": "yes"}),
    "hop_plie": tuple({"players": 1, "level": level} for level in (1, 2, 3, 4)),
}
"""With which options each game is measured."""
SOLVED = {
    "hopsy": "Every position of the plain game, by `ludotheque solve hopsy --table`: the first player wins, in 15 "
    "moves at most (19 from the mirrored setup), both sides' counted. Le Mix is not solved as a whole.",
    "hops_dice": "Not as a whole. `ludotheque solve hops_dice` tells what is certain of a position.",
    "rolit": "Two players: on 4×4 squares the second wins, 9 to 7; on 6×6 squares the second wins, 20 to 16. The "
    "proof is kept, and a test walks through it. 8×8 squares are not solved.",
    "plic_plac": "Nothing: cards are hidden, and players remember.",
    "hop_plie": "Nothing.",
}
_NAMED = 4
"""So many actions are named from either end of the list."""


def page(game: Game) -> str:
    """All that the page says."""
    state = lt.start(game, **CASES[game.id][0])
    parts = [_head(game), _figures(game), _size(game), f"## What is solved\n\n{SOLVED[game.id]}\n\n{_MORE}"]
    return "\n\n".join([*parts, _encoded(game, state)]) + "\n"


_MORE = "How that is done is told in [research](../research.md#solving)."


def _head(game: Game) -> str:
    folder = f"../../ludotheque/games/{game.id}"
    found = rulebooks(game)
    cover = next(each for each in diagrams(found["en"]) if each.is_cover)
    books = ", ".join(f"[{language}]({folder}/{path.name})" for language, path in sorted(found.items()))
    seats = f"{game.players[0]} to {game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
    luck = [word for word, is_so in (("chance", game.chance), ("hidden information", game.hidden)) if is_so]
    return (
        f"# {game.title.to('en')}\n\n{game.blurb.to('en')}\n\n"
        f"![{cover.alt}]({folder}/{cover.path})\n\n"
        f"- Rules: {books}. Options, moves and positions: [games](../games.md).\n"
        f"- Players: {seats}. From {game.age} years, about {game.minutes} minutes.\n"
        f"- It has {' and '.join(luck) if luck else 'neither chance nor hidden information'}.\n"
        f'- From Python: `lt.start("{game.id}")`.'
    )


def _figures(game: Game) -> str:
    rows = "\n".join(_row(options, measured(game.id, dict(options))) for options in CASES[game.id])
    return (
        "## Figures\n\n"
        f"Measured over {GAMES} random games with each choice of options, by `python -m tools.gamepages`.\n"
        "The branching factor is how many legal moves there are to choose from. The size of the tree is the product\n"
        "of these along a game (the mean of its logarithm). House rules hold, so games that random play would never\n"
        "end are called off.\n\n"
        "| options | moves in a game | shortest, longest | branching factor | at most | tree | first seat ahead "
        "| level |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n" + rows
    )


def _row(options: dict[str, object], found: Facts) -> str:
    return (
        f"| {_written(options)} | {found.moves:.1f} | {found.shortest}, {found.longest} | {found.choices:.1f} "
        f"| {found.most_choices} | 10<sup>{found.tree:.0f}</sup> | {_part(found.first)} | {_part(found.level)} |"
    )


def _part(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def _written(options: dict[str, object]) -> str:
    return ", ".join(f"`{name}={value}`" for name, value in options.items()) or "as they are"


def _size(game: Game) -> str:
    lines, said = [], ""
    for options in CASES[game.id]:
        space = SPACES[game.id](lt.start(game, **options))
        said = space.counted
        lines.append(f"- {_written(options)}: {_power(space.arrangements)}")
    wide = _wide(lt.start(game, **CASES[game.id][0]))
    return (
        f"## State space\n\nCounting {said} (not all of it can come about):\n\n"
        + "\n".join(dict.fromkeys(lines))
        + wide
    )


def _wide(state: Drawn) -> str:
    try:
        state.position()
    except TypeError:
        return ""
    counted = ", ".join(f"{number:,}" for number in widths(state))
    return f"\n\nDifferent positions after 0, 1, 2, … moves: {counted}."


def _power(number: int) -> str:
    """A large number in short."""
    digits = str(number)
    return f"{digits[0]}.{digits[1]} × 10<sup>{len(digits) - 1}</sup>"


def _encoded(game: Game, state: Drawn) -> str:
    encoding: Encoding = encoding_of(game)
    planes, rows, columns = encoding.shape(state)
    actions = encoding.actions(state)
    told = "\n".join(f"| {number} | {name} |" for number, name in enumerate(encoding.planes(state)))
    ends = [*enumerate(actions)][:_NAMED], [*enumerate(actions)][-_NAMED:]
    few = "\n".join(f"| {number} | `{name}` |" for number, name in ends[0])
    last = "\n".join(f"| {number} | `{name}` |" for number, name in ends[1])
    return (
        f"## Encoding\n\n`{name_of(game)}`: {planes} planes of {rows} × {columns} whole numbers, and "
        f"{len(actions):,} actions (options {_written(CASES[game.id][0])}).\nUnder this name it never changes. "
        "`encoding_of(game).actions(state)` names every action.\n\n"
        f"| plane | what it tells |\n| ---: | --- |\n{told}\n\n"
        f"| action | what it is |\n| ---: | --- |\n{few}\n| … | |\n{last}"
    )


def main() -> None:
    """Writes all pages."""
    PAGES.mkdir(exist_ok=True)
    for name in CASES:
        (PAGES / f"{name}.md").write_text(page(lt.games()[name]), encoding="utf-8")


if __name__ == "__main__":
    main()
