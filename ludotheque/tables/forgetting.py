"""A log without somebody: who is forgotten leaves their moves, which others need, and nothing that is theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotheque.tables.log import Entry
from ludotheque.tables.parts import Finished, Player

NOBODY = "N. N."
"""What somebody is called who was forgotten: nomen nescio, in any language."""


def others(entries: Iterable[Entry], visitor: str) -> set[str]:
    """The other people a log tells of."""
    log = list(entries)
    people = {entry["visitor"] for entry in log if entry["kind"] in ("sat", "handed")}
    people |= {player["visitor"] for entry in log for player in entry.get("players", ())}
    people |= {entry["owner"] for entry in log if "owner" in entry}
    return people - identities(log, visitor) - {""}


def identities(entries: Sequence[Entry], visitor: str) -> set[str]:
    """All that a visitor was at a table: they may have come from other devices."""
    found = {visitor}
    for entry in reversed(entries):
        if entry["kind"] == "handed" and entry["to"] in found:
            found.add(entry["visitor"])
    return found


def without(entries: Sequence[Entry], visitor: str, to: str) -> dict[int, Entry]:
    """The entries that change when somebody is forgotten, by their sequence numbers; `to` is who nobody is."""
    gone = identities(entries, visitor)
    after = {sequence: _entry_without(entry, gone, to) for sequence, entry in enumerate(entries, 1)}
    return {sequence: entry for sequence, entry in after.items() if entry != entries[sequence - 1]}


def _entry_without(entry: Entry, gone: set[str], to: str) -> Entry:
    changed = entry.copy()
    if entry.get("visitor") in gone:
        changed["visitor"] = to
        if entry.get("nickname"):
            changed["nickname"] = NOBODY
    if entry.get("owner") in gone:
        changed["owner"] = to
    if entry["kind"] == "handed" and entry["to"] in gone:
        changed["to"] = to
    if "players" in entry:
        changed["players"] = [
            {**player, "visitor": to, "nickname": NOBODY if player["nickname"] else ""}
            if player["visitor"] in gone
            else player
            for player in entry["players"]
        ]
    return changed


def player_without(player: Player, visitor: str, to: str, nickname: str | None) -> Player:
    """A player who is somebody else from now on; with another name, if one is given."""
    if not visitor or player.visitor != visitor:
        return player
    name = player.nickname if nickname is None or not player.nickname else nickname
    return Player(player.kind, to, name, player.bot)


def game_without(game: Finished, visitor: str, to: str, nickname: str) -> Finished:
    """A finished game, in which they have that name too."""
    players = tuple(player_without(player, visitor, to, nickname) for player in game.players)
    return Finished(game.moves, players, game.outcome)
