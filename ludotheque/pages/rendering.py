"""Templates with what every page needs: the server renders them for each visitor, `build-app` ahead of time, and a
browser that needs no server where somebody looks."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from ludotheque.core.catalogues import Language, folders
from ludotheque.core.text import Text, in_all, meant
from ludotheque.pages.scripts import loaded_by

WEB = Path(__file__).parents[1] / "web"
APP_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none';"
    " base-uri 'none'; form-action 'self'"
)
"""What pages of an app may do: run Python, which is WebAssembly, and nothing that comes from elsewhere."""
ROOT = "@root@"
"""Stands in pages of an app for the place where it lies, which nobody knows when it is built."""
WORDS = "@words@"
"""And for what scripts say: it is in each page, and need not be in each page that is kept."""
FOR_APP: Mapping[str, object] = {"root": ROOT, "static": f"{ROOT}/static", "app": True, "script_words": WORDS}
_OUR_NAME = meant("the name of this language, in the language itself", "English")
_templates = Environment(
    loader=FileSystemLoader(WEB / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def read_all() -> None:
    """Has every template ready: for a memory that others begin with."""
    for name in _templates.list_templates():
        _templates.get_template(name)


def render(template: str, language: Language, facts: Mapping[str, object]) -> str:
    """A template in a language; facts go before what every page has."""
    common = {
        "language": language,
        "languages": list(in_all(_OUR_NAME).items()),
        "_": lambda message, **values: Text(message, **values).to(language),
        "keep_query": "",
        "theme": "",
        "csrf": "",
        "nickname": "",
        "script_words": script_words(language),
        "here": "",
        "root": "",
        "static": "/static",
        "door": "",
        "app": False,
        "app_url": "",
        **facts,
    }
    module = _modules(str(common["static"]), ahead=not common["app"])
    return _templates.get_template(template).render({**common, "module": module})


def _modules(static: str, *, ahead: bool) -> Callable[[str], Markup]:
    """How a page names a script it runs; `ahead`, all that this one loads too, each once. (An app has them all.)"""
    named: set[str] = set()

    def module(name: str) -> Markup:
        others = [other for other in (loaded_by(name) if ahead else ()) if other not in named]
        named.update(others)
        links = "".join(f'<link rel="modulepreload" href="{static}/{other}">' for other in others)
        return Markup(f'{links}<script type="module" src="{static}/{name}"></script>')

    return module


def embedded(text: str) -> str:
    """JSON so that it can stand inside a page."""
    return text.replace("<", "\\u003c")


@cache
def script_words(language: Language) -> str:
    """What the scripts say in a language, as JSON (see `dom.js`); of English, nothing: it is in the scripts."""
    messages: dict[str, object] = {}
    which: list[int] = []
    for place in reversed(folders()):
        if (path := place / f"{language}.json").is_file():
            sooner = json.loads(path.read_bytes())
            messages, which = {**messages, **sooner["messages"]}, sooner["which"]
    return embedded(json.dumps({"messages": messages, "which": which}, ensure_ascii=False, separators=(",", ":")))


def page_told(told: str, language: Language) -> str:
    """The page that an answer of a house tells of (`home/`), or of its refusal; where the app lies stands in it as
    `ROOT`."""
    answer = json.loads(told)
    content = answer["content"]
    if answer["status"] >= 400:
        facts = trouble(answer["status"], language, content["error"]["text"])
        return render("error.html", language, {**facts, **FOR_APP})
    blocks = {name: embedded(json.dumps(data, ensure_ascii=False)) for name, data in content["blocks"].items()}
    return render(content["template"], language, {**content["facts"], **blocks, **FOR_APP})


_ERRORS = {
    404: (
        Text("This page is not in the cupboard."),
        Text("The box or the table may have been put away, or the address is mistyped."),
    ),
    403: (Text("This door is closed."), Text("You may not see this page.")),
    500: (Text("A pawn fell behind the shelf."), Text("It is our fault. Please try again in a moment.")),
}


def trouble(status: int, language: Language, message: str | None = None, number: str = "") -> dict[str, Any]:
    """What the page of an error says."""
    heading, text = _ERRORS[status if status in _ERRORS else 500 if status >= 500 else 404]
    return {
        "status": status,
        "heading": heading.to(language),
        "message": message or text.to(language),
        "number": number if status >= 500 else "",
    }
