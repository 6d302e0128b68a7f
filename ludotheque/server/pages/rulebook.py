"""Rulebooks as pages show them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.core.typesetting import unbroken
from ludotheque.drawing import svg
from ludotheque.drawing.rulebooks import folder, rulebook


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook as HTML, its chapters, and the language it is in."""

    html: str
    chapters: tuple[Chapter, ...]
    language: Language


@lru_cache(maxsize=128)
def rules(game_id: str, language: Language, root: str = "") -> Rulebook | None:
    """The rulebook for a reader, if the game has one; its pictures are below the root path. Its own headline is left
    out: the page has one."""
    game = find(game_id)
    found = rulebook(game, language)
    if found is None:
        return None
    spoken, path = found
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(unbroken(path.read_text(encoding="utf-8"), spoken))
    if tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]
    chapters = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = tokens[at + 1].content
            anchor = _anchor(title)
            if token.tag == "h2":
                chapters.append(Chapter(anchor, re.sub(r"[*_`]", "", title)))
            token.attrSet("id", anchor)
        _lower(token)
        for child in token.children or ():
            _picture(child, game, root)
    return Rulebook(reader.renderer.render(tokens, reader.options, {}), tuple(chapters), spoken)


def _lower(token: Token) -> None:
    """The page's own headlines stand above those of the rulebook."""
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{int(token.tag[1]) + 1}"


def _picture(token: Token, game: Game, root: str) -> None:
    """A picture has its size from the beginning: a page that grew while it comes would lead astray who follows a link
    into it."""
    if token.type != "image":
        return
    path = str(token.attrs["src"])
    token.attrs = {"src": f"{root}/games/{game.id}/{path}", "alt": token.content, "loading": "lazy"}
    drawn = folder(game) / path
    size = svg.size(drawn.read_text(encoding="utf-8")) if drawn.suffix == ".svg" and drawn.is_file() else None
    if size is not None:
        token.attrs |= {"width": size[0], "height": size[1]}


def _anchor(title: str) -> str:
    return "rule-" + re.sub(r"\W+", "-", title.lower()).strip("-")
