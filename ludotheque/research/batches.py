"""Many games at once: `batch` to play them move by move, `playouts` to play them to their ends at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from ludotheque.core.boards.engine import Engine
from ludotheque.core.boards.randomness import mixed
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find
from ludotheque.core.encoding import encoding_of, name_of
from ludotheque.research.devices import Array, Device, device_named
from ludotheque.research.loops import KEEPING, RESETTING, bound_to
from ludotheque.research.memory import memory_of, rows_for
from ludotheque.research.pictures import SHOWN, gallery

_ROWS = 64
"""Room for so many rows to begin with, where rules look back and nothing bounds a game."""
_MOST = 1_000_000
"""A game of random moves that nothing bounds is given up after so many."""


class Batch:
    """Many games of one kind, side by side. Everything that is told of them is an array, a game each: NumPy's on the
    CPU, on a GPU one that PyTorch, JAX and CuPy take as it is (`__cuda_array_interface__`)."""

    def __init__(self, engine: Engine, game: Game, state: State, seeds: Array, device: Device, after: int) -> None:
        self.game = game
        self.games = len(seeds)
        self.actions = engine.actions
        """How many actions there are."""
        self.encoding = name_of(game)
        self._engine, self._start, self._device, self._after = engine, state, device, after
        self._loops = bound_to(engine)
        self._memory = memory_of(engine, device, device.put(seeds), rows_for(engine, engine.longest or _ROWS))
        self._refused = device.make((self.games,), np.bool_)
        self._plies = 0
        self._legal: Array = None
        self.reset()

    # What is known of the games

    @property
    def seat(self) -> Array:
        """Whose turn it is, by game."""
        return self._memory.seat

    @property
    def over(self) -> Array:
        """Which games are over. With `reset=True`, those that ended with the last step: they have begun anew."""
        return self._memory.over

    @property
    def scores(self) -> Array:
        """By game and seat: the scores of games that are over (with `reset=True`, of the last one that ended)."""
        return self._memory.scores

    @property
    def legal(self) -> Array:
        """Which actions are legal, by game and action."""
        if self._legal is None:
            self._legal = self._device.make((self.games, self.actions), np.bool_)
            self._run("mask", self._legal)
        return self._legal

    def observe(self, seat: int | Sequence[int] | Array | None = None) -> Array:
        """What a seat sees, as planes by game: that of whoever is to move, the same of all games, or one for each."""
        seats = self.seat if seat is None else self._device.put(self._checked_seats(seat))
        planes = self._device.make((self.games, *self._engine.shape), np.int8)
        self._run("observe", seats, planes)
        return planes

    def state(self, game: int) -> State:
        """The readable state of one game."""
        line, at = self._memory.lines[game], int(self._device.get(self._memory.at)[game])
        rows = np.array(self._device.get(line))[: at + 1]
        return self._engine.state_of(rows if self._engine.looks_back else rows[-1:])

    def __repr__(self) -> str:
        over = int(self._device.get(self.over).sum())
        return f"<{self.games} games of {self.game.id} on the {self._device.name}, {over} over>"

    def _repr_html_(self) -> str:
        return gallery([self.state(game) for game in range(min(self.games, SHOWN))], repr(self).strip("<>"))

    # What can be done with them

    def step(self, actions: Any, *, illegal: Literal["refuse", "skip"] = "refuse") -> None:
        """Plays an action in each game. Games that are over stay as they are, whatever is given for them.

        An action that is not legal is refused, and then nothing is played anywhere: the `ValueError` says in which
        game. With `illegal="skip"` such games stay as they are, and the others go on (`refused` tells them apart).
        """
        given = self._device.put(self._checked_actions(actions))
        self._run("check", given, self.actions, self._refused)
        if illegal == "refuse":
            self._refuse(given)
        self._make_room()
        self._run("step", given, self._refused, self._after)
        self._legal = None

    @property
    def refused(self) -> Array:
        """The games in which the last step was refused."""
        return self._refused

    def random_actions(self) -> Array:
        """A legal action for each game, drawn from its own generator; -1 where it is over."""
        actions = self._device.make((self.games,), np.int64)
        self._run("draw", actions)
        return actions

    def reset(self, which: Any = None) -> None:
        """Puts the games to their start: all, or those that are marked."""
        chosen = np.ones(self.games, np.bool_) if which is None else np.asarray(which, np.bool_)
        if chosen.shape != (self.games,):
            raise ValueError(f"which: one mark for each of {self.games} games, not an array of shape {chosen.shape}")
        self._run("reset", self._device.put(chosen))
        self._legal = None

    def _run(self, name: str, *args: Array) -> None:
        self._device.run(self._loops[name], self.games, self._memory, *args)

    def _make_room(self) -> None:
        """Where rules look back and nothing bounds a game, its rows may outgrow the memory."""
        self._plies += 1
        memory, rows = self._memory, self._memory.lines.shape[1]
        if not self._engine.looks_back or self._plies + 1 < rows:
            return
        self._plies = int(self._device.get(memory.at).max()) + 1
        if self._plies + 1 >= rows and (self._engine.longest is None or rows <= self._engine.longest):
            larger = memory_of(self._engine, self._device, memory.seeds, 2 * rows).lines
            kept = np.zeros(larger.shape, np.int64)
            kept[:, :rows] = self._device.get(memory.lines)
            self._memory = memory._replace(lines=self._device.put(kept))

    def _checked_seats(self, seat: Any) -> Any:
        seats = np.broadcast_to(np.asarray(seat), (self.games,)).astype(np.int64)
        if seats.min() < 0 or seats.max() >= self._engine.seats:
            raise ValueError(f"seats are 0 to {self._engine.seats - 1}")
        return seats

    def _checked_actions(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            return actions
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            expected = f"an array of {self.games} whole numbers, one for each game"
            raise ValueError(f"actions: {expected}, not of shape {given.shape} and type {given.dtype}")
        return given.astype(np.int64, copy=False)

    def _refuse(self, given: Array) -> None:
        refused = self._device.get(self._refused)
        if not refused.any():
            return
        game = int(refused.argmax())
        action = int(self._device.get(given)[game])
        others = int(refused.sum()) - 1
        raise IllegalAction(game, action, self.actions, self.state(game), others)


class IllegalAction(ValueError):
    """An action that cannot be played in one game of a batch."""

    def __init__(self, game: int, action: int, actions: int, state: State, others: int) -> None:
        self.game, self.action = game, action
        why = f"there is no such action (0 to {actions - 1})"
        if 0 <= action < actions:
            seat = state.acting[0]
            why = f"{encoding_of(state.game).actions(state)[action]} is not legal for seat {seat}"
        more = f", nor in {others} others" if others else ""
        super().__init__(f"action {action} cannot be played in game {game}{more}: {why}; nothing was played")


class Playouts(NamedTuple):
    """Random games that were played to their ends: arrays of the device that they were played on."""

    plies: Array
    """By game: how many moves it took; -1 where it was given up, as nothing bounds it."""
    scores: Array
    """By game and seat."""


def batch(
    game: str,
    games: int,
    *,
    device: str = "cpu",
    seed: int = 0,
    seeds: Any = None,
    reset: bool = False,
    **options: object,
) -> Batch:
    """Many games at once, with these options. `seeds` has one seed for each game, or all follow from `seed`: chance and
    `random_actions` come from them. With `reset=True`, a game that ends begins anew in the same step.

    >>> import ludotheque as lt
    >>> many = lt.batch("rolit", 3, players=4)
    >>> many.seat.tolist(), many.legal.sum(axis=1).tolist()
    ([0, 0, 0], [3, 3, 3])
    >>> while not many.over.all():
    ...     many.step(many.random_actions())
    >>> many.scores.sum(axis=1).tolist()
    [36.0, 36.0, 36.0]
    """
    engine, found, state = _engine(game, options)
    drawn = _seeds(games, seed) if seeds is None else _scrambled(np.asarray(seeds))
    if drawn.shape != (games,) or games < 1:
        raise ValueError(
            f"games={games}, seeds of shape {drawn.shape}: there must be one game or more, and a seed each"
        )
    return Batch(engine, found, state, drawn, device_named(device), RESETTING if reset else KEEPING)


def playouts(game: str, games: int, *, device: str = "cpu", seed: int = 0, **options: object) -> Playouts:
    """Plays random games to their ends, all in compiled code.

    >>> import ludotheque as lt
    >>> played = lt.playouts("rolit", 100, size=4)
    >>> set(played.plies.tolist()), bool((played.scores.sum(axis=1) <= 16).all())
    ({12}, True)
    """
    engine, _, _ = _engine(game, options)
    return Playouts(*device_named(device).play_out(engine, games, seed, engine.longest or _MOST))


def _engine(game: str, options: dict[str, object]) -> tuple[Engine, Game, State]:
    found = find(game)
    state = found.start(**options)
    return encoding_of(found).engine(state), found, state


def _seeds(games: int, seed: int) -> Any:
    """A state of the generator for each game."""
    return np.array([mixed(seed, game) for game in range(games)], np.int64)


def _scrambled(seeds: Any) -> Any:
    """The same for seeds that were given."""
    if seeds.dtype.kind not in "iu":
        raise ValueError(f"seeds: whole numbers, not {seeds.dtype}")
    return np.array([mixed(abs(int(each)), 0) for each in seeds.ravel()], np.int64).reshape(seeds.shape)
