"""Advice at the table, and finished games judged move by move: by what each seat had seen, and for nobody too early."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots.judging import judged
from ludotheque.bots.roster import make
from ludotheque.bots.turns import next_move, show
from ludotheque.core.contract import CHANCE
from ludotheque.server.http.limits import Limit
from ludotheque.server.metrics import Metrics
from ludotheque.server.think import analyses
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables.jobs import Job, Question, Verdict, advise, judge_move
from tests.server.house import ME, OPEN, Guest, House, counted, in_a_loop, ok, open_house, refused, settings, until

WINNING = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
"""Hopsy: red wins with E3-E5."""


def blundered(ada: Guest) -> str:
    """A table at which red missed a win, and gave up a move later."""
    table = ada.opens("hopsy", ME, ME, options={"position": WINNING})
    ok(ada.plays(table, 0, "A5-A6"))
    ok(ada.plays(table, 1, "A1-B1"))
    ok(ada.does(table, 0, "resign"))
    return table


def analysed(ada: Guest, table: str, **query: Any) -> Any:
    """The whole analysis, when it is done."""
    return until(
        lambda: (told := ok(ada.get(f"/api/tables/{table}/analysis", **query)))["done"] == told["total"] and told, 120
    )


def test_advice_wins_where_it_can() -> None:
    job = Job("h", "hopsy", {"position": WINNING}, (), ((0, "master"),))
    advice = advise(job)
    assert advice is not None
    assert (advice.move, advice.value) == ("E3-E5", 1.0)
    assert [move for move, _ in advice.others] == ["A5-C5", "F1-F2"], "they win too, but later"
    assert advise(Job("n", "hopsy", {}, (), ((1, "master"),))) is None, "it is not black's turn"


@pytest.mark.slow
def test_a_hint_tells_how_good_it_is(house: House) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME, options={"position": WINNING})
    hint = ok(ada.post(f"/api/tables/{table}/hint", {"seat": 0}))
    assert (hint["move"], hint["value"], hint["path"]) == ("E3-E5", 1.0, ["pawn-5", "E5"])
    hint = until(lambda: (again := ok(ada.post(f"/api/tables/{table}/hint", {"seat": 0})))["others"] and again, 60)
    assert [(other["move"], other["value"]) for other in hint["others"]] == [("A5-C5", 1.0), ("F1-F2", 1.0)]


@pytest.mark.slow
def test_a_blunder_is_found_and_what_was_better(house: House) -> None:
    ada = house.guest()
    told = analysed(ada, blundered(ada))
    assert (told["game"], told["total"], told["duel"]) == (1, 2, True)
    first, second = told["moves"]
    assert (first["number"], first["seat"], first["move"], first["mark"]) == (1, 0, "A5-A6", "??")
    assert (first["best"], first["path"]) == ("E3-E5", ["pawn-5", "E5"])
    assert second["seat"] == 1


def test_the_web_judges_as_the_library_does() -> None:
    """One piece for each move gives what judging the whole record does."""
    state, rng = lt.start("rolit", size=4), random.Random(2)
    record, moves = lt.Record.of(state), []
    while not state.over:
        seat, move = state.waiting[0], rng.choice(state.moves())
        after = state.play(move, seat)
        record, state = record.played(state, move, seat, after), after
        moves.append((seat, str(move)))
    numbers = range(1, len(moves) + 1)
    pieces = [judge_move(Question("rolit", (("size", "4"),), tuple(moves), number)) for number in numbers]
    assert [piece.judgement for piece in pieces] == list(judged(record))
    assert all(piece.path for piece in pieces)


def test_only_finished_games_are_judged(house: House) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    refused(ada.get(f"/api/tables/{table}/analysis"), "not-now")
    finished = blundered(ada)
    refused(ada.get(f"/api/tables/{finished}/analysis", game=2), "not-now")
    refused(ada.get(f"/api/tables/{finished}/analysis", game=0), "malformed")
    refused(ada.get(f"/api/tables/{finished}/analysis", after=-1), "malformed")
    refused(ada.get("/api/tables/nothing/analysis"), "no-table")


def test_what_is_known_is_told_once_and_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking again tells only what is new; a game that is judged is not judged again."""
    ada = house.guest()
    table = blundered(ada)
    whole = analysed(ada, table)
    assert ok(ada.get(f"/api/tables/{table}/analysis", after=1))["moves"] == whole["moves"][1:]
    thoughts = counted(house.services.metrics.thoughts)
    assert ok(house.guest().get(f"/api/tables/{table}/analysis")) == whole
    assert counted(house.services.metrics.thoughts) == thoughts
    monkeypatch.setattr(analyses, "_GAMES_KEPT", 1)
    analysed(ada, blundered(ada))
    assert (table, 1) not in house.services.analyses._games, "what nobody asked for lately is forgotten"


def test_every_game_of_a_match_is_judged(house: House) -> None:
    ada = house.guest()
    table = blundered(ada)
    ok(ada.does(table, 0, "rematch"))
    seats = ada.sees(table)["waiting"]
    ok(ada.plays(table, seats[0], "E3-E5"))
    second = analysed(ada, table)
    assert second["game"] == 2
    assert [move["mark"] for move in second["moves"]] == [""]
    assert analysed(ada, table, game=1)["moves"][0]["mark"] == "??"


def test_nobody_learns_the_cards_of_a_game_given_up(house: House) -> None:
    """Advice tells where cards lie: a game that was not played to its end keeps them."""
    ada, bo = house.guest(), house.guest()
    table = ada.opens("plic_plac", ME, OPEN)
    bo.sits(table, 1)
    ok(bo.does(table, 1, "resign"))
    refused(ada.get(f"/api/tables/{table}/analysis"), "not-now")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"), [("plic_plac", {"players": 2, "cards": "3x3"}), ("rolit", {"players": 3, "size": 4})]
)
def test_seats_with_curves_of_their_own(house: House, game: str, options: dict[str, Any]) -> None:
    """Every move of a person is judged for that person; chance is not judged."""
    ada, rng = house.guest(), random.Random(4)
    table = ada.opens(game, *[ME] * options["players"], options=options)
    while not (now := house.services.registry._live[table].table).over:
        state = now.state
        bots = {seat: make(state.game, "greedy") for seat in range(len(state.seats))}
        show(state, bots)
        turn = next_move(state, bots, rng)
        assert turn is not None
        ok(ada.plays(table, turn[0], str(turn[1])))
    told = analysed(ada, table)
    assert not told["duel"]
    played = [(number, each.seat) for number, each in enumerate(now.moves, 1) if each.seat != CHANCE]
    assert [(move["number"], move["seat"]) for move in told["moves"]] == played


def test_the_work_rests_when_nobody_asks(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "_ATTENTION_SECONDS", -1)
    ada = house.guest()
    table = blundered(ada)
    assert ok(ada.get(f"/api/tables/{table}/analysis"))["done"] == 0
    until(lambda: house.services.analyses._games[table, 1].task is None)
    assert ok(ada.get(f"/api/tables/{table}/analysis"))["done"] == 0
    monkeypatch.undo()
    assert analysed(ada, table)["done"] == 2


def test_one_address_begins_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house(settings(tmp_path)) as house:
        monkeypatch.setattr(house.services, "beginnings", Limit("beginnings", 1, 1e9))
        ada = house.guest()
        one, other = blundered(ada), blundered(ada)
        ok(ada.get(f"/api/tables/{one}/analysis"))
        ok(ada.get(f"/api/tables/{one}/analysis"))
        refused(house.guest().get(f"/api/tables/{other}/analysis"), "too-many")


def sleepy(question: Question) -> Verdict:
    """In the bots' process: a move that cannot be judged in time."""
    time.sleep(30)
    raise AssertionError


@pytest.mark.slow
def test_moves_that_take_too_long_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis ends all the same, and a bot can think again."""
    monkeypatch.setattr(analyses, "_MOST_LATE", 2)
    with open_house(settings(tmp_path)) as house:
        ada = house.guest()
        with monkeypatch.context() as patch:
            patch.setattr(analyses, "judge_move", sleepy)
            told = analysed(ada, blundered(ada))
        assert (told["done"], told["moves"]) == (2, [])
        assert counted(house.services.metrics.late_thoughts) == 2
        assert analysed(ada, blundered(ada))["moves"][0]["mark"] == "??"


def noted(order: tuple[Path, str, float]) -> str:
    """In the bots' process: writes down when it was done."""
    file, name, seconds = order
    time.sleep(seconds)
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{name}\n")
    return name


@pytest.mark.slow
def test_bots_go_first(tmp_path: Path) -> None:
    """Who is patient waits until nobody else has something to think about."""
    file = tmp_path / "order"

    async def ask() -> None:
        thinkers = Thinkers(1, 60, Metrics())
        thinkers.open()
        await thinkers.run("a", noted, (file, "ready", 0.0))
        first = asyncio.create_task(thinkers.run("a", noted, (file, "bot", 0.3)))
        await asyncio.sleep(0.05)
        later = asyncio.create_task(thinkers.run("a", noted, (file, "analysis", 0.0), patient=True))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(thinkers.run("a", noted, (file, "another bot", 0.3)))
        await asyncio.gather(first, later, second)
        await thinkers.close()

    in_a_loop(ask())
    assert file.read_text(encoding="utf-8").split("\n")[:-1] == ["ready", "bot", "another bot", "analysis"]
