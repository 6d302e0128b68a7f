"""What people draw: what is needed to draw it, what is wrong with it, how hard it is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Literal

from ludotheque.bots.alone import GAMES, Tried
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.options import changed, read_all
from ludotheque.core.solo import Measure, Result
from ludotheque.core.text import Text
from ludotheque.drawing.editor import Draft, Editor, Mistake, editor_of, unreadable
from ludotheque.tables.opening import game_named
from ludotheque.tables.refusals import Problem, Refused, refused

_FAR = 2
"""From so many on, one number of rounds (or whatever is measured) is plainly more than another."""
NO_DRAWING = Problem("no-page", Text("There is nothing to draw for this game."))
NO_DRAFT = Problem("no-page", Text("There is no such drawing (any more)."))
NO_TIME = Problem("busy", Text("Nobody has time to look at it now: try again in a moment."))


def editor_named(game_id: str) -> tuple[Game, Editor]:
    """A game and its editor."""
    game = game_named(game_id)
    editor = editor_of(game)
    if editor is None:
        raise refused(NO_DRAWING)
    return game, editor


def document_of(game_id: str, code: str, name: str) -> str:
    """What the game's option is given for something that is kept."""
    _, editor = editor_named(game_id)
    return editor.document(editor.draft(code, name))


def mistakes_of(job: tuple[str, str, str]) -> tuple[str, list[Mistake]]:
    """What a document is, and what is wrong with it (in a process of bots): by game, code and name."""
    _, editor = editor_named(job[0])
    draft = editor.draft(job[1], job[2])
    return editor.document(draft), list(editor.mistakes(draft))


def check_good(mistakes: Sequence[Mistake]) -> None:
    """Refuses a draft that something is wrong with."""
    if mistakes:
        raise Refused("not-now", Text("Mend first what is wrong: {problem}", problem=mistakes[0].message))


def judged(draft: Draft, document: str, mistakes: Sequence[Mistake], language: Language) -> dict[str, object]:
    """What is thought of a drawing."""
    return {
        "code": draft.code,
        "name": draft.name,
        "document": document,
        "mistakes": [{"text": each.message.to(language), "cells": list(each.cells)} for each in mistakes],
    }


def editor_told(game_id: str, kind: str, language: Language) -> dict[str, object]:
    """What is needed to draw something of one kind."""
    _, editor = editor_named(game_id)
    if kind not in editor.kinds:
        raise unreadable()
    return {
        "brushes": [{"letter": each.letter, "name": each.name.to(language)} for each in editor.brushes(kind)],
        "symbols": dict(editor.symbols(kind)),
        "colours": dict(editor.colours(kind)),
        "guides": dict(editor.guides(kind)),
        "poses": [{"name": pose.name.to(language), "seen": list(pose.seen)} for pose in editor.poses(kind)],
    }


def trials(game: Game, editor: Editor, draft: Draft) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The options with which bots try a draft, and those for the game's own of its kind."""
    sample = next(each for each in editor.samples() if each.kind == draft.kind)
    return tuple(_trial_options(game, editor, each) for each in (draft, sample))


def _trial_options(game: Game, editor: Editor, draft: Draft) -> tuple[tuple[str, str], ...]:
    """The options with which bots try a draft."""
    given = {**editor.trial, editor.option: editor.document(draft)}
    return tuple(changed(game.options, read_all(game.id, game.options, given)).items())


def difficulty(game: Game, tried: Tried, beside: Tried, language: Language) -> dict[str, object]:
    """How hard something is, by its games and those of the game's own."""
    measure = game.solo.measures[-1] if game.solo else None
    done = len(tried.results) + len(beside.results)
    told: dict[str, object] = {
        "total": 2 * GAMES,
        "done": done,
        "part": round(done + tried.part + beside.part, 2),
        "won": _won(tried),
        "usual": "",
        "beside": "",
        "words": "",
    }
    if measure is None or not tried.results:
        return told
    usual = _usual(tried, measure)
    if not (tried.done and beside.done and beside.results):
        return {**told, "usual": usual.to(language)}
    compared = _compared(tried, beside, measure)
    words = _sentence(compared, usual=usual, won=_won(tried), games=len(tried.results))
    return {**told, "usual": usual.to(language), "beside": compared, "words": words.to(language)}


def _sentence(beside: str, **values: Text | int) -> Text:
    if beside == "easier":
        return Text("Easier than the game's own: {usual}, {won} of {games} games won.", **values)
    if beside == "harder":
        return Text("Harder than the game's own: {usual}, {won} of {games} games won.", **values)
    return Text("About as hard as the game's own: {usual}, {won} of {games} games won.", **values)


def _won(tried: Tried) -> int:
    return sum(result is not None for result in tried.results)


def _usual(tried: Tried, measure: Measure) -> Text:
    """What it usually came to when it was won."""
    won = [result[-1] for result in tried.results if result is not None]
    return measure.told(round(median(won))) if won else Text("never won")


def _compared(tried: Tried, beside: Tried, measure: Measure) -> Literal["easier", "alike", "harder"]:
    one, other = (_typical(each.results, measure) for each in (tried, beside))
    if abs(one - other) < _FAR:
        return "alike"
    return "harder" if one < other else "easier"


def _typical(results: tuple[Result | None, ...], measure: Measure) -> float:
    """The middle of all results, the larger the better; a game that was lost is worse than any."""
    won = [result[-1] * (1 if measure.better == "more" else -1) for result in results if result is not None]
    worst = min(won, default=0) - 2 * _FAR
    return median([*won, *[worst] * (len(results) - len(won))])
