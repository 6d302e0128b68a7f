"""When something happens at a table by itself: a flag falls, a time to decide is over, bots go on after a pause."""

from __future__ import annotations

from ludotheque.tables.table import Table


def clock_ms(table: Table, player: int, at: int) -> int | None:
    """What a player's clock shows at a time; bots have none."""
    if table.clock is None or table.players[player].kind == "bot":
        return None
    started = table.since[player]
    return table.left_ms[player] if started is None else table.left_ms[player] - max(0, at - started)


def flag_due(table: Table) -> tuple[int, int] | None:
    """When the next flag falls and whose it is (the player's number), if clocks run."""
    running = [
        (started + table.left_ms[number], number)
        for number, started in enumerate(table.since)
        if started is not None and table.players[number].kind == "person"
    ]
    return min(running, default=None)


def hurry_due(table: Table) -> int | None:
    """When those who must decide have let the time pass, where the game hurries them."""
    hurry = table.state.hurry if table.playing else None
    return None if hurry is None else table.hurry_at + 1000 * hurry.seconds


def pause_due(table: Table) -> int | None:
    """Until when bots wait for people to look; `None` where there is nothing to look at, or everybody has seen it."""
    pause = table.state.pause if table.playing else None
    if pause is None:
        return None
    looking = {table.match.seating[seat] for seat in pause.seats} - table.seen
    people = any(table.players[number].kind == "person" for number in looking)
    return table.turn_at + 1000 * pause.seconds if people else None


def alarm(table: Table) -> int | None:
    """When the table must next be looked after."""
    flag, hurry = flag_due(table) if table.clock is not None else None, hurry_due(table)
    due = [each for each in (flag[0] if flag else None, hurry) if each is not None]
    return min(due, default=None)
