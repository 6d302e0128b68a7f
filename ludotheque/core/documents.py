"""Options that are documents: texts of some lines, as people write them into files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.files import unusable
from ludotheque.core.options import OFF, Option
from ludotheque.core.text import Refusal, Text

_LONGEST = 20_000
"""In characters."""


@dataclass(frozen=True)
class Document(Option[str | None]):
    """A text of some lines that the game itself reads, such as a sheet; given as text, or by the file that holds it.

    Its value is the text on one line, `|` between its lines, so that records and views carry it along. Lines that begin
    with `#` mean nothing.
    """

    name: str
    label: Text
    default: str | None = None

    def read(self, given: object) -> str | None:
        if given is None or given == OFF:
            return None
        if isinstance(given, str) and self.is_text(given):
            text = given
        elif isinstance(given, str | Path) and str(given).strip():
            text = self._in_file(Path(given))
        else:
            raise self.refusal(given)
        if "\n" in text and "|" in text:
            raise Refusal(
                Text("{option}: the sign | separates lines, it cannot be among them", option=self.name),
                Text("“{label}”: the sign | separates lines, it cannot be among them.", label=self.label),
            )
        return " | ".join(lines_of(text))

    @staticmethod
    def is_text(given: str) -> bool:
        """Whether this is the text itself. All else names a file, which only those at the machine itself may do."""
        return "\n" in given or "|" in given

    @staticmethod
    def _in_file(path: Path) -> str:
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(_LONGEST + 1)
        except (OSError, UnicodeDecodeError) as error:
            raise unusable(path, error) from error
        if len(text) > _LONGEST:
            raise Refusal(Text("{file}: too long", file=str(path)))
        return text

    @property
    def allowed(self) -> Text:
        return Text("a text, or the file that holds it")

    @property
    def possible(self) -> Text:
        return Text("a text of several lines")


def lines_of(document: str) -> list[str]:
    """The lines of a document that mean something, tidied; they are separated by line ends or by `|`."""
    lines = document.splitlines() if "\n" in document else document.split("|")
    return [" ".join(line.split()) for line in lines if line.strip() and not line.lstrip().startswith("#")]
