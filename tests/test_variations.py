"""Records with variations: what is written is read again, what is wrong is refused; older readers see none."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.core.contract import State
from ludotheque.core.cupboard import games
from ludotheque.core.record import Played, Record, RecordError, Variation, result_text, seat_id
from ludotheque.core.trees import Node, flat, line_of

TEXT = """Ludotheque record 1
Game: hopsy
Result: unfinished

  1. red F3-E4
;>  1. red F1-E1
  2. black A3-B2
;>  2. black A1-B1
;>  3. red F5-E5
;>>  3. red F1-E2
;>>  4. black A5-B5
;>  4. black A5-B6
;>  2. black A5-B5
  3. red A2-C2
"""


def test_variations_are_read_written_and_played() -> None:
    record = Record.loads(TEXT)
    assert record.dumps() == TEXT
    first, second, third = record.variations
    assert (first.at, second.at, third.at) == (1, 2, 2)
    assert [played.move for played in second.moves] == ["A1-B1", "F5-E5", "A5-B6"]
    assert second.variations == (Variation(3, (Played("red", "F1-E2"), Played("black", "A5-B5"))),)
    assert record.replay().acting == (1,)


def test_who_knows_nothing_of_variations_reads_the_game() -> None:
    """A line that begins with `;` means nothing to a reader of earlier versions."""
    plain = "\n".join(line for line in TEXT.splitlines() if not line.startswith(";")) + "\n"
    assert Record.loads(plain) == lt.Record("hopsy", moves=Record.loads(TEXT).moves)
    assert Record.loads(TEXT.replace(";> ", "; ").replace(";>> ", "; ")) == Record.loads(plain), "remarks stay remarks"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (TEXT.replace(";>  1. red F1-E1", ";>  2. red F1-E1"), 6),
        (TEXT.replace(";>>  3. red F1-E2", ";>>>  3. red F1-E2"), 10),
        (TEXT.replace(";>  4. black A5-B6", ";>  5. black A5-B6"), 12),
        (TEXT.replace(";>>  4. black A5-B5", ";>>  4. black A5-A5"), 11),
        (TEXT.replace(";>  1. red F1-E1", ";>  1. blue F1-E1"), 6),
    ],
)
def test_a_variation_that_cannot_be_is_refused_by_its_line(text: str, line: int) -> None:
    with pytest.raises(RecordError) as error:
        Record.loads(text).replay()
    assert error.value.line == line


def test_a_variation_replaces_a_move() -> None:
    with pytest.raises(lt.Refusal, match="no move 3"):
        Record("hopsy", moves=(Played("red", "F3-E4"),), variations=(Variation(3, (Played("red", "A"),)),))
    with pytest.raises(lt.Refusal, match="at least one"):
        Variation(1, ())


def grown(state: State, rng: random.Random, nodes: list[Node], parent: int, many: int) -> None:
    """Random lines, which branch off from each other."""
    for _ in range(many):
        if state.over or len(nodes) > 40:
            return
        seat = rng.choice(state.acting)
        move = str(state.draw(rng) if seat < 0 else rng.choice(state.moves(seat)))
        nodes.append(Node(Played(seat_id(state, seat), move), parent))
        before, state, parent = state, state.play(move, seat), len(nodes) - 1
        if rng.random() < 0.3:
            grown(before, rng, nodes, nodes[-1].parent, rng.randrange(1, 4))


@given(st.integers(0, 10**9))
@settings(max_examples=25, deadline=None)
def test_any_tree_of_any_game_comes_back(seed: int) -> None:
    rng = random.Random(seed)
    game = rng.choice(list(games().values()))
    nodes: list[Node] = []
    grown(game.start(), rng, nodes, -1, 6)
    moves, variations = line_of(nodes)
    assert line_of(flat(moves, variations)) == (moves, variations)
    assert len(flat(moves, variations)) == len(nodes)
    end = _states(game.start(), moves)[-1]
    record = Record(game.id, moves=moves, result=result_text(end), variations=variations)
    assert Record.loads(record.dumps()) == record
    assert record.replay() == end


def _states(state: State, moves: tuple[Played, ...]) -> list[State]:
    states = [state]
    for played in moves:
        seats = {seat_id(state, seat): seat for seat in range(-1, len(state.seats))}
        states.append(states[-1].play(played.move, seats[played.seat]))
    return states


def test_nodes_follow_one_that_comes_before() -> None:
    assert line_of([]) == ((), ())
    with pytest.raises(lt.Refusal):
        line_of([Node(Played("red", "A"), 0)])
    deep = [Node(Played("red", "A"), -1), Node(Played("red", "B"), -1)]
    for at in range(60):
        deep += [Node(Played("red", "A"), 2 * at + 1), Node(Played("red", "B"), 2 * at + 1)]
    with pytest.raises(lt.Refusal, match="too many"):
        line_of(deep)
