"""What happens at a table by itself: the time to cut runs out, bots wait while people look."""

from __future__ import annotations

import time

import pytest

from ludotheque.core.contract import CHANCE
from ludotheque.core.text import Refusal
from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.rules import PlicPlacState
from ludotheque.tables import timeouts
from ludotheque.tables.actions import Draft, Request, perform, possible
from ludotheque.tables.opening import SeatWish, TableWish, first_entry
from ludotheque.tables.snapshot import Company, Viewer, snapshot
from ludotheque.tables.table import Table, opened
from tests.server.house import ME, OPEN, House, bot, ok, until

NINE = "cR cO cY sR sO sY tR tO tY"
BOT = SeatWish("bot", bot="random")


def dealt(*others: SeatWish, **options: object) -> Table:
    """A table of Plic-Plac with 3×3 cards in order. Ada begins; in the seats others wish open sit other people."""
    wish = TableWish("plic_plac", {"cards": "3x3", "players": len(others) + 1, **options}, [SeatWish("me"), *others])
    entry = first_entry(wish, "ada", "Ada")
    for seat, player in enumerate(entry["players"]):
        if player["kind"] == "open":
            player.update({"kind": "person", "visitor": f"guest{seat}", "nickname": "", "bot": ""})
    table = opened("t", entry)
    return played(table, table.at, (CHANCE, "first 1"), (CHANCE, f"deal {NINE}"))


def played(table: Table, at: int, *moves: tuple[int, str]) -> Table:
    draft = Draft(table, at)
    for seat, move in moves:
        draft.play(seat, move)
    return draft.table


def on_show(*others: SeatWish, **options: object) -> Table:
    """A plic-plac is on show, and may be cut."""
    table = dealt(*others, **options)
    table = played(table, table.at + 1000, (0, "look 1"), (0, "plic-plac 2"))
    assert isinstance(table.state, PlicPlacState)
    assert table.state.phase == "cut"
    return table


@pytest.mark.parametrize("others", [(SeatWish("open"), SeatWish("open")), (BOT, SeatWish("open")), (BOT, BOT)])
def test_who_does_not_cut_in_eight_seconds_has_let_go(others: tuple[SeatWish, ...]) -> None:
    """People and bots alike."""
    table = on_show(*others)
    due = table.hurry_due()
    assert due == table.at + 8000
    assert table.next_due() == due
    with pytest.raises(Refusal, match="time left"):
        timeouts.time_out(Draft(table, due - 1))
    draft = Draft(table, due)
    timeouts.time_out(draft)
    assert [(entry["seat"], entry["move"]) for entry in draft.entries] == [(1, "let-go"), (2, "let-go")]
    after = draft.table
    assert isinstance(after.state, PlicPlacState)
    assert len(after.state.pockets[0]) == 2
    assert after.hurry_due() is None
    assert after.next_due() is None


def test_a_let_go_does_not_make_the_time_longer() -> None:
    table = on_show(SeatWish("open"), SeatWish("open"))
    due = table.hurry_due()
    later = played(table, table.at + 5000, (1, "let-go"))
    assert later.hurry_due() == due
    draft = Draft(later, due)
    timeouts.time_out(draft)
    assert [(entry["seat"], entry["move"]) for entry in draft.entries] == [(2, "let-go")]


def test_who_passes_one_device_round_has_the_time_one_after_the_other() -> None:
    """As many times as people sit at it; it does not shrink when some of them have decided."""
    table = on_show(SeatWish("me"), SeatWish("me"))
    due = table.hurry_due()
    assert due == table.at + 3 * 8000
    assert played(table, table.at + 9000, (1, "let-go")).hurry_due() == due
    assert snapshot(table, Viewer("ada"), Company(), table.at)["hurry"] == {"until_ms": due, "seconds": 24}
    two = on_show(SeatWish("me"), SeatWish("open"))
    assert two.hurry_due() == two.at + 2 * 8000


@pytest.mark.parametrize(("chosen", "seconds"), [("5", 5), ("15", 15), ("30", 30), ("off", None)])
def test_the_time_to_cut_is_an_option(chosen: str, seconds: int | None) -> None:
    table = on_show(SeatWish("open"), cut=chosen)
    assert table.hurry_due() == (None if seconds is None else table.at + 1000 * seconds)


@pytest.mark.parametrize("wrong", ["7", "0", "-5", "soon"])
def test_other_times_are_refused(wrong: str) -> None:
    with pytest.raises(Refusal, match="cut"):
        dealt(cut=wrong)


def test_the_table_tells_how_long() -> None:
    table = on_show(SeatWish("open"))
    told = snapshot(table, Viewer("ada"), Company(), table.at + 100)
    assert told["hurry"] == {"until_ms": table.at + 8000, "seconds": 8}
    assert told["pause"] is None


def failed(*others: SeatWish, **options: object) -> Table:
    """A plic-plac that is none has just been shown."""
    table = dealt(*others, **options)
    return played(table, table.at + 1000, (0, "look 1"), (0, "plic-plac 5"))


def test_cards_that_go_back_are_looked_at_for_three_seconds() -> None:
    table = failed(SeatWish("open"))
    assert table.pause_due() == table.at + 3000
    told = snapshot(table, Viewer("guest1"), Company(), table.at + 100)
    assert told["pause"] == {"until_ms": table.at + 3000, "seconds": 3}
    after = played(table, table.at + 1, (1, "look 2"))
    assert after.pause_due() is None, "nobody is kept from moving"


@pytest.mark.parametrize(("chosen", "seconds"), [("2", 2), ("5", 5), ("8", 8), ("off", None)])
def test_the_time_to_look_is_an_option(chosen: str, seconds: int | None) -> None:
    table = failed(SeatWish("open"), look=chosen)
    assert table.pause_due() == (None if seconds is None else table.at + 1000 * seconds)


def test_who_has_seen_enough_says_so() -> None:
    table = failed(SeatWish("open"), BOT)
    assert "seen" in possible(table, "ada", 0)
    draft = Draft(table)
    perform(draft, "seen", Request("ada", 0))
    assert draft.table.pause_due() is not None, "the other person still looks"
    assert "seen" not in possible(draft.table, "ada", 0)
    perform(draft, "seen", Request("guest1", 1))
    assert draft.table.pause_due() is None
    assert not possible(table, "guest1", 0)


def test_nobody_waits_for_people_who_are_out() -> None:
    table = dealt(BOT, BOT)
    table = played(table, table.at, (0, "blocage"))
    assert table.pause_due() is None
    table = played(table, table.at, (1, "look 1"), (1, "plic-plac 5"))
    assert table.pause_due() is None


def plic_plac_of(state: PlicPlacState, *, linked: bool) -> tuple[str, str]:
    """Two cards to be shown that are a plic-plac, or are none."""
    for a in state.pot:
        for b in state.pot:
            if a != b and bool(kernel.linked(state.cards[a - 1], state.cards[b - 1])) is linked:
                return f"look {a}", f"plic-plac {b}"
    raise AssertionError("no such cards")


def state_at(house: House, table: str) -> PlicPlacState:
    state = house.services.registry._live[table].table.state
    assert isinstance(state, PlicPlacState)
    return state


@pytest.mark.slow
def test_one_who_is_away_does_not_stop_the_table(house: House) -> None:
    """The server lets go for them, also when nobody asks, and when it had put the table away meanwhile."""
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("plic_plac", ME, OPEN, options={"cards": "4x4", "cut": "5"})
    bo.sits(table, 1)
    state = until(lambda: state_at(house, table) if state_at(house, table).phase == "look" else None)
    mover, people = state.turn, (ada, bo)
    for move in plic_plac_of(state, linked=True):
        ok(people[mover].plays(table, mover, move))
    assert people[mover].sees(table)["hurry"]["seconds"] == 5
    began = time.monotonic()
    with people[1 - mover].live(table) as socket:
        while socket.next("table")["acting"] != [1 - mover, mover]:
            pass
    assert 3 < time.monotonic() - began < 30
    assert len(state_at(house, table).pockets[mover]) == 2


@pytest.mark.slow
def test_bots_wait_while_people_look(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("plic_plac", ME, bot("novice"), options={"cards": "4x4"})
    until(lambda: (state_at(house, table).phase == "look" and state_at(house, table).turn == 0) or None)
    state = state_at(house, table)
    first, second = plic_plac_of(state, linked=False)
    for seen in (False, True):
        ok(ada.plays(table, 0, first))
        ok(ada.plays(table, 0, second))
        began = time.monotonic()
        if seen:
            ok(ada.does(table, 0, "seen"))
        until(lambda: state_at(house, table).phase != "look" or state_at(house, table).turn != 1 or None)
        took = time.monotonic() - began
        assert took > 2.5 or seen, f"the bot went on after {took} s"
        until(lambda: (state_at(house, table).turn == 0 and state_at(house, table).phase == "look") or None, 60)
        first, second = plic_plac_of(state_at(house, table), linked=False)
