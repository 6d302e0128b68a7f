"""Every game with every value of every option, and random games of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludotheque.core.contract import CHANCE, Game, Move, State
from ludotheque.core.options import AnyOption, Choice, Flag, Limit, Numbered, Seconds, Whole

Options = dict[str, object]


def _values(option: AnyOption) -> list[object]:
    """The values worth trying: all words, all listed numbers, and off where a rule can be switched off. Of things with
    numbers for names, one."""
    if isinstance(option, Numbered):
        return [*option.values, str(option.numbers[-1])]
    if isinstance(option, Choice):
        return list(option.values)
    if isinstance(option, Flag):
        return [True, False]
    if isinstance(option, Seconds):  # the rules are the same with any
        return []
    if isinstance(option, Whole | Limit):
        numbers: list[object] = list(option.values) if isinstance(option.values, tuple) else []
        return [*numbers, None] if isinstance(option, Limit) else numbers
    return []


def cases(game: Game) -> Iterator[Options]:
    """The defaults; each other value alone; and each pair of values of different options: those that go together."""
    choices = [(option.name, value) for option in game.options for value in _values(option) if value != option.default]
    found: list[Options] = [{}]
    for at, (name, value) in enumerate(choices):
        found.append({name: value})
        found += [{name: value, other: more} for other, more in choices[at + 1 :] if other != name]
    return (options for options in found if _go_together(game, options))


def _go_together(game: Game, options: Options) -> bool:
    try:
        game.start(**options)
    except ValueError:
        return False
    return True


def called(options: Options) -> str:
    """A case in a few words."""
    return ",".join(f"{name}={value}" for name, value in options.items()) or "default"


def random_states(state: State, rng: random.Random, most: int = 10_000) -> Iterator[tuple[State, int, Move]]:
    """A random game: each state with the seat and the move played in it. Those who need not act do so now and then."""
    for _ in range(most):
        if state.over:
            break
        seat = rng.choice(state.waiting if rng.random() < 0.97 else state.acting)
        move = state.draw(rng) if seat == CHANCE else rng.choice(state.moves(seat))
        yield state, seat, move
        state = state.play(move, seat)


def last_of(state: State, rng: random.Random, most: int = 10_000) -> State:
    """The state a random game ends in, or is in after so many moves."""
    for before, seat, move in random_states(state, rng, most):
        state = before.play(move, seat)
    return state


def some_states(game: Game, options: Options, number: int, most: int) -> list[State]:
    """So many states of a random game of at most so many moves, in order; of a short one, all."""
    rng = random.Random(f"some {game.id}{options}")
    states = [state for state, _, _ in random_states(game.start(**options), rng, most)]
    return [states[at] for at in sorted(rng.sample(range(len(states)), min(number, len(states))))]
