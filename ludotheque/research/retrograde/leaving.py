"""What a table leaves behind: it is too large to be kept; what is worth keeping goes into a few small files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.boards.book import written
from ludotheque.research.retrograde.facing import facing
from ludotheque.research.retrograde.opening import grow
from ludotheque.research.retrograde.survey import (
    OnlyMoves,
    Positions,
    at_random,
    chosen,
    disagreements,
    of_layer,
    only_moves,
    walked,
)
from ludotheque.research.retrograde.table import Table

_SAMPLE, _LOOKED_THROUGH, _OF_A_DISTANCE = 20_000, 4_000_000, 300
"""Positions drawn at random that are kept; those that are looked through for far ones; how many are kept of each
distance."""
_CHECKED = 1_000_000
_BLOCKS = 2
"""Whole blocks that are kept."""
_HARDEST = 1000
_WALKERS, _PLIES, _DRAWN, _ONLY_OF_A_DISTANCE = 20_000, 40, 50_000, 4000
"""How many random games are followed how far for positions that one move wins; how many are drawn, ten times; and how
many are kept of each distance."""
_BOOK_DOWN_TO = 5
"""What is won sooner, a search finds in no time."""


class Leavings:
    """Writes them, one file after the other; each step says what it found."""

    def __init__(self, table: Table, starts: Positions, folder: Path, seed: int = 1) -> None:
        self._table, self._starts, self._folder = table, starts, folder
        self._rng = np.random.default_rng(seed)
        folder.mkdir(parents=True, exist_ok=True)

    def steps(self) -> Iterator[str]:
        """Everything. What takes no time comes first, so that it is there should the others be cut short."""
        for step in (self.layers, self.beginnings, self.book, self.sample, self.hardest, self.only, self.blocks):
            yield step()

    def layers(self) -> str:
        """How many positions each layer has, and what the beginnings are worth."""
        table = self._table
        found: dict[str, Any] = {
            "game": table.placement.name,
            "layers": [layer.positions for layer in table.layers],
            "seconds": [round(layer.seconds, 2) for layer in table.layers],
            "open": table.open,
            "open counted": table.count_open(),
            "impossible": table.impossible,
            "positions": table.positions,
            "entries": table.entries,
            "starts": table.look(*self._starts).tolist(),
        }
        (self._folder / "layers.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return json.dumps(found)

    def sample(self) -> str:
        """Positions drawn at random, and more of those that are far from the end; checked by their moves."""
        placement = self._table.placement
        checked = at_random(placement, _CHECKED, self._rng)
        wrong = disagreements(self._table, checked)
        drawn = Positions(*(boards[:_SAMPLE] for boards in checked))
        self._keep("sample", drawn, self._table.look(*drawn))
        found, kept = at_random(placement, _LOOKED_THROUGH, self._rng), []
        told = self._table.look(*found)
        values = told[:, 0] * (told[:, 1] + 1)  # 0 is open; lost already is -1
        for value in np.unique(values).tolist():
            kept.append(np.flatnonzero(values == value)[:_OF_A_DISTANCE])
        which = np.concatenate(kept)
        self._keep("distances", chosen(found, which), told[which])
        return f"{wrong} of {len(checked)} positions disagree with their moves; {len(which)} kept by distance"

    def beginnings(self) -> str:
        """What positions that look the same from both seats are worth."""
        found = facing(self._table.placement)
        told = self._table.look(*found)
        self._keep("facing", found, told)
        values, numbers = np.unique(told, axis=0, return_counts=True)
        return f"facing: {[(*value, number) for value, number in zip(values.tolist(), numbers.tolist(), strict=True)]}"

    def hardest(self) -> str:
        """Positions of the last layers."""
        far = [layer.moves for layer in self._table.layers if layer.positions][-4:]
        parts = [of_layer(self._table, moves, _HARDEST) for moves in far]
        positions = Positions(*(np.concatenate([part[side] for part in parts]) for side in (0, 1)))
        self._keep("hardest", positions, self._table.look(*positions))
        return (
            f"hardest: {dict(zip(far, map(len, parts), strict=True))}, {disagreements(self._table, positions)} disagree"
        )

    def only(self) -> str:
        """Positions that one move wins and no other: from random games, and drawn at random."""
        placement, parts = self._table.placement, []
        for here in walked(placement, self._starts, _WALKERS, _PLIES, self._rng):
            parts.append(only_moves(self._table, here))
        for _ in range(10):
            parts.append(only_moves(self._table, at_random(placement, _DRAWN, self._rng)))
        positions = Positions(*(np.concatenate([part.positions[side] for part in parts]) for side in (0, 1)))
        codes, distances, choices = (np.concatenate([part[of] for part in parts]) for of in (1, 2, 3))
        every = OnlyMoves(positions, codes, distances, choices)
        which = np.concatenate(
            [np.flatnonzero(distances == each)[:_ONLY_OF_A_DISTANCE] for each in np.unique(distances)]
        )
        np.savez_compressed(
            self._folder / "only.npz",
            movers=every.positions.movers[which],
            waiting=every.positions.waiting[which],
            codes=codes[which].astype(np.int16),
            distances=distances[which].astype(np.int8),
            choices=choices[which].astype(np.int16),
        )
        return f"only moves: {len(codes)} found, {len(which)} kept, {np.bincount(distances[which]).tolist()}"

    def blocks(self) -> str:
        """A few whole blocks: all positions in which one side's pawns stand so, whoever is to move."""
        table, kept = self._table, {}
        for block in np.linspace(0, len(table.numbering.boards) - 1, _BLOCKS + 2).astype(int)[1:-1].tolist():
            board = int(table.numbering.boards[block])
            waiting = np.full(len(table.numbering.sets), board)
            others = table.boards_beside(block)
            for name, pair in (("moving", (waiting, others)), ("waiting", (others, waiting))):
                told = table.look(*pair)
                kept[f"{name}_{board}"] = (told[:, 0] * (told[:, 1] + 1)).astype(np.int8)
        np.savez_compressed(self._folder / "blocks.npz", **kept)
        return f"blocks: {sorted(kept)}"

    def book(self) -> str:
        """What a book is made of."""
        table, name = self._table, self._table.placement.name
        entries = list(grow(table, self._starts, _BOOK_DOWN_TO))
        beginnings = ", ".join(f"{winner} in {moves}" for winner, moves in table.look(*self._starts).tolist())
        provenance = {
            "Game": name,
            "Made by": f"ludotheque solve {name} --table",
            "From": f"every position, {table.positions} in {len(table.layers)} layers",
            "Beginnings": beginnings,
            "Holds": f"{len(entries)} positions that the player to move wins in {_BOOK_DOWN_TO} moves or more",
        }
        (self._folder / "book.bin").write_bytes(written(table.placement, entries, provenance))
        return f"book: {len(entries)} positions, by distance {np.bincount([entry.moves for entry in entries]).tolist()}"

    def _keep(self, name: str, positions: Positions, told: Any) -> None:
        values = (told[:, 0] * (told[:, 1] + 1)).astype(np.int8)
        np.savez_compressed(
            self._folder / f"{name}.npz", movers=positions.movers, waiting=positions.waiting, values=values
        )
