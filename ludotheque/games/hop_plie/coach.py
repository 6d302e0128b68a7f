"""What Hop ! C'est plié says to those who do not know it yet."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.text import Text, joined, one_of
from ludotheque.core.values import by_identity
from ludotheque.drawing.coach import Asked, Coach, Paths, firsts
from ludotheque.drawing.scene import UNSPOKEN, Item
from ludotheque.games.hop_plie.ink import SheetView
from ludotheque.games.hop_plie.rules import HopPlieView

_LAST_CELL = Text("Now choose the last cell of the row: it gets a circle, and other rows can begin there.")
_FORCED = {
    "black": Text("This box is black: take the black die. It says how many crosses you draw in a row."),
    "white": Text("This box is white: take the white die. It says how many crosses you draw in a row."),
}
_EITHER = Text("Choose a die: thanks to your bonus you may take either of them.")
_GAINS = {
    "gain-A1": Text("Bonus of a large fold: from now on you may take the white die even when it is not yours."),
    "gain-O15": Text("Bonus of a large fold: from now on you may take the black die even when it is not yours."),
    "gain-A15": Text("Bonus of a large fold: in each round with the white die you may add 1 to one of its numbers."),
    "gain-O1": Text("Bonus of a large fold: in each round with the black die you may add 1 to one of its numbers."),
}
_FOLD_TOO = Text("You can also fold.")
_PRINTED = {
    "start": Text("A start point: rows of crosses begin beside a circle, as often as you like."),
    "target": Text("A target: in the end all five must be crossed and linked by crosses."),
    "bonus": Text("A bonus: the first time you cross it, you may draw one more row of that many crosses."),
    "ice": Text("Ice: walk over it, or slide straight on to the first cell beyond it."),
    "hole": Text("A hole in the ice: nobody draws there, and no row passes."),
    "star": Text("A star: the first time a row crosses it, it may go on in any direction."),
    "ray": Text("A ray: crossing it carries you to another ray, from where you go on in any direction."),
    "bulb": Text("A bulb: when all four are crossed, you may turn the whole sheet over."),
}
_SMILEYS = {
    1: Text("A smiley: when all smileys of a corner are crossed, you may fold that corner over."),
    2: Text("A robot: when all robots of a corner are crossed, you may fold that corner over."),
    3: Text("An astronaut: when all astronauts of a corner are crossed, you may fold that corner over."),
    4: Text("A professor: when all professors of a corner are crossed, you may fold that corner over."),
}
_BONUS_TWICE = Text(
    "A bonus: end a row exactly here, and you draw that many more crosses from here. Who passes over it loses it."
)
_DICE = {
    "die-black": Text("The black die: it gives many crosses. Two numbers are two rows."),
    "die-white": Text("The white die: it gives few crosses. Two numbers are two rows."),
}


def asks(view: HopPlieView, paths: Paths) -> Asked:
    """A die; then rows, folds, and at last done."""
    own = view["sheets"][view["seat"] or 0]
    if not own["die"]:
        return _die(view, paths)
    rows, folds = _rows_and_folds(paths)
    if rows:
        line = _row(own)
        return Asked(joined(" ", [line, _FOLD_TOO]) if folds else line, rows + folds, _LAST_CELL)
    if folds:
        return Asked(Text("No row is left to draw. Fold your sheet now if you like; then press “Done”."), folds)
    if plus := firsts(paths, "plus"):
        return Asked(Text("No row fits. You may add 1 to a number, or press “Done”."), plus)
    return Asked(Text("Nothing is left to draw: press “Done”."), firsts(paths, "done"))


@by_identity
def _rows_and_folds(paths: Paths) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return firsts(paths, "row "), firsts(paths, "fold ") + firsts(paths, "turn-over")


def _die(view: HopPlieView, paths: Paths) -> Asked:
    dice = list(paths)
    if len(dice) == 1:
        return Asked(_FORCED[dice[0]], firsts(paths))
    given = view["column"][view["round"] - 1] != "h" if view["column"] else view["seat"] != view["active"]
    line = Text("Choose one of the dice: it says how many crosses you draw in a row. “2+3” is two rows.")
    return Asked(_EITHER if given else line, firsts(paths))


def _row(own: SheetView) -> Text:
    """The numbers that can be drawn. Bonuses of level 4 begin at their own cell."""
    lengths = sorted({*own["numbers"], *(each for each in own["bonuses"] if isinstance(each, int))})
    if not lengths:
        return Text("Draw the crosses of your bonus: choose its cell, then the last cell of the row.")
    if lengths == [1]:
        return Text("Draw one cross: choose a circle, then the cell for it.")
    number = one_of(lengths)
    return Text("Draw a row of {number} crosses: choose a circle, then the last cell of the row.", number=number)


def tells(view: HopPlieView, item: Item) -> Text:
    """What is printed on a cell, a die, a handle to fold with."""
    if item.id in _DICE or item.id in _GAINS:
        return {**_DICE, **_GAINS}[item.id]
    if item.id.startswith("fold-"):
        return Text("Press here to fold your sheet along the dotted line.")
    if item.id.startswith("half-"):
        return Text("Half a cell, on the fold: nobody draws there.")
    if not item.id.startswith("cell-"):
        return item.name
    printed = item.symbol.split("-")[1].rstrip("1234")
    if printed == "smiley":
        return _SMILEYS[view["level"]]
    if printed == "bonus" and view["level"] == 4:
        return _BONUS_TWICE
    if item.symbol.endswith("-o") and printed == "nothing":
        return _PRINTED["start"]
    return _PRINTED.get(printed, UNSPOKEN)


def why(view: HopPlieView, paths: Paths, chosen: Sequence[str], item: Item) -> Text:
    """What is to be done first, or what a row must be like."""
    own = view["sheets"][view["seat"] or 0]
    if item.id.startswith("die-"):
        return (
            Text("You have your die for this round already.") if own["die"] else Text("You cannot take this die now.")
        )
    if not item.id.startswith(("cell-", "half-")):
        return UNSPOKEN
    if not own["die"]:
        return Text("First choose a die.")
    if not firsts(paths, "row "):
        return Text("You have no number left to draw in this round.")
    if chosen:
        return Text("A row has exactly as many crosses as the number says, straight and without a gap.")
    return Text("A row begins at a circle: choose one that is marked.")


COACH = Coach(asks, tells, why)
