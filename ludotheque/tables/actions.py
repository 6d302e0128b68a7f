"""What can be done at a table: each deed is judged and becomes entries of the log. No input, no output.

A `Draft` holds a table and the entries to be appended to its log. When the dice or a shuffle decide next, the server
draws at once (`settle`), so that a move and the roll after it are stored together.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import cast

from ludotheque.bots import names
from ludotheque.bots.levels import USUAL
from ludotheque.core.contract import CHANCE, Game, IllegalMove
from ludotheque.core.text import Text
from ludotheque.tables import refusals
from ludotheque.tables.log import Entry, now_ms
from ludotheque.tables.phrases import PHRASES
from ludotheque.tables.refusals import Refused
from ludotheque.tables.table import Table, fold, with_move

_RNG = secrets.SystemRandom()


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
        entry = cast(Entry, {"kind": kind, "at": self.at, **fields})
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
        entry: Entry = {"kind": "move", "at": self.at, "seat": seat, "move": str(move)}
        if key:
            entry["key"] = key
        self._note(entry, with_move(self.table, entry, state, before.told(move)))

    def settle(self, rng: random.Random = _RNG) -> None:
        """Lets the dice roll while they decide."""
        while self.table.acting == (CHANCE,):
            self.play(CHANCE, str(self.table.state.draw(rng)))

    def _note(self, entry: Entry, table: Table) -> None:
        self.entries.append(entry)
        self.tables.append(table)
        self.table = table


def _check_seat(table: Table, seat: int) -> None:
    if seat not in range(len(table.match.seating)):
        raise refusals.no_seat()


def _owned(table: Table, seat: int, visitor: str) -> None:
    _check_seat(table, seat)
    if not visitor or table.player(seat).visitor != visitor:
        raise refusals.not_yours()


def _going_on(table: Table) -> None:
    if table.over:
        raise refusals.not_now("La partie est finie.", "The game is over.")
    if not table.full:
        raise refusals.not_now("On attend encore quelqu'un.", "Somebody is still missing.")


def sit(draft: Draft, seat: int, visitor: str, nickname: str) -> None:
    """Takes an open seat."""
    _check_seat(draft.table, seat)
    player = draft.table.player(seat)
    if draft.table.abandoned:
        raise refusals.not_now("Cette table est fermée.", "This table is closed.")
    if player.kind != "open":
        raise refusals.seat_taken()
    draft.add("sat", seat=seat, visitor=visitor, nickname=nickname)
    draft.settle()


def leave(draft: Draft, seat: int, visitor: str) -> None:
    """Gives a seat back."""
    _owned(draft.table, seat, visitor)
    draft.add("left", seat=seat)


def put_bot(draft: Draft, seat: int, visitor: str, bot: str, gone: Collection[str] = ()) -> None:
    """A bot takes a seat nobody holds, or whose person is gone: who opened the table or plays at it may say so."""
    _check_seat(draft.table, seat)
    table = draft.table
    if visitor != table.owner and visitor not in table.people:
        raise refusals.not_yours()
    player = table.player(seat)
    if (player.kind == "person" and player.visitor not in gone) or table.abandoned:
        raise refusals.seat_taken()
    check_bot(table.game, bot)
    draft.add("bot", seat=seat, bot=bot)
    draft.settle()


def check_bot(game: Game, bot: str) -> None:
    """Refuses a bot that does not play this game."""
    if bot not in names(game):
        listed = ", ".join(names(game))
        raise Refused(
            "no-bot", 422, Text(f"Il n'y a pas ce robot ; il y a {listed}.", f"No such bot; there are {listed}.")
        )


def move(draft: Draft, seat: int, visitor: str, text: str, key: str = "") -> None:
    """Plays a move for a seat of this visitor; the rules judge it against the table as it is now."""
    _owned(draft.table, seat, visitor)
    _going_on(draft.table)
    draft.play(seat, text, key)
    draft.settle()


def bot_move(draft: Draft, seat: int, text: str, seen: int) -> None:
    """Plays what a bot chose when the log had so many entries; a bot does not move on what it has not seen."""
    if draft.table.player(seat).kind != "bot":
        raise refusals.not_yours()
    if draft.table.sequence != seen:
        raise refusals.not_now("La table a changé.", "The table has changed.")
    _going_on(draft.table)
    draft.play(seat, text)
    draft.settle()


def flag(draft: Draft) -> None:
    """Somebody's time ran out, if so."""
    due = draft.table.flag_at()
    if due is None or due[0] > draft.at:
        raise refusals.not_now("Il reste du temps.", "There is time left.")
    draft.add("flagged", seat=draft.table.match.seating.index(due[1]), bot=USUAL)
    draft.settle()


# Actions by name


def act(draft: Draft, action: str, seat: int, visitor: str, phrase: str = "") -> None:
    """Does one of the things that are not moves."""
    _owned(draft.table, seat, visitor)
    if action == "phrase":
        _say(draft, seat, phrase)
    elif action in _ACTIONS:
        _ACTIONS[action](draft, seat)
    else:
        listed = ", ".join((*_ACTIONS, "phrase"))
        raise Refused(
            "no-action", 422, Text(f"Il n'y a pas cette action ; il y a {listed}.", f"No such action: {listed}.")
        )


def can(table: Table, visitor: str) -> list[str]:
    """What a visitor could do now besides moving."""
    if table.abandoned:
        return []
    mine, names = table.seats_of(visitor), []
    if visitor and not table.full:
        names.append("sit")
        if visitor == table.owner or mine:
            names.append("replace")
    if not mine:
        return names
    names += ["leave", "phrase"]
    if table.over:
        names += ["rematch"] if table.full else []
    elif table.full:
        if any(seat in table.acting for seat in mine):
            names.append("hint")
        if _last_own(table, visitor) is not None and not table.game.hidden and table.asked is None:
            names.append("undo")
        if len(table.players) > 1:
            names.append("resign")
        if _draw_makes_sense(table) and table.asked is None:
            names.append("draw")
    asked = table.asked
    if asked is not None and any(table.match.seating[seat] not in asked.agreed for seat in mine):
        names += [f"accept-{asked.what}", f"refuse-{asked.what}"]
    return names


def _draw_makes_sense(table: Table) -> bool:
    return len(table.players) == 2 and not table.game.chance and all(each.kind == "person" for each in table.players)


def _last_own(table: Table, visitor: str) -> int | None:
    """The number of moves before the last one this visitor made."""
    mine = table.seats_of(visitor)
    return next((at for at in reversed(range(len(table.moves))) if table.moves[at].seat in mine), None)


def _say(draft: Draft, seat: int, phrase: str) -> None:
    if phrase not in PHRASES:
        raise Refused("no-phrase", 422, Text("Cette phrase n'existe pas.", "There is no such phrase."))
    draft.add("phrase", seat=seat, phrase=phrase)


def _undo(draft: Draft, seat: int) -> None:
    table = draft.table
    _going_on(table)
    if table.game.hidden:
        raise refusals.not_now("Ici, une carte vue reste vue.", "Seen is seen: nothing is taken back here.")
    visitor = table.player(seat).visitor
    to = _last_own(table, visitor)
    if to is None:
        raise refusals.not_now("Il n'y a rien à reprendre.", "There is nothing to take back.")
    if table.people == {visitor}:
        _take_back(draft, to)
    else:
        _ask(draft, "undo", seat)


def _take_back(draft: Draft, to: int) -> None:
    draft.add("undone", to=to)
    draft.settle()


def _ask(draft: Draft, what: str, seat: int) -> None:
    if draft.table.asked is not None and draft.table.asked.what != "rematch":
        raise refusals.not_now("Une question attend déjà sa réponse.", "A question is open already.")
    draft.add("asked", what=what, seat=seat)


def _open_question(draft: Draft, seat: int, what: str) -> None:
    asked = draft.table.asked
    if asked is None or asked.what != what:
        raise refusals.not_now("Personne ne l'a demandé.", "Nobody asked for it.")
    if draft.table.match.seating[seat] in asked.agreed:
        raise refusals.not_now("C'est aux autres de répondre.", "It is for the others to answer.")


def _answer(what: str, *, yes: bool) -> Callable[[Draft, int], None]:
    def answer(draft: Draft, seat: int) -> None:
        _open_question(draft, seat, what)
        draft.add("answered", what=what, seat=seat, yes=yes)
        asked = draft.table.asked
        if what == "undo" and yes and asked is not None and _all_agree(draft.table):
            to = _last_own(draft.table, draft.table.player(asked.seat).visitor)
            if to is not None:
                _take_back(draft, to)

    return answer


def _all_agree(table: Table) -> bool:
    """Every person has agreed to what was asked; one who plays several seats agrees for all of them."""
    asked = table.asked
    agreed = {table.players[number].visitor for number in asked.agreed} if asked else set()
    return table.people <= agreed


def _draw(draft: Draft, seat: int) -> None:
    _going_on(draft.table)
    if not _draw_makes_sense(draft.table):
        raise refusals.not_now("Ici, on ne propose pas la nulle.", "A draw is not offered here.")
    _ask(draft, "draw", seat)
    if len(draft.table.people) == 1:
        draft.add("answered", what="draw", seat=seat, yes=True)


def _resign(draft: Draft, seat: int) -> None:
    _going_on(draft.table)
    if len(draft.table.players) < 2:
        raise refusals.not_now("On n'abandonne pas contre soi-même.", "There is nobody to resign to.")
    draft.add("resigned", seat=seat, bot=USUAL)
    draft.settle()


def _rematch(draft: Draft, seat: int) -> None:
    table = draft.table
    if not table.over or table.abandoned:
        raise refusals.not_now("La partie n'est pas finie.", "The game is not over.")
    if not table.full:
        raise refusals.not_now("On attend encore quelqu'un.", "Somebody is still missing.")
    draft.add("asked", what="rematch", seat=seat)
    if _all_agree(draft.table):
        draft.add("next-game")
        draft.settle()


_ACTIONS: Mapping[str, Callable[[Draft, int], None]] = {
    "undo": _undo,
    "accept-undo": _answer("undo", yes=True),
    "refuse-undo": _answer("undo", yes=False),
    "offer-draw": _draw,
    "accept-draw": _answer("draw", yes=True),
    "refuse-draw": _answer("draw", yes=False),
    "resign": _resign,
    "rematch": _rematch,
    "accept-rematch": _rematch,
    "refuse-rematch": _answer("rematch", yes=False),
}
ACTIONS = (*_ACTIONS, "phrase")
"""The names of all actions."""
