"""What is said and done in Plic-Plac: the moves, their texts, and their words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ludotheque.core.contract import malformed
from ludotheque.core.text import Text
from ludotheque.games.plic_plac.cards import CODES, NUMBERS


@dataclass(frozen=True, slots=True)
class Call:
    """What a player says or does: `look 17`, `pass`, `plic-plac 4`; and chance: `first 2`."""

    verb: str
    place: int = 0
    _text: str = field(init=False, repr=False, compare=False)
    """There are few calls, and they are written again and again."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_text", f"{self.verb} {self.place}" if self.place else self.verb)

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards lie, place by place: `deal cR hB …`."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("deal", *(CODES[card] for card in self.cards)))


call = cache(Call)
_WITH_PLACE = ("look", "plic-plac", "turn", "cut", "take", "swap", "first")
_ALONE = ("pass", "plic-plac-ploc", "abandon", "let-go", "blocage")


def read(text: str) -> Call | Deal:
    """The move a text stands for."""
    words = text.split()
    words[:1] = [word.lower() for word in words[:1]]
    if len(words) > 1 and words[0] == "deal" and all(word in NUMBERS for word in words[1:]):
        return Deal(tuple(NUMBERS[word] for word in words[1:]))
    if len(words) == 1 and words[0] in _ALONE:
        return call(words[0])
    if len(words) == 2 and words[0] in _WITH_PLACE and words[1].isascii() and words[1].isdigit():
        place = int(words[1][:4])
        if place > 0 and words[1] == str(place):
            return call(words[0], place)
    raise malformed(text, "look 17", "pass", "plic-plac 4", "plic-plac-ploc", "turn 9", "blocage")


def in_words(move: Call | Deal) -> Text:
    """A move, to follow the name of who makes it."""
    if isinstance(move, Deal):
        return Text("deals the cards")
    place = move.place
    return {
        "first": Text("player {number} begins", number=place),
        "look": Text("looks at card {card}", card=place),
        "pass": Text("passes"),
        "plic-plac": Text("plic-plac with card {card}", card=place),
        "plic-plac-ploc": Text("announces a plic-plac-ploc"),
        "turn": Text("turns over card {card}", card=place),
        "abandon": Text("stops the attempt"),
        "cut": Text("cuts with card {card}", card=place),
        "let-go": Text("lets go"),
        "swap": Text("uses the traitor: card {card} comes back", card=place),
        "take": Text("takes card {card}", card=place),
        "blocage": Text("announces a blocage"),
    }[move.verb]
