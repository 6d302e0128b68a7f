"""What Plic-Plac says to those who do not know it yet. It knows what the seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.text import Text
from ludotheque.drawing.coach import Asked, Coach, Paths, firsts
from ludotheque.drawing.scene import UNSPOKEN, Item
from ludotheque.games.plic_plac.cards import name_of_card
from ludotheque.games.plic_plac.rules import PlicPlacView

_TOGETHER = Text("Click the card that goes with yours: the same form or the same colour.")
_NULL = Text("The null card goes with nothing: pass.")
_TRAITOR_IDLE = Text("The traitor goes with nothing, and no other player has pocketed a card: pass.")
_TRAITOR = Text(
    "The traitor! Choose a card that another player has pocketed: it comes into the pot in the traitor's place."
)
_SPECIAL = {
    "null": Text("The null card: it goes with no other and is never pocketed."),
    "traitor": Text(
        "The traitor: whoever turns it over may exchange it for a card that another player has pocketed."
        " Else it goes with nothing."
    ),
    "*": Text("A colour card: it has no form, and goes with every card of its colour that has one."),
}


def asks(view: PlicPlacView, paths: Paths) -> Asked:
    """What the phase asks for."""
    if view["traitor_at"]:
        return Asked(
            _TRAITOR if firsts(paths, "swap") else Text("The traitor is of no use now: let it go."), firsts(paths)
        )
    if view["seat"] not in view["waiting"]:
        return _out_of_turn(paths)
    return {"look": _look, "announce": _announce, "cut": _cut, "ploc": _ploc, "take": _take}[view["phase"]](view, paths)


def _out_of_turn(paths: Paths) -> Asked:
    return Asked(
        Text("It is not your turn. But if you are sure that no pair is left among all the cards, say “Blocage!”"),
        firsts(paths),
    )


def _look(view: PlicPlacView, paths: Paths) -> Asked:
    return Asked(Text("Turn over one card: only you see it. Remember where it lies!"), firsts(paths, "look"))


def _announce(view: PlicPlacView, paths: Paths) -> Asked:
    code = view["faces"].get(str(view["secret"]), "")
    things = firsts(paths)
    if code == "traitor" and (swaps := firsts(paths, "swap")):
        return Asked(_TRAITOR, swaps, _TOGETHER)
    if code in ("null", "traitor"):
        return Asked(_NULL if code == "null" else _TRAITOR_IDLE, firsts(paths, "pass"), _TOGETHER)
    if "say-plic-plac" not in things:
        return Asked(Text("Remember your card, then pass."), firsts(paths, "pass"))
    card = name_of_card(code) if code else UNSPOKEN
    return Asked(
        Text(
            "You hold: {card}. Do you know one of the same form or colour? Then say “Plic-plac!”, else pass.", card=card
        ),
        things,
        _TOGETHER,
    )


def _cut(view: PlicPlacView, paths: Paths) -> Asked:
    line = Text(
        "Do you know two more cards that link with one of these two? Click that one to cut and take all three;"
        " else let go."
    )
    return Asked(line, firsts(paths))


def _ploc(view: PlicPlacView, paths: Paths) -> Asked:
    if view["named"]:
        line = Text("Your cut: turn over two cards that link with the framed one. All three are yours then. Or stop.")
    else:
        line = Text("Turn over a card that links with one that is shown: three linked cards are yours. Or stop.")
    return Asked(line, firsts(paths))


def _take(view: PlicPlacView, paths: Paths) -> Asked:
    return Asked(Text("A blocage indeed! Take one card, and the game ends."), firsts(paths))


def tells(view: PlicPlacView, item: Item) -> Text:
    """A card as far as the seat sees it, an empty place, or a player."""
    if item.symbol == "back":
        return Text("A card, face down. Whoever turns it over sees its form and its colour.")
    if item.kind != "card":
        return item.name
    if item.symbol.endswith(("null", "traitor")):
        return _SPECIAL["null" if item.symbol.endswith("null") else "traitor"]
    if item.symbol.startswith("card-colour"):
        return _SPECIAL["*"]
    return Text("{card}. It goes with every card of the same form or the same colour.", card=item.name)


def why(view: PlicPlacView, paths: Paths, chosen: Sequence[str], item: Item) -> Text:
    """What is to be done first."""
    if item.kind != "card" and item.symbol != "back":
        return UNSPOKEN
    if "pocketed" in item.states:
        return Text("This card has been pocketed: it stays with its owner.")
    if view["seat"] not in view["waiting"]:
        return Text("It is not your turn.")
    if view["phase"] == "announce" and not chosen:
        return Text("First say what you have: “Plic-plac!” before you turn over a second card, or pass.")
    if view["phase"] == "cut":
        return Text("To cut, click one of the two cards that are shown; else let go.")
    if "up" in item.states:
        return Text("This card lies open already: choose another one.")
    return UNSPOKEN


COACH = Coach(asks, tells, why)
