"""Drawing a sheet: codes, mistakes and where they are, and what is seen in every way of folding."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

import ludotheque as lt
from ludotheque.bots.alone import Alone, play_on
from ludotheque.core.cupboard import find
from ludotheque.core.text import Refusal
from ludotheque.drawing.editor import Draft, check_public_name, editor_of, tidy_name
from ludotheque.games.hop_plie.checks import check, flaws
from ludotheque.games.hop_plie.editor import EDITOR, HALF, NO_PAPER, draft_of, sheet_of
from ludotheque.games.hop_plie.paper import SIZE, after, read_steps, tokens
from ludotheque.games.hop_plie.sheet import LEVELS, of_level, read
from tests.cases import OURS

GAME = find("hop_plie")


@pytest.mark.parametrize("level", LEVELS)
def test_a_sheet_is_the_same_after_it_was_a_code(level: int) -> None:
    sheet = of_level(level)
    draft = draft_of(sheet, "Mine")
    again = EDITOR.draft(draft.code, "Mine")
    assert again == draft
    assert (sheet_of(again).front, sheet_of(again).back) == (sheet.front, sheet.back)
    assert len(draft.code) < 160, "it stands in an address"
    assert read(EDITOR.document(draft)) == sheet_of(draft)
    assert f"level: {level}" in str(lt.start("hop_plie", players=1, sheet=EDITOR.document(draft)).options["sheet"])


@pytest.mark.parametrize(
    "code",
    ["", "1", "1-0", "9-0-0", "1-x-0", "1-300s-0", "1-0-0-0", "2-0-" + "9" * 5000, "1-~-0", "1-i-0"],
)
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(Refusal):
        EDITOR.draft(code, "")


def test_all_that_is_wrong_is_told_at_once_and_where() -> None:
    empty = Draft("1", "", ("." * SIZE**2,) * 2)
    mistakes = EDITOR.mistakes(empty)
    assert len(mistakes) > 10
    told = {str(each.message): each.cells for each in mistakes}
    assert told["H8: something is missing: target (front H8)"] == ("front-H8",)
    for sheet in map(of_level, LEVELS):
        assert EDITOR.mistakes(draft_of(sheet, "")) == []
        check(sheet)


def test_the_first_mistake_is_the_one_that_refuses_the_sheet() -> None:
    good = draft_of(of_level(2), "")
    for at in range(0, SIZE * SIZE, 43):
        for letter in "ut":
            cells = good.cells[0][:at] + letter + good.cells[0][at + 1 :]
            sheet = sheet_of(Draft("2", "", (cells, good.cells[1])))
            found = list(flaws(sheet))
            if not found:
                check(sheet)
                continue
            with pytest.raises(Refusal) as refused:
                check(sheet)
            assert str(found[0].message) in str(refused.value.message)


@pytest.mark.parametrize(("kind", "many"), [("1", 81), ("3", 81), ("4", 512)])
def test_every_way_of_folding_is_shown_once(kind: str, many: int) -> None:
    poses = EDITOR.poses(kind)
    assert len(poses) == len({pose.seen for pose in poses}) == many
    assert len({str(pose.name) for pose in poses}) == many
    assert poses[0].seen == tuple(range(SIZE * SIZE))


def test_what_is_seen_is_what_the_folded_paper_shows() -> None:
    for pose in EDITOR.poses("1")[1:12]:
        lines = (
            tokens(after(read_steps(str(pose.name)))) if "large" in str(pose.name) or "small" in str(pose.name) else []
        )
        for place, token in enumerate(" ".join(lines).split()):
            expected = {".": NO_PAPER, "/": HALF}.get(token)
            if expected is None:
                row, column = "ABCDEFGHIJKLMNO".index(token[2]), int(token[3:]) - 1
                expected = SIZE * SIZE * (token[0] == "B") + SIZE * row + column
            assert pose.seen[place] == expected


def test_each_pose_can_be_seen_large() -> None:
    draft = draft_of(of_level(4), "")
    for pose in (0, 80, 100, 511):
        scene = EDITOR.scene(draft, pose)
        assert {item.group for item in scene.items if item.group} == {group.id for group in scene.groups}


def test_names_are_tidied_and_those_for_everybody_looked_at() -> None:
    assert tidy_name("a|b\n#c" + 80 * "x") == ("a b c" + 80 * "x")[:40]
    check_public_name("Étoiles filantes 2")
    for name in ("", "  ", "123", "buy at http://x.y", "www.x.y", "me@x", "shop.com"):
        with pytest.raises(Refusal):
            check_public_name(name)


def test_only_some_games_are_drawn() -> None:
    assert [game for game in OURS if editor_of(find(game))] == ["hop_plie"]
    for kind in EDITOR.kinds:
        letters = {brush.letter for brush in EDITOR.brushes(kind)} | {"."}
        for surface in EDITOR.surfaces:
            assert {f"{surface.id}-{letter}" for letter in letters} <= set(EDITOR.symbols(kind))
            assert {f"{surface.id}-{letter}" for letter in letters} <= set(EDITOR.colours(kind))


@pytest.mark.slow
def test_a_trial_goes_on_where_it_was_left_and_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """In small pieces or in one, here or in another process."""
    from ludotheque.bots import alone as trials

    monkeypatch.setattr(trials, "_BOT", "novice")
    begun = Alone("hop_plie", (("players", "1"),), 3)
    whole = begun
    while not whole.over:
        whole = play_on(whole)
    looked = itertools.count()  # a clock that goes on when somebody looks: a quick machine plays as many pieces
    monkeypatch.setattr(trials, "time", SimpleNamespace(monotonic=lambda: next(looked) / 10))
    pieces, alone = 0, begun
    while not alone.over:
        alone, pieces = play_on(alone), pieces + 1
        trials._sittings.clear()
    assert pieces > 1
    assert (alone.moves, alone.result) == (whole.moves, whole.result)
