"""How Plic-Plac looks: the pot on a cloth, pocketed cards beside their owners, and what to click or say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ludotheque.core.contract import Move, View
from ludotheque.core.options import read_all
from ludotheque.core.text import Language, Text, same
from ludotheque.drawing.scene import Button, Item, Scene
from ludotheque.drawing.terminal import Canvas, Span
from ludotheque.games.plic_plac import GAME, faces
from ludotheque.games.plic_plac.calls import Call
from ludotheque.games.plic_plac.cards import FORMS, NUMBERS, name_of_card
from ludotheque.games.plic_plac.faces import symbol_of
from ludotheque.games.plic_plac.layout import spots
from ludotheque.games.plic_plac.table import table_of

_MARGIN = 0.75
_WIDEST = 9.0
"""A scene is at least so wide, for the pockets."""
_ROW = 0.95
"""The height of a player's row of pocketed cards."""

SYMBOLS: Mapping[str, str] = {
    **faces.SYMBOLS,
    "cloth": '<rect x="-50" y="-50" width="100" height="100" rx="3" fill="#dfe8d4"/>',
    "nothing": "",
}

_BUTTONS = {
    "pass": Text("Je passe", "Pass"),
    "plic-plac": Text("Plic-plac !", "Plic-plac!"),
    "plic-plac-ploc": Text("Plic-plac-ploc !", "Plic-plac-ploc!"),
    "abandon": Text("J'abandonne", "Give up"),
    "let-go": Text("Je laisse", "Let go"),
    "blocage": Text("Blocage !", "Blocage!"),
}
_SAID = {
    "look": ("blocage",),
    "announce": ("pass", "plic-plac", "plic-plac-ploc", "blocage"),
    "cut": ("let-go",),
    "ploc": ("abandon",),
}
"""What can be said in each phase; of a traitor just turned over, only that it is let go."""


def _dealt_to(view: View, place: int) -> int:
    target, origin = cast(list[int], view["moved"])
    return origin if place == target else place


def _faces(view: View) -> dict[int, str]:
    return {int(place): code for place, code in cast(Mapping[str, str], view["faces"]).items()}


def _spots(view: View) -> list[tuple[float, float]]:
    options = read_all(GAME.id, GAME.options, cast(Mapping[str, object], view["options"]))
    return spots(str(options["layout"]), len(table_of(options).cards))


def _pockets(view: View) -> list[list[tuple[int, str]]]:
    return [[(place, code) for place, code in pocket] for pocket in cast(list[list[tuple[int, str]]], view["pockets"])]


def scene(view: View) -> Scene:
    """The pot in its layout, and a row for each player below it."""
    places = _spots(view)
    wide, high = max(x for x, _ in places), max(y for _, y in places)
    width = max(wide + 2 * _MARGIN, _WIDEST)
    height = high + 2 * _MARGIN
    rows = len(cast(list[str], view["seats"]))
    items = [Item("cloth", "cloth", width / 2, height / 2, same(""), ("floor",), scale=2 * max(width, height))]
    left = (width - wide) / 2
    for place, (x, y) in enumerate(places, 1):
        items += _place(view, place, left + x, _MARGIN + y)
    for seat, pocket in enumerate(_pockets(view)):
        items += _player(view, seat, pocket, height + _ROW * (seat + 0.5), width)
    buttons = tuple(Button(f"say-{verb}", _BUTTONS[verb]) for verb in _said(view))
    return Scene(width, height + _ROW * rows, _title(view), tuple(items), buttons=buttons)


def _said(view: View) -> tuple[str, ...]:
    return ("let-go",) if view["traitor_at"] else _SAID.get(str(view["phase"]), ())


def _place(view: View, place: int, x: float, y: float) -> list[Item]:
    """One place of the pot: its card, face up or down, or the empty place."""
    if place not in cast(list[int], view["pot"]):
        dealt = not cast(list[int], view["pot"]) and view["phase"] in ("first", "deal")
        symbol = "back" if dealt else "place"
        return [Item(f"place-{place}", symbol, x, y, Text(f"place {place}, vide", f"place {place}, empty"), ("floor",))]
    items = []
    code, secret = _faces(view).get(place), cast(int, view["secret"])
    if place == cast(int, view["named"]):
        items.append(Item(f"named-{place}", "named", x, y, same(""), ("floor",)))
    elif place == secret or place in cast(list[int], view["shown"]):
        items.append(Item(f"glow-{place}", "glow", x, y, same(""), ("floor",)))
    states = ("secret",) * (place == secret) + ("up",) * (code is not None)
    face = name_of_card(NUMBERS[code]) if code else Text("face cachée", "face down")
    name = Text(f"place {place}, {face.fr}", f"place {place}, {face.en}")
    symbol, label = (symbol_of(code), "") if code else ("back", str(place))
    items.append(Item(f"card-{_dealt_to(view, place)}", symbol, x, y, name, states, scale=0.94, label=label))
    return items


def _player(view: View, seat: int, pocket: Sequence[tuple[int, str]], y: float, width: float) -> list[Item]:
    """A player: whose turn it is, whether they are out, and the cards they have pocketed, face up."""
    items = []
    who = Text(f"joueur {seat + 1}, {len(pocket)} cartes", f"player {seat + 1}, {len(pocket)} cards")
    if seat in cast(list[int], view["waiting"]):
        items.append(Item(f"turn-{seat}", "turn", 0.6, y, same(""), scale=0.8))
    symbol = "seat-out" if seat in cast(list[int], view["out"]) else "seat"
    items.append(Item(f"seat-{seat}", symbol, 0.6, y, who, scale=0.8, label=str(seat + 1)))
    step = min(0.55, (width - 2.4) / max(1, len(pocket)))
    for i, (place, code) in enumerate(pocket):
        card = name_of_card(NUMBERS[code])
        items.append(Item(f"card-{place}", symbol_of(code), 1.6 + step * i, y, card, ("pocketed",), scale=0.62))
    return items


def _title(view: View) -> Text:
    """What is going on."""
    outcome = cast(Mapping[str, object] | None, view["outcome"])
    if outcome is not None:
        return _solo_ending(view, outcome) if len(cast(list[str], view["seats"])) == 1 else _ending(outcome)
    who = " + ".join(str(seat + 1) for seat in cast(list[int], view["waiting"]))
    if view["traitor_at"]:
        return Text(f"Joueur {who} : le traître !", f"Player {who}: the traitor!")
    return {
        "first": Text("Qui commence ?", "Who begins?"),
        "deal": Text("On distribue", "The cards are dealt"),
        "look": Text(f"Joueur {who} : une carte secrète", f"Player {who}: a secret card"),
        "announce": Text(f"Joueur {who} : qu'annoncez-vous ?", f"Player {who}: your announcement?"),
        "cut": Text(f"Plic-plac ! Qui coupe ? ({who})", f"Plic-plac! Who cuts? ({who})"),
        "ploc": Text(f"Joueur {who} : plic-plac-ploc…", f"Player {who}: plic-plac-ploc…"),
        "take": Text(f"Blocage ! Joueur {who} prend une carte", f"Blocage! Player {who} takes a card"),
    }[str(view["phase"])]


def _solo_ending(view: View, outcome: Mapping[str, object]) -> Text:
    """Points and turns: what a record of games alone keeps."""
    points, turns = cast(list[int], outcome["scores"])[0], view["turns"]
    why = GAME.reasons[str(outcome["reason"])]
    if not outcome["winners"]:
        return Text(f"Perdu : {why.fr}", f"Lost: {why.en}")
    return Text(f"Gagné : {points} points en {turns} tours", f"Won: {points} points in {turns} turns")


def _ending(outcome: Mapping[str, object]) -> Text:
    why = GAME.reasons[str(outcome["reason"])]
    winners = [str(seat + 1) for seat in cast(list[int], outcome["winners"])]
    many = len(winners) > 1
    return Text(
        f"{'Joueurs' if many else 'Joueur'} {' et '.join(winners)} {'gagnent' if many else 'gagne'} : {why.fr}",
        f"{'Players' if many else 'Player'} {' and '.join(winners)} {'win' if many else 'wins'}: {why.en}",
    )


def paths(view: View, moves: Sequence[Move]) -> dict[str, tuple[str, ...]]:
    """A card, a button, or (for a plic-plac) the button and then the card."""
    return {str(move): _path(view, cast(Call, move)) for move in moves}


def _path(view: View, move: Call) -> tuple[str, ...]:
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


def text(view: View, language: Language) -> Canvas:
    """The pot by its numbers, cards that are face up as signs, and the pockets below."""
    shown = _faces(view)
    spans = {}
    for place, (x, y) in enumerate(_spots(view), 1):
        at = round(2 * y), round(5 * x)
        if place in shown:
            spans[at] = _span(shown[place])
        elif place in cast(list[int], view["pot"]):
            spans[at] = Span(f"{place:2}", "7" if place == cast(int, view["secret"]) else "2")
        else:
            spans[at] = Span(" ·", "2")
    caption: list[list[Span]] = [[]]
    for seat, pocket in enumerate(_pockets(view)):
        sign = ">" if seat in cast(list[int], view["waiting"]) else "x" if seat in cast(list[int], view["out"]) else " "
        line = [Span(f"{sign} {seat + 1} ({len(pocket)}) ")]
        for _, code in pocket:
            line += [_span(code), Span(" ")]
        caption.append(line)
    return Canvas(spans, [*caption, [Span(_title(view).to(language))]])
