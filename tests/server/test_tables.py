"""Tables over the API: sitting down, moving, taking back, giving up, playing again."""

from __future__ import annotations

import random

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE
from tests.server.house import ME, OPEN, Guest, House, bot, ok, refused, until

GAMES = list(lt.games())


def play_out(guests: dict[int, Guest], table: str, most: int = 2000) -> dict[str, object]:
    """Plays at random for the guests' seats until the game is over; the last snapshot."""
    rng = random.Random(7)
    any_guest = next(iter(guests.values()))
    for _ in range(most):
        seen = any_guest.sees(table, plain=1)
        if seen["over"]:
            return dict(seen)
        for seat in seen["waiting"]:
            if seat in guests:
                own = guests[seat].sees(table, plain=1, seat=seat)
                if own["moves"]:
                    ok(guests[seat].plays(table, seat, rng.choice(own["moves"]), key=str(own["sequence"])))
                break
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_on_one_device(house: House, game: str) -> None:
    ada = house.guest("Ada")
    limits = {"max_plies": 30, "max_rounds": 4}
    options = {option.name: limits[option.name] for option in lt.games()[game].options if option.name in limits}
    table = ada.opens(game, ME, ME, options=options)
    seen = ada.sees(table)
    seats = [seat["seat"] for seat in seen["seats"]]
    assert all(seat["mine"] for seat in seen["seats"])
    last = play_out(dict.fromkeys(seats, ada), table)
    assert last["outcome"]
    assert "rematch" in str(last["can"])
    record = lt.Record.loads(ada.get(f"/api/tables/{table}/record").text)
    assert record.replay().over
    replay = ok(ada.get(f"/api/tables/{table}/replay"))
    assert replay["total"] == len(record.moves) + 1
    assert replay["frames"][0]["scene"]["items"]
    animation = ada.get(f"/api/tables/{table}/animation.svg")
    assert animation.headers["content-type"].startswith("image/svg+xml")
    assert "<script" not in animation.text
    assert "@keyframes" in animation.text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_against_a_bot(house: House, game: str) -> None:
    ada = house.guest()
    table = ada.opens(game, ME, bot("greedy"), options={"cards": "3x3"} if game == "plic_plac" else {})

    def bot_has_moved() -> bool:
        """Ada plays until the bot had its turn: in some games hers takes several moves."""
        now = ada.sees(table, plain=1)
        if 0 in now["waiting"]:
            ok(ada.plays(table, 0, now["moves"][0]))
        return any(move["seat"] == 1 for move in ada.sees(table)["moves"])

    until(bot_has_moved)
    refused(ada.plays(table, 1, "A1"), "not-your-seat")


def test_two_people_play_and_only_in_their_own_seats(house: House) -> None:
    ada, bo, eve = house.guest("Ada"), house.guest("Bo"), house.guest("Eve")
    table = ada.opens("hopsy", ME, OPEN)
    move = ada.sees(table, plain=1)["view"]["rows"]
    assert move
    refused(ada.plays(table, 0, "F1-E2"), "not-now")
    bo.sits(table, 1)
    refused(eve.post(f"/api/tables/{table}/seats/1", {}), "seat-taken")
    refused(eve.post(f"/api/tables/{table}/seats/9", {}), "no-seat")
    legal = ok(ada.get(f"/api/tables/{table}/moves", seat=0))
    assert legal["moves"]
    assert set(legal["paths"]) == set(legal["moves"])
    refused(eve.get(f"/api/tables/{table}/moves", seat=0), "not-your-seat")
    refused(eve.plays(table, 0, legal["moves"][0]), "not-your-seat")
    refused(bo.plays(table, 1, legal["moves"][0]), "illegal-move")
    refused(ada.plays(table, 0, "nonsense"), "illegal-move")
    ok(ada.plays(table, 0, legal["moves"][0]))
    told = bo.sees(table)
    words = lt.start("hopsy").describe(lt.start("hopsy").parse(legal["moves"][0]))
    assert told["moves"] == [{"number": 1, "seat": 0, "text": legal["moves"][0], "words": words.to("en")}]
    assert bo.sees(table, lang="fr")["moves"][0]["words"] == words.to("fr") != words.to("en")
    assert told["text"].startswith("Red (Ada): ")
    assert told["you"] == [1]
    assert told["paths"]
    assert not eve.sees(table)["paths"]
    assert [seat["nickname"] for seat in told["seats"]] == ["Ada", "Bo"]


def test_a_move_sent_twice_is_played_once(house: House) -> None:
    ada = house.guest()
    table = ada.opens("rolit", ME, ME)
    move = ada.sees(table, plain=1)["moves"][0]
    first = ok(ada.plays(table, 0, move, key="k"))
    again = ok(ada.plays(table, 0, move, key="k"))
    assert first == again
    assert ada.sees(table)["number"] == 1


def test_a_key_is_the_player_s_own(house: House) -> None:
    """After a rematch somebody else sits there: the same word from them is another move."""
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    ok(ada.plays(table, 0, ada.sees(table, plain=1)["moves"][0], key="1"))
    ok(bo.does(table, 1, "resign"))
    ok(ada.does(table, 0, "rematch"))
    ok(bo.does(table, 1, "accept-rematch"))
    assert bo.sees(table)["you"] == [0], "the loser begins"
    ok(bo.plays(table, 0, bo.sees(table, plain=1)["moves"][0], key="1"))
    assert bo.sees(table)["number"] == 1


def test_a_key_is_not_left_behind_with_the_seat(house: House) -> None:
    """Whoever takes a seat over has used no key there yet, and still no move is played twice."""
    ada, bo, cy = house.guest("Ada"), house.guest("Bo"), house.guest("Cy")
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    for guest, seat in ((ada, 0), (bo, 1)):
        ok(guest.plays(table, seat, guest.sees(table, plain=1)["moves"][0], key="1"))
    ok(ada.delete(f"/api/tables/{table}/seats/0"))
    cy.sits(table, 0)
    move = cy.sees(table, plain=1)["moves"][0]
    first = ok(cy.plays(table, 0, move, key="1"))
    assert cy.sees(table)["number"] == 3
    assert ok(cy.plays(table, 0, move, key="1")) == first
    assert cy.sees(table)["number"] == 3


def test_dice_are_told_without_a_player(house: House) -> None:
    ada = house.guest("Ada")
    told = ada.sees(ada.opens("hop_plie", ME, ME))
    assert told["text"].startswith("Rolls "), "nobody of the name of chance sits there"


def test_taking_back_does_not_roll_the_dice_again(house: House) -> None:
    """Whoever takes back decides anew, chance does not."""
    ada = house.guest("Ada")
    table = ada.opens("hop_plie", ME, options={"players": 1})

    def rolls() -> list[str]:
        return [move["text"] for move in ada.sees(table)["moves"] if move["seat"] == CHANCE]

    def goes_on(rounds: int) -> list[str]:
        while len(rolls()) < rounds:
            moves = ada.sees(table, plain=1)["moves"]
            ok(ada.plays(table, 0, "done" if "done" in moves else moves[0]))
        return rolls()

    fell = goes_on(6)
    while len(rolls()) > 2:
        ok(ada.does(table, 0, "undo"))
    assert goes_on(4) == fell[:4], "taken back over several, and once more below"
    ok(ada.does(table, 0, "undo"))
    assert goes_on(6) == fell


def test_undo_is_free_alone_and_by_consent_online(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    alone = ada.opens("hopsy", ME, bot())
    refused(ada.does(alone, 0, "undo"), "not-now")
    ok(ada.plays(alone, 0, ada.sees(alone, plain=1)["moves"][0]))
    until(lambda: 0 in ada.sees(alone)["waiting"])
    ok(ada.does(alone, 0, "undo"))
    assert ada.sees(alone)["number"] == 0

    online = ada.opens("hopsy", ME, OPEN)
    bo.sits(online, 1)
    ok(ada.plays(online, 0, ada.sees(online, plain=1)["moves"][0]))
    ok(ada.does(online, 0, "undo"))
    assert bo.sees(online)["asked"] == {"what": "undo", "by": 0}
    assert "accept-undo" in bo.sees(online)["can"]
    refused(ada.does(online, 0, "accept-undo"), "not-now")
    ok(bo.does(online, 1, "refuse-undo"))
    assert ada.sees(online)["number"] == 1
    ok(ada.does(online, 0, "undo"))
    ok(bo.does(online, 1, "accept-undo"))
    assert ada.sees(online)["number"] == 0
    assert ada.sees(online)["asked"] is None


def test_seen_cards_cannot_be_unseen(house: House) -> None:
    ada = house.guest()
    table = ada.opens("plic_plac", ME, ME)
    seat = ada.sees(table)["waiting"][0]
    ok(ada.plays(table, seat, ada.sees(table, plain=1, seat=seat)["moves"][0]))
    assert "undo" not in ada.sees(table)["can"]
    refused(ada.does(table, seat, "undo"), "not-now")


def test_draws_are_offered_where_they_make_sense(house: House) -> None:
    ada, bo = house.guest(), house.guest()
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    ok(ada.does(table, 0, "offer-draw"))
    ok(bo.does(table, 1, "refuse-draw"))
    ok(bo.does(table, 1, "offer-draw"))
    ok(ada.does(table, 0, "accept-draw"))
    outcome = ada.sees(table)["outcome"]
    assert outcome == {"winners": [], "scores": [0.5, 0.5], "reason": "draw agreed", "key": "agreed"}
    against_bot = ada.opens("hopsy", ME, bot())
    refused(ada.does(against_bot, 0, "offer-draw"), "not-now")
    assert "draw" not in ada.sees(against_bot)["can"]


def test_who_resigns_loses_and_among_several_a_bot_plays_on(house: House) -> None:
    ada, bo, cy = house.guest(), house.guest(), house.guest()
    table = ada.opens("rolit", ME, OPEN)
    bo.sits(table, 1)
    ok(bo.does(table, 1, "resign"))
    assert ada.sees(table)["outcome"]["winners"] == [0]
    refused(ada.does(table, 0, "resign"), "not-now")
    three = ada.opens("rolit", ME, OPEN, OPEN, options={"players": 3})
    bo.sits(three, 1)
    cy.sits(three, 2)
    ok(cy.does(three, 2, "resign"))
    seen = ada.sees(three)
    assert not seen["over"]
    assert seen["seats"][2]["kind"] == "bot"


def test_a_rematch_follows_the_rule_of_the_game_and_keeps_the_score(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    refused(ada.does(table, 0, "rematch"), "not-now")
    ok(bo.does(table, 1, "resign"))
    ok(ada.does(table, 0, "rematch"))
    assert bo.sees(table)["asked"] == {"what": "rematch", "by": 0}
    assert ("rematch" in ada.sees(table)["can"], "rematch" in bo.sees(table)["can"]) == (False, True)
    refused(ada.does(table, 0, "rematch"), "not-now")
    ok(bo.does(table, 1, "accept-rematch"))
    seen = bo.sees(table)
    assert not seen["over"]
    assert [seat["nickname"] for seat in seen["seats"]] == ["Bo", "Ada"], "the loser begins"
    assert seen["match"] == {"games": 1, "scores": [0, 1], "points": [0.0, 1.0]}
    assert seen["you"] == [0]
    ok(bo.plays(table, 0, bo.sees(table, plain=1)["moves"][0]))
    first = ok(ada.get(f"/api/tables/{table}/replay", game=1))
    assert first["total"] == 1
    refused(ada.get(f"/api/tables/{table}/replay", game=2), "not-now")


def test_one_person_holds_all_seats_of_a_solo_game(house: House) -> None:
    ada = house.guest()
    table = ada.opens("rolit", ME, options={"players": 1})
    assert [seat["mine"] for seat in ada.sees(table)["seats"]] == [True, True]
    assert "resign" not in ada.sees(table)["can"]


def test_seats_are_left_and_filled(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cy = house.guest("Ada"), house.guest("Bo"), house.guest("Cy")
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    ok(bo.delete(f"/api/tables/{table}/seats/1"))
    refused(bo.delete(f"/api/tables/{table}/seats/1"), "not-your-seat")
    refused(ada.plays(table, 0, ada.sees(table, plain=1)["view"]["rows"][0]), "not-now")
    assert {"sit", "replace"} <= set(ada.sees(table)["can"])
    cy.sits(table, 1)
    refused(ada.put(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}), "seat-taken")
    monkeypatch.setattr("ludotheque.server.live.memory.ABSENT_SECONDS", -1)
    refused(bo.put(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}), "not-your-seat")
    refused(ada.put(f"/api/tables/{table}/seats/1/bot", {"bot": "nobody"}), "no-bot")
    ok(ada.put(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}))
    assert ada.sees(table)["seats"][1]["bot"] == "random"


def test_phrases_are_said_and_nothing_else(house: House) -> None:
    ada = house.guest()
    table = ada.opens("hopsy", ME, ME)
    ok(ada.does(table, 1, "phrase", phrase="folded"))
    said = ada.sees(table, lang="fr")["phrases"]
    assert [(each["seat"], each["text"]) for each in said] == [(1, "Hop, c'est plié\N{NO-BREAK SPACE}!")]
    refused(ada.does(table, 1, "phrase", phrase="rude words"), "no-phrase")
    refused(ada.does(table, 1, "dance"), "no-action")
    for _ in range(12):
        answer = ada.does(table, 1, "phrase", phrase="hello")
    refused(answer, "too-many")


@pytest.mark.slow
def test_hints_are_legal_and_can_be_clicked(house: House) -> None:
    ada, eve = house.guest(), house.guest()
    for game in GAMES:
        table = ada.opens(game, ME, ME)
        seat = ada.sees(table)["waiting"][0]
        hint = ok(ada.post(f"/api/tables/{table}/hint", {"seat": seat}))
        legal = ok(ada.get(f"/api/tables/{table}/moves", seat=seat))
        assert hint["move"] in legal["moves"]
        assert hint["path"] == legal["paths"][hint["move"]]
        refused(eve.post(f"/api/tables/{table}/hint", {"seat": seat}), "not-your-seat")


@pytest.mark.slow
def test_clocks_are_kept_by_the_server(house: House) -> None:
    ada, bo = house.guest(), house.guest()
    table = ada.opens("hopsy", ME, OPEN, clock={"seconds": 5, "increment": 2})
    assert ada.sees(table)["running"] == []
    bo.sits(table, 1)
    seen = ada.sees(table, plain=1)
    assert seen["running"] == [0]
    assert 4000 < seen["seats"][0]["clock_ms"] <= 5000
    ok(ada.plays(table, 0, seen["moves"][0]))
    seen = ada.sees(table)
    assert seen["running"] == [1]
    assert 6000 < seen["seats"][0]["clock_ms"] <= 7000
    ended = until(lambda: (now := ada.sees(table))["over"] and now, 9)
    assert ended["outcome"]["key"] == "flagged"
    assert ended["outcome"]["winners"] == [0]


def test_the_lobby_lists_public_tables_with_open_seats(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    private, public = ada.opens("hopsy", ME, OPEN), ada.opens("rolit", ME, OPEN, public=True)
    listed = {each["id"]: each for each in ok(bo.get("/api/tables"))["tables"]}
    assert public in listed
    assert private not in listed
    assert listed[public]["seats"][0]["nickname"] == "Ada"
    bo.sits(public, 1)
    assert public not in {each["id"] for each in ok(bo.get("/api/tables"))["tables"]}
    mine = {each["id"]: each for each in ok(bo.get("/api/me/tables"))["tables"]}
    assert mine[public]["mine"]
    assert not mine[public]["your_turn"]
    assert private not in mine


def test_who_asked_for_a_rematch_can_have_it_with_a_bot_instead(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("hopsy", ME, OPEN)
    bo.sits(table, 1)
    ok(bo.does(table, 1, "resign"))
    ok(ada.does(table, 0, "rematch"))
    ok(bo.delete(f"/api/tables/{table}/seats/1"))
    ok(ada.put(f"/api/tables/{table}/seats/1/bot", {"bot": "random"}))
    ok(ada.does(table, 0, "rematch"))
    assert not ada.sees(table)["over"]


def test_somebody_without_a_name_is_called_by_the_seat_and_is_no_bot(house: House) -> None:
    ada, bo = house.guest("Ada"), house.guest("Bo")
    table = ada.opens("rolit", ME, {"kind": "me", "nickname": ""}, OPEN, options={"players": 3}, public=True)
    assert [seat["nickname"] for seat in ada.sees(table)["seats"]] == ["Ada", "", ""]
    (own,) = ok(ada.get("/api/me/tables", lang="de"))["tables"]
    assert [(seat["name"], seat["mine"]) for seat in own["seats"]] == [("Rot", True), ("Gelb", True), ("Grün", False)]
    listed = next(each for each in ok(bo.get("/api/tables"))["tables"] if each["id"] == table)
    assert [seat["mine"] for seat in listed["seats"]] == [False, False, False]


def test_wishes_that_cannot_be_granted(house: House) -> None:
    ada = house.guest()
    for wish, code in (
        ({"game": "chess"}, "no-game"),
        ({"game": "rolit", "options": {"players": 9}}, "not-allowed"),
        ({"game": "rolit", "options": {"nothing": 1}}, "not-allowed"),
        ({"game": "hopsy", "seats": [ME] * 3}, "not-allowed"),
        ({"game": "hopsy", "seats": [bot("nobody")]}, "no-bot"),
        ({"game": "hopsy", "clock": {"seconds": 1}}, "malformed"),
        ({"game": "hopsy", "unknown": 1}, "malformed"),
    ):
        refused(ada.post("/api/tables", wish), code)
    refused(ada.get("/api/tables/abcdefghijkm"), "no-table")
    refused(ada.get("/api/tables/abc-def"), "no-table")


def test_options_are_described_for_forms(house: House) -> None:
    ada = house.guest()
    assert [game["id"] for game in ok(ada.get("/api/games"))] == GAMES
    form = ok(ada.get("/api/games/rolit", lang="fr"))
    players = next(option for option in form["options"] if option["name"] == "players")
    assert players["kind"] == "whole"
    assert players["label"] == "Joueurs"
    assert [value["value"] for value in players["values"]]
    assert form["bots"]
    for game in GAMES:
        for option in ok(ada.get(f"/api/games/{game}"))["options"]:
            declared = next(each for each in lt.games()[game].options if each.name == option["name"])
            for value in option["values"]:
                assert declared.write(declared.read(value["value"])) == value["value"]


def test_symbols_come_once(house: House) -> None:
    ada = house.guest()
    first = ada.get("/api/games/hopsy/symbols")
    assert "pawn-r" in first.json()
    again = ada.http.get("/api/games/hopsy/symbols", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
