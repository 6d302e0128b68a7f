"""Adds balanced starts of Hopsy to `starts.txt`, from what a table left behind:

    python -m tools.starts left/facing.npz

Those are added that are decided late enough (`SOONEST`) or not at all, and are not there yet, however they are turned
or mirrored. They go after all others, since records name a start by its number. A second time there is nothing to add.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ludotheque.core.boards.squares import name_of, squares
from ludotheque.core.boards.symmetry import WAYS as EVERY_WAY
from ludotheque.core.boards.symmetry import seen
from ludotheque.games.hopsy import GAME, kernel, starts
from ludotheque.games.hopsy.rules import HopsyState

SOONEST = {"half": 17, "ends": 19, "diagonal": 19, "quarter": 19}
"""By way as `starts.txt` calls it: no start is decided before this move; the usual one is in 15. By half a turn all are
taken that last longer. By the other ways these would be 14,493, six in ten of them decided in move 17: more than
anybody needs, in a file that is fetched whole for one of them."""
FILE = Path(starts.__file__).with_name("starts.txt")
_ACROSS = dict(zip(starts.WAYS, (3, 2, 4, 5), strict=True))
"""By way as `starts.txt` calls it: its number."""
Pair = tuple[int, int]
"""The pawns of who begins, and those of the other."""


def least(pair: Pair) -> Pair:
    """The same for all positions that are the same but turned or mirrored."""
    return min((int(seen(pair[0], way, kernel.SIZE)), int(seen(pair[1], way, kernel.SIZE))) for way in range(EVERY_WAY))


def there() -> set[Pair]:
    """The starts that have a number already."""
    found = set()
    for each in starts.starts():
        state = GAME.start(position=each.position)
        assert isinstance(state, HopsyState)
        found.add(least((state.row[kernel.RED], state.row[kernel.BLACK])))
    return found


def headed(pair: Pair, value: int) -> tuple[str, str]:
    """The heading below which a start stands, and its line; `value` is as a table keeps it: moves and one more, below 0
    if the second wins, 0 if nobody does."""
    for name, way in _ACROSS.items():
        for turned in range(EVERY_WAY):
            own, other = (int(seen(board, turned, kernel.SIZE)) for board in pair)
            if int(seen(own, way, kernel.SIZE)) == other:
                told = f"{starts.WINNERS[value < 0]} {abs(value) - 1}" if value else starts.OPEN
                return f"{name} {told}", "".join(map(name_of, squares(own)))
    raise ValueError(f"{pair} does not look the same from both seats")


def added(found: Iterable[tuple[Pair, int]], known: set[Pair]) -> Iterator[str]:
    """The lines to add: by way, those that are won soonest first, the open ones last."""
    lines = []
    for pair, value in found:
        if value and abs(value) - 1 < min(SOONEST.values()):
            continue  # most of them: they need no heading
        head, line = headed(pair, value)
        way = head.split()[0]
        if (value == 0 or abs(value) - 1 >= SOONEST[way]) and least(pair) not in known:
            lines.append((starts.WAYS.index(way), value == 0, value < 0, abs(value), line, head))
    last = ""
    for *_, line, head in sorted(lines):
        if head != last:
            yield head
        last = head
        yield line


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("facing", type=Path)
    kept = np.load(asked.parse_args().facing)
    pairs = zip(kept["movers"].tolist(), kept["waiting"].tolist(), strict=True)
    lines = list(added(zip(pairs, kept["values"].tolist(), strict=True), there()))
    with FILE.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    starts.starts.cache_clear()
    print(f"{len(starts.starts())} starts: SETUP.numbers in games/hopsy/__init__.py ends there")


if __name__ == "__main__":
    main()
