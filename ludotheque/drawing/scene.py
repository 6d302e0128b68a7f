"""A scene: what is on the table, as plain data.

Lengths are in squares; x grows to the right and y downwards. A game's symbols are drawn once, each in a box of one
square around its centre; an item puts one of them somewhere. Items keep their ids through a game, so that a page can
slide what moved instead of drawing all anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE, OutcomeView, Plain, View
from ludotheque.core.text import Text, all_of, capital, counted, verbatim

Symbols = Mapping[str, str]
"""SVG markup by name, each drawn around (0, 0) in a box of 100 by 100; the name `defs` holds shared gradients."""

Kind = Literal["", "pawn", "die", "ball", "card"]
"""What a thing is, as far as that changes how it moves: a die rolls, a ball turns round, a card is turned over."""

Place = tuple[float, float, float]
"""Where a thing stands, and its scale."""

UNSPOKEN = verbatim("")
"""The name of mere decoration."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on the table."""

    id: str
    symbol: str
    x: float
    y: float
    name: Text = UNSPOKEN
    """What a screen reader says; empty for mere decoration."""
    states: tuple[str, ...] = ()
    """What is special about it now: last, turned, won, neutral…"""
    turn: float = 0.0
    """In degrees, clockwise."""
    scale: float = 1.0
    label: str | Text = ""
    """A word or a number written over it."""
    group: str = ""
    """The group of things it moves with."""
    kind: Kind = ""
    ghost: str = ""
    """Of a place: the symbol of what would come there, if it is chosen. Else it is what the scene says, or the piece
    that was chosen before."""
    asks: Text = UNSPOKEN
    """The question that choosing it answers."""
    wide: Place | None = None
    """Where it stands in a scene as it is seen in a wide window (x, y, scale), if elsewhere."""
    _plain: dict[Language, Mapping[str, Plain]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def plain(self, language: Language) -> Mapping[str, Plain]:
        """The item as plain data, made once. There are hundreds of them: what few have is told of those only."""
        if language not in self._plain:
            self._plain[language] = self._made(language)
        return self._plain[language]

    def _made(self, language: Language) -> Mapping[str, Plain]:
        plain: dict[str, Plain] = {
            "id": self.id,
            "symbol": self.symbol,
            "x": self.x,
            "y": self.y,
            "name": self.name.to(language),
            "states": list(self.states),
            "turn": self.turn,
            "scale": self.scale,
            "label": worded(self.label, language),
            "group": self.group,
            "kind": self.kind,
        }
        if self.ghost:
            plain["ghost"] = self.ghost
        if self.asks is not UNSPOKEN:
            plain["asks"] = self.asks.to(language)
        if self.wide is not None:
            plain["wide"] = list(self.wide)
        return plain


@dataclass(frozen=True, slots=True)
class Button:
    """A choice that has no place on the table."""

    id: str
    """Of a thing on the table that can be clicked as well, the same id."""
    label: Text
    asks: Text = UNSPOKEN
    """The question that choosing it answers."""
    forced: bool = False
    """Done by itself where nothing else can be chosen: nothing is to be thought over, nothing to be seen first."""
    closes: bool = False
    """Ends a turn: it stands back as long as something else can be done."""
    sure: Text = UNSPOKEN
    """What is asked before it counts, where a slip would cost much; such a button is a quiet one."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many of something a player has."""

    symbol: str
    text: str
    """A number beside a picture; without one, the words are shown."""
    name: Text
    """The same in words."""


@dataclass(frozen=True, slots=True)
class Token:
    """What stands for a seat in a list of players, and what that player has so far."""

    symbol: str
    label: str = ""
    counts: tuple[Count, ...] = ()
    tells_score: bool = False
    """Whether the counts tell the score already: nobody needs it twice."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A point on the way of a move, and what the piece looks like there."""

    x: float
    y: float
    symbol: str


@dataclass(frozen=True, slots=True)
class Group:
    """Things that move together, such as a flap of paper; items of a group follow one another."""

    id: str
    hinge: tuple[float, float, float, float]
    """The line it turns about, from one point to another."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to see from one seat."""

    width: float
    height: float
    title: Text
    items: tuple[Item, ...]
    trail: tuple[tuple[float, float], ...] = ()
    """The way of the last move."""
    buttons: tuple[Button, ...] = ()
    groups: tuple[Group, ...] = ()
    symbols: Symbols = field(default_factory=dict)
    """Symbols that only this scene has, drawn like the game's own."""
    notice: Text = UNSPOKEN
    """What has befallen the one who looks: a page shows it until they have taken note."""
    tells_turn_only: bool = False
    """Whether the title says whose turn it is and nothing else: who is told that anyway need not read it."""
    ghost: str = ""
    """The symbol of what would come to any place that is chosen: where pieces are put on a board, not moved."""
    tokens: tuple[Token, ...] = ()
    """What stands for each seat; nothing where seats have no pieces of their own."""
    wide: tuple[float, float, float, float] | None = None
    """What is seen where a window has more width than height (left, top, width, height): items that stand elsewhere
    in it say where. Nothing where the same picture suits every window."""
    room: tuple[Text, ...] = ()
    """What stands on the buttons of the moment that has most of them: a page keeps room for them all the time, so that
    the board never shrinks. Nothing where every moment needs the same."""

    _beside: dict[Language, Mapping[str, Plain]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def plain(self, language: Language) -> Mapping[str, Plain]:
        """The scene as plain data, in one language."""
        return {
            **self.beside(language),
            "items": [item.plain(language) for item in self.items],
            "symbols": dict(self.symbols),
        }

    def beside(self, language: Language) -> Mapping[str, Plain]:
        """All of it but its items and symbols, made once."""
        if language not in self._beside:
            self._beside[language] = self._told_beside(language)
        return self._beside[language]

    def _told_beside(self, language: Language) -> Mapping[str, Plain]:
        return {
            "width": self.width,
            "height": self.height,
            "title": self.title.to(language),
            "tells_turn_only": self.tells_turn_only,
            "trail": [list(point) for point in self.trail],
            "notice": self.notice.to(language),
            "ghost": self.ghost,
            "room": [label.to(language) for label in self.room],
            "buttons": [
                {
                    "id": button.id,
                    "label": button.label.to(language),
                    "sure": button.sure.to(language),
                    "asks": button.asks.to(language),
                    "forced": button.forced,
                    "closes": button.closes,
                }
                for button in self.buttons
            ],
            "groups": [{"id": group.id, "hinge": list(group.hinge)} for group in self.groups],
            "tokens": [
                {
                    "symbol": token.symbol,
                    "label": token.label,
                    "tells_score": token.tells_score,
                    "counts": [
                        {"symbol": count.symbol, "text": count.text, "name": count.name.to(language)}
                        for count in token.counts
                    ],
                }
                for token in self.tokens
            ],
            "wide": None if self.wide is None else list(self.wide),
        }


def worded(label: str | Text, language: Language | None) -> str:
    """What is written over an item; without a language, only what reads the same in all of them."""
    if isinstance(label, str):
        return label
    return label.to(language) if language else ""


def ending_text(outcome: OutcomeView, names: Sequence[Text], reasons: Mapping[str, Text]) -> Text:
    """How a game ended: who won, or nobody, and why."""
    why = reasons[outcome["reason"]]
    winners = [names[seat] for seat in outcome["winners"]]
    if not winners:
        return Text("A draw: {why}", why=why)
    return capital(
        counted("{players} wins: {why}", "{players} win: {why}", n=len(winners), players=all_of(winners), why=why)
    )


def outcome_text(view: View, names: Sequence[Text], reasons: Mapping[str, Text]) -> Text:
    """Whose turn it is, or how the game ended."""
    if view["outcome"] is not None:
        return ending_text(view["outcome"], names, reasons)
    return _to_move(tuple([names[seat] for seat in view["acting"] if seat != CHANCE]))


@lru_cache(maxsize=1 << 8)
def _to_move(acting: tuple[Text, ...]) -> Text:
    return capital(Text("{player} to move", player=all_of(acting))) if acting else Text("Chance decides")
