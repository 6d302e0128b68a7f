"""How Hop ! C'est plié looks: the dice, one's own sheet large, the others' small, and what to click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import numbered
from ludotheque.core.text import Text, capital, counted, joined, verbatim
from ludotheque.core.values import by_identity
from ludotheque.drawing.board import Board
from ludotheque.drawing.scene import UNSPOKEN, Button, Count, Group, Item, Kind, Scene, Token, ending_text
from ludotheque.drawing.text import Canvas, Span
from ludotheque.games.hop_plie import GAME, MAX_ROUNDS, layout, prints, strokes
from ludotheque.games.hop_plie.counts import Reached, reached
from ludotheque.games.hop_plie.layout import ACROSS, LEFT, TOP, WIDE, Place
from ludotheque.games.hop_plie.pages import coordinates, flap_groups, fold_names, miniature, sheet_items
from ludotheque.games.hop_plie.paper import CORNERS, EDGES, ROWS, SIZE, SIZES, WIDTH, name_of, place_named
from ludotheque.games.hop_plie.rules import HopPlieView
from ludotheque.games.hop_plie.sheet import KINDS
from ludotheque.games.hop_plie.shown import ShownSheet, sheets
from ludotheque.games.hop_plie.strokes import Row, Stroke

SYMBOLS = prints.SYMBOLS

_DICE = {"black": Text("black die"), "white": Text("white die")}


def scene(view: HopPlieView) -> Scene:
    """The seat's own sheet, large, and around it the dice and the others' sheets; a spectator sees all sheets alike."""
    shown = sheets(view)
    if view["seat"] is None and len(shown) > 1:
        return _for_spectators(view, shown)
    seat = view["seat"] or 0
    own = shown[seat]
    others = [each for each in range(len(shown)) if each != seat]
    height = layout.height(len(others), len(view["column"]))
    items = [*_ground(ACROSS, height), *_dice(view, seat), *_numbers(own), *coordinates(LEFT, TOP)]
    items += sheet_items(own, LEFT, TOP) + fold_names(own, LEFT, TOP) + _handles(own) + _reached(reached(own))
    for at, other in enumerate(others):
        items += _other(view, other, *layout.other(at, len(others)))
    items += _boxes(view) if view["column"] else []
    return Scene(
        ACROSS,
        height,
        _title(view),
        tuple(items),
        _trail(view, seat),
        _buttons(view, seat),
        flap_groups(own, LEFT, TOP),
        {f"small-{other}": miniature(*shown[other].known) for other in others},
        tokens=_tokens(shown),
        wide=WIDE,
    )


def _put(
    id_: str,
    symbol: str,
    place: Place,
    name: Text = UNSPOKEN,
    states: tuple[str, ...] = ("floor",),
    *,
    label: str = "",
    kind: Kind = "",
) -> Item:
    """A thing that stands elsewhere in a wide window."""
    x, y, scale = place.high
    return Item(id_, symbol, x, y, name, states, scale=scale, label=label, kind=kind, wide=place.wide)


def _tokens(shown: list[ShownSheet]) -> tuple[Token, ...]:
    """A little sheet for each seat with its number, and how far its player has come."""
    return tuple(_token(seat, reached(sheet)) for seat, sheet in enumerate(shown, 1))


@lru_cache(maxsize=1 << 10)
def _token(seat: int, found: tuple[Reached, ...]) -> Token:
    return Token("sheet", str(seat), tuple(Count(each.symbol, each.text, each.name) for each in found))


@lru_cache(maxsize=1 << 10)
def _reached(found: tuple[Reached, ...]) -> list[Item]:
    """How far one has come, beside the dice."""
    items = []
    for at, each in enumerate(found):
        picture, written = layout.count(at, len(found))
        items.append(_put(f"count-{at}", each.symbol, picture, each.name))
        items.append(_put(f"count-{at}-number", "nothing", written, label=each.text))
    return items


@lru_cache(maxsize=64)
def _ground(width: float, height: float) -> tuple[Item]:
    return (Item("ground", "ground", width / 2, height / 2, states=("floor",), scale=2 * max(width, height)),)


def _for_spectators(view: HopPlieView, shown: list[ShownSheet]) -> Scene:
    """All sheets side by side, each with its player's number."""
    columns = 2
    scale = (ACROSS - 1.5) / (columns * SIZE + 1)
    rows = (len(shown) + 1) // columns
    height = TOP + rows * (SIZE + 2) * scale + 0.4
    items, groups = [*_ground(ACROSS, height), *_dice(view, None)], list[Group]()
    for seat, each in enumerate(shown):
        left = 0.75 + seat % columns * (SIZE + 1) * scale
        top = TOP + (seat // columns) * (SIZE + 2) * scale
        number = left + 0.4, top - 0.45, 0.8
        items.append(_player(view, seat, Place(number, number)))
        items += sheet_items(each, left, top, f"{seat + 1}-", scale)
        groups += flap_groups(each, left, top, f"{seat + 1}-", scale)
    return Scene(ACROSS, height, _title(view), tuple(items), groups=tuple(groups), tokens=_tokens(shown))


def _player(view: HopPlieView, seat: int, place: Place) -> Item:
    done, drawing = view["sheets"][seat]["done"], view["phase"] == "draw"
    return _player_shown(seat, place, done=done, ticked=done and drawing, active=seat == view["active"])


@lru_cache(maxsize=256)
def _player_shown(seat: int, place: Place, *, done: bool, ticked: bool, active: bool) -> Item:
    name = Text("player {number}, done", number=seat + 1) if done else numbered(seat + 1)
    label = f"{seat + 1}✓" if ticked else str(seat + 1)
    return _put(f"seat-{seat}", "seat-active" if active else "seat", place, name, (), label=label)


def _other(view: HopPlieView, seat: int, sheet: Place, number: Place) -> list[Item]:
    """Another player's sheet, small."""
    return [_small(seat, sheet), _player(view, seat, number)]


@lru_cache(maxsize=64)
def _small(seat: int, place: Place) -> Item:
    return _put(f"small-{seat}", f"small-{seat}", place, Text("sheet of player {number}", number=seat + 1))


def _dice(view: HopPlieView, seat: int | None) -> tuple[Item, ...]:
    """The two dice as rolled; the one in use stands out, and before they stand farther apart."""
    black, white = view["rolled"] or ("", "")
    return _dice_shown(black, white, None if seat is None else view["sheets"][seat]["die"])


@lru_cache(maxsize=256)
def _dice_shown(black: str, white: str, used: str | None) -> tuple[Item, ...]:
    items = []
    for at, ((die, name), face) in enumerate(zip(_DICE.items(), (black, white), strict=True)):
        place = layout.die(at, taken=used is not None)
        spoken = joined(" ", [name, face]) if face else name
        if die == used:
            items.append(_put("taken", "taken", place.scaled(12 / 13)))
        states = ("used",) if die == used else ()
        items.append(_put(f"die-{die}", f"die-{die}-{face}", place, spoken, states, kind="die"))
    return tuple(items)


def _numbers(own: ShownSheet) -> list[Item]:
    """The numbers still to be drawn: those of the die, then bonuses; of level 4's bonuses, where they start from."""
    items = []
    numbers = [("number", str(each)) for each in own.view["numbers"]]
    numbers += [("number-bonus", str(each)) for each in own.view["bonuses"]]
    counts = len(reached(own))
    for at, (symbol, number) in enumerate(numbers):
        label = own.place_of(number) if ":" in number else number
        name, place = Text("to draw: {number}", number=label), layout.number(at, len(numbers), counts)
        items.append(_put(f"number-{at}", symbol, place, name, (), label=label))
    return items


def _handles(own: ShownSheet) -> list[Item]:
    """Where to click for each fold that the crosses allow: at the end of its dotted line, outside the paper."""
    items = []
    for step in own.view["open"]:
        part, _, name = step.partition(" ")
        if part in CORNERS:
            size = SIZES[name]
            x: float = SIZE - size if part.endswith("15") else size
            y: float = SIZE + 0.42 if part.startswith("O") else -0.42
        elif part in EDGES:
            line = SIZE - 3 if part in ("bottom", "right") else 3
            x, y = (-0.42, line) if part in ("top", "bottom") else (line, -0.42)
        else:
            continue
        items.append(Item(_handle_of(step), "fold", LEFT + x, TOP + y, _FOLDS[step], ("handle",), scale=0.8))
    return items


_FOLDS = {
    "A1 small": Text("fold the small corner A1"),
    "A1 large": Text("fold the large corner A1"),
    "A15 small": Text("fold the small corner A15"),
    "A15 large": Text("fold the large corner A15"),
    "O1 small": Text("fold the small corner O1"),
    "O1 large": Text("fold the large corner O1"),
    "O15 small": Text("fold the small corner O15"),
    "O15 large": Text("fold the large corner O15"),
    "top": Text("fold the top"),
    "bottom": Text("fold the bottom"),
    "left": Text("fold the left side"),
    "right": Text("fold the right side"),
}


def _handle_of(step: str) -> str:
    return f"fold-{step.replace(' ', '-')}"


def _boxes(view: HopPlieView) -> list[Item]:
    """The column of one who plays alone, in a few lines: boxes used up are crossed."""
    column, now = view["column"], view["round"]
    rolled = view["rolled"] is not None or bool(view["ended"])
    items = []
    for at, kind in enumerate(column):
        used = at + 1 < now or (at + 1 == now and rolled)
        symbol = "box-lost" if at + 1 == len(column) else f"box-{kind}{'-used' * used}"
        states = ("floor", "now") if at + 1 == now else ("floor",)
        if at + 1 == now and not view["ended"]:
            items.append(_put("box-now", "taken", layout.box(at).scaled(17 / 16)))
        items.append(_put(f"box-{at + 1}", symbol, layout.box(at), _box_name(at + 1, kind), states))
    return items


def _box_name(number: int, kind: str) -> Text:
    if kind == "h":
        return Text("box {number}, black and white", number=number)
    return Text("box {number}, white", number=number) if kind == "w" else Text("box {number}, black", number=number)


def _trail(view: HopPlieView, seat: int) -> tuple[tuple[float, float], ...]:
    """The way of the last row the player drew in this round."""
    last = view["last"][seat]
    if not last.startswith("row "):
        return ()
    path = last.removeprefix("row ").split()[0]
    for link in "~*":
        path = path.replace(link, "-")
    places = [place_named(name) for name in path.split("-")]
    return tuple((LEFT + place[1] + 0.5, TOP + place[0] + 0.5) for place in places if place)


def _buttons(view: HopPlieView, seat: int) -> tuple[Button, ...]:
    """The dice, +1, turning over, and done."""
    own = view["sheets"][seat]
    if seat not in view["acting"]:
        return ()
    if not own["die"]:
        rolled = zip(_DICE.items(), view["rolled"] or (), strict=True)
        ask = Text("Which die do you take?")
        return tuple(
            Button(f"die-{die}", capital(Text("{name}: {score}", name=name, score=face)), ask, forced=True)
            for (die, name), face in rolled
        )
    numbers = sorted(set(own["numbers"]))
    buttons = [Button(f"plus-{n}", verbatim(f"{n} + 1 → {n + 1}")) for n in numbers if own["plus"]]
    if view["level"] == 2:
        every = sorted({*numbers, *(each for each in own["bonuses"] if isinstance(each, int))})
        ask = Text("With which number do you draw this row?")
        buttons += [Button(f"with-{n}", Text("with {number}", number=n), ask) for n in every]
    buttons += [Button(_handle_of(step), capital(_FOLDS[step])) for step in own["open"] if step in _FOLDS]
    if "over" in own["open"]:
        buttons.append(Button("turn-over", Text("Turn the sheet over")))
    return (*buttons, Button("done", Text("Done"), closes=True))


def _title(view: HopPlieView) -> Text:
    """What is going on."""
    if view["outcome"] is not None:
        return _ending(view)
    number, who = _round(view), view["active"] + 1
    if view["phase"] == "roll":
        return Text("Round {round}: the dice are rolled", round=number)
    if view["phase"] == "draw":
        return Text("Round {round}: draw your crosses and fold", round=number)
    if view["column"]:
        return Text("Round {round}: which die?", round=number)
    return Text("Round {round}: player {number} chooses a die", round=number, number=who)


def _round(view: HopPlieView) -> str:
    """The number of the round; where the game is shorter than usual, of how many."""
    last = view["rounds"]
    return str(view["round"]) if last in (None, MAX_ROUNDS.default) else f"{view['round']}/{last}"


def _ending(view: HopPlieView) -> Text:
    outcome = view["outcome"]
    assert outcome is not None
    if not view["column"]:
        return ending_text(outcome, [numbered(int(seat)) for seat in view["seats"]], GAME.reasons)
    if not outcome["winners"]:
        return Text("Lost: {why}", why=GAME.reasons[outcome["reason"]])
    crowns, rounds = int(outcome["scores"][0]), view["round"]
    won = counted("Won in {n} round, {crowns} ♛", "Won in {n} rounds, {crowns} ♛", n=rounds, crowns=crowns)
    return Text("{won}: Master of the fold!", won=won) if crowns > 5 else won


def paths(view: HopPlieView, moves: Sequence[Stroke]) -> Mapping[str, tuple[str, ...]]:
    """A row: its start point, its bends and rays, its last cell, and where that leaves a choice the number; a handle to
    fold; a button for the rest."""
    return _clicks(moves)


@by_identity
def _clicks(moves: Sequence[Stroke]) -> Mapping[str, tuple[str, ...]]:
    """While others draw on their sheets, one's own moves stay the same."""
    ways = [_way(*move.words) if isinstance(move, Row) else () for move in moves]
    times = Counter(ways)
    begun = {way[:length] for way in ways for length in range(2, len(way))}
    clicks: dict[str, tuple[str, ...]] = {}
    for move, way in zip(moves, ways, strict=True):
        if not isinstance(move, Row):
            clicks[str(move)] = (_button_of(str(move)),)
        elif times[way] > 1:
            clicks[str(move)] = (*way, f"with-{move.number}")
        elif way in begun:  # the row ends where another one bends: click its last cell again
            clicks[str(move)] = way + way[-1:]
        else:
            clicks[str(move)] = way
    return clicks


@lru_cache(maxsize=1 << 15)
def _way(low: int, high: int, tail: int) -> tuple[str, ...]:
    """The cells of a row that are clicked. The same rows come up again and again."""
    return tuple(f"cell-{name_of(divmod(place, WIDTH))}" for place in strokes.row(low, high, tail).places)


def _button_of(text: str) -> str:
    verb, _, what = text.partition(" ")
    if verb == "fold":
        return _handle_of(what)
    if verb in _DICE:
        return f"die-{verb}"
    return text.replace(" ", "-")


_SIGNS = dict(zip(KINDS, ("·", "S", "T", "U", "1", "2", "3", "4", "~", "O", "*", "%", "!"), strict=True))
_STYLES = {"x": "1;34", "o": "1;7;34"}


def text(view: HopPlieView, language: Language) -> Canvas:
    """The sheets as signs: what is printed, `x` for a cross and `o` for a circled one; `//` for half a cell."""
    shown = sheets(view)
    order = [] if view["seat"] is None else [view["seat"]]
    order += [each for each in range(len(shown)) if each not in order]
    spans: dict[tuple[int, int], Span] = {}
    for at, each in enumerate(order):
        _sheet_as_text(shown[each], each, (at // 2) * (SIZE + 3), (at % 2) * (2 * SIZE + 8), spans, language)
    rolled = view["rolled"]
    lines = [[Span("")]]
    if rolled:
        lines.append([Span(f"{_DICE['black'].to(language)} {rolled[0]}   {_DICE['white'].to(language)} {rolled[1]}")])
    if view["column"]:
        column, now = view["column"], view["round"]
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
    for spot in shown.spots:
        row, column = spot.place
        sign = "//" if spot.missing else f"{_SIGNS[KINDS[spot.kind]]}{spot.mark or ' '}"
        style = "2" if spot.missing else _STYLES.get(spot.mark, "33" if spot.back else "")
        spans[line + 1 + row, left + 3 + 2 * column] = Span(sign, style)
    own = shown.view
    numbers = [*own["numbers"], *own["bonuses"], *["+1"] * own["plus"]]
    who = numbered(seat + 1).to(language)
    done = " ✓" if own["done"] else ""
    spans[line + 1 + SIZE, left] = Span(f"{who}{done}  {' '.join(map(str, numbers))}"[: 2 * SIZE + 6])


BOARD = Board(SYMBOLS, scene, paths, text)
