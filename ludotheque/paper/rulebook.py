"""A rulebook's text and pictures, ready to be set on pages."""

from __future__ import annotations

from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, ListFlowable, ListItem, Paragraph, Spacer, Table, TableStyle

from ludotheque.core.contract import Game
from ludotheque.drawing.rulebooks import Diagram, all_diagrams
from ludotheque.drawing.scene import Scene
from ludotheque.paper.booklet import Block
from ludotheque.paper.fonts import BOLD, ITALIC, REGULAR
from ludotheque.paper.ink import colour
from ludotheque.paper.scenes import Artist

_INK, _WOOD = colour("#2f2a25"), colour("#8a5a2b")
_TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=9.2, leading=12.2, textColor=_INK, spaceAfter=4)
_ITEM = ParagraphStyle("item", parent=_TEXT, spaceAfter=1.5)
_CELL = ParagraphStyle("cell", parent=_TEXT, fontSize=8.2, leading=10, spaceAfter=0)
_CAPTION = ParagraphStyle(
    "caption", parent=_TEXT, fontName=ITALIC, fontSize=7.4, leading=9, alignment=TA_CENTER, spaceAfter=5
)
_HEADINGS = {
    "h1": ParagraphStyle(
        "h1", parent=_TEXT, fontName=BOLD, fontSize=27, leading=32, textColor=_WOOD, alignment=TA_CENTER, spaceAfter=16
    ),
    "h2": ParagraphStyle(
        "h2", parent=_TEXT, fontName=BOLD, fontSize=13, leading=16, textColor=_WOOD, spaceBefore=7, spaceAfter=3
    ),
    "h3": ParagraphStyle("h3", parent=_TEXT, fontName=BOLD, fontSize=10.4, leading=13, spaceBefore=4, spaceAfter=2),
}
_WIDEST, _HIGHEST = 88.0, 62.0
"""How large a picture may be, in millimetres; two beside each other share the width."""
_COVER = 105.0
_BESIDE = 56.0


class Picture(Flowable):  # type: ignore[misc]  # the library has no types
    """A scene among the lines of a text."""

    def __init__(self, scene: Scene, artist: Artist, widest: float, highest: float = _HIGHEST) -> None:
        super().__init__()
        self._scene, self._artist = scene, artist
        self._unit = min(widest / scene.width, highest / scene.height)
        self.width, self.height = scene.width * self._unit * mm, scene.height * self._unit * mm
        self.hAlign = "CENTER"

    def wrap(self, wide: float, high: float) -> tuple[float, float]:
        """How much room it takes."""
        self._left = (wide - self.width) / 2
        return wide, self.height

    def draw(self) -> None:
        """Draws it where the canvas is."""
        self.canv.saveState()
        self.canv.translate(self._left, self.height)
        self.canv.scale(1, -1)
        self._artist.draw(self._scene, 0, 0, self._unit, clipped=True)
        self.canv.restoreState()


def blocks(game: Game, text: str, artist: Artist) -> list[Block]:
    """A rulebook as what stays together: a headline with what follows it, a picture with its words."""
    tree = SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(text))
    found: list[Block] = []
    headlines: Block = []
    for node in tree.children:
        if node.tag == "h1":
            found += [_cover(node, game, artist), []]
        elif node.type == "heading":
            headlines.append(Paragraph(_inline(node.children[0]), _HEADINGS[node.tag]))
        else:
            first, *others = _node(node, game, artist)
            found += [headlines + first, *others]
            headlines = []
    return found


def _cover(headline: SyntaxTreeNode, game: Game, artist: Artist) -> Block:
    """The first page: the headline, and the picture on the lid."""
    title = Paragraph(_inline(headline.children[0]), _HEADINGS["h1"])
    lid = next((each for each in all_diagrams(game).values() if each.is_cover), None)
    picture = [] if lid is None else [Picture(lid.scene(game), artist, _COVER, _COVER)]
    return [Spacer(0, 26), title, *picture]


def _node(node: SyntaxTreeNode, game: Game, artist: Artist) -> list[Block]:
    match node.type:
        case "paragraph" if _pictures(node):
            return _shown(_pictures(node), game, artist)
        case "paragraph":
            return [[Paragraph(_inline(node.children[0]), _TEXT)]]
        case "bullet_list" | "ordered_list":
            return [[_list(node)]]
        case "table":
            return [[_table(node), Spacer(0, 5)]]
    raise ValueError(f"{game.id}: nobody has set {node.type} on paper yet: see paper/rulebook.py")


def _pictures(node: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    return [child for child in node.children[0].children if child.type == "image"]


def _shown(images: list[SyntaxTreeNode], game: Game, artist: Artist) -> list[Block]:
    """Pictures with their words below; two of them side by side."""
    found: list[Block] = []
    beside = len(images) > 1
    cells = []
    for image in images:
        diagram = Diagram(str(image.attrs["src"]), image.content, str(image.attrs.get("title", "")))
        picture = Picture(diagram.scene(game), artist, _BESIDE if beside else _WIDEST)
        cells.append([picture, Spacer(0, 2), Paragraph(escape(image.content), _CAPTION)])
    if not beside:
        return [cells[0]]
    for first in range(0, len(cells), 2):
        row = cells[first : first + 2]
        style = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 3)]
        table = Table([row], colWidths=[(_BESIDE + 3) * mm] * len(row), style=TableStyle(style))
        found.append([table])
    return found


def _list(node: SyntaxTreeNode) -> ListFlowable:
    items = []
    for item in node.children:
        inside: list[Any] = []
        for child in item.children:
            inside.append(
                _list(child) if child.type.endswith("_list") else Paragraph(_inline(child.children[0]), _ITEM)
            )
        items.append(ListItem(inside))
    ordered = node.type == "ordered_list"
    return ListFlowable(
        items,
        bulletType="1" if ordered else "bullet",
        bulletFontName=REGULAR,
        bulletFontSize=9.2,
        bulletColor=_WOOD,
        start=None if ordered else "•",
        bulletFormat="%s." if ordered else None,
        leftIndent=11,
        spaceAfter=4,
    )


def _table(node: SyntaxTreeNode) -> Table:
    rows = [row for part in node.children for row in part.children]
    cells = [[Paragraph(_inline(cell.children[0]), _CELL) for cell in row.children] for row in rows]
    style = [
        ("GRID", (0, 0), (-1, -1), 0.4, colour("#c9a872")),
        ("BACKGROUND", (0, 0), (-1, 0), colour("#f6ecd8")),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    return Table(cells, style=TableStyle(style), repeatRows=1)


def _inline(node: SyntaxTreeNode) -> str:
    """Words with their marks, as the library writes them."""
    written = ""
    for child in node.children:
        match child.type:
            case "text" | "code_inline":
                written += escape(child.content)
            case "softbreak" | "hardbreak":
                written += " "
            case "strong":
                written += f"<b>{_inline(child)}</b>"
            case "em":
                written += f"<i>{_inline(child)}</i>"
            case _:
                written += _inline(child)
    return written
