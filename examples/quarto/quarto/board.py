"""How Quarto looks, and what to click.

The board is on top. Below it lie two dishes, one for each player: a piece that is handed over lies in the dish of the
one who must place it. All others stand in the tray, light ones behind, dark ones in front.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text, capital
from ludotheque.drawing.board import Board
from ludotheque.drawing.scene import Item, Scene, outcome_text
from ludotheque.drawing.seatmarks import seat_mark
from ludotheque.drawing.text import Shown

from quarto import GAME, pieces
from quarto.rules import SEATS, Give, Place, QuartoState, QuartoView, restore
from quarto.terminal import drawn
from quarto.woodwork import SYMBOLS

WIDTH, HEIGHT = 4.9, 7.56
MARGIN = 1.1
"""Where the middle of the first square is, across and down."""
PLAYERS = ((0.55, 5.46), (4.35, 5.46))
DISHES = ((1.6, 5.5), (3.3, 5.5))
TRAY = (2.45, 6.8)
LARGE, SMALL = 0.9, 0.6
"""How large pieces are drawn on the board, and in the tray."""
LIFT = 0.22
"""A piece stands in the middle of a hollow: the middle of its picture is so much higher."""


def _centre(square: int) -> tuple[float, float]:
    row, column = divmod(square, pieces.SIDE)
    return column + MARGIN, row + MARGIN


def _home(piece: int) -> tuple[float, float]:
    """A piece's place in the tray."""
    return 0.42 + 0.58 * (piece >> 1), TRAY[1] + (0.31 if piece & pieces.DARK else -0.35)


def title(view: QuartoView) -> Text:
    """Whose turn it is and what for, or how the game ended."""
    names = [seat.name for seat in SEATS]
    if view["outcome"] is not None:
        return outcome_text(view, names, GAME.reasons)
    mine, choosing = view["seat"] == view["turn"], view["hand"] is None
    if mine:
        return Text("Choose a piece for the other player") if choosing else Text("Place the piece you were given")
    player = capital(names[view["turn"]])
    if choosing:
        return Text("{player} chooses a piece for the other player", player=player)
    return Text("{player} places the piece", player=player)


def _ground(state: QuartoState) -> list[Item]:
    """The board with its squares, what is marked on it, and the tray."""
    items = [Item("board", "board", WIDTH / 2, WIDTH / 2, states=("floor",))]
    for at, (letter, number) in enumerate(zip("ABCD", "1234", strict=True)):
        items.append(Item(f"label-{letter}", f"label-{letter}", 0.3, at + MARGIN, states=("floor",), scale=0.85))
        items.append(Item(f"label-{number}", f"label-{number}", at + MARGIN, 0.25, states=("floor",), scale=0.85))
    for square, name in enumerate(pieces.NAMES):
        piece = state.board[square]
        spoken = (
            Text("{square}, empty", square=name)
            if piece is None
            else Text("{square}, a {traits} piece", square=name, traits=pieces.described(piece))
        )
        items.append(Item(name, "square", *_centre(square), spoken, states=("floor",)))
    won = sorted({square for four in state.quartos for square in four})
    for square in won:
        items.append(Item(f"won-{pieces.NAMES[square]}", "mark-won", *_centre(square), states=("floor",)))
    if state.last is not None and not won:
        items.append(Item("placed", "mark-placed", *_centre(state.last), states=("floor",)))
    items.append(Item("tray", "tray", *TRAY, states=("floor",)))
    items += [
        Item(f"home-{code}", "home", *_home(piece), states=("floor",), scale=SMALL)
        for code, piece in pieces.CODES.items()
    ]
    return items


def _players(state: QuartoState) -> list[Item]:
    """Who plays, and their dishes."""
    items = []
    for seat, who in enumerate(SEATS):
        items.append(Item(f"dish-{seat}", "dish", *DISHES[seat], states=("floor",)))
        turning = state.acting == (seat,)
        items += seat_mark(seat, f"player-{seat}", PLAYERS[seat], capital(who.name), turning=turning, scale=0.7)
    return items


def _large(piece: int, place: tuple[float, float], name: Text) -> Item:
    """A piece in a hollow of the board, or in a dish."""
    code = pieces.code(piece)
    return Item(f"piece-{code}", f"piece-{code}", place[0], place[1] - LIFT, name, scale=LARGE)


def _pieces(state: QuartoState) -> list[Item]:
    """All sixteen, those behind first; the one that is handed over passes above all others."""
    items = []
    for square, piece in enumerate(state.board):
        if piece is not None:
            name = Text("{traits} piece on {square}", traits=pieces.described(piece), square=pieces.NAMES[square])
            items.append(_large(piece, _centre(square), name))
    for piece in sorted(state.reserve, key=lambda each: each & pieces.DARK):
        code, name = pieces.code(piece), Text("{traits} piece", traits=pieces.described(piece))
        items.append(Item(f"piece-{code}", f"piece-{code}", *_home(piece), name, scale=SMALL))
    if state.hand is not None:
        name = Text("{traits} piece, to be placed", traits=pieces.described(state.hand))
        items.append(_large(state.hand, DISHES[state.turn], name))
    return items


def scene(view: QuartoView) -> Scene:
    """The board, the dishes and the tray."""
    state = restore(view)
    items = (*_ground(state), *_players(state), *_pieces(state))
    return Scene(WIDTH, HEIGHT, title(view), items)


def paths(view: QuartoView, moves: Sequence[Give | Place]) -> dict[str, tuple[str, ...]]:
    """A piece of the tray, or a square."""
    return {str(move): (f"piece-{move}" if isinstance(move, Give) else str(move),) for move in moves}


def text(view: QuartoView, language: Language) -> Shown:
    """The same for a terminal."""
    return drawn(restore(view), title(view), language)


BOARD = Board(SYMBOLS, scene, paths, text)
