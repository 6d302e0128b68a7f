"""Which files the documentation site is made of: those of the repository that people read, each where it lies there. So
links that work in the repository work on the site. MkDocs calls `on_files` and `on_page_markdown` (see mkdocs.yml).

Notebooks become pages, with what they print and show; `SITE_NOTEBOOKS=plain` leaves that out, and runs nothing.
"""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path
from typing import Any

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
PATTERNS = (
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "docs/**/*",
    "deploy/*",
    "examples/bot_client.py",
    "examples/*/README.md",
    *(
        f"{game}/{read}"
        for game in ("ludotheque/games/*", "examples/quarto/quarto")
        for read in ("rulebook.*.md", "diagrams/*")
    ),
)
NOTEBOOKS = "examples/notebooks/*.ipynb"
_PATIENCE = 600
"""Seconds for a cell."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of the theme, and ours."""
    kept = [file for file in files if file.src_dir != config.docs_dir]
    paths = sorted({path for pattern in PATTERNS for path in ROOT.glob(pattern) if path.is_file()})
    ours = [
        File(path.relative_to(ROOT).as_posix(), str(ROOT), config.site_dir, config.use_directory_urls) for path in paths
    ]
    for path in sorted(ROOT.glob(NOTEBOOKS)):
        name = f"{path.relative_to(ROOT).as_posix()}.md"
        ours.append(File.generated(config, name, content=_page(path)))
    return Files([*kept, *ours])


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to notebooks lead to their pages."""
    return re.sub(r"(\]\([^)\s]+\.ipynb)\)", r"\1.md)", markdown)


def _page(path: Path) -> str:
    notebook = nbformat.read(path, 4)
    if os.environ.get("SITE_NOTEBOOKS") != "plain":
        from nbclient import NotebookClient

        NotebookClient(notebook, timeout=_PATIENCE).execute()
    return "\n\n".join(part for cell in notebook.cells for part in _cell(cell)) + "\n"


def _cell(cell: Any) -> list[str]:
    if cell.cell_type == "markdown":
        return [cell.source]
    return [f"```python\n{cell.source}\n```", *(_output(output) for output in cell.outputs)]


def _output(output: Any) -> str:
    """What a cell printed or showed, the richest of its forms."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        picture = base64.b64encode(data["image/svg+xml"].encode()).decode()
        return f'<p><img alt="" src="data:image/svg+xml;base64,{picture}"></p>'
    if "text/html" in data:
        return f"<div>{data['text/html']}</div>"
    return f"```text\n{(output.get('text') or data.get('text/plain', '')).rstrip()}\n```"
