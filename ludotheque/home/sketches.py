"""What is drawn on the device: judged, tried by bots, kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ludotheque.answers import drafts, drawings
from ludotheque.bots.alone import GAMES, Alone, Tried, play_on
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.drawing.editor import Draft, Mistake
from ludotheque.home.asked import Answer, Asked, route
from ludotheque.home.house import House, Keep
from ludotheque.home.rooms import Rooms
from ludotheque.home.shelf import game_of
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import new_table_id
from ludotheque.tables.refusals import NO_PAGE, refused

_MOST_NAME = 200
_MOST_CODE = 2000


@route("GET", "/api/games/{game}/editor/{kind}")
def editor(rooms: Rooms, asked: Asked) -> Answer:
    """What can be put on cells, how that looks, and all ways the drawing can lie."""
    return Answer(drafts.editor_told(asked.place["game"], asked.place["kind"], asked.language))


@route("GET", "/games/{game}/draft.svg")
def draft_picture(rooms: Rooms, asked: Asked) -> Answer:
    """What was drawn, in one of its poses."""
    pose = asked.query.whole("pose", 0, 9999) or 0
    drawn = drawings.picture(game_of(asked).id, asked.query.word("d", _MOST_CODE), pose)
    if drawn is None:
        raise refused(NO_PAGE)
    return Answer(text=drawn, media="image/svg+xml")


def _given(asked: Asked) -> Draft:
    _, editor = drafts.editor_named(asked.place["game"])
    return editor.draft(asked.body.word("code", _MOST_CODE), asked.body.word("name", _MOST_NAME))


Judged = tuple[tuple[str, list[Mistake]]] | None


def _mistakes(rooms: Rooms, game: str, draft: Draft, then: Callable[[str, list[Mistake]], Answer]) -> Answer:
    """Has a drawing looked at: that may take a while."""

    def looked(found: Judged) -> Answer:
        if found is None:
            raise refused(drafts.NO_TIME)
        return then(*found[0])

    return Answer(task=rooms.turns.ask(drafts.mistakes_of, (game, draft.code, draft.name), looked))


@route("POST", "/api/games/{game}/drafts/judged")
def judged(rooms: Rooms, asked: Asked) -> Answer:
    """What is wrong with a drawing, and where. Nothing is kept."""
    draft = _given(asked)
    told = partial(drafts.judged, draft, language=asked.language)
    return _mistakes(rooms, asked.place["game"], draft, lambda document, found: Answer(told(document, found)))


@route("GET", "/api/games/{game}/drafts/difficulty")
def difficulty(rooms: Rooms, asked: Asked) -> Answer:
    """How hard a drawing is for bots that play it alone. Each time it is asked they play a little on."""
    box, editor = drafts.editor_named(asked.place["game"])
    draft = editor.draft(asked.query.word("code", _MOST_CODE), "")
    options = drafts.trials(box, editor, draft)

    def good(_: str, mistakes: list[Mistake]) -> Answer:
        drafts.check_good(mistakes)
        for each in options:
            rooms.trials.setdefault((box.id, each), [Alone(box.id, each, 0)])
        return _played_on(rooms, box, [rooms.trials[box.id, each] for each in options], asked.language)

    if (box.id, options[0]) in rooms.trials:
        return good("", [])
    return _mistakes(rooms, box.id, draft, good)


def _played_on(rooms: Rooms, box: Game, games: list[list[Alone]], language: Language) -> Answer:
    """Plays for a moment the first of these that is not done."""
    tried = [_tried(each) for each in games]
    left = next((trial for trial, known in zip(games, tried, strict=True) if not known.done), None)
    if left is None:
        return Answer(drafts.difficulty(box, tried[0], tried[1], language))

    def then(found: tuple[Alone] | None) -> Answer:
        if found is not None:
            _went_on(left, found[0])
        return Answer(drafts.difficulty(box, _tried(games[0]), _tried(games[1]), language))

    return Answer(task=rooms.turns.ask(play_on, left[-1], then))


def _tried(trial: list[Alone]) -> Tried:
    done = [alone for alone in trial if alone.over]
    return Tried(tuple(alone.result for alone in done), len(done) >= GAMES, 0.0 if trial[-1].over else trial[-1].part)


def _went_on(trial: list[Alone], alone: Alone) -> None:
    trial[-1] = alone
    if alone.over and len(trial) < GAMES:
        trial.append(Alone(alone.game, alone.options, len(trial)))


def _kept(id_: str, value: dict[str, Any]) -> dict[str, object]:
    told = {"id": id_, "name": value["name"], "code": value["code"]}
    document = drafts.document_of(value["game"], value["code"], value["name"])
    return {**told, "document": document, "public": False, "author": "", "mine": True}


@route("GET", "/api/games/{game}/drafts/mine")
def my_drafts(rooms: Rooms, asked: Asked) -> Answer:
    """What you keep, the latest first."""
    game = drafts.editor_named(asked.place["game"])[0].id
    found = [(key.partition("/")[2], value) for key, value in _drafts(rooms.house) if value["game"] == game]
    found.sort(key=lambda each: -each[1]["at_ms"])
    return Answer({"drafts": [_kept(*each) for each in found], "can_publish": False})


def _drafts(house: House) -> list[tuple[str, dict[str, Any]]]:
    return [(key, value) for key, value in house.kept_values.items() if key.startswith("draft/")]


@route("GET", "/api/games/{game}/drafts")
def collection(rooms: Rooms, asked: Asked) -> Answer:
    """There is no public collection on a device."""
    drafts.editor_named(asked.place["game"])
    return Answer({"drafts": [], "can_publish": False})


@route("POST", "/api/games/{game}/drafts")
def keep_draft(rooms: Rooms, asked: Asked) -> Answer:
    """Keeps a drawing for you, finished or not."""
    draft, id_ = _given(asked), new_table_id()
    value = {"game": game_of(asked).id, "name": draft.name, "code": draft.code, "at_ms": now_ms()}
    return Answer(_kept(id_, value), 201, keep=Keep(puts={f"draft/{id_}": value}))


@route("DELETE", "/api/me/drafts/{draft}")
def remove(rooms: Rooms, asked: Asked) -> Answer:
    """Throws one of your drawings away."""
    key = f"draft/{asked.place['draft']}"
    if key not in rooms.house.kept_values:
        raise refused(drafts.NO_DRAFT)
    return Answer({"removed": True}, keep=Keep(deletes=(key,)))
