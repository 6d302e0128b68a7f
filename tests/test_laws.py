"""Each law fails on a game that is broken in just that way."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.brain import Brain
from ludotheque.core.catalogues import Language
from ludotheque.core.text import verbatim
from ludotheque.drawing.scene import Item, Scene
from ludotheque.games.hopsy import brain as hopsy_brain
from ludotheque.games.plic_plac import board as plic_plac_board
from ludotheque.games.plic_plac import brain as plic_plac_brain
from ludotheque.games.plic_plac.rules import PlicPlacState
from ludotheque.testing import coaching, labels, laws, pictures, thinking
from tests.outside import Change, installed

_OVERFLOW = """

from ludotheque.core.boards.compiled import compiled


@compiled
def overflow(a: int) -> int:
    return ((a << 62) >> 62) - a
"""
"""Plain Python has whole numbers of any length; compiled code has not."""

_COACH = """
from ludotheque.core.text import Text
from ludotheque.drawing.coach import Asked, Coach, firsts
from ludotheque.drawing.scene import UNSPOKEN

COACH = Coach(
    lambda view, paths: Asked(Text("Take some."), THINGS),
    lambda view, item: item.name,
    lambda view, paths, chosen, item: UNSPOKEN,
)
"""
_LESSON = """
from ludotheque.core.lesson import Lesson, Lessons, Step
from ludotheque.core.text import Text

LESSON = Lesson("pebbles", Text("Pebbles"), (Step(Text("Take one."), "MOVE"),), Text("That is all."))
LESSONS = Lessons((LESSON,))
"""
_HURRY = """    @property
    def hurry(self):
        from ludotheque.core.contract import Hurry
        return None if self.over else Hurry(5, Take(1))

"""
_VARIANT = """    options=(PILE,),
    variants=(Variant("short", Text("Short"), verbatim(" "), {"pile": "7"}),),"""
BROKEN: dict[str, tuple[laws.Law, str, list[Change]]] = {
    "label without words": (
        laws.labels_are_whole,
        "a text of the label is empty",
        [("__init__.py", "Take one, two or three pebbles; whoever takes the last one wins.", " ")],
    ),
    "label that boasts": (
        laws.labels_are_whole,
        "the label says",
        [("__init__.py", "reseat=loser_begins,", 'reseat=loser_begins, abilities=frozenset({"mind"}),')],
    ),
    "texts read as other moves": (
        laws.random_play_is_sound,
        "texts are not read back",
        [("rules.py", "return Take(int(number))", "return Take(1)")],
    ),
    "moves for those who do not act": (
        laws.random_play_is_sound,
        "over, outcome and acting disagree",
        [("rules.py", "        if self.pebbles:\n            return None\n", "")],
    ),
    "a reason that has no words": (
        laws.random_play_is_sound,
        "is no reason of the label",
        [("rules.py", '(winner,), "last")', '(winner,), "first")')],
    ),
    "equal states that hash differently": (
        laws.random_play_is_sound,
        "hash differently",
        [("rules.py", "    def _moves(", "    def __hash__(self) -> int:\n        return id(self)\n\n    def _moves(")],
    ),
    "nonsense is a move": (
        laws.wrong_input_is_refused,
        "nonsense was not refused",
        [("rules.py", 'raise malformed(text, "take 1", "take 2", "take 3")', "return Take(1)")],
    ),
    "moves of any moment": (
        laws.moves_of_other_phases_are_refused,
        "a move of another moment was not refused",
        [("rules.py", "    def _moves(", "    def _legal(self, move, seat):\n        return move\n\n    def _moves(")],
    ),
    "a view that is handed out twice": (
        laws.states_are_values,
        "changed from outside",
        [
            ("rules.py", "return {**self._seen", 'return vars(self).setdefault("kept", {**self._seen'),
            ("rules.py", '"turn": self.turn}', '"turn": self.turn})'),
        ],
    ),
    "a state that stays where it is": (
        laws.states_travel,
        "cannot be sent to another process",
        [("rules.py", "    def _moves(", "    def __reduce__(self):\n        raise TypeError\n\n    def _moves(")],
    ),
    "a view with something that is not plain": (
        laws.views_are_plain,
        "not plain data",
        [("rules.py", '"turn": self.turn}', '"turn": self.turn, "more": (1, 2)}')],
    ),
    "a view that shows too little": (
        laws.views_are_plain,
        "does not restore the state",
        [("rules.py", ', turn=view["turn"])', ")")],
    ),
    "a brain that imagines another game": (
        thinking.guesses_agree_with_the_view,
        "looks otherwise",
        [("brain.py", "    return restore(view)", '    return restore({**view, "pebbles": 3})')],
    ),
    "two things with one id": (
        pictures.pictures_are_whole,
        "several things have the ids",
        [("board.py", 'Item(f"pebble-{at}"', 'Item("pebble"')],
    ),
    "two things with one id, as somebody else sees it": (
        pictures.pictures_are_whole,
        "several things have the ids",
        [("board.py", 'Item(f"pebble-{at}"', "Item(f\"pebble-{at if view['seat'] != 1 else 0}\"")],
    ),
    "a move that cannot be clicked": (
        pictures.pictures_are_whole,
        "some move cannot be clicked",
        [("board.py", "for move in moves}", "for move in moves[1:]}")],
    ),
    "a path to what is not there": (
        pictures.pictures_are_whole,
        "paths name what is not there",
        [("board.py", "view['pebbles'] - move", "view['pebbles'] + move")],
    ),
    "a symbol that nobody drew": (
        pictures.pictures_are_whole,
        "there are no symbols",
        [("board.py", '"pebble": \'<ellipse', '"stone": \'<ellipse')],
    ),
    "moves without words": (
        laws.moves_have_words,
        "has no words",
        [("rules.py", '"takes {n} pebble", "takes {n} pebbles"', '" ", " "')],
    ),
    "pieces that change their names": (
        pictures.pieces_keep_their_ids,
        "these moved",
        [("board.py", 'Item(f"pebble-{at}"', "Item(f\"pebble-{view['pebbles'] - at}\"")],
    ),
    "a game that takes longer than it says": (
        laws.bounds_are_kept,
        "still going on",
        [("rules.py", "        return self.pile\n", "        return 3\n")],
    ),
    "scores beyond what it says": (
        laws.bounds_are_kept,
        "out of range",
        [("rules.py", "return 0, 1", "return 0, 0")],
    ),
    "arithmetic that is another when compiled": (
        laws.plain_and_compiled_agree,
        "play different games",
        [
            ("rules.py", "MOST = 3\n", f"MOST = 3\n{_OVERFLOW}"),
            ("rules.py", "range(1, min(MOST, self.pebbles) + 1)", "range(1, 2 + (overflow(self.pebbles) != 0))"),
        ],
    ),
    "a brain that stumbles": (
        thinking.bots_play,
        "empty",
        [("brain.py", "moves, _value)", "moves, _value)[:0]")],
    ),
    "a brain that wants to lose": (
        thinking.brains_are_of_use,
        "the brain misleads it",
        [("brain.py", "% (MOST + 1) else 1.0", "% (MOST + 1) else -1.0")],
    ),
    "a hurry that never ends": (
        laws.random_play_is_sound,
        "the hurry goes on",
        [("rules.py", "    def _moves(", f"{_HURRY}    def _moves(")],
    ),
    "a variant without a word": (
        labels.variants_are_whole,
        "short has no line",
        [
            (
                "__init__.py",
                "from ludotheque.core.text",
                "from ludotheque.core.variants import Variant\nfrom ludotheque.core.text",
            ),
            ("__init__.py", "    options=(PILE,),", _VARIANT),
        ],
    ),
    "a game for one that two play": (
        labels.alone_has_an_aim,
        "give it to several",
        [
            (
                "__init__.py",
                "from ludotheque.core.text",
                "from ludotheque.core.solo import Solo\nfrom ludotheque.core.text",
            ),
            ("__init__.py", "    options=(PILE,),", '    options=(PILE,),\n    solo=Solo({}, Text("Alone."), ()),'),
        ],
    ),
    "a coach who names what cannot be done": (
        coaching.coach_names_what_is_legal,
        "names what cannot be chosen",
        [("coach.py", "", _COACH.replace("THINGS", "('pebble-0',)"))],
    ),
    "a coach who names nothing": (
        coaching.coach_names_what_is_legal,
        "the coach names nothing",
        [("coach.py", "", _COACH.replace("THINGS", "()"))],
    ),
    "a thing that cannot explain itself": (
        coaching.coach_names_what_is_legal,
        "what pebble-0 is has no words",
        [("coach.py", "", _COACH.replace("THINGS", "firsts(paths)").replace("item.name", "UNSPOKEN"))],
    ),
    "a lesson that cannot be played": (
        coaching.lessons_can_be_played,
        "is not a move",
        [("lessons.py", "", _LESSON.replace("MOVE", "take 9"))],
    ),
    "a step of two sentences": (
        coaching.lessons_can_be_played,
        "is more than one sentence",
        [("lessons.py", "", _LESSON.replace("MOVE", "take 1").replace("Take one.", "Say “Go!” now. Take one."))],
    ),
    "a step too long to read": (
        coaching.lessons_can_be_played,
        "is long in",
        [("lessons.py", "", _LESSON.replace("MOVE", "take 1").replace("Take one.", "Take one" + " more" * 25))],
    ),
    "two lessons with one name": (
        coaching.lessons_can_be_played,
        "two lessons have the same id",
        [("lessons.py", "", _LESSON.replace("MOVE", "take 1").replace("LESSON,", "LESSON, LESSON,"))],
    ),
    "a lid without a picture": (
        pictures.rulebooks_are_whole,
        "one picture is on the lid",
        [("rulebook.en.md", '"cover"', '"pile=21"')],
    ),
    "a picture that is old": (
        pictures.rulebooks_are_whole,
        "draw the diagrams anew",
        [("diagrams/two.svg", "<ellipse", "<circle")],
    ),
    "a recipe that cannot be read": (
        pictures.rulebooks_are_whole,
        "a recipe cannot be read",
        [("rulebook.en.md", 'diagrams/two.svg "', 'diagrams/two.png "')],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_small_game_broken_in_one_way(name: str, tmp_path: Path) -> None:
    law, says, changes = BROKEN[name]
    with installed(tmp_path, "wobble", *changes) as game, pytest.raises((AssertionError, ValueError), match=says):
        law(game, {})


def test_every_law_is_shown_to_fail() -> None:
    shown = {law for law, _, _ in BROKEN.values()} | {laws.secrets_are_kept, thinking.searches_are_sound}
    assert shown == {*laws.ONCE.values(), *laws.ALWAYS.values()}


# Secrets: a game of hidden cards that tells one of them, each time by another way


def _leaking_view(state: PlicPlacState, seat: int | None) -> Any:
    return {**_view(state, seat), "more": str(state.cards)}


_view, _scene = PlicPlacState.view, plic_plac_board.BOARD.scene


def _broken_view(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(PlicPlacState, "view", _leaking_view)
    return "the view tells seat"


def _broken_repr(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(PlicPlacState, "__repr__", lambda state: f"<{state.cards}>")
    return "repr tells seat"


def _broken_words(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(PlicPlacState, "describe", lambda state, move: verbatim(f"{move} of {state.cards}"))
    return "the words of moves tells seat"


def _broken_refusal(patch: pytest.MonkeyPatch) -> str:
    def parse(state: PlicPlacState, text: str) -> object:
        raise lt.IllegalMove(verbatim(str(state.cards)))

    patch.setattr(PlicPlacState, "parse", parse)
    return "a refusal tells seat"


def _broken_scene(patch: pytest.MonkeyPatch) -> str:
    def scene(state: PlicPlacState, seat: int | None = None) -> Scene:
        shown = _scene(_view(state, seat))
        return dataclasses.replace(shown, items=(*shown.items, Item(f"card-{state.cards}", "nothing", 0, 0)))

    patch.setattr(PlicPlacState, "scene", scene)
    return "the scene tells seat"


def _broken_text(patch: pytest.MonkeyPatch) -> str:
    def text(state: PlicPlacState, seat: int | None = None, language: Language | None = None) -> Any:
        class Shown:
            def plain(self) -> str:
                return str(state.cards)

        return Shown()

    patch.setattr(PlicPlacState, "text", text)
    return "the text tells seat"


def _nothing_exchanged(patch: pytest.MonkeyPatch) -> str:
    game = lt.games()["plic_plac"]
    patch.setitem(vars(game), "rules", dataclasses.replace(game.rules, redealt=lambda state, seat, rng: state))
    return "redealt does nothing"


@pytest.mark.parametrize(
    "broken",
    [_broken_view, _broken_repr, _broken_words, _broken_refusal, _broken_scene, _broken_text, _nothing_exchanged],
)
def test_a_game_that_tells_a_secret(
    broken: Callable[[pytest.MonkeyPatch], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    says = broken(monkeypatch)
    with pytest.raises(AssertionError, match=says):
        laws.secrets_are_kept(lt.games()["plic_plac"], {"cards": "2x2"})


def test_a_brain_that_imagines_other_cards_than_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    right = plic_plac_brain.BRAIN

    def determinise(view: Any, memory: Any, rng: Any) -> lt.State:
        imagined = right.determinise(view, memory, rng)
        redealt = lt.games()["plic_plac"].rules.redealt
        assert redealt is not None
        return redealt(imagined, None, rng)

    wrong = dataclasses.replace(right, determinise=determinise)
    monkeypatch.setitem(vars(lt.games()["plic_plac"]), "brain", wrong)
    with pytest.raises(AssertionError, match="looks otherwise"):
        thinking.guesses_agree_with_the_view(lt.games()["plic_plac"], {})


# Searches: what they ask of a brain


def _searching(**wrong: Any) -> Brain:
    search = hopsy_brain.BRAIN.search
    assert search is not None
    return dataclasses.replace(hopsy_brain.BRAIN, search=dataclasses.replace(search, **wrong))


_ORDER = hopsy_brain.ordering


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"key": lambda rules, line, at: 0}, "have the same key"),
        ({"key": lambda rules, line, at: (id(line) * 64 + at) << 3}, "one position has two keys"),
        ({"threat": lambda rules, line, at, sets: 3}, "a threat is 0, 1 or 2"),
        ({"threat": lambda rules, line, at, sets: 2}, "a win at once is claimed"),
        ({"threat": lambda rules, line, at, sets: 0}, "a win at once is not seen"),
        ({"evaluate": lambda rules, weights, line, at, seat: id(line)}, "one position looks in two ways"),
        ({"evaluate": lambda rules, weights, line, at, seat: 1 << 30}, "as sure as a win"),
        ({"evaluate": lambda rules, weights, line, at, seat: 5}, "looks good to both"),
        ({"ordering": lambda rules, line, at, code: id(line)}, "two orders of moves"),
        ({"ordering": lambda rules, line, at, code: -_ORDER(rules, line, at, code)}, "come late"),
    ],
)
def test_a_search_that_is_told_something_wrong(
    wrong: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(lt.games()["hopsy"]), "brain", _searching(**wrong))
    position = "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"
    with pytest.raises(AssertionError, match=says):
        thinking.searches_are_sound(lt.games()["hopsy"], {"position": position})


def test_a_search_that_fears_what_cannot_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at the beginning, where nobody wins in one move."""
    monkeypatch.setitem(vars(lt.games()["hopsy"]), "brain", _searching(threat=lambda rules, line, at, sets: 1))
    with pytest.raises(AssertionError, match="a win of the other is claimed"):
        thinking.searches_are_sound(lt.games()["hopsy"], {})


def test_codes_beyond_what_the_kernel_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    search = hopsy_brain.BRAIN.search
    assert search is not None
    fewer = dataclasses.replace(search.kernel, codes=100)
    monkeypatch.setitem(vars(lt.games()["hopsy"]), "brain", _searching(kernel=fewer))
    with pytest.raises(AssertionError, match="beyond what the kernel declares"):
        thinking.searches_are_sound(lt.games()["hopsy"], {})
