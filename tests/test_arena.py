"""The arena: balanced seats, the same games from the same seed, figures that can be trusted."""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

import ludotheque as lt
from ludotheque.arena import fixtures
from ludotheque.arena.clock import Clocked
from ludotheque.arena.entrants import Entrant, read_entrants
from ludotheque.arena.fixtures import Fixture, GameResult, Setup, form_of, opening, play, score, seatings, share
from ludotheque.arena.picture import svg
from ludotheque.arena.rating import Sprt, difference, elo, expected, mean, ratings
from ludotheque.arena.report import report
from ludotheque.arena.results import Results
from ludotheque.arena.tournament import Tournament, pairings, units_for
from ludotheque.arena.workers import cluster, here, processes
from ludotheque.bots.player import Bot
from ludotheque.cli.commands import app
from ludotheque.core.contract import Move, View

SMALL = Setup("rolit", {"size": "4"}, 3)
PAIR = ("greedy", "random")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["--lang", "en", "arena", *arguments])


def tournament(units: int, test: Sprt | None = None, setup: Setup = SMALL, seed: int = 7) -> Tournament:
    return Tournament(Results(setup, (PAIR,)), seed, units, test)


def ended(*scores: float, seats: str = "ab", winners: tuple[int, ...] | None = None) -> GameResult:
    best = tuple(seat for seat, each in enumerate(scores) if each == max(scores)) if winners is None else winners
    return GameResult(Fixture(1, 0, tuple(seats)), scores, best, "full", 10)


# Entrants


def test_an_entrant_is_its_text() -> None:
    for text in ("greedy", "greedy:capacity=4,decay=off", "master:nodes=1000000", "expert:milliseconds=500"):
        assert str(Entrant.read(text)) == text
    assert Entrant.read("x:b=2,a=1") == Entrant.read("x:a=1,b=2")


@pytest.mark.parametrize("text", ["greedy:capacity", "greedy:=4", "greedy:capacity=much"])
def test_a_wrong_setting_is_refused(text: str) -> None:
    with pytest.raises(lt.Refusal, match="is not a bot"):
        Entrant.read(text)


def test_entrants_are_two_or_more_different_bots_of_the_game() -> None:
    game = lt.games()["plic_plac"]
    both = read_entrants(game, ["greedy:capacity=2", "greedy"])
    assert [str(each) for each in both] == ["greedy:capacity=2", "greedy"]
    for texts, why in (
        (["greedy"], "two bots"),
        (["greedy", "greedy"], "given twice"),
        (["genius", "greedy"], "no bot"),
    ):
        with pytest.raises(lt.Refusal, match=why):
            read_entrants(game, texts)
    with pytest.raises(lt.Refusal, match="such a budget"):
        read_entrants(game, ["greedy", "random"], (("nodes", 100),))


def test_a_budget_goes_to_those_who_have_one() -> None:
    entrants = read_entrants(lt.games()["rolit"], ["master", "novice:nodes=5", "random", "greedy"], (("nodes", 100),))
    assert [str(each) for each in entrants] == ["master:nodes=100", "novice:nodes=5", "random", "greedy"]


# Seats and openings


@pytest.mark.parametrize("form", ["shared", "lone"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_each_has_each_seat_equally_often(form: str, seats: int) -> None:
    ways = seatings(form, seats, "a", "b")  # type: ignore[arg-type]  # parametrized: one of the forms
    assert len(set(ways)) == len(ways)
    for name in "ab":
        assert len({sum(way[seat] == name for way in ways) for seat in range(seats)}) == 1
    if form == "shared":
        total = Counter(name for way in ways for name in way)
        assert total["a"] == total["b"]


def test_openings_differ_by_number_and_not_by_who_plays() -> None:
    setup = Setup("hopsy", {}, 4)
    drawn = [opening(setup, 1, number) for number in range(20)]
    assert drawn == [opening(setup, 1, number) for number in range(20)]
    assert len(set(drawn)) > 15
    assert all(len(moves) == 4 for moves in drawn)


def test_an_opening_never_ends_the_game() -> None:
    with pytest.raises(lt.Refusal, match="give fewer"):
        opening(Setup("rolit", {"size": "4"}, 12), 1, 0)


@pytest.mark.parametrize(
    ("game", "options", "form"),
    [("hopsy", {}, "shared"), ("rolit", {"players": 4}, "shared"), ("hop_plie", {"players": 1}, "alone")],
)
def test_the_form_follows_from_the_game(game: str, options: dict[str, object], form: str) -> None:
    assert form_of(lt.start(game, **options)) == form


def test_one_person_in_all_seats_is_refused() -> None:
    with pytest.raises(lt.Refusal, match="nothing to compare"):
        form_of(lt.start("rolit", players=1))


# Games


def test_a_game_is_known_by_its_fixture() -> None:
    fixture = Fixture(3, 5, PAIR)
    game = play(SMALL, fixture)
    assert play(SMALL, fixture) == game
    assert game.reason == "full"
    assert set(game.efforts) == set(PAIR)
    assert play(SMALL, Fixture(4, 5, PAIR)) != game


def test_all_seatings_meet_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards of Plic-Plac are dealt alike, whoever sits where."""
    turn, drawn = fixtures._turn, list[str]()

    def spy(*arguments: Any) -> tuple[int, Move]:
        seat, move = turn(*arguments)
        if seat == lt.CHANCE:
            drawn.append(str(move))
        return seat, move

    setup, lucks = Setup("plic_plac", {"cards": "3x3"}, 0), []
    for seats in seatings("shared", 2, *PAIR):
        play(setup, Fixture(1, 2, seats))  # the bots are warm from here on
        drawn.clear()
        monkeypatch.setattr(fixtures, "_turn", spy)
        play(setup, Fixture(1, 2, seats))
        monkeypatch.undo()
        lucks.append(drawn[:2])
    assert lucks[0] == lucks[1]
    assert lucks[0][1].startswith("deal")


def test_each_bot_has_its_own_clock() -> None:
    class Slow(Bot):
        def interrupt(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move | None:
            time.sleep(0.01)
            return None

        def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
            time.sleep(0.02)
            return moves[0]

    state = lt.start("hopsy")
    clocked = Clocked(Slow(state.game))
    clocked.interrupt(state.view(0), state.moves(0), random.Random(1))
    assert clocked.choose(state.view(0), state.moves(0), random.Random(1)) == state.moves(0)[0]
    assert clocked.effort.moves == 1
    assert clocked.effort.seconds >= 0.03
    assert 0.02 <= clocked.effort.slowest < clocked.effort.seconds


def test_a_score_compares_ranks() -> None:
    assert score("shared", [ended(3, 1)], "a") == 1
    assert score("shared", [ended(2, 2, winners=())], "a") == 0.5
    assert score("shared", [ended(9, 5, 7, 5, seats="abba")], "a") == pytest.approx(2.5 / 4)
    assert score("lone", [ended(5, 9, 2, seats="abb")], "a") == 0.5
    assert score("shared", [ended(1, 1, winners=(1,))], "a") == 0, "who won is above who has as many points"


def test_alone_the_better_score_wins() -> None:
    lost, won, better = ended(0, seats="a", winners=()), ended(3, seats="a"), ended(5, seats="a")
    assert [score("alone", pair, "a") for pair in ([won, lost], [won, better], [won, won])] == [1, 0, 0.5]


def test_alone_fewer_rounds_win_between_equal_scores() -> None:
    """But nobody loses better by losing sooner."""

    def ended(winners: tuple[int, ...], rounds: int) -> GameResult:
        return GameResult(Fixture(1, 0, ("a",)), (4.0 if winners else 0.0,), winners, "", 1, rounds)

    assert score("alone", [ended((0,), 16), ended((0,), 17)], "a") == 1
    assert score("alone", [ended((), 20), ended((), 29)], "a") == 0.5


def test_a_shared_win_is_shared() -> None:
    assert share(ended(4, 4, 1, seats="abb"), "a") == 0.5
    assert share(ended(1, 1, 1, seats="abb", winners=()), "a") == pytest.approx(1 / 3)


# Figures


def test_elo_and_expected_score_are_inverse() -> None:
    for difference_ in (-300, 0, 147.2, 400):
        assert elo(expected(difference_)) == pytest.approx(difference_)
    assert expected(elo(0.7)) == pytest.approx(0.7)
    assert difference(mean([1.0] * 20)).value == math.inf


def units_of(rng: random.Random, chance: float, count: int) -> list[float]:
    """Pairs of games in which the opening favours one side: what one of them wins, the other tends to lose."""
    units = []
    for _ in range(count):
        favour = rng.choice((-0.2, 0.2))
        units.append(sum(rng.random() < chance + way * favour for way in (1, -1)) / 2)
    return units


@pytest.mark.parametrize("chance", [0.5, 0.7, 0.8])
def test_the_interval_holds_the_truth_95_times_in_100(chance: float) -> None:
    rng = random.Random(1)
    found = [mean(units_of(rng, chance, 60)) for _ in range(500)]
    assert 0.93 <= sum(each.low <= chance <= each.high for each in found) / 500 <= 0.99


def test_pairs_tell_more_than_games_apart_where_openings_favour_a_side() -> None:
    """Ten openings of which the first seat wins all: every pair is level, and that is known well."""
    assert mean([0.5] * 100).high < 0.52
    rng = random.Random(2)
    apart = mean([float(rng.random() < 0.5) for _ in range(100)])
    assert apart.high - apart.low > 4 * (mean([0.5] * 100).high - 0.5)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    rng = random.Random(4)
    true = {"a": 120.0, "b": 40.0, "c": -160.0}
    held = 0
    for _ in range(60):
        results = {
            (one, other): [
                sum(rng.random() < expected(true[one] - true[other]) for _ in range(2)) / 2 for _ in range(60)
            ]
            for one, other in (("a", "b"), ("b", "c"), ("a", "c"))
        }
        found = ratings(results)
        assert sum(each.value for each in found.values()) == pytest.approx(0, abs=1e-6)
        held += sum(found[name].low <= true[name] <= found[name].high for name in true)
    assert held / 180 > 0.9


def test_ratings_of_one_that_never_lost_are_finite_and_of_strangers_apart() -> None:
    found = ratings({("a", "b"): [1.0] * 50, ("c", "d"): [0.5] * 50})
    assert 400 < found["a"].value - found["b"].value < 1200
    assert found["c"].value == pytest.approx(0, abs=1e-6)
    assert found["a"].value == pytest.approx(-found["b"].value)


@pytest.mark.parametrize(("true", "right"), [(0, "not stronger"), (80, "stronger")])
def test_the_sequential_test_is_seldom_wrong_and_stops(true: float, right: str) -> None:
    rng = random.Random(8)
    test, chance, answers, spent = Sprt(0, 80), expected(true), Counter[str](), 0
    for _ in range(100):
        results: list[float] = []
        while test.verdict(results) == "open":
            results.append(sum(rng.random() < chance for _ in range(2)) / 2)
        answers[test.verdict(results)] += 1
        spent += len(results)
    assert answers[right] >= 88
    assert spent / 100 < 120, "a fixed number of games with the same risks takes about 100 units"


# Tournaments


def test_games_are_whole_units() -> None:
    assert units_for(100, "shared", 2) == 50
    assert units_for(100, "shared", 4) == 17
    assert units_for(100, "lone", 3) == 34
    assert units_for(100, "alone", 1) == 100
    assert len(pairings("robin", "lone", "abc")) == 6


def test_a_tournament_plays_all_seatings_of_every_opening() -> None:
    played = tournament(4)
    assert played.missing == 8
    played.run()
    assert {(fixture.opening, fixture.seats) for fixture in played.results.games} == {
        (number, seats) for number in range(4) for seats in (PAIR, PAIR[::-1])
    }
    assert played.missing == 0
    assert len(played.courses[PAIR].scores) == 4


def test_several_seats_and_playing_alone() -> None:
    for setup in (
        Setup("rolit", {"size": "4", "players": "3"}, 2),
        Setup("plic_plac", {"players": "1", "cards": "2x2"}, 0),
    ):
        form = form_of(setup.start())
        played = tournament(2, setup=Setup(setup.game, setup.options, setup.openings, form))
        played.run()
        found = report(played.results)
        assert found.meetings[0].games == (12 if form == "shared" else 2)
        assert (found.meetings[0].share is None) == (form == "alone")


def test_a_test_stops_at_the_same_game_whoever_plays() -> None:
    """Games under way when the test has its answer are left out."""

    def far_ahead(setup: Setup, fixtures: Iterator[Fixture]) -> Iterator[GameResult]:
        yield from here(setup, iter(list(fixtures)))

    test = Sprt(-100, 0)
    games = []
    for workers in (here, far_ahead):
        played = tournament(40, test)
        played.run(workers)
        assert played.courses[PAIR].verdict == "stronger"
        games.append(played.results.games)
    assert games[0] == games[1]
    assert len(games[0]) < 80


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    one, two = tournament(6), tournament(6)
    one.run()
    two.run(processes(2))
    assert one.results.games == two.results.games


@pytest.mark.slow
@pytest.mark.thorough  # Ray starts a dozen processes; the other test plays the same games with our own
def test_a_local_ray_plays_the_same_games() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install ludotheque[ray]")
    one, two = tournament(3), tournament(3)
    one.run()
    two.run(cluster("local"))
    assert one.results.games == two.results.games


# Files


def test_results_are_kept_resumed_and_joined(tmp_path: Path) -> None:
    whole, part, other = tournament(6), tournament(2), tournament(3, seed=8)
    for each in (whole, part, other):
        each.run()
    file = tmp_path / "results.json"
    part.results.save(file, {})
    resumed = Results(SMALL, (PAIR,))
    resumed.join(Results.load(file))
    again = Tournament(resumed, 7, 6)
    assert again.missing == 8, "four of twelve are there"
    again.run()
    assert again.results.games == whole.results.games
    again.results.join(other.results)
    assert len(again.results.units(PAIR)) == 9
    assert report(again.results).meetings[0].games == 18


def test_the_same_pairing_the_other_way_round_counts_once() -> None:
    played = tournament(3)
    played.run()
    other = Results(SMALL, (PAIR[::-1],))
    other.join(played.results)
    assert other.pairings == (PAIR[::-1],)
    there, back = report(other).meetings[0], report(played.results).meetings[0]
    assert (there.games, there.won, there.lost) == (back.games, back.lost, back.won)


def test_results_of_another_game_are_not_joined(tmp_path: Path) -> None:
    with pytest.raises(lt.Refusal, match="do not go together"):
        Results(SMALL, (PAIR,)).join(Results(Setup("rolit", {}, 3), (PAIR,)))
    wrong = tmp_path / "wrong.json"
    for text in ("{}", "no", '{"format": "ludotheque arena 1"}', "[]"):
        wrong.write_text(text, encoding="utf-8")
        with pytest.raises(lt.Refusal, match="no results of an arena"):
            Results.load(wrong)


def test_incomplete_units_do_not_count() -> None:
    played = tournament(3)
    played.run()
    del played.results.games[Fixture(7, 1, PAIR)]
    assert sorted(opening for _, opening in played.results.units(PAIR)) == [0, 2]


def test_the_picture_is_well_formed_in_both_languages() -> None:
    played = tournament(3)
    played.run()
    found = report(played.results)
    for language, word in (("fr", "parties"), ("en", "games")):
        picture = svg(found, language)
        ElementTree.fromstring(picture)
        assert word in picture
        assert all(name in picture for name in PAIR)
    ElementTree.fromstring(svg(report(Results(SMALL, (PAIR,)))))


# The command


def test_the_command_plays_saves_draws_and_goes_on(tmp_path: Path) -> None:
    file, picture = tmp_path / "a.json", tmp_path / "a.svg"
    arguments = ["rolit", *PAIR, "-o", "size=4", "--workers", "1", "--json", str(file), "--svg", str(picture)]
    done = run(*arguments, "--games", "6")
    assert done.exit_code == 0, done.output
    assert "greedy – random" in done.output
    ElementTree.parse(picture)
    first = json.loads(file.read_text(encoding="utf-8"))
    assert first["summary"]["meetings"][0]["games"] == 6
    run(*arguments, "--games", "9", "--sprt", "0,400")
    second = json.loads(file.read_text(encoding="utf-8"))
    assert second["games"][:6] == first["games"]
    assert len(second["games"]) == 10
    assert second["summary"]["meetings"][0]["verdict"] == "open"
    other = run("rolit", "greedy", "novice:nodes=20", *arguments[3:], "--games", "2")
    assert other.exit_code == 0
    assert len(json.loads(file.read_text(encoding="utf-8"))["games"]) == 12, "only those named play on"
    joined = run("rolit", *PAIR, "-o", "size=4", "--games", "0", "--join", str(file))
    assert "│ 10 " in joined.output


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["chess", "greedy", "random"], "no game 'chess'"),
        (["rolit", "greedy"], "two bots"),
        (["rolit", "greedy", "genius"], "no bot 'genius'"),
        (["rolit", "greedy", "random", "-o", "size=9"], "size=9"),
        (["rolit", "greedy", "random", "-o", "players=1"], "nothing to compare"),
        (["rolit", "greedy", "random", "--nodes", "10"], "such a budget"),
        (["rolit", "greedy", "random", "--sprt", "5"], "two Elo differences"),
        (["rolit", "greedy", "random", "--sprt", "50,0"], "two Elo differences"),
        (["rolit", "greedy", "random", "--openings", "40"], "give fewer"),
        (["rolit", "greedy", "random", "--json", "/does/not/exist.json"], "cannot write there"),
        (["rolit", "greedy", "random", "--join", "/does/not/exist.json"], "/does/not/exist.json"),
    ],
)
def test_mistakes_are_named_before_anything_is_played(arguments: list[str], why: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert why in done.output
