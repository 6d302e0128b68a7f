"""Puzzles: what they claim is tried out by code that did not find it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import ludotheque as lt
from ludotheque.bots.analysis import certain
from ludotheque.bots.puzzlemaking import made
from ludotheque.core.boards.arrays import Words, np
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.puzzle import (
    CERTAIN,
    MOST,
    WIN,
    Collection,
    Puzzle,
    asked,
    collection_of,
    puzzles_of,
    seat_number,
)
from ludotheque.core.record import RecordError
from ludotheque.core.solving import attempt, begun, followed, given, solution
from ludotheque.drawing.puzzles import attempt_told, puzzle_told
from ludotheque.games.hop_plie import kernel, turns
from ludotheque.games.hop_plie.design import LONGEST, STEPS
from ludotheque.games.hop_plie.rules import HopPlieState
from ludotheque.games.hop_plie.sheet import KINDS
from tests.cases import OURS
from tests.volume import volume

MANY = 60
"""So many wrong moves are tried out one by one."""
DEEP = 3
"""Wins in so many moves take long to try out."""


def tried_out(name: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game; `make test` takes one in eight."""
    return puzzles_of(find(name))[:: volume(8, 1)]


def all_puzzles(*asks: str) -> Iterator[tuple[Game, Puzzle]]:
    for name in OURS:
        for puzzle in tried_out(name):
            if puzzle.ask in asks:
                yield find(name), puzzle


class Plain:
    """A win within so many moves whatever others do, by `moves` and `play` alone; what won before is tried first."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[tuple[State, int], bool] = {}
        self.lately: dict[int, list[str]] = {}

    def wins(self, state: State, plies: int) -> bool:
        if state.outcome is not None:
            return state.outcome.winners == (self.seat,)
        if plies <= 0:
            return False
        if (state, plies) not in self.known:
            mine = state.acting[0] == self.seat
            self.known[state, plies] = self._any(state, plies) if mine else self._all(state, plies)
        return self.known[state, plies]

    def _any(self, state: State, plies: int) -> bool:
        lately = self.lately.setdefault(plies, [])
        for move in sorted(state.moves(), key=lambda move: str(move) not in lately):
            if self.wins(state.play(move), plies - 1):
                lately[:] = [str(move), *lately[:7]]
                return True
        return False

    def _all(self, state: State, plies: int) -> bool:
        return all(self.wins(state.play(move), plies - 1) for move in state.moves())


def check_win(game: Game, puzzle: Puzzle, every: int) -> None:
    """Each stage: the right move wins, and what is said to refute each other one (or each n-th) does."""
    state = begun(game, puzzle)
    seat = seat_number(state, puzzle.seat)
    plies = 2 * puzzle.goal - 1 if puzzle.goal else 99
    for stage in puzzle.stages:
        plain = Plain(seat)
        assert {str(move) for move in state.moves()} == {stage.right, *stage.wrong}
        assert plain.wins(state.play(stage.right), plies - 1), (puzzle.number, stage.right)
        for move, line in list(stage.wrong.items())[::every]:
            others = [played for played in line if played.seat != puzzle.seat]
            replies = line[: next((at for at, played in enumerate(line) if played.seat == puzzle.seat), len(line))]
            shown = followed(state.play(move), replies)
            after, left = (shown[-1].after if shown else state.play(move)), plies - 1 - len(replies)
            assert others or left <= 0 or not state.play(move).acting, "a wrong move has an answer"
            assert not plain.wins(after, left), (puzzle.number, move)
        state = followed(state.play(stage.right), stage.reply)[-1].after if stage.reply else state.play(stage.right)
        plies -= 1 + len(stage.reply)
    end = followed(state, puzzle.then)[-1].after if puzzle.then else state
    assert end.outcome is not None
    assert end.outcome.winners == (seat,)


@pytest.mark.parametrize("name", ["hops_dice", "hopsy", "rolit"])
def test_wins_are_won_whatever_the_others_do_and_by_one_move_only(name: str) -> None:
    """Where there are very many wrong moves, each third of them; the longest wins are tried out below."""
    puzzles = [puzzle for puzzle in tried_out(name) if puzzle.ask == WIN]
    assert puzzles
    for puzzle in puzzles:
        if puzzle.goal < DEEP:
            check_win(find(name), puzzle, 1 if len(puzzle.stages[0].wrong) < MANY else 3)


@pytest.mark.slow
def test_longer_wins_are_won_too() -> None:
    for game, puzzle in all_puzzles(WIN):
        if puzzle.goal >= DEEP:
            check_win(game, puzzle, 25)


def pocketed(state: State, seat: int) -> int:
    return len(state.view(seat)["pockets"][seat])  # type: ignore[typeddict-item]  # Plic-Plac's view


def test_what_is_certain_succeeds_in_every_deal_that_could_be() -> None:
    """Every card that the seat has not seen is put on the place: nothing it saw changes, and it is a plic-plac."""
    for game, puzzle in all_puzzles(CERTAIN):
        assert attempt(game, puzzle, [puzzle.stages[0].right]).status == "solved"
        shown = given(game, puzzle)
        state, seat = shown[-1].after, seat_number(shown[-1].after, puzzle.seat)
        views = [each.after.view(seat) for each in shown]
        seen = {(place, card) for view in views for place, card in view["faces"].items()}  # type: ignore[typeddict-item]  # likewise
        (deal,) = [each for each in puzzle.given if each.move.startswith("deal")]
        cards = deal.move.split()[1:]
        hidden = [place for place, card in enumerate(cards, 1) if (str(place), card) not in seen]
        place = int(puzzle.stages[0].right.split()[1])
        for other in hidden if place in hidden else [place]:
            swapped = list(cards)
            swapped[place - 1], swapped[other - 1] = cards[other - 1], cards[place - 1]
            could = given(game, puzzle, type(deal)(deal.seat, " ".join(["deal", *swapped])))
            assert [each.after.view(seat) for each in could] == views, "the seat could tell"
            played = could[-1].after.play(puzzle.stages[0].right, seat)
            for let_go in puzzle.then:
                played = played.play(let_go.move, seat_number(played, let_go.seat))
            assert pocketed(played, seat) == pocketed(state, seat) + 2


def test_what_is_not_certain_fails_in_a_deal_that_could_be() -> None:
    for game, puzzle in all_puzzles(CERTAIN):
        shown = given(game, puzzle)
        state, seat = shown[-1].after, seat_number(shown[-1].after, puzzle.seat)
        for move, line in puzzle.stages[0].wrong.items():
            if not move.startswith("plic-plac "):
                assert line == ()
                continue
            could = given(game, puzzle, line[0])
            assert [each.after.view(seat) for each in could] == [each.after.view(seat) for each in shown]
            after = could[-1].after.play(move, seat)
            while after.acting and after.view(None)["phase"] == "cut":  # type: ignore[typeddict-item]  # likewise
                after = after.play("let-go")
            assert pocketed(after, seat) == pocketed(state, seat), (puzzle.number, move)


def most_reached(state: State, seat: int) -> int:
    """The most of a turn, found by the planner's list of steps, with what is printed counted cell by cell."""
    assert isinstance(state, HopPlieState)
    design, sheet = state.setting.design, state.setting.sheet
    wanted = [side for side, kind in sheet.prints.items() if KINDS[kind] in ("smiley", "target", "bulb")]

    def count(words: Words) -> int:
        return sum(int(words[side >> 4]) >> (side & 15) & 1 for side in wanted)

    rows = np.empty((kernel.PATHS, 3), np.int64)
    steps = np.empty((kernel.PATHS + len(STEPS) + LONGEST, 4), np.int64)
    dice = [state.with_die(seat, die) for die in state._dice(seat)]
    edge, seen, best = list(dice), {words.tobytes() for words in dice}, 0
    while edge:
        words = edge.pop()
        best = max(best, count(words))
        for at in range(0 if words[kernel.DONE] else turns.steps_from(design, words, rows, steps)):
            after = words.copy()
            turns.do(design, after, steps[at].copy())
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                edge.append(after)
    return best - count(state.words(seat))


@pytest.mark.slow
def test_nothing_reaches_more_in_one_turn() -> None:
    for game, puzzle in all_puzzles(MOST):
        state = begun(game, puzzle)
        assert most_reached(state, seat_number(state, puzzle.seat)) == puzzle.goal, puzzle.number
        moves = [played.move for played in puzzle.then]
        assert attempt(game, puzzle, moves).status == "solved"
        assert attempt(game, puzzle, [*moves[:-1], "done"]).status in ("wrong", "open")


@pytest.mark.parametrize("name", OURS)
def test_the_collections(name: str) -> None:
    """Text and value are the same, there are enough of every kind, and nothing is told before it is asked for."""
    game = find(name)
    found = collection_of(game)
    assert Collection.loads(found.dumps()) == found
    assert found.made_by.startswith(f"ludotheque puzzles {name} --count {len(found.puzzles)} --seed ")
    assert len(found.puzzles) >= 300
    assert [each.number for each in found.puzzles] == [*range(1, len(found.puzzles) + 1)]
    assert len({each.grade for each in found.puzzles}) >= 4
    assert len({(str(each.options), each.given) for each in found.puzzles}) == len(found.puzzles), "one comes twice"
    for puzzle in tried_out(name):
        state = begun(game, puzzle)
        assert asked(puzzle, state).to("fr") != asked(puzzle, state).to("de")
        assert solution(game, puzzle)
    told = puzzle_told(game, found.puzzles[0], "en")
    assert set(told.now.paths) == {str(move) for move in begun(game, found.puzzles[0]).moves(told.now.seat)}


def test_all_games_of_the_box_have_puzzles() -> None:
    assert [name for name in games() if puzzles_of(find(name))] == OURS


def test_a_wrong_try_is_answered_and_a_right_one_goes_on() -> None:
    game = find("hopsy")
    puzzle = next(each for each in puzzles_of(game) if len(each.stages) > 1)
    first, second = puzzle.stages[:2]
    wrong, line = next(iter(first.wrong.items()))
    come = attempt(game, puzzle, [wrong])
    assert (come.status, come.kept, come.state) == ("wrong", 0, begun(game, puzzle))
    assert [each.move for each in come.shown] == [wrong, *(played.move for played in line)]
    come = attempt(game, puzzle, [first.right])
    assert (come.status, come.kept) == ("right", 1)
    assert len(come.shown) == 1 + len(first.reply)
    come = attempt(game, puzzle, [first.right, next(iter(second.wrong))])
    assert (come.status, come.kept) == ("wrong", 1)
    with pytest.raises(lt.Refusal):
        attempt(game, puzzle, [wrong, second.right])
    with pytest.raises(lt.IllegalMove):
        attempt(game, puzzle, ["A1-A1"])
    said = attempt_told(game, puzzle, [wrong], "en")
    assert second.right not in str(said.shown)


def test_what_a_puzzle_claims_the_analysis_marks_as_certain() -> None:
    """Endings of two colours and of several, and forced wins; where something is hidden nothing is."""
    for name in ("rolit", "hopsy"):
        for puzzle in puzzles_of(find(name))[:4]:
            state = begun(find(name), puzzle)
            found = certain(state, 1.0)
            assert found is None or seat_number(state, puzzle.seat) in (found.winners or ())
            assert found is not None or len(state.seats) > 2
    assert certain(begun(find("plic_plac"), puzzles_of(find("plic_plac"))[0]), 0.1) is None


def test_cards_that_are_hidden_stay_hidden() -> None:
    """What a page is told of a puzzle of Plic-Plac is what the seat saw, and no more: another deal tells the same."""
    game = find("plic_plac")
    for puzzle in puzzles_of(game)[:6]:
        line = next(line for line in puzzle.stages[0].wrong.values() if line and line[0] not in puzzle.given)
        dealt = [line[0] if each.move.startswith("deal") else each for each in puzzle.given]
        other = replace(puzzle, given=tuple(dealt))
        assert puzzle_told(game, puzzle, "en") == puzzle_told(game, other, "en")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("Ludotheque puzzles 1\nGame: hopsy\n", 1),
        ("Ludotheque puzzles 1\nGame: hopsy\nMade by: x\n\nPuzzle 1: win 2\n", 5),
        ("Ludotheque puzzles 1\nGame: hopsy\nMade by: x\n\nPuzzle 1: win 2, grade 1\nWrong: A1-A2\n", 6),
        ("Ludotheque puzzles 1\nGame: hopsy\nMade by: x\n\nPuzzle 1: win 2, grade 1\nRight: A1-A2\nReply: A\n", 7),
    ],
)
def test_what_is_no_collection_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(RecordError) as error:
        Collection.loads(text)
    assert error.value.line == line


@pytest.mark.slow
def test_the_same_command_makes_the_same_puzzles_however_many_look_for_them() -> None:
    game = find("rolit")
    first = made(game, 2, 5, "x")
    assert first == made(game, 2, 5, "x", workers=2) != made(game, 2, 6, "x")
