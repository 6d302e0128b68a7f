"""How Plic-Plac looks: the pot on a cloth, pocketed cards beside their owners, and what to click or say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil
from typing import NamedTuple

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import numbered
from ludotheque.core.text import Text, all_of, counted, joined
from ludotheque.drawing import seatmarks
from ludotheque.drawing.board import Board
from ludotheque.drawing.scene import UNSPOKEN, Button, Count, Item, Place, Scene, Token, ending_text
from ludotheque.drawing.seatmarks import seat_mark, won_disc
from ludotheque.drawing.text import Canvas, Span
from ludotheque.games.plic_plac import GAME, LAYOUT, faces
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.cards import FORMS, name_of_card
from ludotheque.games.plic_plac.faces import symbol_of
from ludotheque.games.plic_plac.layout import spots
from ludotheque.games.plic_plac.rules import PlicPlacView, setting_in

_MARGIN = 0.7
_NARROWEST = 6.4
"""A scene is at least so wide, for the pockets: no wider, so that cards are large where a window is narrow."""
_ROW = 0.9
"""The height of a player's row of pocketed cards."""
_BESIDE = 3.6
"""The width of such a row beside the pot."""
_ROW_BESIDE = 1.05
_STACKED = 3
"""So many players have a row each; more share rows."""
_POCKET = 1.38
"""How far from the left end of a player's row the first pocketed card lies."""
_POCKET_END = 0.45
"""How far from the right end the last one lies at most."""
_POCKETED = 0.62
"""The size of a pocketed card, and how far apart two lie where there is room."""
_LINE = 0.66
"""The height of one of the lines that a pocket has beside the pot."""
_IN_A_LINE = 3
"""So many cards lie side by side in such a line; more, only when the lines are full."""

SYMBOLS: Mapping[str, str] = {
    **faces.SYMBOLS,
    **seatmarks.SYMBOLS,
    "cloth": '<rect x="-50" y="-50" width="100" height="100" rx="3" fill="#dfe8d4"/>',
    "nothing": "",
    "ploc": "".join(
        f'<rect x="-19" y="-32" width="38" height="56" rx="6" transform="rotate({turn} 0 44)" fill="#fffdf6"'
        ' stroke="#3a3328" stroke-width="5"/>'
        for turn in (-30, 0, 30)
    ),
}

_BUTTONS = {
    "pass": Text("Pass"),
    "plic-plac": Text("Plic-plac!"),
    "plic-plac-ploc": Text("Plic-plac-ploc!"),
    "abandon": Text("Stop the attempt"),
    "let-go": Text("Let go"),
    "blocage": Text("Blocage!"),
}
_SURE = {
    "blocage": Text(
        "Is there no pair left among all the cards? You will look at them alone. Right: you take one, and the game"
        " ends. Wrong: you play no more, but keep your cards."
    ),
}
_SAID = {
    "look": ("blocage",),
    "announce": ("pass", "plic-plac", "plic-plac-ploc", "blocage"),
    "cut": ("let-go",),
    "ploc": ("abandon",),
}
"""What can be said in each phase; of a traitor just turned over, only that it is let go."""


def _dealt_to(view: PlicPlacView, place: int) -> int:
    target, origin = view["moved"]
    return origin if place == target else place


def _faces(view: PlicPlacView) -> dict[int, str]:
    return {int(place): code for place, code in view["faces"].items()}


class _Cloth(NamedTuple):
    """Where the places of the pot lie on the cloth."""

    spots: tuple[tuple[float, float], ...]
    width: float
    """Of the cloth."""
    high: float
    """How far the places reach."""


def _cloth(view: PlicPlacView) -> _Cloth:
    setting = setting_in(view)
    return _laid_out(LAYOUT.of(setting.options), len(setting.cards))


@lru_cache(maxsize=64)
def _laid_out(layout: str, places: int) -> _Cloth:
    found = spots(layout, places)
    wide, high = max(x for x, _ in found), max(y for _, y in found)
    width = max(wide + 2 * _MARGIN, _NARROWEST)
    left = (width - wide) / 2
    return _Cloth(tuple([(left + x, _MARGIN + y) for x, y in found]), width, high)


Pocket = tuple[tuple[int, str], ...]
"""Where each card lay that somebody has pocketed, and which it is."""


def _pockets(view: PlicPlacView) -> list[Pocket]:
    return [tuple([(int(place), str(code)) for place, code in pocket]) for pocket in view["pockets"]]


def scene(view: PlicPlacView) -> Scene:
    """The pot in its layout, and each player's row below it, two beside each other where there are many; in a wide
    window the rows stand beside the pot."""
    cloth = _cloth(view)
    width, pot = cloth.width, cloth.high + 2 * _MARGIN
    columns = 1 if len(view["seats"]) <= _STACKED else 2
    height = pot + _ROW * ceil(len(view["seats"]) / columns)
    items = [Item("cloth", "cloth", width / 2, height / 2, states=("floor",), scale=2 * max(width, height))]
    items += chain.from_iterable(_places(view, cloth))
    tall = max(cloth.high, _ROW_BESIDE * (len(view["seats"]) - 1))
    share = (tall + _LINE) / len(view["seats"])
    for seat, pocket in enumerate(_pockets(view)):
        row, column = divmod(seat, columns)
        below = _Row(column * width / columns, pot + _ROW * (row + 0.5), width / columns)
        beside = _Row(width, _MARGIN + share * seat, _BESIDE, max(1, int(share / _LINE)))
        items += _player(view, seat, len(pocket), below, beside)
        items += _pocketed(pocket, below, beside)
    buttons = tuple(Button(f"say-{verb}", _BUTTONS[verb], sure=_SURE.get(verb, UNSPOKEN)) for verb in _said(view))
    return Scene(
        width,
        height,
        _title(view),
        tuple(items),
        buttons=buttons,
        room=() if view["outcome"] is not None else tuple(_BUTTONS[verb] for verb in _SAID["announce"]),
        tokens=_tokens(view),
        notice=_notice(view),
        wide=(0.0, 0.0, width + _BESIDE, tall + 2 * _MARGIN),
    )


def _notice(view: PlicPlacView) -> Text:
    """Who has called a blocage wrongly is told what that means."""
    if view["seat"] is None or view["seat"] not in view["out"] or view["outcome"] is not None:
        return UNSPOKEN
    return Text("There still is a pair: you play no more in this game. You keep your cards, and may still win.")


def _tokens(view: PlicPlacView) -> tuple[Token, ...]:
    """Each player by the number they have in the picture, and how many cards they have pocketed."""
    if len(view["pockets"]) == 1:
        return (Token(_figure(view, 0), "1", _counts_alone(view)),)
    return tuple(
        Token(
            _figure(view, seat),
            str(seat + 1),
            (Count("back", str(len(pocket)), _cards(len(pocket))),),
            tells_score=True,
        )
        for seat, pocket in enumerate(_pockets(view))
    )


def _counts_alone(view: PlicPlacView) -> tuple[Count, ...]:
    """What counts alone: how many cards are left in the pot, and the points."""
    left, plocs = len(view["pot"]), view["plocs"]
    return (
        Count("back", str(left), counted("{n} card in the pot", "{n} cards in the pot", n=left)),
        Count("ploc", str(plocs), counted("{n} plic-plac-ploc", "{n} plic-plac-plocs", n=plocs)),
    )


def _figure(view: PlicPlacView, seat: int) -> str:
    return "seat-out" if seat in view["out"] else "seat"


def _cards(number: int) -> Text:
    return counted("{n} card", "{n} cards", n=number)


def _said(view: PlicPlacView) -> tuple[str, ...]:
    return ("let-go",) if view["traitor_at"] else _SAID.get(view["phase"], ())


def _places(view: PlicPlacView, cloth: _Cloth) -> list[tuple[Item, ...]]:
    """The places of the pot: the cards, face up or down, and the empty places."""
    faces, pot, (target, origin) = _faces(view), view["pot"], view["moved"]
    dealt = not pot and view["phase"] in ("first", "deal")
    places = list(_face_down(cloth, tuple(pot), target, origin, dealt=dealt))
    named, secret, shown = view["named"], view["secret"], view["shown"]
    for place in {*faces, *shown, named, secret}.intersection(pot):
        around = "named" if place == named else "glow" if place == secret or place in shown else ""
        number, spot = _dealt_to(view, place), cloth.spots[place - 1]
        places[place - 1] = _card(place, number, faces.get(place), spot, around, secret=place == secret)
    return places


# From one picture to the next few things change, so those there were are kept: a place, a card, a row of cards


@lru_cache(maxsize=1 << 10)
def _face_down(
    cloth: _Cloth, pot: tuple[int, ...], target: int, origin: int, *, dealt: bool
) -> tuple[tuple[Item, ...], ...]:
    """The places when no card of the pot stands out; the card at place `target` was dealt to place `origin`."""
    return tuple(
        _card(place, origin if place == target else place, None, spot, "", secret=False)
        if place in pot
        else _empty(place, spot, dealt=dealt)
        for place, spot in enumerate(cloth.spots, 1)
    )


@lru_cache(maxsize=1 << 10)
def _empty(place: int, spot: tuple[float, float], *, dealt: bool) -> tuple[Item, ...]:
    name = Text("place {place}, empty", place=place)
    return (Item(f"place-{place}", "back" if dealt else "place", *spot, name, ("floor",)),)


@lru_cache(maxsize=1 << 12)
def _card(
    place: int, number: int, code: str | None, spot: tuple[float, float], around: str, *, secret: bool
) -> tuple[Item, ...]:
    """A card of the pot by its number, and what it stands out by."""
    shine = (Item(f"{around}-{place}", around, *spot, states=("floor",)),) if around else ()
    states = ("secret",) * secret + ("up",) * (code is not None)
    if code is None:
        name, symbol, label = Text("place {place}, face down", place=place), "back", str(place)
    else:
        name, symbol, label = Text("place {place}, {card}", place=place, card=name_of_card(code)), symbol_of(code), ""
    return (*shine, Item(f"card-{number}", symbol, *spot, name, states, scale=0.94, label=label, kind="card"))


class _Row(NamedTuple):
    """Where a player's row begins, how wide it is, and how many lines of cards it may have."""

    left: float
    y: float
    width: float
    lines: int = 1


def _player(view: PlicPlacView, seat: int, pocketed: int, below: _Row, beside: _Row) -> list[Item]:
    """A player: whose turn it is, whether they are out or have won."""
    place, wide = (below.left + 0.55, below.y), (beside.left + 0.55, beside.y, 0.8)
    mark = _mark(seat, _figure(view, seat), pocketed, place, wide, turning=seat in view["waiting"])
    return won_disc(view, seat, place, 0.8, wide) + mark


@lru_cache(maxsize=1 << 10)
def _mark(
    seat: int, figure: str, pocketed: int, place: tuple[float, float], wide: Place, *, turning: bool
) -> list[Item]:
    name = counted("player {number}, {n} card", "player {number}, {n} cards", number=seat + 1, n=pocketed)
    return seat_mark(seat, figure, place, name, turning=turning, scale=0.8, label=str(seat + 1), wide=wide)


@lru_cache(maxsize=1 << 10)
def _pocketed(pocket: Pocket, below: _Row, beside: _Row) -> tuple[Item, ...]:
    """The cards a player has pocketed, face up."""
    cards = zip(pocket, _along(below, len(pocket)), _along(beside, len(pocket)), strict=True)
    return tuple(
        Item(
            f"card-{place}", symbol_of(code), x, y, name_of_card(code), ("pocketed",),
            scale=_POCKETED, kind="card", wide=(*elsewhere, _POCKETED),
        )
        for (place, code), (x, y), elsewhere in cards
    )  # fmt: skip


def _along(row: _Row, cards: int) -> list[tuple[float, float]]:
    """Where the cards of a row lie: beside one another, or one over the other where they are many."""
    across = max(_IN_A_LINE if row.lines > 1 else 1, ceil(cards / row.lines))
    step = min(_POCKETED, (row.width - _POCKET - _POCKET_END) / max(1, across - 1))
    return [(row.left + _POCKET + step * (i % across), row.y + _LINE * (i // across)) for i in range(cards)]


def _title(view: PlicPlacView) -> Text:
    """What is going on."""
    outcome = view["outcome"]
    if outcome is not None and len(view["seats"]) > 1:
        return ending_text(outcome, [numbered(int(seat)) for seat in view["seats"]], GAME.reasons)
    if outcome is not None and not outcome["winners"]:
        return Text("Lost: {why}", why=GAME.reasons[outcome["reason"]])
    if outcome is not None:  # points and turns: what a record of games alone keeps
        points = counted("{n} point", "{n} points", n=int(outcome["scores"][0]))
        return counted("Won: {points} in {n} turn", "Won: {points} in {n} turns", points=points, n=view["turns"])
    happened, now = _happened(view), _asked(view)
    return now if happened is None else joined(" ", [happened, now])


def _happened(view: PlicPlacView) -> Text | None:
    """What the last turn came to, while its cards still lie open, or what a blocage that was none has cost."""
    if view["finder"] >= 0 and view["phase"] != "take":
        return Text("There still is a pair: player {number} is out.", number=view["finder"] + 1)
    if view["phase"] != "look" or not view["shown"]:
        return None
    seat = int(view["events"][0][0])
    cutter = next((int(who) for who, what in view["events"] if str(what).startswith("cut ")), None)
    went = [place for place in view["shown"] if place not in view["pot"]]
    if cutter is not None and len(went) == 3:
        return Text("The cut is good: player {number} pockets three cards.", number=cutter + 1)
    if cutter is not None:
        return Text("The cut has failed: player {number} pockets the plic-plac.", number=seat + 1)
    if went:
        return counted(
            "Player {number} pockets {n} card.", "Player {number} pockets {n} cards.", number=seat + 1, n=len(went)
        )
    if any(what == "plic-plac-ploc" for _, what in view["events"]):
        return Text("No plic-plac-ploc: the cards go back.")
    return Text("No plic-plac: the cards go back.")


def _asked(view: PlicPlacView) -> Text:
    """What is to be done now, and by whom."""
    who = " + ".join(str(seat + 1) for seat in view["waiting"])
    if view["phase"] == "cut" and view["seat"] in view["waiting"]:
        return Text("Plic-plac! You may cut.")
    if view["traitor_at"]:
        return Text("Player {number}: the traitor!", number=who)
    return {
        "first": Text("Who begins?"),
        "deal": Text("The cards are dealt"),
        "look": Text("Player {number}: a secret card", number=who),
        "announce": Text("Player {number}: the announcement", number=who),
        "cut": counted(
            "Plic-plac! Player {players} may cut.",
            "Plic-plac! Players {players} may cut.",
            players=all_of(str(seat + 1) for seat in view["waiting"]) if view["waiting"] else UNSPOKEN,
            n=len(view["waiting"]),
        ),
        "ploc": Text("Player {number}: plic-plac-ploc…", number=who),
        "take": Text("Blocage! Player {number} takes a card", number=who),
    }[view["phase"]]


def paths(view: PlicPlacView, moves: Sequence[Call]) -> dict[str, tuple[str, ...]]:
    """A card, a button, or (for a plic-plac) the button and then the card."""
    return {str(move): _path(view, move) for move in moves}


def _path(view: PlicPlacView, move: Call) -> tuple[str, ...]:
    if not move.place:
        return (f"say-{move.verb}",)
    if move.verb == "swap":
        return (f"card-{move.place}",)
    card = f"card-{_dealt_to(view, move.place)}"
    return ("say-plic-plac", card) if move.verb == "plic-plac" else (card,)


_GLYPHS = dict(zip(FORMS, "●■▲★♥◆", strict=True))
_STYLES = {"R": "31", "O": "38;5;208", "Y": "33", "G": "32", "B": "34", "P": "35"}


def _span(code: str) -> Span:
    """A card in a terminal: a sign for its form and a letter for its colour."""
    if code in ("null", "traitor"):
        return Span({"null": "><", "traitor": "!!"}[code], "1")
    return Span(f"{_GLYPHS.get(code[0], code[0])}{code[1]}", f"1;{_STYLES[code[1]]}")


def text(view: PlicPlacView, language: Language) -> Canvas:
    """The pot by its numbers, cards that are face up as signs, and the pockets below."""
    shown = _faces(view)
    spans = {}
    setting = setting_in(view)
    for place, (x, y) in enumerate(spots(LAYOUT.of(setting.options), len(setting.cards)), 1):
        at = round(2 * y), round(5 * x)
        if place in shown:
            spans[at] = _span(shown[place])
        elif place in view["pot"]:
            spans[at] = Span(f"{place:2}", "7" if place == view["secret"] else "2")
        else:
            spans[at] = Span(" ·", "2")
    caption: list[list[Span]] = [[]]
    for seat, pocket in enumerate(_pockets(view)):
        sign = ">" if seat in view["waiting"] else "x" if seat in view["out"] else " "
        line = [Span(f"{sign} {seat + 1} ({len(pocket)}) ")]
        for _, code in pocket:
            line += [_span(code), Span(" ")]
        caption.append(line)
    return Canvas(spans, [*caption, [Span(_title(view).to(language))]])


BOARD = Board(SYMBOLS, scene, paths, text)
