"""What lies in the box of Hop ! C'est plié: the sheets, printed on both sides, the two dice, the columns for playing
alone. Of a sheet of one's own there is that sheet only."""

from __future__ import annotations

from ludotheque.core.options import Options
from ludotheque.core.text import Text
from ludotheque.drawing.box import NET_SYMBOLS, Box, Part, Piece, flat, net
from ludotheque.drawing.scene import Item, Scene
from ludotheque.games.hop_plie import LEVEL, SHEET, prints
from ludotheque.games.hop_plie.pages import coordinates, sheet_items
from ludotheque.games.hop_plie.paper import OVER, SIZE
from ludotheque.games.hop_plie.setting import sheet_of
from ludotheque.games.hop_plie.sheet import LEVELS, Sheet, of_level, solo_columns
from ludotheque.games.hop_plie.shown import unmarked
from ludotheque.games.hop_plie.strokes import BLACK_FACES, WHITE_FACES

CELL = 12.0
"""The side of a cell, in millimetres."""
_DIE = 20.0
_BOX = 6.0
"""The side of a box of the columns."""
_FACES = {"black": BLACK_FACES, "white": WHITE_FACES}
_GROUND = {"black": "#26231f", "white": "#fffdf6"}
_ACROSS = 10
"""So many boxes of a column stand in a line."""


def front_of(sheet: Sheet) -> Scene:
    """The front of a sheet: its fold lines are dotted, its coordinates stand outside."""
    return flat(SIZE, SIZE, [*sheet_items(unmarked(sheet), 0, 0), *coordinates(0, 0)])


def back_of(sheet: Sheet) -> Scene:
    """The back of a sheet, as one sees it when the sheet is turned over. Only level 4 is folded from behind."""
    items = sheet_items(unmarked(sheet, (OVER,)), 0, 0)
    return flat(SIZE, SIZE, items if sheet.level == 4 else [item for item in items if "crease" not in item.symbol])


def _sheet(sheet: Sheet) -> Part:
    return Part(
        Text("Sheet “{name}”, level {level}", name=sheet.title, level=sheet.level),
        (Piece(front_of(sheet), CELL, back_of(sheet)),),
        Text(
            "One for each player: printed on both sides, so that the crosses meet, and cut out along the outer line."
            " The dotted lines are folded."
        ),
    )


def _dice() -> Part:
    nets = []
    for die, faces in _FACES.items():
        symbols = [f"side-{die}-{face}" for face, many in faces.items() for _ in range(many)]
        nets.append(Piece(net(symbols), _DIE, outline="none", gap=8.0))
    return Part(Text("Dice"), tuple(nets), Text("Cut them out with their flaps, fold all lines backwards and glue."))


def _columns() -> Part:
    """The six columns, each in a block of its own."""
    pieces = []
    for number, column in enumerate(solo_columns(), 1):
        items = [Item("number", "number", 0.6, 0.6, label=str(number), scale=0.9)]
        for at, kind in enumerate(column):
            symbol = "box-lost" if at + 1 == len(column) else f"box-{kind}"
            items.append(Item(f"box-{at}", symbol, 0.6 + at % _ACROSS, 1.7 + at // _ACROSS))
        pieces.append(Piece(flat(_ACROSS + 0.2, 2.2 + len(column) // _ACROSS, items), _BOX, outline="square", gap=4.0))
    return Part(
        Text("Columns, to play alone"),
        tuple(pieces),
        Text("Choose a column and cross one box for each round, from left to right and from top to bottom."),
    )


def parts(options: Options) -> tuple[Part, ...]:
    """All sheets, the dice and the columns; of another level than the first, or of a sheet of one's own, that sheet."""
    if SHEET.of(options) is not None or LEVEL.of(options) != LEVEL.default:
        return (_sheet(sheet_of(options)),)
    return (*(_sheet(of_level(level)) for level in LEVELS), _dice(), _columns())


BOX = Box(
    parts,
    {
        **prints.SYMBOLS,
        **NET_SYMBOLS,
        **{
            f"side-{die}-{face}": f'<rect x="-50" y="-50" width="100" height="100" fill="{_GROUND[die]}"/>'
            f"{prints.SYMBOLS[f'die-{die}-{face}']}"
            for die, faces in _FACES.items()
            for face in faces
        },
    },
)
