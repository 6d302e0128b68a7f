"""A device answers what a server answers, and tables go from one to the other as their logs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ludotheque.core.cupboard import find
from ludotheque.core.lesson import lessons_of
from ludotheque.tables.actions import Draft, Request, perform, possible
from ludotheque.tables.carrying import carried, leaving
from ludotheque.tables.opening import SeatWish, TableWish, first_entry
from ludotheque.tables.refusals import Refused
from ludotheque.tables.snapshot import ENDINGS
from ludotheque.tables.table import replay
from tests.app.device import Device
from tests.cases import OURS
from tests.server.house import ME, OPEN, Guest, House, bot, ok, refused
from tests.volume import volume

MOVES = volume(10, 60)
LANGUAGES = ("en", "fr")


def played(guest: Guest, game: str, *seats: dict[str, str], **wish: Any) -> str:
    """A table on the server, after some random moves."""
    table, rng = guest.opens(game, *seats, **wish), random.Random(game)
    for _ in range(MOVES):
        seen = guest.sees(table, plain=1)
        if seen["over"]:
            break
        seat = seen["waiting"][0]
        moves = guest.sees(table, plain=1, seat=seat)["moves"]
        ok(guest.plays(table, seat, rng.choice(moves), key=str(seen["sequence"])))
    return table


def brought(guest: Guest, table: str, device: Device | None = None) -> tuple[Device, str]:
    """The same table on a device."""
    entries = ok(guest.get(f"/api/tables/{table}/log"))["entries"]
    found = device or Device()
    return found, found.call("POST", "/tables/carried", {"entries": entries})["id"]


def same(one: Any, other: Any) -> None:
    """The same but for what depends on the moment and the place."""
    assert timeless(one) == timeless(other)


_PLACES = ("table", "id", "online", "visitor", "csrf", "opened_ms", "touched_ms", "at_ms", "url")
_TIMES = ("server_ms", "turn_started_ms", "until_ms", "clock_ms")


def timeless(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: timeless(value) for key, value in told.items() if key not in (*_TIMES, *_PLACES)}
    return [timeless(each) for each in told] if isinstance(told, list) else told


def asked_both(house: Guest, device: Device, path: str, other: str = "", **query: Any) -> Any:
    """What both answer to the same question must be the same; what that is."""
    answer = house.get(f"/api{path}", **query)
    told = device.ask("GET", f"/api{other or path}", **query)
    assert told["status"] == answer.status_code, (path, told, answer.text)
    if "media" in told:
        assert told["text"] == answer.text
        return answer.text
    same(told["content"], answer.json())
    return answer.json()


@pytest.mark.parametrize("game", OURS)
def test_a_table_is_told_alike(house: House, game: str) -> None:
    ada = house.guest("Ada")
    table = played(ada, game, {**ME, "nickname": "Ada"}, {**ME, "nickname": "Bob"})
    device, here = brought(ada, table)
    both = [f"/tables/{each}" for each in (table, here)]
    for language in LANGUAGES:
        seen = asked_both(ada, device, both[0], both[1], lang=language)
        for seat in seen["you"]:
            asked_both(ada, device, both[0], both[1], lang=language, seat=seat)
            moves = asked_both(ada, device, f"{both[0]}/moves", f"{both[1]}/moves", seat=seat)["moves"]
            things = [item["id"] for item in seen["scene"]["items"]][:3]
            for thing in things:
                query = {"seat": seat, "thing": thing, "lang": language}
                asked_both(ada, device, f"{both[0]}/explanation", f"{both[1]}/explanation", **query)
                asked_both(ada, device, f"{both[0]}/ways", f"{both[1]}/ways", seat=seat, first=thing)
            assert moves or seat not in seen["acting"]
    asked_both(ada, device, both[0], both[1], plain=1)
    asked_both(ada, device, f"{both[0]}/record", f"{both[1]}/record")
    asked_both(ada, device, f"{both[0]}/replay", f"{both[1]}/replay")
    asked_both(ada, device, f"{both[0]}/best", f"{both[1]}/best")
    asked_both(ada, device, "/me/tables")


def test_what_is_done_comes_to_the_same(house: House) -> None:
    """The same actions, in the same order, leave the same table; what is refused here is refused there, in the same
    words."""
    ada, device = house.guest("Ada"), Device()
    device.call("PUT", "/me", {"nickname": "Ada"})
    tables = [guest("POST", "/api/tables", {"game": "hopsy", "seats": [ME, ME]}) for guest in (caller(ada), device.ask)]
    ids = [told.json()["id"] if isinstance(told, httpx.Response) else told["content"]["id"] for told in tables]
    first = device.call("GET", f"/tables/{ids[1]}/moves", seat=0)["moves"][0]
    for method, path, body in (
        ("POST", "/moves", {"seat": 0, "move": first, "key": "a"}),
        ("POST", "/moves", {"seat": 0, "move": first, "key": "a"}),
        ("POST", "/moves", {"seat": 0, "move": first, "key": "b"}),
        ("POST", "/moves", {"seat": 1, "move": "nonsense", "key": "c"}),
        ("POST", "/moves", {"seat": 7, "move": first}),
        ("POST", "/actions", {"seat": 0, "action": "dance"}),
        ("POST", "/actions", {"seat": 0, "action": "phrase", "phrase": "hello"}),
        ("POST", "/actions", {"seat": 0, "action": "phrase", "phrase": "boo"}),
        ("POST", "/actions", {"seat": 1, "action": "undo"}),
        ("POST", "/hint", {"seat": 1}),
        ("PUT", "/seats/0/bot", {"bot": "novice"}),
        ("DELETE", "/seats/1", None),
        ("PUT", "/seats/1/bot", {"bot": "nobody"}),
        ("POST", "/seats/1", {"nickname": "Bob"}),
        ("POST", "/actions", {"seat": 0, "action": "resign"}),
        ("POST", "/actions", {"seat": 0, "action": "rematch"}),
    ):
        answer = caller(ada)(method, f"/api/tables/{ids[0]}{path}", body)
        told = device.ask(method, f"/api/tables/{ids[1]}{path}", body)
        assert told["status"] == answer.status_code, (path, body, answer.text)
        same(told["content"], answer.json())
    asked_both(ada, device, f"/tables/{ids[0]}", f"/tables/{ids[1]}")
    asked_both(ada, device, f"/tables/{ids[0]}/replay", f"/tables/{ids[1]}/replay")


def caller(guest: Guest) -> Any:
    """Requests of any method."""

    def call(method: str, path: str, body: object = None) -> httpx.Response:
        return guest.http.request(method, path, json=body, headers={"x-csrf": guest.csrf})

    return call


@pytest.mark.parametrize("game", OURS)
def test_boxes_lessons_puzzles_and_days_are_told_alike(house: House, game: str) -> None:
    ada, device = house.guest(), Device()
    days = [day["game"] for day in asked_both(ada, device, "/daily/2026-11-16")]
    assert game in days
    asked_both(ada, device, "/daily/2999-01-01")
    for path in ("/games", f"/games/{game}", f"/games/{game}/symbols", "/bots", "/phrases", "/games/chess"):
        asked_both(ada, device, path, lang="de")
    lesson = f"/games/{game}/lessons/{lessons_of(find(game))[0].id}/steps"
    thing = asked_both(ada, device, f"{lesson}/0", lang="fr")["scene"]["items"][0]["id"]
    asked_both(ada, device, f"{lesson}/0/explanation", thing=thing)
    asked_both(ada, device, f"{lesson}/63")
    puzzles = asked_both(ada, device, f"/games/{game}/puzzles")
    if puzzles:
        puzzle = f"/games/{game}/puzzles/{puzzles[0]['number']}"
        asked_both(ada, device, puzzle, lang="fr")
        shown = asked_both(ada, device, f"{puzzle}/solution")["shown"]
        assert shown
    asked_both(ada, device, f"/games/{game}/puzzles/9999")
    query = {"lang": "fr"}
    answer = ada.get(f"/games/{game}/seats", **query)
    assert device.ask("GET", f"/games/{game}/seats", **query)["content"] == answer.json()


@pytest.mark.parametrize("game", OURS)
def test_the_analysis_board_is_told_alike(house: House, game: str) -> None:
    ada, device = house.guest(), Device()
    table = played(ada, game, ME, ME)
    _, here = brought(ada, table, device)
    for text in (ada.get(f"/api/tables/{table}/record").text, "nonsense"):
        answer = ada.post("/api/analysis/read", {"text": text})
        told = device.ask("POST", "/api/analysis/read", {"text": text})
        assert (told["status"], told["content"]) == (answer.status_code, answer.json())
    board = {"game": game, "options": {}, "moves": []}
    for path, more in (("moment", {}), ("explanation", {"thing": "a1"}), ("setup", {}), ("opinion", {"seat": 9})):
        answer = ada.post(f"/api/analysis/{path}", {**board, **more})
        told = device.ask("POST", f"/api/analysis/{path}", {**board, **more})
        assert told["status"] == answer.status_code, (path, told["content"], answer.text)
        if answer.status_code != 200 or path != "opinion":
            assert told["content"] == answer.json()
    device.call("GET", f"/tables/{here}")


# Carrying


def test_a_game_begun_on_a_device_goes_on_at_a_server_and_comes_back(house: House) -> None:
    device, ada, bob = Device(), house.guest("Ada"), house.guest("Bob")
    here = device.call("POST", "/tables", {"game": "hopsy", "seats": [{**ME, "nickname": "Ada"}, ME]})["id"]
    first = device.call("GET", f"/tables/{here}/moves", seat=0)["moves"][0]
    device.call("POST", f"/tables/{here}/moves", {"seat": 0, "move": first, "key": "a"})
    there = ok(
        ada.post("/api/tables/carried", {"entries": device.call("GET", f"/tables/{here}/log")["entries"], "open": [1]})
    )["id"]
    seen = ada.sees(there)
    assert [each["text"] for each in seen["moves"]] == [first]
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "open"]
    assert seen["you"] == [0]
    bob.sits(there, 1)
    moves = bob.sees(there, plain=1)["moves"]
    ok(bob.plays(there, 1, moves[0]))
    refused(ada.get(f"/api/tables/{there}/log"), "not-now")
    ok(ada.does(there, 0, "resign"))
    _, back = brought(ada, there, device)
    assert [each["text"] for each in device.call("GET", f"/tables/{back}")["moves"]] == [first, moves[0]]
    assert "rematch" in device.call("GET", f"/tables/{back}")["can"]


@pytest.mark.parametrize("game", OURS)
def test_every_game_goes_there_and_back(house: House, game: str) -> None:
    device, ada = Device(), house.guest("Ada")
    here = device.call("POST", "/tables", {"game": game, "seats": [ME, bot("novice")]})["id"]
    device.pass_time()
    device.killed()
    there = ok(ada.post("/api/tables/carried", device.call("GET", f"/tables/{here}/log")))["id"]
    _, back = brought(ada, there, device)
    kinds = [[entry["kind"] for entry in device.entries(table)] for table in (here, back)]
    assert kinds[1][: len(kinds[0])] == kinds[0]
    same(device.call("GET", f"/tables/{here}")["match"], ada.sees(there)["match"])


@pytest.mark.parametrize(("game", "told"), [("plic_plac", True), ("hopsy", False)])
def test_guests_are_told_that_whoever_brought_a_game_may_know_the_cards(house: House, game: str, told: bool) -> None:
    device, ada, bob = Device(), house.guest("Ada"), house.guest("Bob")
    here = device.call("POST", "/tables", {"game": game, "seats": [ME, bot("novice")]})["id"]
    log = device.call("GET", f"/tables/{here}/log")
    there = ok(ada.post("/api/tables/carried", {**log, "open": [1]}))["id"]
    assert ('id="carried"' in bob.get(f"/t/{there}").text) == told
    assert 'id="carried"' not in ada.get(f"/t/{there}").text
    begun_there = ada.opens(game, ME, OPEN)
    assert 'id="carried"' not in bob.get(f"/t/{begun_there}").text


def test_a_table_that_goes_on_elsewhere_is_no_longer_here() -> None:
    device = Device()
    here = device.call("POST", "/tables", {"game": "hopsy", "seats": [ME, ME]})["id"]
    other = device.call("POST", "/tables", {"game": "hopsy", "seats": [ME, ME]})["id"]
    device.call("DELETE", f"/tables/{here}")
    for _ in range(2):
        assert device.refused("GET", f"/tables/{here}")["code"] == "no-table"
        assert here not in device.logs
        assert [key for key in device.values if key.startswith("listed/")] == [f"listed/{other}"]
        device.killed()


def test_a_guest_takes_the_seat_of_a_bot(house: House) -> None:
    device, ada, bob = Device(), house.guest("Ada"), house.guest("Bob")
    here = device.call("POST", "/tables", {"game": "hopsy", "seats": [ME, bot("novice")]})["id"]
    log = device.call("GET", f"/tables/{here}/log")
    there = ok(ada.post("/api/tables/carried", {**log, "open": [1]}))["id"]
    bob.sits(there, 1)
    assert bob.sees(there)["you"] == [1]
    ok(bob.does(there, 1, "resign"))
    _, back = brought(ada, there, device)
    assert device.call("GET", f"/tables/{back}")["over"]
    refused(ada.post("/api/tables/carried", {**log, "open": [0]}), "not-now")
    refused(ada.post("/api/tables/carried", {**log, "open": [7]}), "no-seat")


def test_what_leaves_tells_no_secrets(house: House) -> None:
    ada, bob, eve = house.guest("Ada"), house.guest("Bob"), house.guest("Eve")
    table = ada.opens("plic_plac", ME, OPEN)
    bob.sits(table, 1)
    refused(ada.get(f"/api/tables/{table}/log"), "not-now")
    refused(eve.get(f"/api/tables/{table}/log"), "not-your-seat")
    ok(ada.does(table, 0, "resign"))
    refused(ada.get(f"/api/tables/{table}/log"), "not-now")
    alone = ada.opens("plic_plac", ME, bot("novice"))
    told = ada.get(f"/api/tables/{alone}/log").text
    visitors = {str(guest.http.cookies["visitor"]).partition(".")[0] for guest in (ada, bob, eve)}
    assert not any(visitor in told for visitor in visitors)


Log = list[dict[str, Any]]


@pytest.mark.parametrize("game", OURS)
def test_what_two_people_did_travels_when_it_is_over(game: str) -> None:
    """Whatever they asked of each other, in any order."""
    rng, people = random.Random(game), ("ada", "bob")
    first = first_entry(TableWish(game, {}, [SeatWish("me"), SeatWish("open")]), "ada", "Ada")
    log, table = [first], replay("there", [first])
    for step in range(volume(60, 400)):
        offers = [(seat, name, who) for who in people for seat in (0, 1) for name in possible(table, who, seat)]
        moves = [each for each in offers if each[1] == "move"]
        offers = [each for each in offers if each[1] not in ("leave", "replace", "hint")]
        seat, name, who = rng.choice(moves if moves and rng.random() < 0.5 else offers)
        move = str(rng.choice(table.state.moves(seat))) if name == "move" else ""
        draft = Draft(table, first["at"] + step)
        if step == 0:
            seat, name, who = 1, "sit", "bob"
        perform(draft, name, Request(who, seat, move=move, phrase="hello", nickname="Bob", key=str(step)))
        log, table = [*log, *draft.entries], draft.table
    if not table.over:
        with pytest.raises(Refused, match="Others play here"):
            leaving(log, table, "ada")
        draft = Draft(table)
        perform(draft, "resign", Request("ada", table.seats_of("ada")[0]))
        log, table = [*log, *draft.entries], draft.table
    if game == "plic_plac":
        assert any(finished.outcome.reason in ENDINGS for finished in table.finished), "somebody gave up"
        with pytest.raises(Refused, match="keeps its cards hidden"):
            leaving(log, table, "ada")
        return
    told, _ = carried("here", leaving(log, table, "ada"), "eve", table.at)
    assert (told.moves, told.match.results) == (table.moves, table.match.results)
    assert told.people == {"eve"}


FALSE: dict[str, Callable[[Log], Log]] = {
    "another person": lambda log: [{**log[0], "players": [{**log[0]["players"][0], "visitor": "eve"}]}, *log[1:]],
    "an illegal move": lambda log: [*log, {"kind": "move", "at": log[-1]["at"], "seat": 1, "move": "a1-h8"}],
    "the wrong seat": lambda log: [*log, {**log[-1]}],
    "no seat": lambda log: [*log, {"kind": "move", "at": log[-1]["at"], "seat": 9, "move": log[-1]["move"]}],
    "a table within a table": lambda log: [*log, log[0]],
    "a game that is not over": lambda log: [*log, {"kind": "next-game", "at": log[-1]["at"]}],
    "an unknown kind": lambda log: [*log, {"kind": "won", "at": log[-1]["at"], "seat": 0}],
    "somebody handed over": lambda log: [*log, {"kind": "handed", "at": 0, "visitor": "me", "to": "eve"}],
    "a flag without a clock": lambda log: [*log, {"kind": "flagged", "at": log[-1]["at"], "seat": 1, "bot": "player"}],
    "moves taken back that were not made": lambda log: [*log, {"kind": "undone", "at": log[-1]["at"], "to": 5}],
    "a time that is none": lambda log: [*log[:-1], {**log[-1], "at": "now"}],
    "a time beyond all times": lambda log: [log[0], *({**entry, "at": 10**30} for entry in log[1:])],
    "a time before all times": lambda log: [{**log[0], "at": -(10**15)}, *log[1:]],
    "an option that is no text": lambda log: [{**log[0], "options": {"size": [8]}}, *log[1:]],
    "options that are none": lambda log: [{**log[0], "options": "size"}, *log[1:]],
    "a seat that is no number": lambda log: [*log[:-1], {**log[-1], "seat": False}],
    "no beginning": lambda log: log[1:],
    "a question nobody asked": lambda log: [
        *log,
        {"kind": "answered", "at": 0, "what": "draw", "seat": 0, "yes": True},
    ],
    "a missing field": lambda log: [*log, {"kind": "resigned", "at": log[-1]["at"]}],
    "a phrase that is none": lambda log: [*log, {"kind": "phrase", "at": 0, "seat": 0, "phrase": "<b>"}],
}


def test_what_comes_is_not_believed(house: House) -> None:
    device, ada = Device(), house.guest("Ada")
    here = device.call("POST", "/tables", {"game": "hopsy", "seats": [ME, ME]})["id"]
    first = device.call("GET", f"/tables/{here}/moves", seat=0)["moves"][0]
    device.call("POST", f"/tables/{here}/moves", {"seat": 0, "move": first, "key": "a"})
    log = device.entries(here)
    ok(ada.post("/api/tables/carried", {"entries": log}))
    for what, forged in FALSE.items():
        assert ada.post("/api/tables/carried", {"entries": forged(log)}).json()["error"]["code"] == "malformed", what
        assert device.refused("POST", "/tables/carried", {"entries": forged(log)})["code"] == "malformed", what
    files = [{**log[0], "game": "hop_plie", "options": {"sheet": "/etc/passwd"}}]
    assert ada.post("/api/tables/carried", {"entries": files}).status_code == 422
    odd = [{**log[0], "options": {"self": "1", "game": "1"}}]
    assert ada.post("/api/tables/carried", {"entries": odd}).status_code == 422
    lucky = device.call("POST", "/daily/2026-11-16/hop_plie")["id"]
    day = device.entries(lucky)
    ok(ada.post("/api/tables/carried", {"entries": day}))
    refused(ada.post("/api/tables/carried", {"entries": _other_luck(day)}), "malformed")
    refused(ada.post("/api/tables/carried", {"entries": [{}] * 5000}), "malformed")
    assert ada.post("/api/tables/carried", {"entries": [{**log[0], "x": "x" * 300_000}]}).status_code == 413


def _other_luck(log: Log) -> Log:
    at = next(number for number, entry in enumerate(log) if entry.get("seat") == -1)
    return [*log[:at], {**log[at], "move": "6 6" if log[at]["move"] != "6 6" else "1 1"}, *log[at + 1 :]]


def test_a_log_that_takes_back_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    device, rng = Device(), random.Random(1)
    table = device.call("POST", "/tables", {"game": "hopsy", "seats": [ME, ME]})["id"]
    for number in range(6):
        seat = device.call("GET", f"/tables/{table}")["waiting"][0]
        moves = device.call("GET", f"/tables/{table}/moves", seat=seat)["moves"]
        device.call("POST", f"/tables/{table}/moves", {"seat": seat, "move": rng.choice(moves), "key": str(number)})
    device.call("POST", f"/tables/{table}/actions", {"seat": 0, "action": "undo"})
    log = device.call("GET", f"/tables/{table}/log")
    device.call("POST", "/tables/carried", log)
    monkeypatch.setattr("ludotheque.tables.carrying._MOST_AGAIN", 4)
    assert device.refused("POST", "/tables/carried", log)["code"] == "malformed"


def test_clocks_stand_still_on_the_way(house: House) -> None:
    device, ada = Device(), house.guest("Ada")
    clock = {"seconds": 60, "increment": 0}
    here = device.call("POST", "/tables", {"game": "hopsy", "seats": [ME, ME], "clock": clock})["id"]
    log = [{**entry, "at": entry["at"] - 3_600_000} for entry in device.entries(here)]
    there = ok(ada.post("/api/tables/carried", {"entries": log}))["id"]
    seen = ada.sees(there)
    assert not seen["over"]
    assert seen["seats"][0]["clock_ms"] > 50_000
