"""What is drawn so that everybody sees what is theirs and what they may do: pieces of seats, ghosts, ways, counts."""

from __future__ import annotations

import math
import random
import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots import roster
from ludotheque.bots.characters import NAMES, character
from ludotheque.bots.levels import LEVELS
from ludotheque.core.catalogues import languages
from ludotheque.core.cupboard import find
from ludotheque.core.text import Text
from ludotheque.drawing.coach import coach_of
from ludotheque.drawing.drawn import Drawn, drawn, symbols_of
from ludotheque.drawing.robots import LOOKS, RANKS, robot
from ludotheque.drawing.scene import Item, Scene
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.coach import COACH as HOP_COACH
from ludotheque.games.hop_plie.counts import reached, winning_places
from ludotheque.games.hop_plie.rules import HopPlieState
from ludotheque.games.hop_plie.sheet import NOTHING
from ludotheque.games.hop_plie.shown import sheets
from ludotheque.tables.characters import bots_of
from ludotheque.tables.parts import Player
from tests.cases import OURS

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SIXES = "b2...r6../b3.b5..../......r6/.b2..r6../.r4...b4./....r6../b3.r6.... r"
MIX = "b.B.r./.r..b./..R.../B..r../..Rb../R..B.. r"


def moments(game: str, count: int, **options: object) -> list[Drawn]:
    """Some moments of a random game."""
    rng, state = random.Random(7), drawn(lt.start(game, **options))
    found = [state]
    while len(found) < count and not state.over:
        seat = state.acting[0]
        moves = state.moves(seat)
        state = state.play(rng.choice(moves) if moves else state.draw(rng), seat)
        found.append(state)
    return found


def item(scene: Scene, id_: str) -> Item:
    return next(each for each in scene.items if each.id == id_)


@pytest.mark.parametrize("game", OURS)
def test_every_seat_has_a_piece_and_every_symbol_is_drawn(game: str) -> None:
    for state in moments(game, 40):
        for seat in (None, *range(len(state.seats))):
            scene = state.scene(seat)
            known = {**symbols_of(state.game), **scene.symbols}
            assert len(scene.tokens) == len(state.seats)
            tokens = [(token.symbol, token.label) for token in scene.tokens]
            assert len(set(tokens)) == len(tokens), "nobody's piece looks like another's"
            counts = [count.symbol for token in scene.tokens for count in token.counts if count.symbol]
            ghosts = [symbol for symbol in (scene.ghost, *(each.ghost for each in scene.items)) if symbol]
            coming = [] if seat is None else list(state.ghosts(seat).values())
            assert {*(symbol for symbol, _ in tokens), *counts, *ghosts, *coming} <= set(known)


@pytest.mark.parametrize("players", [2, 4])
def test_rolit_shows_the_movers_ball_wherever_it_may_be_put(players: int) -> None:
    for state in moments("rolit", 30, players=players):
        scene = state.scene(state.acting[0] if state.acting else None)
        for seat in state.acting:
            assert scene.ghost == scene.tokens[seat].symbol
    assert not moments("rolit", 99, size=4)[-1].scene(None).ghost, "the game is over"


def test_hops_shows_the_value_a_die_will_have_and_its_way() -> None:
    for state in moments("hops_dice", 12)[1:]:
        seat = state.acting[0]
        colour = state.scene(seat).tokens[seat].symbol[4]
        ghosts, paths, scene = state.ghosts(seat), state.paths(seat), state.scene(seat)
        assert ghosts == {str(move): f"die-{colour}{str(move).partition('=')[2][0]}" for move in state.moves(seat)}
        first = next(iter(paths.values()))[0]
        ways = state.ways(seat, first)
        assert set(ways) == {move for move, path in paths.items() if path[0] == first}
        for move, way in ways.items():
            start, end = item(scene, first), item(scene, paths[move][1])
            assert (way[0].x, way[0].y, way[0].symbol) == (start.x, start.y, start.symbol)
            assert (way[-1].x, way[-1].y, way[-1].symbol) == (end.x, end.y, ghosts[move])


def test_hopsy_shows_the_way_of_a_pawn() -> None:
    state = drawn(lt.start("hopsy", position="b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"))
    path = state.paths(0)["E3-E5"]
    way = state.ways(0, path[0])["E3-E5"]
    assert [(stop.x, stop.y) for stop in way] == [(3.1, 5.1), (5.1, 5.1)]
    assert {stop.symbol for stop in way} == {"pawn-r"}
    assert state.ways(0, "nothing") == {}


def test_le_mix_is_called_le_mix_and_its_line_is_told() -> None:
    plain, mix = lt.start("hopsy"), lt.start("hopsy", variant="mix", position=MIX)
    assert (str(plain.title), str(mix.title)) == ("Hopsy", "Le Mix")
    won = drawn(mix.play("E3-E5"))
    assert won.outcome is not None
    assert won.outcome.reason == "line", "records say it as before"
    assert str(won.scene(None).title) == "Red wins: four in line, plain and marked in turn"
    scene = won.scene(None)
    marked = {each.id for each in scene.items if each.symbol == "mark-won"}
    assert marked == {"mark-won-B2", "mark-won-C3", "mark-won-D4", "mark-won-E5"}
    cheering = [each for each in scene.items if "won" in each.states]
    assert [each.symbol for each in cheering].count("pawn-R") == 2
    assert len(cheering) == 4


def test_six_sixes_are_marked() -> None:
    state = drawn(lt.start("hops_dice", position=SIXES))
    scene = state.play("E2-A6=6#").scene(None)
    assert sum(each.symbol == "mark-won" for each in scene.items) == 6
    assert sum("won" in each.states for each in scene.items) == 6


def test_dice_are_chosen_by_the_dice_themselves() -> None:
    state = drawn(lt.start("hop_plie").play("roll 2+3 1+2"))
    scene = state.scene(0)
    assert state.paths(0) == {"black": ("die-black",), "white": ("die-white",)}
    for choice in ("die-black", "die-white"):
        assert item(scene, choice).kind == "die"
        button = next(each for each in scene.buttons if each.id == choice)
        assert button.forced
        assert str(button.asks) == "Which die do you take?"
    drawing = drawn(state.play("black"))
    assert [(each.id, each.closes) for each in drawing.scene(0).buttons] == [("done", True)]


def _played(name: str) -> list[HopPlieState]:
    record = lt.Record.loads((PLAYTHROUGHS / name).read_text(encoding="utf-8"))
    return [state for state in record.states() if isinstance(state, HopPlieState)]


@pytest.mark.parametrize("name", ["hop_plie.txt", "hop_plie-ice.txt", "hop_plie-rays.txt", "hop_plie-twice.txt"])
def test_what_is_reached_on_a_sheet_is_counted(name: str) -> None:
    for state in _played(name)[::5]:
        for seat, shown in enumerate(sheets(state.view(None))):
            found = {each.symbol.rstrip("1234"): each for each in reached(shown)}
            targets = found["icon-target"]
            assert targets.number == kernel.targets_crossed(state.setting.design, state.words(seat))
            assert targets.every == 5
            assert found["icon-smiley"].number <= found["icon-smiley"].every
            assert found["icon-fold"].every == (8 if state.setting.sheet.level == 4 else 4)
            scene = state.scene(seat)
            told = [str(each.label) for each in scene.items if re.fullmatch(r"count-\d-number", each.id)]
            assert told == [each.text for each in reached(shown)]


def test_folds_are_named_and_tell_what_they_need() -> None:
    scene = drawn(lt.start("hop_plie")).scene(0)
    named = {each.id: str(each.label) for each in scene.items if each.id.startswith("named-")}
    assert len(named) == 8
    assert named["named-A1-small"] == "small 0/3"
    assert named["named-A1-large"] == "large 0/4"
    folding = next(state for state in _played("hop_plie.txt") if any(view["open"] for view in state.view(0)["sheets"]))
    seat = next(at for at, view in enumerate(folding.view(0)["sheets"]) if view["open"])
    ids = [button.id for button in folding.scene(seat).buttons]
    handles = [each.id for each in folding.scene(seat).items if "handle" in each.states]
    assert handles
    assert set(handles) <= set(ids), "each fold has a button with its name"


def _reach(item: Item, x: float, y: float) -> tuple[float, float]:
    """How far a place is from what is written there, along it and across."""
    turn, half = math.radians(item.turn), 1.36 if item.turn else 0.4
    across, down = x - item.x, y - item.y
    along = abs(across * math.cos(turn) + down * math.sin(turn)) - half
    return along, abs(down * math.cos(turn) - across * math.sin(turn)) - 0.2


@pytest.mark.parametrize("name", ["hop_plie.txt", "hop_plie-ice.txt", "hop_plie-rays.txt", "hop_plie-twice.txt"])
def test_what_is_written_on_a_sheet_lies_on_nothing(name: str) -> None:
    """Neither on what is printed, nor on a cross, nor on letters, handles and other words."""
    moved = 0
    for state in _played(name):
        for seat, sheet in enumerate(sheets(state.view(None))):
            items = {each.id: each for each in state.scene(seat).items}
            written = [each for each in items.values() if "written" in each.states]
            moved += any(not each.turn for each in written)
            full = [items[f"cell-{spot.name}"] for spot in sheet.spots if spot.mark or spot.kind]
            full += [each for each in items.values() if "handle" in each.states]
            for label in written:
                assert not [each.id for each in full if max(_reach(label, each.x, each.y)) < 0.29], label.id
                assert not [each for each in written if each != label and (each.x, each.y) == (label.x, label.y)]
                rows = [each for each in items.values() if each.id.startswith("row-")]
                assert all(abs(each.y - label.y) > 0.4 for each in rows if not label.turn)
    assert moved, "no count had to make room, or this shows nothing"


@pytest.mark.parametrize("name", ["hop_plie-solo.txt", "hop_plie-solo-twice.txt", "hop_plie.txt", "hop_plie-ice.txt"])
def test_what_connects_the_targets_of_a_winner_is_shown(name: str) -> None:
    state = _played(name)[-1]
    assert state.outcome is not None
    won = [shown for shown in sheets(state.view(None)) if shown.view["won"]]
    assert bool(won) == (state.outcome.reason == "connected")
    for shown in won:
        places = winning_places(shown)
        targets = [
            spot.place for spot in shown.spots if spot.kind and "target" in str(spot.spoken(state.setting.sheet.level))
        ]
        assert len(set(targets) & set(places)) == 5
        for row, column in places:
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & set(places)
            assert len(near) >= (1 if (row, column) in targets else 2)


def test_bots_have_names_and_faces_of_their_own() -> None:
    every = [name for names in NAMES.values() for name in names]
    assert len(set(every)) == len(every) == 8 * len(LEVELS)
    for bot in roster.bots():
        for game in OURS:
            at_the_table = [character(bot, game, number) for number in range(6)]
            assert len({each.name for each in at_the_table}) == 6
            assert len({robot(each.rank, each.look) for each in at_the_table}) == 6
            assert at_the_table == [character(bot, game, number) for number in range(6)]
    faces = {robot(rank, look) for rank in range(RANKS) for look in range(LOOKS)}
    assert len(faces) == RANKS * LOOKS


def test_no_bot_is_called_like_a_person_at_its_table() -> None:
    novice = Player("bot", bot="novice")
    for game in map(find, OURS):
        usual = [character("novice", game.id, number).name for number in range(1, 3)]
        people = [Player("person", nickname=name) for name in (usual[0].upper(), usual[1])]
        players = (people[0], novice, novice, people[1])
        names = [bot.name for bot in bots_of(game, tuple(enumerate(players))).values()]
        assert len(set(names)) == 2
        assert not set(names) & set(usual)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_what_is_written_on_fold_lines_covers_no_symbol(level: int) -> None:
    state = drawn(lt.start("hop_plie", level=level))
    scene = state.scene(0)
    view: Any = state.view(0)
    [front] = {sheet.known[0].front for sheet in sheets(view)}
    cells = {item.id: (item.x, item.y) for item in scene.items if item.id.startswith("cell-")}
    printed = [
        cells[f"cell-{'ABCDEFGHIJKLMNO'[row]}{column + 1}"]
        for row in range(15)
        for column in range(15)
        if front[row][column] != NOTHING
    ]
    written = [item for item in scene.items if "written" in item.states]
    assert len(written) == 8
    for item in written:
        half = 0.35 * len(str(item.label).replace("small", "pequeño")) / 3
        for x, y in printed:
            right, down = x - item.x, y - item.y
            along, aside = (right + down, right - down) if item.turn == 45 else (right - down, right + down)
            assert abs(along) / 2**0.5 > half + 0.35 or abs(aside) / 2**0.5 > 0.5, (item.id, x, y)


def test_the_traitor_says_what_it_can_do() -> None:
    coach = coach_of(find("plic_plac"))
    told: set[tuple[str, bool]] = set()
    for seed in range(200):
        rng, state = random.Random(seed), drawn(lt.start("plic_plac", players=2, specials=True, cards="2x3"))
        while not state.over and len(told) < 2:
            seat = state.acting[0]
            view: Any = state.view(max(seat, 0))
            if view["phase"] == "announce" and view["faces"].get(str(view["secret"])) == "traitor":
                paths = state.paths(seat)
                asked = coach.asks(view, paths)
                swaps = [move for move in paths if move.startswith("swap")]
                assert set(asked.things) == {paths[move][0] for move in swaps or ["pass"]}
                told.add(("exchange" if swaps else "idle", "Choose a card" in str(asked.line.to("en"))))
            moves = state.moves(seat)
            state = state.play(rng.choice(moves) if moves else state.draw(rng), seat)
    assert told == {("exchange", True), ("idle", False)}


def test_bonuses_of_large_folds_say_what_they_are_for() -> None:
    view = {"seat": 0, "active": 0, "column": "wh", "round": 1, "sheets": [{"die": ""}], "level": 1}
    dice = {"black": ("die-black",), "white": ("die-white",)}
    assert "thanks to your bonus" in HOP_COACH.asks(view, dice).line.to("en")
    assert "bonus" not in HOP_COACH.asks(view | {"round": 2}, dice).line.to("en")
    assert "thanks to your bonus" in HOP_COACH.asks(view | {"column": "", "active": 1}, dice).line.to("en")
    for corner, what in (("A1", "take the white die"), ("A15", "white die you may add 1"), ("O1", "black die you may")):
        item = Item(f"gain-{corner}", f"gain-{corner}", 0, 0)
        assert what in HOP_COACH.tells(view, item).to("en")


@pytest.mark.parametrize("language", languages())
def test_giving_up_an_attempt_and_the_game_are_different_words(language: str) -> None:
    attempt, game = (
        set(re.findall(r"\w{4,}", Text(message).to(language).lower()))
        for message in ("Stop the attempt", "Resign the game")
    )
    assert attempt
    assert game
    assert not attempt & game
