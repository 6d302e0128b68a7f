"""Random numbers for compiled code: a 62-bit linear congruential generator, the same in plain Python and compiled."""

from __future__ import annotations

from ludotheque.core.boards.compiled import compiled

_HALF = (1 << 31) - 1
_MULTIPLIER_HIGH, _MULTIPLIER_LOW = 1481765933, 1029531029
_INCREMENT = 907133923
_WHOLE = (1 << 62) - 1


@compiled
def random_next(seed: int) -> int:
    """The generator's next state; its high bits are the random ones. It is multiplied in halves: a product that ran
    over would be wrong, since the compiler takes it for granted that none does."""
    low, high = seed & _HALF, (seed >> 31) & _HALF
    product = low * _MULTIPLIER_LOW + _INCREMENT
    carried = low * _MULTIPLIER_HIGH + high * _MULTIPLIER_LOW + (product >> 31)
    return (carried & _HALF) << 31 | product & _HALF


@compiled
def mixed(seed: int, number: int) -> int:
    """A state of the generator for each number, far from one another however near the numbers are."""
    state = (seed ^ number) & _WHOLE
    for _ in range(4):
        state = random_next(state)
        state ^= state >> 29
    return state


@compiled
def below(seed: int, bound: int) -> int:
    """A number from 0 to bound - 1 from a state of the generator."""
    return ((seed >> 31) * bound) >> 31
