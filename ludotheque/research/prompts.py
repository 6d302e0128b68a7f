"""Games in words, for language models: `prompt` tells a seat all it may know, `answer` finds the move in a reply.

Both are in English, as models read it best. A prompt is made from the seat's view and nothing else of the state.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Literal

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game, IllegalMove, Move, State, View
from ludotheque.core.cupboard import find
from ludotheque.core.text import verbatim
from ludotheque.drawing.board import text_of
from ludotheque.drawing.rulebooks import rulebook

_ENGLISH: Language = "en"
_SAID = re.compile(r"^\W*move\W*[:=]\W*(.+?)\W*$", re.IGNORECASE | re.MULTILINE)
Telling = Literal["brief", "full", "none"]
"""How much of the rules is told."""
_NAMED = 5
"""So many moves are repeated when it is not clear which one was meant."""


def prompt(
    state: State,
    seat: int | None = None,
    *,
    past: Iterable[View] = (),
    rules: Telling = "brief",
) -> str:
    """What a seat needs to know to choose its move, as text: the rules, the position as it sees it, what it has seen
    before (`past`: the views it was shown), and its legal moves. The first acting seat, unless another is given.

    >>> import ludotheque as lt
    >>> text = lt.prompt(lt.start("rolit", size=4))
    >>> print(text[text.index("Legal moves"):])
    Legal moves: B4, D2, D4
    Reply with one of them on a line of its own, like this:
    MOVE: B4
    """
    asked = state.acting[0] if seat is None and state.acting else seat
    if asked is None or asked not in state.acting or asked < 0:
        raise ValueError(f"seat {seat} has nothing to decide now: those who may move are {state.acting}")
    return prompt_of(state.view(asked), state.moves(asked), past=past, rules=rules)


def prompt_of(view: View, moves: Sequence[Move], *, past: Iterable[View] = (), rules: Telling = "brief") -> str:
    """The same from what a bot is given: the view of its seat, and its legal moves."""
    game, like, seat = find(view["game"]), moment_like(view), view["seat"]
    assert seat is not None, "spectators decide nothing"
    told = [f"You play {like.title}. You are {like.seat_name(seat)}."]
    if rules != "none":
        told.append(_rules(game, full=rules == "full"))
    told.append(f"The table as you see it:\n{text_of(game, view, like.seats, _ENGLISH).plain()}")
    seen = [_shown(each) for each in past]
    if seen:
        told.append("What you have seen before, the oldest first:\n" + "\n".join(dict.fromkeys(seen)))
    told.append(f"All you know, as data:\n{_shown(view)}")
    told.append(
        f"Legal moves: {', '.join(map(str, moves))}\n"
        f"Reply with one of them on a line of its own, like this:\nMOVE: {moves[0]}"
    )
    return "\n\n".join(told)


def moment_like(view: View) -> State:
    """A state of the game that a view is of, to read moves by: where nothing is hidden the very one, else the start of
    a game with the same options."""
    game = find(view["game"])
    return game.start(**view["options"]) if game.rules.restore is None else game.rules.restore(view)


def answer(state: State, text: str, seat: int | None = None) -> Move:
    """The legal move that a reply names: on a line `MOVE: …` (the last one counts), or else the only legal move that is
    found in it. `IllegalMove` says what is wrong with the reply.

    >>> import ludotheque as lt
    >>> state = lt.start("rolit", size=4)
    >>> str(lt.answer(state, "B4 is beside a ball, but D4 takes more.\\nMOVE: D4"))
    'D4'
    >>> lt.answer(state, "I take A1.")
    Traceback (most recent call last):
    ...
    ludotheque.core.contract.IllegalMove: the reply names no legal move. Legal moves: B4, D2, D4
    """
    asked = state.acting[0] if seat is None and state.acting else seat
    moves = () if asked is None else state.moves(asked)
    if not moves:
        raise IllegalMove(verbatim("there is nothing to decide for this seat now"), text)
    return answer_among(state, moves, text)


def answer_among(like: State, moves: Sequence[Move], text: str) -> Move:
    """The same, for these legal moves; `like` tells how moves of the game are written."""
    by_text = {str(move).lower(): move for move in moves}
    said = _SAID.findall(text)
    if said:
        return _meant(like, said[-1].strip("`*\"'. "), by_text)
    found = {
        name: move
        for name, move in by_text.items()
        if re.search(rf"(?<![\w+-]){re.escape(name)}(?![\w+=-])", text.lower())
    }
    longest = {
        name: move for name, move in found.items() if not any(name != other and name in other for other in found)
    }
    if len(longest) == 1:
        return next(iter(longest.values()))
    if longest:
        named = ", ".join(str(move) for move in list(longest.values())[:_NAMED])
        raise IllegalMove(
            verbatim(f"the reply names several moves ({named}) and does not say which is meant"), text, moves
        )
    raise IllegalMove(verbatim("the reply names no legal move"), text, moves)


def _meant(like: State, said: str, by_text: dict[str, Move]) -> Move:
    """The move that was said to be meant."""
    moves = tuple(by_text.values())
    if said.lower() in by_text:
        return by_text[said.lower()]
    try:
        move = like.parse(said)
    except IllegalMove as error:
        raise IllegalMove(error.message, said, moves) from None
    if str(move).lower() not in by_text:
        raise IllegalMove(verbatim(f"{said} is not legal here"), said, moves)
    return by_text[str(move).lower()]


def _shown(view: View) -> str:
    """What a view tells, on one line; what stays the same through a game is left out."""
    return json.dumps({name: value for name, value in view.items() if name not in ("game", "seats", "seat")})


def _rules(game: Game, *, full: bool) -> str:
    """The English rulebook without its pictures; in brief, its goal, and from what a turn is to how a game ends."""
    found = rulebook(game, _ENGLISH)
    if found is None:
        return str(game.blurb)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)\n*", "", found[1].read_text(encoding="utf-8"))
    if full:
        return text.strip()
    opening, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    ends = [at for at, section in enumerate(sections) if section.startswith("## End")]
    turn = next((at for at, section in enumerate(sections) if re.match(r"## (A|Your) turn", section)), 0)
    goal = re.search(r"\*\*Goal.*?(?=\n\n)", opening, re.DOTALL)
    playing = sections[turn : ends[0] + 1 if ends else None]
    return "\n\n".join([goal[0] if goal else str(game.blurb), *(section.strip() for section in playing)])
