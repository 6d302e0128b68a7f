"""The catalogues of messages: brought up to date with the sources, and compiled.

python tools/catalogues.py update          # every language's .po has all messages, new ones empty
python tools/catalogues.py update pt       # the same, and begins a new language
python tools/catalogues.py compile         # .po to .mo, for Python, and .json, for the pages' scripts
python tools/catalogues.py missing         # what is still to be translated; exit status 1 if there is any
"""

from __future__ import annotations

import gettext
import io
import json
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "ludotheque" / "locale"
TYPESETTING = ROOT / "ludotheque" / "core" / "typesetting.py"
_Places = tuple[int | tuple[int, int] | tuple[int, str], ...]
SOURCES: dict[tuple[str, str], dict[str, _Places]] = {
    ("ludotheque/**.py", "python"): {"Text": (1,), "counted": (1, 2), "meant": ((1, "c"), 2)},
    ("ludotheque/web/templates/**.html", "jinja2"): {"_": (1,)},
    ("ludotheque/web/static/**.js", "javascript"): {"say": (1,), "sayCounted": (1, 2)},
    ("ludotheque/web/app/**.js", "javascript"): {"say": (1,), "sayCounted": (1, 2)},
}
"""Which files, how they are read, and which functions are given messages: the places of the message, of its plural, and
of its context."""
_NOT_OURS = ("ludotheque/cli/skeleton/**", "ignore")
"""What `ludotheque new` writes under another name speaks to its own players."""
_DATED = tuple(
    b'"' + field
    for field in (
        b"POT-Creation-Date",
        b"PO-Revision-Date",
        b"Generated-By",
        b"Report-Msgid",
        b"Last-Tr",
        b"Language-Team",
    )
)
_NUMBERS = 200
"""For so many numbers, from 0 on, the scripts are told which form of a counted message they take. In some languages the
last two digits decide, but 1 is not 101."""


def template() -> Catalog:
    """All messages of the sources."""
    found = Catalog(charset="utf-8")
    messages = [
        message
        for method, functions in SOURCES.items()
        for message in extract_from_dir(
            str(ROOT), [_NOT_OURS, method], keywords=functions, comment_tags=("Translators:",)
        )
    ]
    for file, _, message, comments, context in sorted(messages, key=lambda each: (each[0], each[1])):
        found.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return found


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def written(catalogue: Catalog) -> bytes:
    """A catalogue as its file: by source file, without what changes though nobody has translated anything."""
    out = io.BytesIO()
    write_po(out, catalogue, width=118, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_DATED))


def new(language: str) -> Catalog:
    """A language nobody has translated anything into yet."""
    made = Catalog(locale=language, project="Ludothèque", version="1", charset="utf-8", fuzzy=False)
    made.header_comment = f"# Ludothèque in {made.locale.get_display_name('en') if made.locale else language}."
    return made


def update(languages: list[str]) -> None:
    """Brings all catalogues up to date, and begins those that are not there."""
    messages = template()
    paths = {path.stem: path for path in LOCALE.glob("*.po")}
    for language in sorted({*paths, *languages}):
        catalogue = read(paths[language]) if language in paths else new(language)
        catalogue.update(messages, no_fuzzy_matching=True)
        (LOCALE / f"{language}.po").write_bytes(written(catalogue))
        print(f"{language}: {len(list(untranslated(catalogue)))} of {len(catalogue)} missing")


def words(message: Message) -> list[str]:
    """What a message is in this language: one text, or one for each form of counting; empty where nobody translated."""
    said = message.string
    return [said or ""] if isinstance(said, str | None) else list(said)


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """The messages without words in this language."""
    return (message for message in catalogue if message.id and not all(words(message)))


def compile_all() -> None:
    """Writes what is read at run time, where it is older than what translators wrote, or than how it is made."""
    for path in LOCALE.glob("*.po"):
        machine, scripts = path.with_suffix(".mo"), path.with_suffix(".json")
        newest = max(each.stat().st_mtime for each in (path, Path(__file__), TYPESETTING))
        if all(made.exists() and made.stat().st_mtime >= newest for made in (machine, scripts)):
            continue
        catalogue = typeset(read(path), path.stem)
        with machine.open("wb") as file:
            write_mo(file, catalogue)
        scripts.write_text(json.dumps(for_scripts(catalogue), ensure_ascii=False), encoding="utf-8")


def typeset(catalogue: Catalog, language: str) -> Catalog:
    """The catalogue as it is printed."""
    unbroken = runpy.run_path(str(TYPESETTING))["unbroken"]  # the project may not be installed yet
    for message in catalogue:
        if message.id:
            said = [unbroken(each, language) for each in words(message)]
            message.string = said[0] if isinstance(message.string, str) else tuple(said)
    return catalogue


def for_scripts(catalogue: Catalog) -> dict[str, object]:
    """The messages of the pages' scripts (see `dom.js`), and what only the app says besides: pages of a server are not
    given that. What nobody has translated stays English: it is left out."""
    rule = gettext.c2py(catalogue.plural_expr)
    messages = said_in(catalogue, "web/static/")
    app = {said: words for said, words in said_in(catalogue, "web/app/").items() if said not in messages}
    return {"messages": messages, "which": [rule(number) for number in range(_NUMBERS)], "app": app}


def said_in(catalogue: Catalog, folder: str) -> dict[str, str | list[str]]:
    """The messages of the scripts in a folder."""
    messages: dict[str, str | list[str]] = {}
    for message in catalogue:
        near = any(place.endswith(".js") and folder in place for place, _ in message.locations)
        if message.id and near and all(words(message)):
            counted = not isinstance(message.id, str)
            messages[message.id[0] if counted else str(message.id)] = words(message) if counted else words(message)[0]
    return messages


def missing() -> int:
    """Tells what is still to be translated; 1 if there is any."""
    found = 0
    for path in sorted(LOCALE.glob("*.po")):
        for message in untranslated(read(path)):
            found += 1
            print(f"{path.stem}: {message.id!r}")
    return int(found > 0)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update", *languages]:
            update(languages)
        case ["compile"]:
            compile_all()
        case ["missing"]:
            return missing()
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
