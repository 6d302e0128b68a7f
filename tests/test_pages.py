"""The pages without a browser: every word is there and used, no game is known to the script, boxes are described."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bots import LEVELS, names
from ludotheque.bots.levels import USUAL
from ludotheque.core.text import LANGUAGES, Language, Refusal, Text
from ludotheque.server.pages import boxes, routes
from ludotheque.server.pages.words import PAGES, SCRIPT, bot_name
from ludotheque.tables.phrases import PHRASES

WEB = Path(routes.__file__).parent.parent / "web"
TEMPLATES = "".join(path.read_text(encoding="utf-8") for path in sorted((WEB / "templates").glob("*.html")))
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((WEB / "static").glob("*.js"))}
ALL_SCRIPTS = "".join(SCRIPTS.values())
PYTHON = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in (routes, boxes))


def test_every_word_of_the_templates_is_there_and_used() -> None:
    used = set(re.findall(r"\bw\.(\w+)", TEMPLATES))
    used |= {f"mode_{mode}" for mode in ("bot", "here", "online", "alone")}
    used |= {f"mode_{mode}_hint" for mode in ("bot", "here", "online", "alone")}
    used |= {f"error_{part}{status}" for status in (403, 404, 500) for part in ("", "text_")}
    used |= set(re.findall(r'PAGES\["(\w+)"', PYTHON)) | {"player", "players"}
    assert used == set(PAGES)


def test_every_word_of_the_script_is_there_and_used() -> None:
    asked = set(re.findall(r'say\(\s*"(\w+)"', ALL_SCRIPTS))
    assert asked <= set(SCRIPT)
    made = {f"{what}_waiting" for what in ("undo", "draw", "rematch")}
    assert {key for key in SCRIPT if f'"{key}"' not in ALL_SCRIPTS} == made


@pytest.mark.parametrize("text", [*PAGES.values(), *SCRIPT.values(), *PHRASES.values()], ids=lambda text: text.en[:20])
def test_french_is_written_as_french_is(text: Text) -> None:
    assert not re.search(r"\w[!?;:»]", text.fr), "a space goes before"
    assert not re.search(r"«\w", text.fr)
    assert set(re.findall(r"\{\w+\}", text.fr)) == set(re.findall(r"\{\w+\}", text.en))


def test_neither_script_nor_style_knows_a_game() -> None:
    for name, text in SCRIPTS.items():
        for game in lt.games().values():
            assert game.id not in text, name
            assert game.title.en not in text, name
    styles = "".join(path.read_text(encoding="utf-8") for path in (WEB / "static").glob("*.css"))
    assert not any(game in styles for game in lt.games())


def test_the_script_says_nothing_of_its_own() -> None:
    """What people read comes from `words.py`."""
    for name, text in SCRIPTS.items():
        assert not re.search(r"toast\(\"", text), name
        assert "innerHTML" not in text, name
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", ""), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", lt.games().values(), ids=list(lt.games()))
def test_a_box_is_described_by_its_own_label(game: lt.Game, language: Language) -> None:
    facts = boxes.facts(game, language)
    assert facts.title == game.title.to(language)
    fields = boxes.form(game, language)
    assert [field.name for field in fields] == [option.name for option in game.options]
    assert sum(not field.more for field in fields) <= 2
    for option, field in zip(game.options, fields, strict=True):
        if field.kind == "select":
            for value, _ in field.choices:
                option.read(value)
            assert field.default in dict(field.choices)
    html, chapters = boxes.rules(game.id, language)
    assert len(chapters) > 3
    assert "<h1" not in html
    for chapter in chapters:
        assert f'id="{chapter.anchor}"' in html
    sources = re.findall(r'<img src="([^"]+)"', html)
    assert sources
    assert all(source.startswith(f"/games/{game.id}/diagrams/") for source in sources)
    assert re.search(r'alt="[^"]{10,}"', html)


@pytest.mark.parametrize("game", list(lt.games()))
def test_a_picture_shows_no_title_and_is_the_same_again(game: str) -> None:
    drawn = boxes.picture(game, "fr")
    boxes.picture.cache_clear()
    assert boxes.picture(game, "fr") == drawn
    assert drawn.startswith("<svg")
    assert not drawn.endswith("</text></svg>\n")


def test_seats_follow_the_options() -> None:
    rolit = lt.games()["rolit"]
    assert [place.id for place in boxes.places(rolit, {"players": "3"}, "fr")] == ["red", "yellow", "green"]
    assert len({place.holder for place in boxes.places(rolit, {"players": "1"}, "fr")}) == 1
    with pytest.raises(Refusal, match="players"):
        boxes.places(rolit, {"players": "9"}, "fr")


@pytest.mark.parametrize("game", lt.games().values(), ids=list(lt.games()))
def test_levels_are_offered_first_with_as_many_stars_as_they_are_strong(game: lt.Game) -> None:
    offered = boxes.opponents(game, "fr")
    assert [(each.id, each.stars) for each in offered[:5]] == [(name, at) for at, name in enumerate(LEVELS, 1)]
    assert {each.id for each in offered[5:]} == set(names(game)) - set(LEVELS)
    assert not any(each.stars for each in offered[5:])
    assert [each.id for each in offered if each.usual] == [USUAL]
    assert len({each.name for each in offered}) == len(offered)


def test_a_bot_nobody_has_named_keeps_its_name() -> None:
    assert bot_name("greedy") != bot_name("grandmaster") == Text("grandmaster", "grandmaster")
