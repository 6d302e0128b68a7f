"""What can be done at a table, decided once: for those who do it, for those who only ask whether they could, and for
the pages, which show what is possible and nothing else. No input, no output.

An `Action` says why it cannot be done (`why_not`) and does it (`do`): it becomes entries of the log. A `Draft` holds a
table and the entries to be appended. When the dice or a shuffle decide next, they are drawn at once (`settle`), so that
a move and the roll after it are stored together.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import NamedTuple

from ludotheque.bots.levels import STAND_IN
from ludotheque.bots.roster import names
from ludotheque.core.contract import CHANCE, IllegalMove
from ludotheque.core.daily import luck
from ludotheque.core.text import Text
from ludotheque.tables.log import Entry, entry_of, now_ms
from ludotheque.tables.opening import check_bot
from ludotheque.tables.phrases import PHRASES
from ludotheque.tables.refusals import CLOSED, NO_SEAT, NOT_YOURS, SEAT_TAKEN, Problem, Refused, not_now, refused
from ludotheque.tables.standing import Standing, standing
from ludotheque.tables.table import Table, after_move, fold

_RNG = secrets.SystemRandom()

_OVER = not_now(Text("The game is over."))
_MISSING = not_now(Text("Somebody is still missing."))
_NOT_YOUR_TURN = not_now(Text("It is not your turn."))
_NO_MOVE = Problem("illegal-move", _NOT_YOUR_TURN.message)
_NOTHING_TO_SEE = not_now(Text("There is nothing to look at."))
_SEEN = not_now(Text("Seen is seen: nothing is taken back here."))
_NOTHING_TO_UNDO = not_now(Text("There is nothing to take back."))
_QUESTION_OPEN = not_now(Text("A question is open already."))
_NOT_ASKED = not_now(Text("Nobody asked for it."))
_OTHERS_ANSWER = not_now(Text("It is for the others to answer."))
_NO_DRAW_HERE = not_now(Text("A draw is not offered here."))
_NOBODY_TO_RESIGN_TO = not_now(Text("There is nobody to resign to."))
_NO_BOTS = not_now(Text("No bot plays this game."))
_NOT_OVER = not_now(Text("The game is not over."))


class Draft:
    """A table, and what is about to be written into its log."""

    def __init__(self, table: Table, at: int | None = None) -> None:
        self.before = table
        self.table = table
        self.at = max(now_ms() if at is None else at, table.at)
        self.entries: list[Entry] = []
        self.tables: list[Table] = []
        """The table after each of the entries."""

    def add(self, kind: str, **fields: object) -> None:
        """One more entry, folded at once."""
        entry = entry_of(kind, self.at, **fields)
        self._note(entry, fold(self.table, entry))

    def play(self, seat: int, text: str, key: str = "") -> None:
        """A move, judged by the rules; its text is noted as the rules write it."""
        before = self.table.state
        try:
            move = before.parse(text)
        except IllegalMove:
            before.play(text, seat)  # says also what is legal
            raise
        state = before.play(move, seat)
        entry = entry_of("move", self.at, seat=seat, move=str(move), **({"key": key} if key else {}))
        self._note(entry, after_move(self.table, entry, state, public=before.is_public(move)))

    def settle(self, rng: random.Random = _RNG) -> None:
        """Lets the dice roll while they decide. At a table whose luck is given they show what everybody's show; after
        something was taken back, what they showed before."""
        while (table := self.table).acting == (CHANCE,):
            before = sum(played.seat == CHANCE for played in table.moves)
            given = luck(table.game, table.luck, table.state, before) if table.luck else _fell_before(table, before)
            self.play(CHANCE, given or str(table.state.draw(rng)))

    def _note(self, entry: Entry, table: Table) -> None:
        self.entries.append(entry)
        self.tables.append(table)
        self.table = table


def _fell_before(table: Table, number: int) -> str:
    """What chance decided before when it had decided so many times, if that is possible here: whoever takes back
    decides anew, but the dice do not."""
    fell = table.fell[number] if number < len(table.fell) else ""
    try:
        table.state.play(fell, CHANCE)
    except IllegalMove:
        return ""
    return fell


class Request(NamedTuple):
    """Who asks for something, for which seat, and what goes with it."""

    visitor: str
    seat: int
    gone: Collection[str] = ()
    """The visitors who have been away for a while."""
    nickname: str = ""
    bot: str = ""
    phrase: str = ""
    move: str = ""
    key: str = ""


Judge = Callable[[Standing, Request], Problem | None]
"""Says why something cannot be done now by whoever asks, for that seat; `None`: it can."""


class Action(NamedTuple):
    """Something that can be done at a table."""

    name: str
    needs: Judge
    """What it has in common with others: that the seat is one's own, that the game goes on."""
    why_not: Judge
    """What else must be so, asked when there is what it needs."""
    do: Callable[[Draft, Request], None]
    """Does it. What goes with the request may still be refused: a move by the rules, a bot or a phrase by its name."""


def perform(draft: Draft, name: str, request: Request) -> None:
    """Does something at a table, or refuses."""
    action = ACTIONS.get(name)
    if action is None:
        listed = ", ".join(each for each in ACTIONS if each not in _NOT_BY_NAME)
        raise Refused("no-action", Text("There is no such action; there are {actions}.", actions=listed))
    stands = standing(draft.table)
    problem = _no_such_seat(stands, request) or action.needs(stands, request) or action.why_not(stands, request)
    if problem is not None:
        raise refused(problem)
    action.do(draft, request)


def possible(table: Table, visitor: str, seat: int, gone: Collection[str] = ()) -> list[str]:
    """What a visitor could do now for a seat, by the names of actions."""
    return offered(standing(table), visitor, frozenset(gone))[seat]


@lru_cache(maxsize=1 << 12)
def offered(stands: Standing, visitor: str, gone: frozenset[str]) -> tuple[list[str], ...]:
    """The same for each seat; nobody may change these lists, for they are kept."""
    requests = [Request(visitor, seat, gone) for seat in range(len(stands.seating))]
    return tuple(
        [
            action.name
            for action in ACTIONS.values()
            if action.needs(stands, request) is None and action.why_not(stands, request) is None
        ]
        for request in requests
    )


# What actions need


def _no_such_seat(stands: Standing, request: Request) -> Problem | None:
    return None if request.seat in range(len(stands.seating)) else NO_SEAT


def _somebody(stands: Standing, request: Request) -> Problem | None:
    return None if request.visitor else NOT_YOURS


def _own_seat(stands: Standing, request: Request) -> Problem | None:
    mine = bool(request.visitor) and stands.player(request.seat).visitor == request.visitor
    return None if mine else NOT_YOURS


def _game_going_on(stands: Standing, request: Request) -> Problem | None:
    return _own_seat(stands, request) or _not_going_on(stands)


def _question(stands: Standing, request: Request) -> Problem | None:
    return _own_seat(stands, request) or (_NOT_ASKED if stands.asked is None else None)


def _not_going_on(stands: Standing) -> Problem | None:
    if stands.over:
        return _OVER
    return None if stands.full else _MISSING


# Seats


def _no_sitting(stands: Standing, request: Request) -> Problem | None:
    if stands.abandoned:
        return CLOSED
    return None if stands.player(request.seat).kind == "open" else SEAT_TAKEN


def _sit(draft: Draft, request: Request) -> None:
    draft.add("sat", seat=request.seat, visitor=request.visitor, nickname=request.nickname)
    draft.settle()


def _closed(stands: Standing, request: Request) -> Problem | None:
    return CLOSED if stands.abandoned else None


def _leave(draft: Draft, request: Request) -> None:
    draft.add("left", seat=request.seat)


def _no_replacing(stands: Standing, request: Request) -> Problem | None:
    """A bot takes a seat nobody holds, or whose person is gone: who opened the table or plays at it may say so."""
    if request.visitor != stands.owner and request.visitor not in stands.people:
        return NOT_YOURS
    player = stands.player(request.seat)
    free = player.kind == "open" or (player.kind == "person" and player.visitor in request.gone)
    if not free or stands.abandoned:
        return SEAT_TAKEN
    return None if names(stands.game) else _NO_BOTS


def _replace(draft: Draft, request: Request) -> None:
    check_bot(draft.table.game, request.bot)
    draft.add("bot", seat=request.seat, bot=request.bot)
    draft.settle()


# Moves


def _no_moving(stands: Standing, request: Request) -> Problem | None:
    return None if request.seat in stands.acting else _NO_MOVE


def _move(draft: Draft, request: Request) -> None:
    draft.play(request.seat, request.move, request.key)
    draft.settle()


def bot_move(draft: Draft, seat: int, text: str, seen: int) -> None:
    """Plays what a bot chose when the log had so many entries; a bot does not move on what it has not seen."""
    if draft.table.player(seat).kind != "bot":
        raise refused(NOT_YOURS)
    if draft.table.sequence != seen:
        raise refused(not_now(Text("The table has changed.")))
    if (problem := _not_going_on(standing(draft.table))) is not None:
        raise refused(problem)
    draft.play(seat, text)
    draft.settle()


def _nothing_to_see(stands: Standing, request: Request) -> Problem | None:
    return None if stands.seating[request.seat] in stands.looking else _NOTHING_TO_SEE


def _have_seen(draft: Draft, request: Request) -> None:
    """Somebody has looked enough: bots need not wait for them."""
    draft.add("seen", seat=request.seat)


def _no_hint(stands: Standing, request: Request) -> Problem | None:
    return None if request.seat in stands.acting else _NOT_YOUR_TURN


def _hint(draft: Draft, request: Request) -> None:
    """Advice changes nothing at the table: whoever thinks gives it."""


# Taking back


def _last_own(table: Table, visitor: str) -> int | None:
    """The number of moves before the last one this visitor made."""
    mine = table.seats_of(visitor)
    return next((at for at in reversed(range(len(table.moves))) if table.moves[at].seat in mine), None)


def _no_undo(stands: Standing, request: Request) -> Problem | None:
    if stands.game.hidden:
        return _SEEN
    if not stands.has_moved(request.visitor):
        return _NOTHING_TO_UNDO
    return _question_open(stands)


def _undo(draft: Draft, request: Request) -> None:
    if draft.table.people == {request.visitor}:
        _take_back(draft, request.visitor)
    else:
        draft.add("asked", what="undo", seat=request.seat)


def _take_back(draft: Draft, visitor: str) -> None:
    to = _last_own(draft.table, visitor)
    if to is not None:
        draft.add("undone", to=to)
        draft.settle()


# Questions


def _question_open(stands: Standing) -> Problem | None:
    if stands.asked is not None and stands.asked.what != "rematch":
        return _QUESTION_OPEN
    return None


def _no_answer(what: str) -> Judge:
    def why_not(stands: Standing, request: Request) -> Problem | None:
        if stands.asked is None or stands.asked.what != what:
            return _NOT_ASKED
        if stands.seating[request.seat] in stands.asked.agreed:
            return _OTHERS_ANSWER
        return None

    return why_not


def _answer(what: str, *, yes: bool) -> Callable[[Draft, Request], None]:
    def do(draft: Draft, request: Request) -> None:
        draft.add("answered", what=what, seat=request.seat, yes=yes)
        asked = draft.table.asked
        if what == "undo" and yes and asked is not None and _all_agree(draft.table):
            _take_back(draft, draft.table.player(asked.seat).visitor)

    return do


def _all_agree(table: Table) -> bool:
    """Every person has agreed to what was asked; one who plays several seats agrees for all of them."""
    asked = table.asked
    agreed = {table.players[number].visitor for number in asked.agreed} if asked else set()
    return table.people <= agreed


# The end of a game


def _no_draw(stands: Standing, request: Request) -> Problem | None:
    two_people = len(stands.players) == 2 and all(player.kind == "person" for player in stands.players)
    if stands.game.chance or not two_people:
        return _NO_DRAW_HERE
    return _question_open(stands)


def _offer_draw(draft: Draft, request: Request) -> None:
    draft.add("asked", what="draw", seat=request.seat)
    if len(draft.table.people) == 1:
        draft.add("answered", what="draw", seat=request.seat, yes=True)


def _no_resigning(stands: Standing, request: Request) -> Problem | None:
    return _NOBODY_TO_RESIGN_TO if len(stands.players) < 2 else None


def _resign(draft: Draft, request: Request) -> None:
    draft.add("resigned", seat=request.seat, bot=STAND_IN)
    draft.settle()


def _no_rematch(stands: Standing, request: Request) -> Problem | None:
    if not stands.over or stands.abandoned:
        return _NOT_OVER
    if not stands.full:
        return _MISSING
    agreed = {stands.players[number].visitor for number in stands.asked.agreed} if stands.asked else set()
    return _OTHERS_ANSWER if request.visitor in agreed and not stands.people <= agreed else None


def _rematch(draft: Draft, request: Request) -> None:
    draft.add("asked", what="rematch", seat=request.seat)
    if _all_agree(draft.table):
        draft.add("next-game")
        draft.settle()


# Phrases


def _say(draft: Draft, request: Request) -> None:
    if request.phrase not in PHRASES:
        raise Refused("no-phrase", Text("There is no such phrase."))
    draft.add("phrase", seat=request.seat, phrase=request.phrase)


ACTIONS = {
    action.name: action
    for action in (
        Action("sit", _somebody, _no_sitting, _sit),
        Action("replace", _somebody, _no_replacing, _replace),
        Action("leave", _own_seat, _closed, _leave),
        Action("phrase", _own_seat, _closed, _say),
        Action("rematch", _own_seat, _no_rematch, _rematch),
        Action("move", _game_going_on, _no_moving, _move),
        Action("hint", _game_going_on, _no_hint, _hint),
        Action("seen", _game_going_on, _nothing_to_see, _have_seen),
        Action("undo", _game_going_on, _no_undo, _undo),
        Action("offer-draw", _game_going_on, _no_draw, _offer_draw),
        Action("resign", _game_going_on, _no_resigning, _resign),
        Action("accept-undo", _question, _no_answer("undo"), _answer("undo", yes=True)),
        Action("refuse-undo", _question, _no_answer("undo"), _answer("undo", yes=False)),
        Action("accept-draw", _question, _no_answer("draw"), _answer("draw", yes=True)),
        Action("refuse-draw", _question, _no_answer("draw"), _answer("draw", yes=False)),
        Action("accept-rematch", _question, _no_answer("rematch"), _rematch),
        Action("refuse-rematch", _question, _no_answer("rematch"), _answer("rematch", yes=False)),
    )
}
_NOT_BY_NAME = ("sit", "leave", "replace", "move", "hint")
"""What is asked for in a way of its own."""
