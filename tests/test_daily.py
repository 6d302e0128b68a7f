"""The day's tasks follow from the date alone."""

from __future__ import annotations

import datetime

from ludotheque.core import daily
from ludotheque.core.contract import CHANCE
from ludotheque.core.cupboard import find, games
from ludotheque.core.puzzle import GRADES, puzzles_of


def test_every_day_has_its_tasks() -> None:
    """From the date alone, harder from Monday to Sunday, no puzzle again before all of its grade have come."""
    monday = daily.FIRST + datetime.timedelta(70)
    assert monday.weekday() == 0
    for game in games().values():
        week = [daily.task(game, monday + datetime.timedelta(day)) for day in range(7)]
        assert all(task is not None for task in week)
        grades = [task.puzzle.grade for task in week if task is not None and task.puzzle is not None]
        assert grades == sorted(grades)
        if not grades:
            assert all(task is not None and game.start(**(task.options or {})).seats for task in week)
            continue
        easy = [puzzle for puzzle in puzzles_of(game) if puzzle.grade == min(GRADES)]
        days = [daily.FIRST + datetime.timedelta(7 * week + day) for week in range(40) for day in (0, 1)]
        asked_first = [task.puzzle for day in days[: len(easy)] if (task := daily.task(game, day)) is not None]
        assert len({puzzle.number for puzzle in asked_first if puzzle is not None}) == min(len(easy), len(days))
    assert daily.task(find("hopsy"), daily.FIRST - datetime.timedelta(1)) is None


def test_luck_is_the_same_for_everybody_and_not_the_same_every_day() -> None:
    game = find("hop_plie")
    state = game.start(players=1)
    rolls = [daily.luck(game, "2026-11-16", state, before) for before in range(12)]
    assert rolls == [daily.luck(game, "2026-11-16", state, before) for before in range(12)]
    assert rolls != [daily.luck(game, "2026-11-17", state, before) for before in range(12)]
    assert rolls[:3] == ["roll 5 1+2", "roll 4 1+2", "roll 5 1+1"], "a server of another version has another luck"
    assert len(set(rolls)) > 3
    assert state.acting == (CHANCE,)


def test_of_plic_plac_everybody_has_the_same_deal_that_day() -> None:
    days = [daily.FIRST + datetime.timedelta(day) for day in range(7, 14)]
    decks = [_dealt(day) for day in days]
    assert decks == [_dealt(day) for day in days]
    assert len(set(decks)) == len(decks), "another day, another deal"
    assert all(any(each.startswith("deal ") and len(each.split()) > 36 for each in deck) for deck in decks)


def _dealt(date: datetime.date) -> tuple[str, ...]:
    """What chance says before anybody moves."""
    game = find("plic_plac")
    task = daily.task(game, date)
    assert task is not None
    state, said = game.start(**(task.options or {})), list[str]()
    assert len(state.seats) == 1
    while state.acting == (CHANCE,):
        said.append(daily.luck(game, date.isoformat(), state, len(said)))
        state = state.play(said[-1], CHANCE)
    return tuple(said)
