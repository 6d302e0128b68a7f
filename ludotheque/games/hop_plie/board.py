"""How Hop ! C'est plié looks: the dice, one's own sheet large, the others' small, and what to click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from ludotheque.core.contract import Move, Plain, View
from ludotheque.core.text import Language, Text, same
from ludotheque.drawing.scene import Button, Group, Item, Scene
from ludotheque.drawing.terminal import Canvas, Span
from ludotheque.games.hop_plie import GAME, prints
from ludotheque.games.hop_plie.pages import coordinates, flap_groups, miniature, sheet_items
from ludotheque.games.hop_plie.paper import CORNERS, ROWS, SIZE, SIZES, WIDTH, name_of, place_named
from ludotheque.games.hop_plie.sheet import KINDS
from ludotheque.games.hop_plie.shown import ShownSheet, sheets
from ludotheque.games.hop_plie.strokes import Row

SYMBOLS = prints.SYMBOLS

_LEFT = 0.9
_TOP = 2.4
"""Where one's own sheet begins: below the dice."""
_WIDTH = SIZE + 2 * _LEFT
_DICE_Y = 0.85
_SMALL = 4.0
"""The size of another player's sheet."""
_DICE = {"black": Text("dé noir", "black die"), "white": Text("dé blanc", "white die")}


def scene(view: View) -> Scene:
    """The dice above, the seat's own sheet, and the others below; a spectator sees all sheets alike."""
    shown = sheets(view)
    if view["seat"] is None and len(shown) > 1:
        return _for_spectators(view, shown)
    seat = cast(int, view["seat"] or 0)
    own = shown[seat]
    others = [each for each in range(len(shown)) if each != seat]
    height = _TOP + SIZE + 0.8 + (_SMALL + 0.8 if others else 1.9 if view["column"] else 0)
    items = [*_ground(_WIDTH, height), *_dice(view, seat), *_numbers(own), *coordinates(_LEFT, _TOP)]
    items += sheet_items(own, _LEFT, _TOP) + _handles(own)
    for at, other in enumerate(others):
        items += _other(view, other, _WIDTH / 2 + (at - (len(others) - 1) / 2) * (_SMALL + 0.7), height)
    items += _boxes(view, _TOP + SIZE + 1.0) if view["column"] else []
    return Scene(
        _WIDTH,
        height,
        _title(view),
        tuple(items),
        _trail(view, seat),
        _buttons(view, seat),
        flap_groups(own, _LEFT, _TOP),
        {f"small-{other}": miniature(shown[other]) for other in others},
    )


def _ground(width: float, height: float) -> list[Item]:
    return [Item("ground", "ground", width / 2, height / 2, same(""), ("floor",), scale=2 * max(width, height))]


def _for_spectators(view: View, shown: list[ShownSheet]) -> Scene:
    """All sheets side by side, each with its player's number."""
    columns = 2
    scale = (_WIDTH - 1.5) / (columns * SIZE + 1)
    rows = (len(shown) + 1) // columns
    height = _TOP + rows * (SIZE + 2) * scale + 0.4
    items, groups = [*_ground(_WIDTH, height), *_dice(view, None)], list[Group]()
    for seat, each in enumerate(shown):
        left = 0.75 + seat % columns * (SIZE + 1) * scale
        top = _TOP + (seat // columns) * (SIZE + 2) * scale
        items.append(_player(view, seat, left + 0.4, top - 0.45, 0.8))
        items += sheet_items(each, left, top, f"{seat + 1}-", scale)
        groups += flap_groups(each, left, top, f"{seat + 1}-", scale)
    return Scene(_WIDTH, height, _title(view), tuple(items), groups=tuple(groups))


def _player(view: View, seat: int, x: float, y: float, scale: float) -> Item:
    told = cast(list[Mapping[str, Plain]], view["sheets"])[seat]
    name = Text(f"joueur {seat + 1}", f"player {seat + 1}")
    if told["done"]:
        name = Text(f"{name.fr}, a fini", f"{name.en}, done")
    symbol = "seat-active" if seat == view["active"] else "seat"
    label = f"{seat + 1}✓" if told["done"] and view["phase"] == "draw" else str(seat + 1)
    return Item(f"seat-{seat}", symbol, x, y, name, (), 0, scale, label)


def _other(view: View, seat: int, x: float, height: float) -> list[Item]:
    """Another player's sheet, small."""
    spoken = Text(f"fiche du joueur {seat + 1}", f"player {seat + 1}'s sheet")
    y = height - _SMALL / 2 - 0.3
    return [
        Item(f"small-{seat}", f"small-{seat}", x, y, spoken, ("floor",), 0, _SMALL),
        _player(view, seat, x - _SMALL / 2 + 0.1, y - _SMALL / 2 - 0.15, 0.8),
    ]


def _dice(view: View, seat: int | None) -> list[Item]:
    """The two dice as rolled; the one in use stands out."""
    rolled = cast(list[str] | None, view["rolled"]) or ["", ""]
    used = None if seat is None else cast(list[Mapping[str, Plain]], view["sheets"])[seat]["die"]
    items = []
    for at, (die, name) in enumerate(_DICE.items()):
        x = _LEFT + 0.7 + 1.7 * at
        face = rolled[at]
        spoken = Text(f"{name.fr} {face}", f"{name.en} {face}") if face else name
        if die == used:
            items.append(Item("taken", "taken", x, _DICE_Y, same(""), ("floor",), 0, 1.2))
        states = ("used",) if die == used else ()
        items.append(Item(f"die-{die}", f"die-{die}-{face}", x, _DICE_Y, spoken, states, 0, 1.3))
    return items


def _numbers(own: ShownSheet) -> list[Item]:
    """The numbers still to be drawn: those of the die, then bonuses; of level 4's bonuses, where they start from."""
    items = []
    told = own.told
    numbers = [("number", str(each)) for each in cast(list[int], told["numbers"])]
    numbers += [("number-bonus", str(each)) for each in cast(list[int | str], told["bonuses"])]
    for at, (symbol, number) in enumerate(numbers):
        label = own.place_of(number) if ":" in number else number
        name = Text(f"à tracer : {label}", f"to draw: {label}")
        items.append(Item(f"number-{at}", symbol, _LEFT + 4.4 + 1.1 * at, _DICE_Y, name, (), 0, 1.0, label))
    return items


def _handles(own: ShownSheet) -> list[Item]:
    """Where to click for each fold that the crosses allow: at the end of its dotted line, outside the paper."""
    items = []
    for step in cast(list[str], own.told["open"]):
        part, _, name = step.partition(" ")
        if part in CORNERS:
            size = SIZES[name]
            x: float = SIZE - size if part.endswith("15") else size
            y: float = SIZE + 0.42 if part.startswith("O") else -0.42
        elif part in _EDGES:
            line = SIZE - 3 if part in ("bottom", "right") else 3
            x, y = (-0.42, line) if part in ("top", "bottom") else (line, -0.42)
        else:
            continue
        items.append(Item(_handle_of(step), "fold", _LEFT + x, _TOP + y, _fold_in_words(step), ("handle",), 0, 0.8))
    return items


_EDGES = {
    "top": Text("plier le haut", "fold the top"),
    "bottom": Text("plier le bas", "fold the bottom"),
    "left": Text("plier la gauche", "fold the left side"),
    "right": Text("plier la droite", "fold the right side"),
}


def _fold_in_words(step: str) -> Text:
    corner, _, size = step.partition(" ")
    if not size:
        return _EDGES[step]
    return Text(f"plier le {'petit' if size == 'small' else 'grand'} coin {corner}", f"fold the {size} corner {corner}")


def _handle_of(step: str) -> str:
    return f"fold-{step.replace(' ', '-')}"


def _boxes(view: View, y: float) -> list[Item]:
    """The column of one who plays alone, in two lines: boxes used up are crossed."""
    column, now = str(view["column"]), cast(int, view["round"])
    rolled = view["rolled"] is not None or view["ended"]
    names = {
        "w": Text("blanche", "white"),
        "b": Text("noire", "black"),
        "h": Text("noire et blanche", "black and white"),
    }
    items = []
    for at, kind in enumerate(column):
        used = at + 1 < now or (at + 1 == now and bool(rolled))
        symbol = "box-lost" if at + 1 == len(column) else f"box-{kind}{'-used' * used}"
        spoken = Text(f"case {at + 1}, {names[kind].fr}", f"box {at + 1}, {names[kind].en}")
        states = ("floor", "now") if at + 1 == now else ("floor",)
        if at + 1 == now and not view["ended"]:
            items.append(Item("box-now", "taken", _box_x(at), y + 0.95 * (at // 15), same(""), ("floor",), 0, 0.85))
        items.append(Item(f"box-{at + 1}", symbol, _box_x(at), y + 0.95 * (at // 15), spoken, states, 0, 0.8))
    return items


def _box_x(at: int) -> float:
    return _LEFT + at % 15 + 0.5


def _trail(view: View, seat: int) -> tuple[tuple[float, float], ...]:
    """The way of the last row the player drew in this round."""
    last = cast(list[str], view["last"])[seat]
    if not last.startswith("row "):
        return ()
    path = last.removeprefix("row ").split()[0]
    for link in "~*":
        path = path.replace(link, "-")
    places = [place_named(name) for name in path.split("-")]
    return tuple((_LEFT + place[1] + 0.5, _TOP + place[0] + 0.5) for place in places if place)


def _buttons(view: View, seat: int) -> tuple[Button, ...]:
    """The dice, +1, turning over, and done."""
    told = cast(list[Mapping[str, Plain]], view["sheets"])[seat]
    if seat not in cast(list[int], view["acting"]):
        return ()
    if not told["die"]:
        rolled = dict(zip(_DICE, cast(list[str], view["rolled"]), strict=True))
        return tuple(
            Button(f"take-{die}", Text(f"{name.fr} : {rolled[die]}", f"{name.en}: {rolled[die]}"))
            for die, name in _DICE.items()
        )
    numbers = sorted(set(cast(list[int], told["numbers"])))
    buttons = [Button(f"plus-{n}", same(f"+1 : {n} → {n + 1}")) for n in numbers if told["plus"]]
    if view["level"] == 2:
        every = sorted({*numbers, *cast(list[int], told["bonuses"])})
        buttons += [Button(f"with-{n}", Text(f"avec {n}", f"with {n}")) for n in every]
    if "over" in cast(list[str], told["open"]):
        buttons.append(Button("turn-over", Text("Retourner la fiche", "Turn the sheet over")))
    return (*buttons, Button("done", Text("J'ai fini", "Done")))


def _title(view: View) -> Text:
    """What is going on."""
    outcome = cast(Mapping[str, object] | None, view["outcome"])
    if outcome is not None:
        return _ending(view, outcome)
    number, who = view["round"], cast(int, view["active"]) + 1
    head = Text(f"Tour {number}", f"Round {number}")
    alone = bool(view["column"])
    if view["phase"] == "roll":
        rest = Text("on lance les dés", "the dice are rolled")
    elif view["phase"] == "choose":
        rest = (
            Text("quel dé ?", "which die?")
            if alone
            else Text(f"le joueur {who} choisit", f"player {who} chooses a die")
        )
    else:
        rest = Text("tracez vos croix et pliez", "draw your crosses and fold")
    return Text(f"{head.fr} : {rest.fr}", f"{head.en}: {rest.en}")


def _ending(view: View, outcome: Mapping[str, object]) -> Text:
    why = GAME.reasons[str(outcome["reason"])]
    winners = [str(seat + 1) for seat in cast(list[int], outcome["winners"])]
    if not view["column"]:
        many = len(winners) > 1
        return Text(
            f"{'Joueurs' if many else 'Joueur'} {' et '.join(winners)} {'gagnent' if many else 'gagne'} : {why.fr}",
            f"{'Players' if many else 'Player'} {' and '.join(winners)} {'win' if many else 'wins'}: {why.en}",
        )
    if not winners:
        return Text(f"Perdu : {why.fr}", f"Lost: {why.en}")
    crowns, rounds = cast(list[int], outcome["scores"])[0], view["round"]
    fr, en = f"Gagné en {rounds} tours, {crowns} ♛", f"Won in {rounds} rounds, {crowns} ♛"
    return Text(f"{fr} : Maître du pli !", f"{en}: Master of the fold!") if crowns > 5 else Text(fr, en)


def paths(view: View, moves: Sequence[Move]) -> dict[str, tuple[str, ...]]:
    """A row: its start point, its bends and rays, its last cell, and where that leaves a choice the number; a handle to
    fold; a button for the rest."""
    rows = [move for move in moves if isinstance(move, Row)]
    ways = {move: tuple(f"cell-{name_of(divmod(place, WIDTH))}" for place in move.places) for move in rows}
    times = Counter(ways.values())
    begun = {way[:length] for way in ways.values() for length in range(2, len(way))}
    clicks: dict[str, tuple[str, ...]] = {}
    for move in moves:
        if not isinstance(move, Row):
            clicks[str(move)] = (_button_of(str(move)),)
            continue
        way = ways[move]
        if times[way] > 1:
            way += (f"with-{move.number}",)
        elif way in begun:  # the row ends where another one bends: click its last cell again
            way += way[-1:]
        clicks[str(move)] = way
    return clicks


def _button_of(text: str) -> str:
    verb, _, what = text.partition(" ")
    if verb == "fold":
        return _handle_of(what)
    if verb in _DICE:
        return f"take-{verb}"
    return text.replace(" ", "-")


_SIGNS = dict(zip(KINDS, ("·", "S", "T", "U", "1", "2", "3", "4", "~", "O", "*", "%", "!"), strict=True))
_STYLES = {"x": "1;34", "o": "1;7;34"}


def text(view: View, language: Language) -> Canvas:
    """The sheets as signs: what is printed, `x` for a cross and `o` for a circled one; `//` for half a cell."""
    shown = sheets(view)
    seat = cast(int | None, view["seat"])
    order = [] if seat is None else [seat]
    order += [each for each in range(len(shown)) if each not in order]
    spans: dict[tuple[int, int], Span] = {}
    for at, each in enumerate(order):
        _sheet_as_text(shown[each], each, (at // 2) * (SIZE + 3), (at % 2) * (2 * SIZE + 8), spans, language)
    rolled = cast(list[str] | None, view["rolled"])
    lines = [[Span("")]]
    if rolled:
        lines.append([Span(f"{_DICE['black'].to(language)} {rolled[0]}   {_DICE['white'].to(language)} {rolled[1]}")])
    if view["column"]:
        column, now = str(view["column"]), cast(int, view["round"])
        lines.append([Span(f"{column[: now - 1]}[{column[now - 1]}]{column[now:]}")])
    return Canvas(spans, [*lines, [Span(_title(view).to(language))]])


def _sheet_as_text(
    shown: ShownSheet, seat: int, line: int, left: int, spans: dict[tuple[int, int], Span], language: Language
) -> None:
    """One sheet with its letters and numbers, and below it what is still to be drawn."""
    header = "   " + "".join(f"{column + 1:<2}" for column in range(SIZE)).rstrip()
    spans[line, left] = Span(header, "2")
    for row in range(SIZE):
        spans[line + 1 + row, left] = Span(f"{ROWS[row]} ", "2")
    for spot in shown.spots():
        row, column = spot.place
        sign = "//" if spot.missing else f"{_SIGNS[KINDS[spot.kind]]}{spot.mark or ' '}"
        style = "2" if spot.missing else _STYLES.get(spot.mark, "33" if spot.back else "")
        spans[line + 1 + row, left + 3 + 2 * column] = Span(sign, style)
    told = shown.told
    left_over = ["+1"] * bool(told["plus"])
    numbers = [*cast(list[int], told["numbers"]), *cast(list[int | str], told["bonuses"]), *left_over]
    who = Text(f"joueur {seat + 1}", f"player {seat + 1}").to(language)
    done = " ✓" if told["done"] else ""
    spans[line + 1 + SIZE, left] = Span(f"{who}{done}  {' '.join(map(str, numbers))}"[: 2 * SIZE + 6])
