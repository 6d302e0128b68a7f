"""A whole game solved piece by piece: interrupted, taken up again, and checked by somebody else."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import ludotheque as lt
from ludotheque.bots.solver.checkpoint import Checkpoint
from ludotheque.bots.solver.claims import Asked, Bounds, Claim, Proof
from ludotheque.bots.solver.pieces import Box, crew, solved
from ludotheque.bots.solver.verification import best_play, verify
from ludotheque.bots.solver.wholegame import WholeGame, headed, size_of_pieces
from ludotheque.cli.commands import app
from ludotheque.cli.solve import Attempt, attempted
from ludotheque.games.rolit import audit
from ludotheque.games.rolit.brain import BRAIN
from ludotheque.games.rolit.endings import Endings
from ludotheque.games.rolit.rules import RolitState
from tests.test_solver import margin, random_position

assert BRAIN.endings is not None
assert BRAIN.search is not None
ENDINGS, SEARCH = BRAIN.endings, BRAIN.search
PROOF = Path(__file__).parent / "proofs" / "rolit-6x6.proof"
"""What the search of `ludotheque solve rolit --checkpoint` found; only the pieces that the proofs rely on."""
SMALL = ("solve", "rolit", "-o", "size=4", "--piece", "6", "--lang", "en")
VERDICT = ["green wins", "score: red 7, green 9"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def small() -> RolitState:
    state = lt.start("rolit", size=4)
    assert isinstance(state, RolitState)
    return state


def solved_whole(state: RolitState, piece: int, file: Path | None = None) -> tuple[WholeGame, Checkpoint]:
    checkpoint = Checkpoint(file, headed(ENDINGS, state, piece))
    whole = WholeGame(state, checkpoint, piece, ENDINGS, SEARCH)
    with crew(Box.of(whole.root), 1) as solvers:
        for _ in whole.work(solvers):
            pass
    return whole, checkpoint


@pytest.mark.slow
def test_on_six_by_six_squares_the_second_wins_by_four(tmp_path: Path) -> None:
    """Every answer of the proofs is legal and every other move is covered, down to pieces."""
    state = lt.start("rolit")
    assert isinstance(state, RolitState)
    checkpoint = Checkpoint(Path(shutil.copy(PROOF, tmp_path)), headed(ENDINGS, state, 22))
    whole = WholeGame(state, checkpoint, 22, ENDINGS, SEARCH)
    assert whole.bounds == Bounds(-4, -4)
    assert {true: proof.points for true, proof in whole.proofs.items()} == {True: -4, False: -3}
    relied = [audit.walked(state, proof, checkpoint.book)[1] for proof in whole.proofs.values()]
    assert {piece.position for pieces in relied for piece in pieces} == checkpoint.book.keys()


@pytest.mark.thorough
def test_best_play_on_six_by_six_squares(tmp_path: Path) -> None:
    done = run("solve", "rolit", "--lang", "en", "--checkpoint", shutil.copy(PROOF, tmp_path))
    assert done.output.splitlines()[:2] == ["green wins", "score: red 16, green 20"]
    assert "checked by the rules" in done.output


@pytest.mark.slow
@pytest.mark.parametrize("piece", [2, 5, 8, 11, 12])
def test_a_whole_game_whatever_its_pieces(piece: int) -> None:
    state = small()
    whole, checkpoint = solved_whole(state, piece)
    assert whole.bounds == Bounds(-2, -2)
    line, end = best_play(ENDINGS, state, whole, piece)
    assert end.outcome is not None
    assert end.outcome.scores == (7, 9)
    assert len(line) == 12
    assert verify(ENDINGS, state, whole, checkpoint).pieces > 0


@pytest.mark.slow
def test_any_margin_is_found() -> None:
    """Wins, draws and losses, small and large, odd ones too."""
    rng, seen = random.Random(3), set()
    for _ in range(16):
        state = random_position(rng, 4, 8)
        whole, checkpoint = solved_whole(state, 4)
        value = margin(state)
        assert whole.bounds == Bounds(value, value)
        verify(ENDINGS, state, whole, checkpoint)
        seat, end = state.acting[0], best_play(ENDINGS, state, whole, 4)[1].outcome
        assert end is not None
        assert end.scores[seat] - end.scores[1 - seat] == value
        seen.add((value > 0) - (value < 0))
    assert len(seen) >= 2


def test_a_piece_is_asked_for_once() -> None:
    claim = Claim(small(), -2, 6, {}, ENDINGS.alike, lambda _: 0.0)
    first, second = claim.next_piece(), claim.next_piece()
    assert claim.proved is None
    assert first is not None
    assert first != second


def test_what_is_decided_is_read_back(tmp_path: Path) -> None:
    whole, checkpoint = solved_whole(small(), 6, tmp_path / "proof")
    checkpoint.close()
    read = Checkpoint(tmp_path / "proof", headed(ENDINGS, small(), 6))
    again = WholeGame(small(), read, 6, ENDINGS, SEARCH)
    assert (again.bounds, again.proofs, read.book) == (whole.bounds, whole.proofs, checkpoint.book)


@pytest.mark.slow
def test_a_killed_search_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    piece = "2"
    command = [sys.executable, "-m", "ludotheque", *SMALL[:5], piece, "--lang", "en", "--checkpoint", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        while not file.exists() or len(file.read_bytes().splitlines()) < 6:
            assert process.poll() is None
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    before = [line for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    assert len(before) >= 6
    done = run(*SMALL[:5], piece, "--lang", "en", "--checkpoint", file)
    assert done.output.splitlines()[:2] == VERDICT
    after = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert after[: len(before)] == before, "what was solved is not solved again"
    pieces = [tuple(json.loads(line)[:3]) for line in after if line.startswith("[")]
    assert len(set(pieces)) == len(pieces)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_search_tells_how_far_it_is(tmp_path: Path, workers: int) -> None:
    """Ctrl-C reaches the program and its workers all at once."""
    file = tmp_path / "proof"
    command = [sys.executable, "-m", "ludotheque", "solve", "rolit", "--lang", "en", "--piece", "16"]
    command += ["--workers", str(workers), "--checkpoint", str(file)]
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may have ignored it
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        signal.signal(signal.SIGINT, heard)
        while not file.exists() or len(file.read_bytes().splitlines()) < 3:
            assert process.poll() is None
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert said.startswith("not solved yet: red wins by -36 to 36 points")
    assert process.returncode == 0


@pytest.mark.slow
def test_time_and_several_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as abroad:
        abroad.setenv("LUDOTHEQUE_LANG", "fr")
        done = run("solve", "rolit", "--checkpoint", tmp_path / "large", "--seconds", "0.5", "--piece", "14")
    assert done.output.startswith("pas encore résolu")
    done = run(*SMALL, "--checkpoint", tmp_path / "small", "--workers", "2")
    assert done.output.splitlines()[:2] == VERDICT
    again = run(*SMALL, "--checkpoint", tmp_path / "small")
    assert again.output == done.output


def test_what_is_decided_before_the_end_is_told_and_checked(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "proof", headed(ENDINGS, small(), 6))
    whole = WholeGame(small(), checkpoint, 6, ENDINGS, SEARCH)
    with crew(Box.of(whole.root), 1) as solvers:
        for _ in whole.work(solvers):
            if whole.bounds.upper == -1:
                break
    checkpoint.close()
    lines = [str(line) for line in attempted(small(), Attempt(tmp_path / "proof", piece=6, seconds=0))]
    assert lines[:2] == ["green wins", "not solved yet: red wins by -16 to -1 points; the same command goes on"]
    assert lines[2].startswith("checked by the rules: ")


def test_a_torn_line_is_cut_off_and_solved_again(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    whole, checkpoint = solved_whole(small(), 6, file)
    checkpoint.close()
    text = file.read_text(encoding="utf-8")
    file.write_text(text[: text.rindex("[") + 9], encoding="utf-8")
    again = Checkpoint(file, headed(ENDINGS, small(), 6))
    again.close()
    assert len(again.book) >= len(checkpoint.book) - 1
    assert file.read_text(encoding="utf-8").endswith("\n")
    assert solved_whole(small(), 6, file)[0].bounds == whole.bounds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("rolit",), "of another search: there options is {'size': '4'}"),
        (("rolit", "-o", "size=4", "--piece", "7"), "there piece is 6, not 7"),
        (("rolit", "-o", "size=4", "--piece", "6", "--position", "..../.ry./.gg./.... r"), "there position is"),
        (("hopsy",), "only games of two"),
        (("rolit", "-o", "players=3"), "only games of two"),
        (("plic_plac",), "chance"),
    ],
)
def test_the_file_of_another_search_is_refused(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    file = tmp_path / "proof"
    run(*SMALL, "--checkpoint", file)
    done = run("solve", *arguments, "--checkpoint", file)
    assert done.exit_code == 2
    assert why in done.output


@pytest.mark.parametrize("arguments", [("--workers", 2), ("--piece", 6), ("--depth", 3, "--checkpoint", "proof")])
def test_options_that_do_not_go_together_are_refused(arguments: tuple[object, ...]) -> None:
    done = run("solve", "rolit", *arguments)
    assert done.exit_code == 2
    assert "go with --checkpoint" in done.output


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: this is no proof"),
        ("hello\n", "line 1: this is no proof"),
        ("{}\n", "line 1: this is no proof"),
        ('{"format": "ludotheque solve 0"}\n', "there format is 'ludotheque solve 0'"),
        ("HEAD[1, 2]\n", "line 2: this is no proof"),
    ],
)
def test_what_is_no_proof_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "proof"
    head = headed(ENDINGS, small(), 6)
    Checkpoint(file, head).close()
    file.write_text(text.replace("HEAD", file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(lt.Refusal, match=why):
        Checkpoint(file, head)


def test_proofs_that_contradict_each_other_are_refused() -> None:
    checkpoint = Checkpoint(None, {})
    checkpoint.prove(Proof("", 1, True, {}))
    checkpoint.prove(Proof("", 0, False, {}))
    with pytest.raises(lt.Refusal, match="at least 1, at most -1"):
        WholeGame(small(), checkpoint, 6, ENDINGS, SEARCH)


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(lt.Refusal, match="nowhere"):
        Checkpoint(tmp_path / "nowhere" / "proof", {})


# The check finds what is wrong


def proof_of_small() -> tuple[Proof, dict[str, Bounds]]:
    whole, checkpoint = solved_whole(small(), 6)
    return whole.proofs[True], checkpoint.book


def test_a_proof_is_walked_through() -> None:
    proof, book = proof_of_small()
    positions, pieces = audit.walked(small(), proof, book)
    assert positions >= len(proof.answers)
    assert {piece.position for piece in pieces} <= book.keys()
    for piece in pieces:
        state = lt.start("rolit", size=4, position=piece.position)
        assert margin(state) >= piece.points if piece.at_least else margin(state) <= piece.points


def test_a_forgotten_move_is_found() -> None:
    proof, book = proof_of_small()
    _, pieces = audit.walked(small(), proof, book)
    for piece in pieces:
        less = {position: bounds for position, bounds in book.items() if position != piece.position}
        with pytest.raises(audit.Flaw):
            audit.walked(small(), proof, less)


def test_an_answer_that_is_not_legal_is_found() -> None:
    proof, book = proof_of_small()
    wrong = proof._replace(answers={at: at for at in proof.answers})
    with pytest.raises(audit.Flaw, match="no legal answer"):
        audit.walked(small(), wrong, book)
    elsewhere = small().play("B4")
    with pytest.raises(audit.Flaw, match="not the position to start from"):
        audit.walked(elsewhere, proof, book)


def test_a_claim_too_many_is_found() -> None:
    """The same answers do not prove that red loses by less."""
    proof, book = proof_of_small()
    with pytest.raises(audit.Flaw):
        audit.walked(small(), proof._replace(points=proof.points + 1), book)


class Liar:
    """Says that every move keeps what is promised."""

    def between(self, state: RolitState, alpha: int, beta: int) -> int:
        return alpha


def test_pieces_that_are_wrong_fail_in_games() -> None:
    state = random_position(random.Random(2), 6, 11)
    endings = Endings(state, 16)
    value = endings.between(state, -36, 36)
    position = ENDINGS.alike(state).position()
    for points, at_least, right in ((value, True, True), (value, False, True), (value + 1, True, False)):
        piece = audit.Piece(position, points, at_least=at_least)
        if right:
            assert audit.tried(state, [piece], endings, 3, random.Random(0)) > 0
        else:
            with pytest.raises(audit.Flaw, match="it breaks at"):
                audit.tried(state, [piece], endings, 3, random.Random(0))
    with pytest.raises(audit.Flaw, match="belied"):
        audit.tried(state, [audit.Piece(position, value + 20, at_least=True)], Liar(), 3, random.Random(0))


def test_a_line_that_is_not_best_play_is_found() -> None:
    state = small()
    whole = solved_whole(state, 12)[0]
    endings = Endings(state, 16)
    line = best_play(ENDINGS, state, whole, 12)[0]
    audit.played(state, line, -2, endings, 12)
    with pytest.raises(audit.Flaw):
        audit.played(state, line, 0, endings, 12)
    with pytest.raises(audit.Flaw, match="ends otherwise"):
        audit.played(state, line[:-1], -2, endings, 12)


def test_a_piece_tells_on_which_side_it_is() -> None:
    state = random_position(random.Random(4), 4, 7)
    value, position = margin(state), ENDINGS.alike(state).position()
    box = Box.of(state)
    assert solved(box, Asked(position, value - 1)).bounds == Bounds(value, 16)
    assert solved(box, Asked(position, value)).bounds.upper == value


def test_how_large_pieces_are_by_themselves() -> None:
    assert size_of_pieces(small()) == 8
    assert size_of_pieces(lt.start("rolit")) == 22  # type: ignore[arg-type]  # Rolit is played on a line
