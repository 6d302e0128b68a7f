"""Alpha-beta search in compiled code: templates that `alphabeta.py` binds to a game.

One side is the seat that thinks, the other side all others: with several seats it takes them for allies who want
nothing but its harm (paranoid search). Each value is that of the side to move.

The search keeps its own stack, one *frame* per move ahead, and so can stop after any number of nodes and go on later:
`search` returns 0 when its limit of nodes is reached, and 1 when it is done. What it asks of a game, besides its
kernel, is in the game's brain: `evaluate`, `threat`, `ordering` and `key`.

A win is worth `WIN`, a hundred for each point between the scores, and less for each move it takes; a draw is 0.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.bots.search.limits import FARTHEST
from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.lines import HEADER, PLAYING, SEAT, STATUS, write_codes
from ludotheque.core.boards.lines import total as total_moves
from ludotheque.core.boards.symmetry import mixed

WIN = 1_000_000
INFINITE = 4_000_000
SURE = WIN // 2
"""Beyond this a value is a win or a loss, not a judgement."""

LEVELS = FARTHEST + 8
"""How many moves ahead at most."""
WIDEST = 2048
"""How many moves a position has at most."""
ALPHA, BETA, BEST, MOVE, NEXT, COUNT, DEPTH, KEY, FLOOR, STAGE, KILLER, KILLER2, STRETCH, THREAT, TURN = range(15)
"""The words of a frame: the window, the best value and move, the next move to try and how many there are, how deep to
look, the position's key, alpha at first, how the current move is tried, two moves that refuted others, how much
deeper than asked, the threat there is, and whether the other side moves next (-1) or the same (1)."""
FRAME = 15
PHASE, LEVEL, VALUE, NODES, LIMIT, BLIND, SEED, REDUCE, WIDE, PAST, END = range(11)
"""The words of the control: what comes next, at which level, what the last one was worth, the nodes so far and allowed,
how many moves of 256 are overlooked and which, whether late moves are looked at less deep, whether all moves of the
root are valued exactly, how many rows lie before the root, and where a position's own words end."""
CONTROL = 11
ENTER, RETURNED, GO_ON = 0, 1, 2
FULL, SCOUT, LESS = 0, 1, 2
"""How a move is tried: with the full window, just whether it is better, the same and less deep."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
"""What a value in the table means."""
_STRETCH = 4
_REMEMBERED = 2
"""Nodes that look fewer moves ahead are sooner searched again than found in the table."""


class Position(NamedTuple):
    """The game that is searched: its rules as integers, what `evaluate` goes by, its line with room ahead, and scratch
    paper for moves and points."""

    rules: Words
    weights: Words
    line: Line
    sets: Line
    points: Words


class Tree(NamedTuple):
    """The search: its frames, the moves of each level and their ranks, the best line from each level on, what is known
    of positions, which moves refuted others (by seat), and the control."""

    frames: Line
    codes: Line
    ranks: Line
    best_line: Line
    table: Line
    history: Line
    control: Words


def settled(rules: Words, line: Line, at: int, sets: Line) -> int:
    raise NotImplementedError("bound to a kernel by alphabeta.bound_to")


def play(rules: Words, line: Line, at: int, code: int) -> None:
    raise NotImplementedError("bound to a kernel by alphabeta.bound_to")


def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    raise NotImplementedError("bound to a kernel by alphabeta.bound_to")


def evaluate(rules: Words, weights: Words, line: Line, at: int, seat: int) -> int:
    raise NotImplementedError("bound to a brain by alphabeta.bound_to")


def threat(rules: Words, line: Line, at: int, sets: Line) -> int:
    raise NotImplementedError("bound to a brain by alphabeta.bound_to")


def ordering(rules: Words, line: Line, at: int, code: int) -> int:
    raise NotImplementedError("bound to a brain by alphabeta.bound_to")


def key(rules: Words, line: Line, at: int) -> int:
    raise NotImplementedError("bound to a brain by alphabeta.bound_to")


def final(position: Position, at: int, level: int, root: int) -> int:
    """What a finished game is worth to the side whose turn it would be; `root` is the seat that thinks."""
    points = position.points
    scores(position.rules, position.line, at, points)
    best = -1
    for seat in range(points.shape[0]):
        if seat != root:
            best = max(best, int(points[seat]))
    ahead = int(points[root]) - best
    if position.line[at, SEAT] != root:
        ahead = -ahead
    if ahead == 0:
        return 0
    return WIN + 100 * ahead - level if ahead > 0 else -WIN + 100 * ahead + level


def repeated(line: Line, root: int, at: int, end: int) -> bool:
    """Whether the position of row `at` has come about since the root: nothing was gained. (`end` is 0 in games where
    none can.)"""
    if end == 0:
        return False
    for row in range(at - 2, root - 1, -2):
        same = True
        for word in range(HEADER, end):
            if line[row, word] != line[at, word]:
                same = False
                break
        if same:
            return True
    return False


def overlooked(code: int, level: int, blind: int, seed: int) -> bool:
    """Whether somebody who overlooks `blind` moves of 256 does not see this one; through one thought it is the same."""
    return blind > 0 and (mixed(seed + (level & 1), code) >> 20) & 255 < blind


def ranked(position: Position, tree: Tree, at: int, level: int) -> None:
    """Ranks the moves of a node, the most promising highest; takes out those that are overlooked."""
    kept = 0
    frame, codes, ranks, control = tree.frames[level], tree.codes[level], tree.ranks[level], tree.control
    number, seat, hint = int(frame[COUNT]), position.line[at, SEAT], frame[MOVE]
    for i in range(number):
        code = int(codes[i])
        if kept + number - i > 1 and overlooked(code, level, control[BLIND], control[SEED]):
            continue
        rank = 64 * ordering(position.rules, position.line, at, code) + tree.history[seat, code]
        if code == hint:
            rank += 1 << 40
        elif code == frame[KILLER] or code == frame[KILLER2]:
            rank += 1 << 20
        codes[kept] = code
        ranks[kept] = rank
        kept += 1
    frame[COUNT] = kept


def found(tree: Tree, level: int) -> int:
    """Looks a node up in the table: 1 when that settles its value, else 0. The move found is left in `MOVE`."""
    frame, table, control = tree.frames[level], tree.table, tree.control
    slot = (frame[KEY] >> 3) & (table.shape[0] - 1)
    if table[slot, 0] >> 3 != frame[KEY] >> 3:
        return 0
    if table[slot, 0] == frame[KEY]:  # seen the same way round: the move is the same one
        frame[MOVE] = table[slot, 3]
    if table[slot, 2] >> 2 < frame[DEPTH]:
        return 0
    value, kind = int(table[slot, 1]), table[slot, 2] & 3
    if value > SURE:
        value -= level
    elif value < -SURE:
        value += level
    if kind == EXACT or (kind == AT_LEAST and value >= frame[BETA]) or (kind == AT_MOST and value <= frame[ALPHA]):
        control[VALUE] = value
        return 1
    return 0


def listed(position: Position, tree: Tree, at: int, level: int) -> int:
    """Lists and ranks the moves of a node; how many sets of them there are."""
    number = settled(position.rules, position.line, at, position.sets)
    if number > 0:
        frame = tree.frames[level]
        frame[COUNT] = total_moves(position.sets, number)
        write_codes(position.sets, number, tree.codes[level])
        ranked(position, tree, at, level)
        frame[BEST], frame[NEXT], frame[FLOOR], frame[MOVE] = -INFINITE, 0, frame[ALPHA], -1
    return number


def judged(position: Position, at: int, root: int) -> int:
    """How good a position looks to the side to move; `root` is the seat that thinks."""
    value = evaluate(position.rules, position.weights, position.line, at, root)
    return value if position.line[at, SEAT] == root else -value


def entered(position: Position, tree: Tree) -> int:
    """Opens a node: 1 when its value is known at once, else 0 with its moves listed."""
    control, line = tree.control, position.line
    level = int(control[LEVEL])
    at = int(control[PAST]) + level
    frame, root = tree.frames[level], int(line[control[PAST], SEAT])
    if line[at, STATUS] != PLAYING:
        control[VALUE] = final(position, at, level, root)
        return 1
    if repeated(line, int(control[PAST]), at, int(control[END])):
        control[VALUE] = 0
        return 1
    frame[THREAT] = 0 if control[BLIND] > 0 else threat(position.rules, line, at, position.sets)
    if frame[THREAT] == 2:
        control[VALUE] = WIN + 200 - level - 1
        return 1
    if frame[THREAT] == 1 and frame[DEPTH] <= 0 and frame[STRETCH] < _STRETCH:
        frame[DEPTH] = 1
        frame[STRETCH] += 1
    if frame[DEPTH] <= 0 or level >= LEVELS - 2:
        control[VALUE] = judged(position, at, root)
        return 1
    frame[KEY], frame[MOVE] = 0, -1
    if frame[DEPTH] >= _REMEMBERED:
        frame[KEY] = key(position.rules, line, at)
        if found(tree, level):
            return 1
    if listed(position, tree, at, level) == 0:
        control[VALUE] = final(position, at, level, root)
        return 1
    return 0


def tried(tree: Tree, level: int, stage: int) -> None:
    """Sets the window and depth with which the move now on the line is tried."""
    frame, child = tree.frames[level], tree.frames[level + 1]
    low, high = frame[ALPHA], frame[BETA] if stage == FULL else frame[ALPHA] + 1
    child[ALPHA], child[BETA] = (-high, -low) if frame[TURN] < 0 else (low, high)
    child[DEPTH] = frame[DEPTH] - (2 if stage == LESS else 1)
    child[STRETCH] = frame[STRETCH]
    frame[STAGE] = stage
    tree.control[LEVEL] = level + 1
    tree.control[PHASE] = ENTER


def descended(position: Position, tree: Tree) -> int:
    """Plays the most promising move not tried yet; 1 when there is none left, else 0."""
    control, line = tree.control, position.line
    level = int(control[LEVEL])
    frame, codes, ranks = tree.frames[level], tree.codes[level], tree.ranks[level]
    i, number = int(frame[NEXT]), int(frame[COUNT])
    if i >= number:
        return 1
    best = i
    for j in range(i + 1, number):
        if ranks[j] > ranks[best]:
            best = j
    code, rank = codes[best], ranks[best]
    codes[best], ranks[best] = codes[i], ranks[i]
    codes[i], ranks[i] = code, rank
    frame[NEXT] = i + 1
    at, root = int(control[PAST]) + level, int(line[control[PAST], SEAT])
    play(position.rules, line, at, int(code))
    frame[TURN] = 1 if (line[at, SEAT] == root) == (line[at + 1, SEAT] == root) else -1
    late = control[REDUCE] > 0 and i >= 4 and frame[DEPTH] >= 3 and frame[THREAT] == 0 and level > 0
    wide = level == 0 and control[WIDE] > 0
    tried(tree, level, FULL if i == 0 or wide else LESS if late else SCOUT)
    return 0


def taken(tree: Tree, seat: int) -> int:
    """Takes in what a move was worth: 1 when no other can matter, -1 when it must be tried again, else 0."""
    control, best_line = tree.control, tree.best_line
    level = int(control[LEVEL])
    frame = tree.frames[level]
    value, tried_at = int(frame[TURN] * control[VALUE]), int(frame[NEXT]) - 1
    wide = level == 0 and control[WIDE] > 0
    if frame[STAGE] == LESS and value > frame[ALPHA]:
        tried(tree, level, SCOUT)
        return -1
    if frame[STAGE] == SCOUT and frame[ALPHA] < value < frame[BETA]:
        tried(tree, level, FULL)
        return -1
    if level == 0:
        tree.ranks[0, tried_at] = value
    code = tree.codes[level, tried_at]
    if value > frame[BEST]:
        frame[BEST], frame[MOVE] = value, code
        best_line[level, 0] = code
        for i in range(LEVELS - 1):
            best_line[level, i + 1] = best_line[level + 1, i]
            if best_line[level, i + 1] < 0:
                break
        if value > frame[ALPHA] and not wide:
            frame[ALPHA] = value
    if value < frame[BETA]:
        return 0
    tree.history[seat, code] = min(tree.history[seat, code] + frame[DEPTH] * frame[DEPTH], 60_000)
    if frame[KILLER] != code:
        frame[KILLER2] = frame[KILLER]
        frame[KILLER] = code
    return 1


def closed(tree: Tree) -> None:
    """Writes a node's value into the table."""
    control, table = tree.control, tree.table
    level = int(control[LEVEL])
    frame = tree.frames[level]
    best = int(frame[BEST])
    control[VALUE] = best
    if level == 0 or frame[KEY] == 0:
        return
    slot = (frame[KEY] >> 3) & (table.shape[0] - 1)
    kind = AT_MOST if best <= frame[FLOOR] else AT_LEAST if best >= frame[BETA] else EXACT
    stored = best + level if best > SURE else best - level if best < -SURE else best
    table[slot, 0], table[slot, 1] = frame[KEY], stored
    table[slot, 2], table[slot, 3] = frame[DEPTH] * 4 + kind, frame[MOVE]


def search(position: Position, tree: Tree) -> int:
    """Goes on searching: 1 when the root is done, 0 when the limit of nodes is reached."""
    control = tree.control
    while True:
        done = 0
        if control[PHASE] == ENTER:
            if control[NODES] >= control[LIMIT]:
                return 0
            control[NODES] += 1
            tree.best_line[control[LEVEL], 0] = -1
            if entered(position, tree):
                control[LEVEL] -= 1
                control[PHASE] = RETURNED
                continue
        elif control[PHASE] == RETURNED:
            done = taken(tree, int(position.line[control[PAST] + control[LEVEL], SEAT]))
            if done < 0:
                continue
        if not done:
            done = descended(position, tree)
        if done:
            closed(tree)
            if control[LEVEL] == 0:
                return 1
            control[LEVEL] -= 1
            control[PHASE] = RETURNED


@compiled
def fade(history: Line) -> None:
    """What refuted moves before counts half."""
    for seat in range(history.shape[0]):
        for code in range(history.shape[1]):
            history[seat, code] >>= 1


PARTS = (
    *(final, repeated, overlooked, ranked, listed, judged, found, entered),
    *(tried, descended, taken, closed),
)
"""What `search` is made of, each after those it calls."""
