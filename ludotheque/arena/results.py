"""What was played, kept in a file: a tournament goes on where it stopped, and results are joined."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ludotheque.arena.clock import Effort
from ludotheque.arena.fixtures import Fixture, GameResult, Setup, form_named, score, seatings
from ludotheque.core.files import unusable
from ludotheque.core.text import Refusal, Text

_FORMAT = "ludotheque arena 1"
Pairing = tuple[str, str]


@dataclass
class Results:
    """The games of a tournament, and who was to meet whom."""

    setup: Setup
    pairings: tuple[Pairing, ...]
    games: dict[Fixture, GameResult] = field(default_factory=dict)

    @cached_property
    def seats(self) -> int:
        return len(self.setup.start().seats)

    @cached_property
    def size(self) -> int:
        """How many games a unit has."""
        return len(seatings(self.setup.form, self.seats, "one", "other"))

    def add(self, played: GameResult) -> None:
        self.games[played.fixture] = played

    def tables(self, pairing: Pairing, seed: int, opening: int) -> list[Fixture]:
        """The games of one unit: an opening with all seatings."""
        return [Fixture(seed, opening, seats) for seats in seatings(self.setup.form, self.seats, *pairing)]

    def unit(self, pairing: Pairing, seed: int, opening: int) -> float | None:
        """The first bot's score in a unit, or `None` while games of it are missing."""
        games = [self.games.get(table) for table in self.tables(pairing, seed, opening)]
        played = [game for game in games if game is not None]
        return score(self.setup.form, played, pairing[0]) if len(played) == len(games) else None

    def units(self, pairing: Pairing) -> dict[tuple[int, int], float]:
        """The first bot's score in every complete unit, by seed and opening."""
        begun = sorted({(table.seed, table.opening) for table in self.games})
        found = {key: self.unit(pairing, *key) for key in begun}
        return {key: value for key, value in found.items() if value is not None}

    def complete(self, pairing: Pairing) -> list[GameResult]:
        """The games of all complete units."""
        return [self.games[table] for key in self.units(pairing) for table in self.tables(pairing, *key)]

    def join(self, other: Results) -> None:
        """Takes the games of other results too; refused when they are of another game or played otherwise."""
        if other.setup != self.setup:
            raise Refusal(
                Text(
                    "these results do not go together: {one} and {other}",
                    one=_written(other.setup),
                    other=_written(self.setup),
                )
            )
        for pairing in other.pairings:
            if pairing not in self.pairings and (self.setup.form == "lone" or pairing[::-1] not in self.pairings):
                self.pairings = (*self.pairings, pairing)
        self.games = {**other.games, **self.games}

    def save(self, path: Path, summary: Mapping[str, object]) -> None:
        """Writes the file anew, never half: whoever reads it meanwhile finds the old one."""
        setup = self.setup
        head = {
            "format": _FORMAT,
            "game": setup.game,
            "options": dict(setup.options),
            "openings": setup.openings,
            "form": setup.form,
            "pairings": [list(pairing) for pairing in self.pairings],
            "summary": summary,
        }
        rows = sorted(map(_plain, self.games.values()), key=lambda row: (row["seed"], row["opening"], row["seats"]))
        games = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}") + f',\n "games": [\n{games}\n]}}\n'
        try:
            beside = path.with_name(path.name + ".new")
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, path)
        except OSError as error:
            raise unusable(path, error) from error

    @classmethod
    def load(cls, path: Path) -> Results:
        """The results in a file."""
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
            if read["format"] != _FORMAT:
                raise KeyError("format")
            setup = Setup(read["game"], read["options"], read["openings"], form_named(read["form"]))
            results = cls(setup, tuple((one, other) for one, other in read["pairings"]))
            for row in read["games"]:
                results.add(_played(row))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refusal(
                Text("{file}: no results of an arena ({problem})", file=str(path), problem=str(error))
            ) from error
        return results


def _written(setup: Setup) -> str:
    options = "".join(f" {name}={value}" for name, value in setup.options.items())
    return f"{setup.game}{options}, {setup.form}, openings {setup.openings}"


def _plain(game: GameResult) -> dict[str, Any]:
    return {
        "seed": game.fixture.seed,
        "opening": game.fixture.opening,
        "seats": list(game.fixture.seats),
        "scores": list(game.scores),
        "winners": list(game.winners),
        "reason": game.reason,
        "moves": game.moves,
        "rounds": game.rounds,
        "efforts": {
            name: [effort.moves, round(effort.seconds, 4), round(effort.slowest, 4)]
            + ([effort.replies, effort.refused] if effort.replies else [])
            for name, effort in sorted(game.efforts.items())
        },
    }


def _played(row: Mapping[str, Any]) -> GameResult:
    return GameResult(
        Fixture(int(row["seed"]), int(row["opening"]), tuple(row["seats"])),
        tuple(row["scores"]),
        tuple(row["winners"]),
        row["reason"],
        int(row["moves"]),
        row["rounds"],
        {name: Effort(*values) for name, values in row["efforts"].items()},
    )
