"""Players that answer in words, in the arena: replies good and bad, counted and rated."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import ludotheque as lt
from ludotheque.arena.entrants import Entrant
from ludotheque.arena.fixtures import Fixture, Setup, play
from ludotheque.bots.turns import next_move, show
from ludotheque.cli.commands import app
from ludotheque.core.cupboard import find
from ludotheque.research.textplayers import Replies, TextPlayer
from tests.cases import OURS

SCRIPTED = """
import re

from ludotheque import TextPlayer


def legal(prompt):
    return re.findall(r"^Legal moves: (.*)$", prompt, re.MULTILINE)[-1].split(", ")


def good(prompt):
    return f"I have thought about it.\\n**MOVE:** {legal(prompt)[0]}"


def bad(prompt):
    return "I resign."


def second_thoughts(prompt):
    return good(prompt) if "That cannot be played" in prompt else "MOVE: Z9"


class Last(TextPlayer):
    def reply(self, prompt):
        return "MOVE: " + legal(prompt)[-1]


unspeaking = 7
"""


def first_move(prompt: str) -> str:
    found = re.search(r"MOVE: (.*)$", prompt.partition("That cannot be played")[0], re.MULTILINE)
    assert found
    return found[0]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """A module of one's own in the current folder, as somebody has who tries a model."""
    name = f"scripted_{abs(hash(tmp_path)):x}"
    (tmp_path / f"{name}.py").write_text(SCRIPTED, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return lambda what: f"{name}:{what}"


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["--lang", "en", "arena", "rolit", *arguments, "-o", "size=4", "--workers", "1"])


def test_the_report_tells_the_part_of_illegal_replies_and_ratings(script: Callable[[str], str], tmp_path: Path) -> None:
    names = [script("good"), script("bad"), script("second_thoughts"), script("bad:tries=1"), script("Last"), "random"]
    done = arena(*names, "--games", "4", "--json", str(tmp_path / "games.json"))
    assert done.exit_code == 0, done.output
    assert "illegal replies" in done.output
    standings = json.loads((tmp_path / "games.json").read_text("utf-8"))["summary"]["standings"]
    illegal = {each["name"]: each["illegal"] for each in standings}
    assert [illegal[name] for name in names] == [0.0, 1.0, 0.5, 1.0, 0.0, None]
    assert all(each["rating"]["value"] is not None for each in standings)
    again = arena(*names, "--games", "4", "--json", str(tmp_path / "games.json"))
    assert "illegal replies" in again.output, "what was counted is kept in the file"


def test_without_players_of_words_the_report_has_no_such_column() -> None:
    assert "illegal" not in arena("greedy", "random", "--games", "2").output


def test_replies_are_counted_game_by_game(script: Callable[[str], str]) -> None:
    bad, good = script("bad"), script("good")
    game = play(Setup("rolit", {"size": "4"}, 2), Fixture(1, 0, (bad, good)))
    wrong, right = game.efforts[bad], game.efforts[good]
    assert (wrong.replies, wrong.refused) == (3 * wrong.moves, 3 * wrong.moves)
    assert (right.replies, right.refused) == (right.moves, 0)


@pytest.mark.parametrize("game", OURS)
def test_whoever_names_legal_moves_plays_every_game(game: str) -> None:
    """Some moves of each: all that a reply must be read by is in a view."""
    rng, state = random.Random(1), lt.start(game)
    players = {seat: lt.text_player(first_move)(find(game)) for seat in range(len(state.seats))}
    show(state, players)
    while sum(each.replies.given for each in players.values()) < 12 and not state.over:
        turn = next_move(state, players, rng)
        assert turn is not None
        state = state.play(turn[1], turn[0])
        show(state, players)
    assert sum(each.replies.given for each in players.values()) > 5
    assert sum(each.replies.refused for each in players.values()) == 0


def test_what_was_wrong_is_said_and_after_three_tries_a_legal_move_is_drawn() -> None:
    prompts: list[str] = []

    def stubborn(prompt: str) -> str:
        prompts.append(prompt)
        return "MOVE: A1"

    state = lt.start("rolit", size=4)
    player = lt.text_player(stubborn)(state.game)
    assert player.choose(state.view(0), state.moves(0), random.Random(1)) in state.moves(0)
    assert player.replies == Replies(3, 3)
    assert prompts[0] == lt.prompt(state, 0)
    assert prompts[1] == prompts[2]
    assert prompts[1].startswith(prompts[0])
    assert "You replied:\nMOVE: A1\nThat cannot be played: A1 is not legal here." in prompts[1]


def test_a_player_is_told_what_its_seat_has_seen_and_nothing_else() -> None:
    prompts: list[str] = []

    def looking(prompt: str) -> str:
        prompts.append(prompt)
        return first_move(prompt)

    state = lt.roll(lt.start("plic_plac").play("first 1"), random.Random(3))
    players = {0: lt.text_player(looking)(state.game), 1: lt.text_player(first_move)(state.game)}
    moments = [state]
    for move, seat in (("look 3", 0), ("pass", 0), ("look 5", 1), ("pass", 1)):
        moments.append(moments[-1].play(move, seat))
    for moment in moments:
        show(moment, players)
    players[0].choose(moments[-1].view(0), moments[-1].moves(0), random.Random(1))
    own, other = moments[1].view(0)["faces"], moments[3].view(1)["faces"]  # type: ignore[typeddict-item]  # the game's own
    assert f'"3": "{own["3"]}"' in prompts[0]
    assert f'"5": "{other["5"]}"' not in prompts[0]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("nowhere_at_all:reply", "cannot be loaded: No module named 'nowhere_at_all'"),
        ("json:nothing", "cannot be loaded"),
        ("unspeaking", "neither a bot nor a function"),
        ("good:tries=0", "tries=0: a whole number"),
        ("good:nodes=4", "no such setting"),
    ],
)
def test_what_cannot_take_part_is_refused_in_words(script: Callable[[str], str], bot: str, said: str) -> None:
    named = bot if bot.partition(":")[0] in ("nowhere_at_all", "json") else script(bot)
    with pytest.raises(lt.Refusal, match=said):
        Entrant.read(named).make(find("rolit"))


def test_a_reply_that_is_no_text_is_an_error_of_its_author() -> None:
    state = lt.start("rolit", size=4)
    mute: type[TextPlayer] = lt.text_player(lambda prompt: None)  # type: ignore[arg-type,return-value]  # what is tried
    with pytest.raises(TypeError, match="a reply is a text, not None"):
        mute(state.game).choose(state.view(0), state.moves(0), random.Random(1))


@pytest.mark.slow
def test_other_processes_find_it_too(script: Callable[[str], str]) -> None:
    names = script("good"), script("bad")
    given = ["--lang", "en", "arena", "rolit", *names, "-o", "size=4", "--games", "4", "--workers", "2"]
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 0, done.output
    assert "100.0 %" in done.output
