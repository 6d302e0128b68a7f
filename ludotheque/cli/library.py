"""What the library for command lines says, in the person's language.

Its own sentences are English, whatever the machine speaks. They are few: help is laid out with our headings, and an
error is told in our words where one of the patterns knows it, else as the library says it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from ludotheque.cli.words import said
from ludotheque.core.text import Text

_HEADINGS = {"Arguments": Text("Arguments"), "Options": Text("Options"), "Commands": Text("Commands")}
_PLACES = {"[OPTIONS]": Text("[OPTIONS]"), "COMMAND": Text("COMMAND"), "[ARGS]": Text("[ARGUMENTS]")}
_Saying = tuple[re.Pattern[str], Callable[..., Text]]
_REMARKS: tuple[_Saying, ...] = (
    (re.compile(r"^Show this message and exit\.$"), lambda: Text("Show this help.")),
    (
        re.compile(r"^Install completion for the current shell\.$"),
        lambda: Text("Let this shell complete commands."),
    ),
    (
        re.compile(r"^Show completion for the current shell, to copy it or customize the installation\.$"),
        lambda: Text("Show what lets this shell complete commands."),
    ),
    (re.compile(r"\bdefault: ([^;\]]*)"), lambda value: Text("default: {value}", value=value)),
    (re.compile(r"\benv var: ([^;\]]*)"), lambda name: Text("environment variable: {name}", name=name)),
    (re.compile(r"(?<=[\[ ])required(?=\])"), lambda: Text("required")),
)
_PROBLEMS: tuple[_Saying, ...] = (
    (
        re.compile(r"No such command '(.+?)'\. Did you mean (.+)\?"),
        lambda command, near: Text("there is no command {command}. Was it {near}?", command=command, near=near),
    ),
    (re.compile(r"No such command '(.+?)'\."), lambda command: Text("there is no command {command}.", command=command)),
    (
        re.compile(r"No such option: (\S+)(?: (?:Did you mean |\(Possible options: )(.+?)[?)])"),
        lambda option, near: Text("there is no option {option}. Was it {near}?", option=option, near=near),
    ),
    (re.compile(r"No such option: (\S+)"), lambda option: Text("there is no option {option}.", option=option)),
    (re.compile(r"Missing \w+ '?(.+?)'?\."), lambda name: Text("{name} is missing.", name=name)),
    (re.compile(r"Missing command\."), lambda: Text("a command is missing.")),
    (
        re.compile(r"Option '?(\S+?)'? requires (?:an|\d+) arguments?\."),
        lambda option: Text("{option} wants a value.", option=option),
    ),
    (
        re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)"),
        lambda words: Text("nothing is known to do with {words}.", words=words),
    ),
    (
        re.compile(r"Invalid value for '(.+?)': .*\b(?:valid integer|valid number|valid float)\b.*"),
        lambda name: Text("{name} wants a number.", name=name),
    ),
    (
        re.compile(r"Invalid value for '(.+?)': .*greater than or equal to (\S+)"),
        lambda name, least: Text("{name} is at least {least}.", name=name, least=least),
    ),
    (
        re.compile(r"Invalid value for '(.+?)': .*less than or equal to (\S+)"),
        lambda name, most: Text("{name} is at most {most}.", name=name, most=most),
    ),
    (
        re.compile(r"Invalid value for '(.+?)': .*not in the range (.+?)\.?"),
        lambda name, bounds: Text("{name} is not within {bounds}.", name=name, bounds=bounds),
    ),
    (
        re.compile(r"Invalid value for '(.+?)': (.+)"),
        lambda name, problem: Text("{name} does not fit: {problem}", name=name, problem=problem),
    ),
)
_Layout: Any = TyperGroup.context_class.formatter_class
_Surroundings: Any = TyperGroup.context_class
"""Found where they are used: earlier versions have them from another library."""
USAGE_ERROR: type[BaseException] = typer.BadParameter.__mro__[1]
"""Only the kinds below it have a public name."""


class _Formatter(_Layout):  # type: ignore[misc]  # see there
    """Help with our headings."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        for place, words in _PLACES.items():
            args = args.replace(place, said(words))
        super().write_usage(prog, args, said(Text("Usage:")) + " ")

    def write_heading(self, heading: str) -> None:
        known = _HEADINGS.get(heading)
        super().write_heading(heading if known is None else said(known))

    def write_dl(self, rows: Sequence[tuple[str, str]], *args: int, **more: int) -> None:
        super().write_dl([(name, _remarked(remark)) for name, remark in rows], *args, **more)


class Context(_Surroundings):  # type: ignore[misc]  # see there
    """Whoever is asked for help in it lays it out so."""

    formatter_class = _Formatter


def _remarked(remark: str) -> str:
    for pattern, words in _REMARKS:
        if found := pattern.search(remark):
            remark = remark[: found.start()] + said(words(*found.groups())) + remark[found.end() :]
    return remark


def problem(message: str) -> str:
    """An error of the library in the person's language."""
    for pattern, words in _PROBLEMS:
        if found := pattern.fullmatch(message):
            return said(words(*found.groups()))
    return message


def tell(error: Any) -> int:
    """Tells what is wrong with a command line (a `USAGE_ERROR`), and how to get help; the exit status."""
    if error.ctx is not None:
        print(error.ctx.get_usage(), file=sys.stderr)
        print(said(Text("Help: {command}", command=f"{error.ctx.command_path} --help")), end="\n\n", file=sys.stderr)
    print(problem(error.format_message()), file=sys.stderr)
    return int(error.exit_code)
