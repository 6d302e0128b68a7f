"""What is proved of a game, kept in a file: a line for each piece and each claim, written as soon as it is known.

Whatever happens to the program, the file tells all pieces solved so far; at most the line being written is torn, and
that one is cut off. What is told of a piece is so for ever, however often the work is taken up again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from ludotheque.bots.solver.claims import Bounds, Proof
from ludotheque.core.files import unusable
from ludotheque.core.text import Refusal, Text

_FORMAT = "ludotheque solve 1"


class Checkpoint:
    """The pieces solved so far, in a file and in `book`. Without a file they are kept in memory alone."""

    def __init__(self, path: Path | None, about: Mapping[str, object]) -> None:
        self.book: dict[str, Bounds] = {}
        self.proofs: list[Proof] = []
        self.nodes, self.seconds = 0, 0.0
        """What the pieces took."""
        self._file: TextIO | None = None
        if path is None:
            return
        head = {"format": _FORMAT, **about}
        try:
            if path.exists():
                self._read(path, head)
            else:
                beside = path.with_name(path.name + ".new")
                beside.write_text(json.dumps(head, ensure_ascii=False) + "\n", encoding="utf-8")
                os.replace(beside, path)
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise unusable(path, error) from error

    def add(self, position: str, bounds: Bounds, nodes: int, seconds: float) -> None:
        """Writes down what was found of a piece, and what it took."""
        self._take(position, bounds, nodes, seconds)
        self._write([position, *bounds, nodes, round(seconds, 3)])

    def prove(self, proof: Proof) -> None:
        """Writes down a claim that is decided, and why."""
        self.proofs.append(proof)
        self._write(proof._asdict())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _write(self, line: object) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def _take(self, position: str, bounds: Bounds, nodes: int, seconds: float) -> None:
        self.book[position] = bounds.met(self.book[position]) if position in self.book else bounds
        self.nodes, self.seconds = self.nodes + nodes, self.seconds + seconds

    def _read(self, path: Path, head: Mapping[str, object]) -> None:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        number = 0
        try:
            lines = whole.decode("utf-8").splitlines()
            number = 1
            _check(path, json.loads(lines[0]), head)
            for number, line in enumerate(lines[1:], 2):  # noqa: B007  # told when a line is wrong
                read = json.loads(line)
                if isinstance(read, dict):
                    self.proofs.append(Proof(**read))
                    continue
                position, lower, upper, nodes, seconds = read
                self._take(str(position), Bounds(int(lower), int(upper)), int(nodes), float(seconds))
        except (ValueError, TypeError, IndexError) as error:
            if isinstance(error, Refusal):
                raise
            raise Refusal(Text("{file}, line {line}: this is no proof", file=str(path), line=number)) from error
        if len(whole) < len(data):
            os.truncate(path, len(whole))


def _check(path: Path, there: object, wanted: Mapping[str, object]) -> None:
    """Refuses the proof of something else."""
    if not isinstance(there, dict) or "format" not in there:
        raise ValueError("no head")
    for name, value in wanted.items():
        if there.get(name) != value:
            raise Refusal(
                Text(
                    "{file} is of another search: there {name} is {there}, not {wanted}",
                    file=str(path),
                    name=name,
                    there=repr(there.get(name)),
                    wanted=repr(value),
                )
            )
