"""The shapes of the JSON API about what people draw."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from ludotheque.server.http.models import Given

Code = Annotated[str, StringConstraints(max_length=2000)]
Name = Annotated[str, StringConstraints(max_length=200)]


class DraftGiven(Given):
    """Something that was drawn: its code, which also stands in links, and its name."""

    code: Code
    name: Name = ""


class MistakeTold(BaseModel):
    """What is wrong, and the cells it is about."""

    text: str
    cells: list[str] = Field(description="A surface and the name of a cell: front-C4.")


class DraftJudged(BaseModel):
    """What is thought of a drawing."""

    code: str
    name: str
    document: str = Field(description="What the game's option is given.")
    mistakes: list[MistakeTold]


class BrushTold(BaseModel):
    """Something that can be put on a cell."""

    letter: str
    name: str


class PoseTold(BaseModel):
    """One of the ways the drawing can lie."""

    name: str
    seen: list[int] = Field(
        description="For each place the cell one sees, counted through; -1 nothing, -2 half a cell."
    )


class EditorTold(BaseModel):
    """What is needed to draw something of one kind."""

    brushes: list[BrushTold]
    symbols: dict[str, str] = Field(description="By surface and letter the markup of a cell.")
    colours: dict[str, str] = Field(description="The same for small pictures.")
    guides: dict[str, int] = Field(description="Cells that are shaded, lightly or more.")
    poses: list[PoseTold]


class Difficulty(BaseModel):
    """How hard it is for bots, as far as they have tried."""

    total: int
    done: int
    part: float = Field(description="The same with the games that are being played, for a bar that grows.")
    won: int = Field(description="Of those done.")
    usual: str = Field(description="What it usually came to, in words; empty until something is known.")
    beside: Literal["", "easier", "alike", "harder"] = Field(description="Beside the game's own of this kind.")
    words: str = Field(description="The same as a sentence.")


class DraftKept(BaseModel):
    """Something that is kept."""

    id: str
    name: str
    code: str
    document: str = Field(description="What the game's option is given.")
    public: bool
    author: str = ""
    mine: bool = False


class DraftsKept(BaseModel):
    """What somebody keeps, or a public collection."""

    drafts: list[DraftKept]
    can_publish: bool = Field(description="Whether this server has a public collection.")


class Publishing(Given):
    """Whether everybody may see it."""

    public: bool
