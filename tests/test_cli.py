"""The command line, as a person types it."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

import ludotheque as lt
from ludotheque.bots.levels import USUAL
from ludotheque.cli import bench, play_table
from ludotheque.cli.commands import app
from ludotheque.cli.library import problem
from ludotheque.cli.play_table import TerminalTable
from ludotheque.core.catalogues import Language
from ludotheque.core.cupboard import find
from ludotheque.core.typesetting import unbroken
from tests.test_plic_plac import dealt

RECORD = Path(__file__).parent / "playthroughs" / "rolit.txt"


def run(*arguments: str, typed: str | None = None, lang: Language = "en") -> Result:
    """A command in this process, in a language that is settled before."""
    return CliRunner(env={"LUDOTHEQUE_LANG": lang}).invoke(app, list(arguments), input=typed)


def ludotheque(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program itself, on a machine that speaks English unless told otherwise."""
    known = {name: value for name, value in os.environ.items() if name != "LUDOTHEQUE_LANG"}
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments],
        capture_output=True,
        text=True,
        env={**known, "LC_ALL": "en_GB.UTF-8", **environment},
        check=False,
    )


def test_games_lists_every_game_and_option() -> None:
    done = run("games")
    assert done.exit_code == 0
    for game in lt.games().values():
        assert str(game.title) in done.output
        assert all(f"-o {option.name}=" in done.output for option in game.options)
    assert "joueurs" in run("games", lang="fr").output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["games"], {}, "en"),
        (["games", "--lang", "fr"], {}, "fr"),
        (["games", "--lang=fr"], {}, "fr"),
        (["--lang", "fr", "games"], {}, "fr"),
        (["games", "--lang", "en"], {"LUDOTHEQUE_LANG": "fr"}, "en"),
        (["games"], {"LUDOTHEQUE_LANG": "fr"}, "fr"),
        (["games"], {"LC_ALL": "fr_CH.UTF-8"}, "fr"),
        (["games"], {"LC_ALL": "sv_SE.UTF-8"}, "fr"),
    ],
)
def test_the_program_speaks_the_language_asked_for(
    arguments: list[str], environment: dict[str, str], language: str
) -> None:
    done = ludotheque(*arguments, **environment)
    assert done.returncode == 0, done.stderr
    assert ("joueurs" if language == "fr" else "players") in done.stdout
    assert ("players" if language == "fr" else "joueurs") not in re.sub("-o players=", "", done.stdout)


@pytest.mark.slow
def test_help_is_in_the_language_asked_for_too() -> None:
    assert "An option of the game" in ludotheque("play", "--help").stdout
    french = ludotheque("play", "--help", "--lang", "fr").stdout
    assert "Une option du jeu" in french
    assert "An option of the game" not in french
    assert "ouverte jour et nuit" in ludotheque("--lang", "fr", "--help").stdout


@pytest.mark.slow
def test_nothing_of_the_help_or_of_an_error_is_left_in_the_librarys_language() -> None:
    for arguments in (["--help"], ["serve", "--help"], ["sheet", "check", "--help"]):
        german = ludotheque(*arguments, LUDOTHEQUE_LANG="de").stdout
        assert "Aufruf:" in german
        assert "Zeigt diese Hilfe" in german
        assert not re.search(r"Usage|OPTIONS|COMMAND|ARGS|Options:|default:|env var|required|exit\.|shell,", german)
    done = ludotheque("perft", "hopsy", "--dept", "3", LUDOTHEQUE_LANG="de")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Aufruf: ")
    assert "Es gibt keine Option --dept. Vielleicht --depth" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["perrft"], "there is no command perrft. Was it 'perft'?"),
        (["qqq"], "there is no command qqq."),
        (["perft"], "game is missing."),
        (["perft", "hopsy", "--qqq"], "there is no option --qqq."),
        (["perft", "hopsy", "--depth"], "--depth wants a value."),
        (["perft", "hopsy", "--depth", "x"], "--depth wants a number."),
        (["perft", "hopsy", "--depth", "0"], "--depth is at least 1."),
        (["puzzles", "hopsy", "--count", "99999"], "--count is at most 10000."),
        (["perft", "hopsy", "b", "--depth", "1"], "nothing is known to do with b."),
        (["sheet"], "a command is missing."),
    ],
)
def test_what_is_wrong_with_a_command_is_told_in_our_words(arguments: list[str], told: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert told in done.stderr


def test_an_error_nobody_foresaw_is_told_as_the_library_tells_it() -> None:
    assert problem("A new kind of trouble.") == "A new kind of trouble."
    assert problem("Invalid value for '--seed': strange") == "--seed does not fit: strange"


def test_a_language_there_is_none_of_is_refused() -> None:
    for arguments in (["games", "--lang", "sv"], ["--lang=sv", "games"], ["games", "--lang"]):
        done = ludotheque(*arguments)
        assert done.returncode == 2
        assert "the languages are de, en" in done.stderr
        assert "Traceback" not in done.stderr
    assert "les langues sont de, en" in ludotheque("games", "--lang", "sv", LC_ALL="fr_FR.UTF-8").stderr


def test_perft_prints_a_line_per_depth() -> None:
    assert run("perft", "rolit", "--depth", "3", "-o", "players=4").output == "1 3\n2 20\n3 135\n"
    start = "brbrbr/....../....../....../....../rbrbrb r"
    assert run("perft", "hopsy", "--depth", "2", "--position", start).output == "1 16\n2 282\n"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["perft", "chess", "--depth", "1"], "no game 'chess'"),
        (["perft", "hopsy", "--depth", "1", "-o", "size=9"], "no option 'size'"),
        (["perft", "hopsy", "--depth", "1", "-o", "variant"], "write name=value"),
        (["perft", "hopsy", "--depth", "1", "--position", "x"], "whose turn"),
        (["play", "rolit", "-o", "players=7"], "players=7"),
        (["play", "rolit", "--seat", "4"], "seats are 0 to 1"),
        (["play", "rolit", "--bot", "genius"], "no bot 'genius'"),
        (["replay", "/does/not/exist"], "/does/not/exist"),
        (["bench", "chess"], "no game 'chess'"),
    ],
)
def test_mistakes_are_named_and_exit_with_2(arguments: list[str], why: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert why in done.stderr
    assert "Traceback" not in done.output


def test_replay_shows_the_game_and_writes_pictures(tmp_path: Path) -> None:
    shown = run("replay", str(RECORD))
    assert shown.exit_code == 0
    assert "32. " in shown.output
    assert "win" in shown.output
    done = run("replay", str(RECORD), "--svg", str(tmp_path / "pictures"))
    assert done.exit_code == 0
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert len(pictures) == 33
    assert all(ElementTree.parse(picture).getroot().tag.endswith("svg") for picture in pictures)


def test_replay_judges_every_move(tmp_path: Path) -> None:
    """The blunder is marked and the better move named; good moves have only their value."""
    file = tmp_path / "game.txt"
    position = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
    record = lt.Record("hopsy", {"position": position}).add("red", "A5-A6").add("black", "A1-B1")
    file.write_text(record.dumps(), encoding="utf-8")
    lines = run("replay", str(file), "--analyse").output.splitlines()
    assert "   ?? a blunder; better: the pawn from E3 to E5 (+1.00)" in lines
    assert sum(line.startswith("   value ") for line in lines) == 2
    french = run("replay", str(file), "--analyse", lang="fr").output
    assert unbroken("   ?? gaffe ; mieux : le pion de E3 à E5 (+1,00)", "fr") in french
    assert "value" not in run("replay", str(file)).output


def test_replay_names_the_bad_line_and_writes_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    lines[10] = lines[10][:-2] + "A1"
    bad.write_text("\n".join(lines), encoding="utf-8")
    done = run("replay", str(bad), "--svg", str(tmp_path / "pictures"))
    assert done.exit_code == 2
    assert "line 11" in done.stderr
    assert not (tmp_path / "pictures").exists()
    bad.write_bytes(b"\xff\xfe")
    assert run("replay", str(bad)).exit_code == 2


def test_a_whole_game_against_a_bot_with_hints_only(tmp_path: Path) -> None:
    """Hints can be followed to the end, mistakes change nothing, and the saved record replays."""
    saved = tmp_path / "game.txt"
    state = lt.start("rolit", size=4)
    typed = ["?", "Z9", "A1", "hint", ""]
    typed += [
        str(square) for _ in range(8) for square in (f"{row}{column}" for row in "ABCD" for column in range(1, 5))
    ]
    done = run("play", "rolit", "-o", "size=4", "--seed", "3", "--record", str(saved), typed="\n".join(typed))
    assert done.exit_code == 0, done.output
    assert "'Z9' is not a move" in done.output
    assert "Try " in done.output
    assert "\n".join(f"{move}  the ball on {move}" for move in state.moves()) in done.output
    record = lt.Record.loads(saved.read_text(encoding="utf-8"))
    assert record.names == {"red": "you", "green": USUAL}
    assert record.replay().over


def test_undo_takes_back_one_s_own_last_move(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    typed = "undo\nF1-E1\nundo\nF3-E3\nsave\nsave /no/such/folder/x\nquit\n"
    done = run("play", "hopsy", "--seed", "1", "--record", str(saved), typed=typed)
    assert "Nothing to take back" in done.output
    assert "Say which file" in done.output
    assert "there is no such file" in done.output
    moves = lt.Record.loads(saved.read_text(encoding="utf-8")).moves
    assert [played.move for played in moves][:1] == ["F3-E3"]
    assert len(moves) == 2


def test_undo_before_one_s_first_move_keeps_the_bot_s(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    done = run("play", "hopsy", "--seat", "1", "--seed", "1", "--record", str(saved), typed="undo\nquit\n")
    assert "Nothing to take back" in done.output
    assert len(lt.Record.loads(saved.read_text(encoding="utf-8")).moves) == 1


@pytest.mark.parametrize(
    ("game", "lang", "line", "refusal"),
    [
        ("hopsy", "fr", "F3-E3  le pion de F3 à E3", "F3-E3 (le pion de F3 à E3)"),
        ("plic_plac", "de", "look 2   schaut Karte 2 an", "look 2 (schaut Karte 2 an)"),
    ],
)
def test_moves_are_listed_with_their_words(game: str, lang: str, line: str, refusal: str) -> None:
    """In the person's language, beside what one types."""
    done = run("play", game, "--hotseat", "--seed", "1", typed="\n?\nA1-A1\nlook 99\nquit\n", lang=lang)
    assert line in done.output.splitlines()
    assert refusal in done.output


def test_of_many_moves_the_first_are_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the others as one types them: at times there are hundreds."""
    monkeypatch.setattr(play_table, "_IN_WORDS", 5)
    moves = [str(move) for move in lt.start("hopsy").moves()]
    done = run("play", "hopsy", "--hotseat", typed="?\nquit\n")
    assert done.output.count("the pawn from") == 5
    assert "  ".join(moves[5:]) in done.output.splitlines()


@pytest.mark.slow
def test_hotseat_in_french() -> None:
    typed = "F1-E1\nA1-B1\nreprendre\nconseil\nplateau\nquitter\n"
    done = run("play", "hopsy", "--hotseat", typed=typed, lang="fr")
    assert done.exit_code == 0
    assert "noir > " in done.output
    assert "Essayez" in done.output


def test_the_cupboard_opens_and_plays() -> None:
    done = run("play", typed="9\nrolit\nplayers=9\nplayers=3 size=4\n9\n3 1\nB4\nquit\n")
    assert done.exit_code == 0, done.output
    assert "players=9 is not allowed" in done.output
    assert "Red: the ball on B4 (B4)" in done.output
    assert run("play", typed="").exit_code == 0, "leaving is not an error"


def test_each_seat_has_its_own_bot(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    bots = ("--bot", "novice", "--bot", "greedy")
    given = ("-o", "players=3", "-o", "size=4", "--seat", "1", "--record", str(saved))
    done = run("play", "rolit", *bots, *given, typed="quit\n")
    assert done.exit_code == 0, done.output
    names = lt.Record.loads(saved.read_text(encoding="utf-8")).names
    assert list(names.values()) == ["novice", "you", "greedy"]
    done = run("play", "rolit", *bots, "-o", "players=4")
    assert done.exit_code == 2
    assert "2 bots for 3 other seats" in done.stderr


@pytest.mark.slow
def test_preparing_compiles_and_ends() -> None:
    assert run("prepare", "plic_plac").exit_code == 0
    assert run("prepare", "chess").exit_code == 2


def test_refusals_are_in_the_language_asked_for() -> None:
    done = run("play", "rolit", "-o", "players=7", lang="fr")
    assert "players=7 n'est pas permis" in done.stderr


def test_listing_games_does_not_wait_for_the_compiler() -> None:
    code = (
        "import sys; from ludotheque.cli.commands import app; app(['games'], standalone_mode=False);"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.slow
def test_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = bench.measure(find("rolit"), {}, 0.02)
    monkeypatch.setattr(bench, "measure", lambda *_, **__: measured)  # once is enough
    done = run("bench", "rolit", "--json")
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)["rolit"]
    assert figures["compiled_moves_per_s"] > figures["state_moves_per_s"] > 0
    assert figures["search_nodes"] > 0
    assert figures["endings_nodes_per_s"] > figures["mcts_games_per_s"] > 0
    assert "rolit" in run("bench", "rolit").output


@pytest.mark.slow
def test_colours_in_a_real_terminal() -> None:
    """Under a terminal the board is coloured; in a pipe it is plain."""
    main, terminal = pty.openpty()
    command = [sys.executable, "-m", "ludotheque", "replay", str(RECORD)]
    with subprocess.Popen(command, stdout=terminal, close_fds=True) as process:
        os.close(terminal)
        seen = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        assert process.wait() == 0
    os.close(main)
    assert b"\x1b[48;5;" in seen
    piped = subprocess.run(command, capture_output=True, check=True).stdout
    assert b"\x1b[" not in piped


def test_one_person_holds_both_seats_of_a_solo_game() -> None:
    done = run("play", "rolit", "-o", "players=1", "-o", "size=4", typed="B4\nquit\n")
    assert "grey > " in done.output, "no bot answers"
    cupboard = run("play", typed="rolit\nplayers=1\nquit\n")
    assert "Against whom" not in cupboard.output


def test_a_finished_game_can_be_saved_and_taken_back(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    position = "position=rrrr/rryg/gggg/ggg. r"
    typed = f"D4\nundo\nD4\nsave {saved}\n\n"
    done = run("play", "rolit", "-o", "size=4", "-o", position, "--hotseat", typed=typed)
    assert done.output.count("The game is over") == 3
    assert lt.Record.loads(saved.read_text(encoding="utf-8")).replay().over


def test_places_that_cannot_be_written_are_refused_before_the_game(tmp_path: Path) -> None:
    done = run("play", "hopsy", "--record", "/nonexistent/x", typed="quit\n")
    assert done.exit_code == 2
    assert "cannot write there" in done.stderr
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    done = run("replay", str(RECORD), "--svg", str(file))
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_a_position_can_be_given_in_the_cupboard() -> None:
    typed = "hopsy\nposition='brbrbr/....../....../....../....../rbrbrb b'\n0\nquit\n"
    assert "black > " in run("play", typed=typed).output


def test_hidden_cards_at_one_screen_are_handed_over() -> None:
    typed = "\nlook 1\npass\n\nlook 2\nquit\n"
    done = run("play", "plic_plac", "--hotseat", "--seed", "4", typed=typed)
    assert done.output.count("Hand over the screen") == 2
    assert "Chance: deals the cards" in done.output
    assert "deal c" not in done.output


@pytest.mark.parametrize("seed", range(6))
def test_hints_remember_what_the_player_has_seen(seed: int) -> None:
    """Four cards were shown and a fifth looked at; they are face down again, but the hint builds on them."""
    start = dealt("cR sO sR tO tY cO sY tR cY", players=1)
    said: list[str] = []
    typed = iter(["look 1", "plic-plac 2", "look 3", "plic-plac 4", "look 5", "pass", "look 6", "hint", "quit"])
    table = TerminalTable(
        start,
        [None],
        lt.Record.of(start),
        rng=random.Random(seed),
        ask=lambda _: next(typed),
        say=said.append,
        language="en",
        colour=False,
    )
    table.run()
    advice = next(line for line in said if line.startswith("Try "))
    assert advice.partition(" (")[0] in {"Try plic-plac-ploc", *(f"Try plic-plac {place}" for place in (1, 2, 3, 4, 5))}


def test_somebody_else_can_interrupt() -> None:
    typed = "\n2: blocage\n1: look 3\nquit\n"
    done = run("play", "plic_plac", "--hotseat", "--seed", "4", "-o", "players=3", typed=typed)
    assert "Player 2: announces a blocage (blocage)" in done.output
    assert "  x 2" in done.output or "x 2 (0)" in done.output


def test_perft_does_not_count_what_it_cannot_list() -> None:
    done = run("perft", "plic_plac", "--depth", "2")
    assert done.exit_code == 2
    assert "too many outcomes" in done.stderr


def test_commands_stay_with_whoever_has_the_screen() -> None:
    typed = "\nlook 1\nplic-plac-ploc\n2: hint\n2: ?\nundo\nquit\n"
    done = run("play", "plic_plac", "--hotseat", "--seed", "4", typed=typed)
    assert done.exit_code == 0, done.output
    assert "Try " in done.output
    assert "Seen is seen" in done.output
