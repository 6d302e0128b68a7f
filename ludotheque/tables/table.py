"""A table as a pure fold over its log: no input, no output, no clock of its own.

`opened(id, entry)` makes a table from the first entry of a log, `fold(table, entry)` the next one from each that
follows. A table is a value: it never changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ludotheque.core.contract import CHANCE, Game, Hurry, Outcome
from ludotheque.core.cupboard import find
from ludotheque.core.match import Match, Tally, tallies
from ludotheque.core.values import cached_property, forget, with_changes
from ludotheque.drawing.drawn import Drawn, drawn, start
from ludotheque.tables.forgetting import game_without, player_without
from ludotheque.tables.log import ClockEntry, Entry
from ludotheque.tables.made import Made
from ludotheque.tables.parts import OPEN, Asked, Declined, Finished, MovePlayed, Player, Said

_KEYS_KEPT = 16
_PHRASES_KEPT = 8
_move_played = lru_cache(8192)(MovePlayed)
"""The same moves come again and again: tables share them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Table:
    """The table after some entry of its log."""

    id: str
    sequence: int
    game: Game
    options: Mapping[str, str]
    public: bool
    owner: str
    clock: ClockEntry | None
    opened_at: int
    at: int
    """When the last entry was made."""
    match: Match
    """The games before this one, and who sits where."""
    players: tuple[Player, ...]
    """By number; `match.seating` says which player sits where."""
    state: Drawn
    luck: str = ""
    """What chance follows from, where it is the same for everybody; else it is drawn."""
    carried: bool = False
    """Whether it was played on a device before it came here."""
    moves: tuple[MovePlayed, ...] = ()
    fell: tuple[str, ...] = ()
    """What chance decided in this game, one after the other, when something was last taken back: it decides the same
    again."""
    outcome: Outcome | None = None
    ended_by: str = ""
    """Why the table, not the rules, ended the game: resigned, flagged, agreed, abandoned."""
    asked: Asked | None = None
    declined: Declined | None = None
    """The latest refusal."""
    left_ms: tuple[int, ...] = ()
    """What each player's clock showed when it was last stopped."""
    since: tuple[int | None, ...] = ()
    """When each player's clock was started; `None`: it stands still."""
    turn_at: int = 0
    """When the last move was made, or the game began."""
    hurry_at: int = 0
    """Since when the game hurries those who must decide, while it does."""
    seen: frozenset[int] = frozenset()
    """The players who have seen enough of what lies open since the last move."""
    said: tuple[Said, ...] = ()
    keys: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By who made the latest moves, and with which keys, their sequence numbers, so that a move sent twice is played
    once."""
    finished: tuple[Finished, ...] = ()
    full: bool = False
    """Everybody is there: the game can be played."""
    people: frozenset[str] = frozenset()
    """The visitors who play."""

    @cached_property
    def made(self) -> Made:
        """What was made for those who look at this very table."""
        return Made()

    def forget(self) -> None:
        """Nobody is expected to look at this very table again."""
        forget(self, "made")

    def sleep(self) -> None:
        """Nobody is expected to look at it soon: what was made for that is made again when somebody does."""
        self.forget()
        self.state.rest()

    # Who sits where

    def player(self, seat: int) -> Player:
        return self.players[self.match.seating[seat]]

    def seats_of(self, visitor: str) -> tuple[int, ...]:
        """The seats a visitor plays."""
        if not visitor:
            return ()
        players = self.players
        return tuple([seat for seat, number in enumerate(self.match.seating) if players[number].visitor == visitor])

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def abandoned(self) -> bool:
        return self.ended_by == "abandoned"

    @property
    def playing(self) -> bool:
        return self.full and not self.over

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may move now; nobody while somebody is missing."""
        return self.state.acting if self.playing else ()

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.state.waiting if self.playing else ()

    @property
    def bots_may_move(self) -> bool:
        return any(seat >= 0 and self.player(seat).kind == "bot" for seat in self.acting)

    # When something is due

    def clock_ms(self, player: int, at: int) -> int | None:
        """What a player's clock shows at a time; bots have none."""
        if self.clock is None or self.players[player].kind == "bot":
            return None
        started = self.since[player]
        return self.left_ms[player] if started is None else self.left_ms[player] - max(0, at - started)

    def flag_due(self) -> tuple[int, int] | None:
        """When the next flag falls and whose it is (the player's number), if clocks run."""
        running = [
            (started + self.left_ms[number], number)
            for number, started in enumerate(self.since)
            if started is not None and self.players[number].kind == "person"
        ]
        return min(running, default=None)

    @property
    def hurry(self) -> Hurry | None:
        """The time in which somebody must decide. Where one device is passed round, everybody who sits at it has that
        time: they decide one after the other."""
        hurry = self.state.hurry if self.playing else None
        if hurry is None:
            return None
        seats = Counter(player.visitor for player in self.players if player.kind == "person")
        devices = {self.player(seat).visitor for seat in self.acting}
        return hurry._replace(seconds=hurry.seconds * max([1, *(seats[visitor] for visitor in devices)]))

    def hurry_due(self) -> int | None:
        """When those who must decide have let the time pass, where the game hurries them."""
        hurry = self.hurry
        return None if hurry is None else self.hurry_at + 1000 * hurry.seconds

    def next_due(self) -> int | None:
        """When a time runs out next."""
        flagged, pressed = self.flag_due() if self.clock is not None else None, self.hurry_due()
        return min([each for each in (flagged[0] if flagged else None, pressed) if each is not None], default=None)

    def pause_due(self) -> int | None:
        """Until when bots wait for people to look; `None` where nothing is to be seen, or everybody has seen it."""
        pause = self.state.pause if self.playing else None
        if pause is None:
            return None
        looking = {self.match.seating[seat] for seat in pause.seats} - self.seen
        people = any(self.players[number].kind == "person" for number in looking)
        return self.turn_at + 1000 * pause.seconds if people else None

    # What has been

    def played_before(self, visitor: str, key: str) -> int | None:
        """The sequence number of the move that this visitor has made with this key, if it was lately."""
        return self.keys.get((visitor, key))

    def tallies(self) -> tuple[Tally, ...]:
        """What each player has won in the match so far, this game included when it is over."""
        results = self.match.results
        if self.outcome is not None and not self.abandoned:
            results = (*results, (self.match.seating, self.outcome))
        return tallies(results, self.match.names)


def replay(table_id: str, entries: Iterable[Entry]) -> Table:
    """The table a whole log makes."""
    rest = iter(entries)
    table = opened(table_id, next(rest))
    for entry in rest:
        table = fold(table, entry)
    return table


def opened(table_id: str, entry: Entry) -> Table:
    """The table a log begins with."""
    game = find(entry["game"])
    state = start(game, **entry["options"])
    players = tuple(Player(**each) for each in entry["players"])
    clock, at = entry["clock"], entry["at"]
    table = Table(
        id=table_id,
        sequence=1,
        game=game,
        options=entry["options"],
        public=entry["public"],
        owner=entry["owner"],
        clock=clock,
        opened_at=at,
        at=at,
        match=Match(state, tuple(str(number) for number in range(len(players)))),
        players=players,
        state=state,
        luck=entry.get("luck", ""),
        carried=entry.get("carried", False),
        left_ms=(0 if clock is None else clock["seconds"] * 1000,) * len(players),
        since=(None,) * len(players),
        turn_at=at,
    )
    return _clocks_set(_with_players(table, players), at)


def _with_players(table: Table, players: tuple[Player, ...]) -> Table:
    full = all(player.kind != "open" for player in players)
    people = frozenset(player.visitor for player in players if player.kind == "person")
    return with_changes(table, players=players, full=full, people=people)


def fold(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    if entry["kind"] == "move":
        move = table.state.parse(entry["move"])
        return after_move(table, entry, table.state.play(move, entry["seat"]), public=table.state.is_public(move))
    return _KINDS[entry["kind"]](with_changes(table, sequence=table.sequence + 1, at=entry["at"]), entry)


def after_move(table: Table, entry: Entry, state: Drawn, *, public: bool) -> Table:
    """The table after one more entry that is a move, when the next state is known already."""
    seat, at, sequence = entry["seat"], entry["at"], table.sequence + 1
    keys = table.keys
    if key := entry.get("key"):
        keys = {**keys, (table.player(seat).visitor, key): sequence}
        if len(keys) > _KEYS_KEPT:
            del keys[next(iter(keys))]
    after = with_changes(
        table,
        sequence=sequence,
        at=at,
        state=state,
        moves=(*table.moves, _move_played(seat, entry["move"], public)),
        outcome=state.outcome,
        asked=None,
        turn_at=at,
        hurry_at=at if table.state.hurry is None else table.hurry_at,
        seen=frozenset(),
        keys=keys,
    )
    if after.outcome is not None:
        after = _game_over(after)
    return after if table.clock is None else _clocks_set(after, at, mover=seat)


def _sat(table: Table, entry: Entry) -> Table:
    person = Player("person", entry["visitor"], entry["nickname"])
    return _seated(table, entry, person)


def _left(table: Table, entry: Entry) -> Table:
    return _seated(table, entry, OPEN)


def _bot(table: Table, entry: Entry) -> Table:
    return _seated(table, entry, Player("bot", bot=entry["bot"]))


def _seated(table: Table, entry: Entry, player: Player) -> Table:
    number = table.match.seating[entry["seat"]]
    was_full = table.full
    players = (*table.players[:number], player, *table.players[number + 1 :])
    after = with_changes(_with_players(table, players), asked=None)
    if after.full and not was_full:
        after = with_changes(after, turn_at=entry["at"])
    return _clocks_set(after, entry["at"])


def _handed(table: Table, entry: Entry) -> Table:
    old, new, name = entry["visitor"], str(entry["to"]), entry.get("nickname")
    players = tuple(player_without(each, old, new, name) for each in table.players)
    finished = table.finished
    if name is not None:
        finished = tuple(game_without(game, old, new, name) for game in finished)
    owner = new if table.owner == old else table.owner
    return with_changes(_with_players(table, players), owner=owner, finished=finished)


def _undone(table: Table, entry: Entry) -> Table:
    state, kept = drawn(table.match.start), table.moves[: int(entry["to"])]
    for played in kept:
        state = state.play(played.move, played.seat)
    at, fell = entry["at"], tuple(played.move for played in table.moves if played.seat == CHANCE)
    back = with_changes(
        table,
        state=state,
        moves=kept,
        fell=fell + table.fell[len(fell) :],
        asked=None,
        turn_at=at,
        hurry_at=at,
        seen=frozenset(),
    )
    return _clocks_set(back, entry["at"])


def _asked(table: Table, entry: Entry) -> Table:
    number = table.match.seating[entry["seat"]]
    agreed = table.asked.agreed if table.asked and table.asked.what == entry["what"] else frozenset()
    return with_changes(table, asked=Asked(entry["what"], entry["seat"], agreed | {number}))


def _answered(table: Table, entry: Entry) -> Table:
    if not entry["yes"] or table.asked is None:
        return with_changes(table, asked=None, declined=Declined(table.sequence, entry["what"], entry["seat"]))
    asked = Asked(table.asked.what, table.asked.seat, table.asked.agreed | {table.match.seating[entry["seat"]]})
    if asked.what == "draw":
        share = tuple(0.5 for _ in table.state.seats)
        return _ended(table, Outcome(share, (), "agreed"), "agreed", entry["at"])
    return with_changes(table, asked=asked)


def _gave_up(table: Table, entry: Entry) -> Table:
    """Somebody resigned, or ran out of time: of two the other wins; among several a bot plays on."""
    number = table.match.seating[entry["seat"]]
    if len(table.players) > 2:
        return _seated(table, entry, Player("bot", bot=entry["bot"]))
    winners = tuple(seat for seat, player in enumerate(table.match.seating) if player != number)
    scores = tuple(1.0 if seat in winners else 0.0 for seat in range(len(table.match.seating)))
    return _ended(table, Outcome(scores, winners, entry["kind"]), entry["kind"], entry["at"])


def _abandoned(table: Table, entry: Entry) -> Table:
    outcome = Outcome(tuple(0.0 for _ in table.state.seats), (), "abandoned")
    stopped = tuple(None for _ in table.since)
    return with_changes(table, outcome=outcome, ended_by="abandoned", asked=None, since=stopped)


def _ended(table: Table, outcome: Outcome, why: str, at: int) -> Table:
    return _game_over(with_changes(_clocks_set(table, at), outcome=outcome, ended_by=why, asked=None))


def _game_over(table: Table) -> Table:
    """Notes the finished game and the score of the match; the clocks stand still."""
    assert table.outcome is not None
    seated = tuple(table.players[number] for number in table.match.seating)
    return with_changes(
        table,
        finished=(*table.finished, Finished(table.moves, seated, table.outcome)),
        since=tuple(None for _ in table.since),
    )


def _next_game(table: Table, entry: Entry) -> Table:
    """Another game of the match: everybody takes the seat the game's own rule gives them."""
    assert table.outcome is not None
    clock = table.clock
    after = with_changes(
        table,
        match=table.match.add(table.outcome),
        state=drawn(table.match.start),
        moves=(),
        fell=(),
        outcome=None,
        ended_by="",
        asked=None,
        turn_at=entry["at"],
        left_ms=(0 if clock is None else clock["seconds"] * 1000,) * len(table.players),
    )
    return _clocks_set(after, entry["at"])


def _seen(table: Table, entry: Entry) -> Table:
    return with_changes(table, seen=table.seen | {table.match.seating[entry["seat"]]})


def _phrase(table: Table, entry: Entry) -> Table:
    said = Said(table.sequence, entry["seat"], entry["phrase"])
    return with_changes(table, said=(*table.said, said)[-_PHRASES_KEPT:])


def _clocks_set(table: Table, at: int, mover: int = CHANCE) -> Table:
    """Stops the clocks that ran, adds the mover's increment, starts those of the players now waited for."""
    if table.clock is None:
        return table
    left = list(table.left_ms)
    for number, started in enumerate(table.since):
        if started is not None:
            left[number] -= max(0, at - started)
    if mover != CHANCE:
        left[table.match.seating[mover]] += table.clock["increment"] * 1000
    waited = {table.match.seating[seat] for seat in table.waiting if seat != CHANCE}
    return with_changes(
        table, left_ms=tuple(left), since=tuple(at if number in waited else None for number in range(len(left)))
    )


_KINDS: Mapping[str, Callable[[Table, Entry], Table]] = {
    "sat": _sat,
    "left": _left,
    "bot": _bot,
    "handed": _handed,
    "undone": _undone,
    "asked": _asked,
    "answered": _answered,
    "resigned": _gave_up,
    "flagged": _gave_up,
    "abandoned": _abandoned,
    "next-game": _next_game,
    "phrase": _phrase,
    "seen": _seen,
}
