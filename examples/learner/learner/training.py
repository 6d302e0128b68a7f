"""Teaches a network Rolit on 4×4 squares: it plays many games at once against itself, and moves that led to a better
end than expected become more likely (proximal policy optimisation).

    python -m learner.training

writes `learner/weights.npz` and a curve: how it does against `greedy` every so often.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import NamedTuple

import ludotheque as lt
import numpy as np
from numpy.typing import NDArray

from learner.bot import GAME, OPTIONS, WEIGHTS, Learner
from learner.network import Adam, Floats, Weights, gradient, judge, load, save, untaught

_HIDDEN = 128
_CLIP = 0.2
"""So much more or less likely a move may become at once."""
_CURIOSITY = 0.02
"""How much it counts to keep several moves likely."""
_MARGIN = 0.4
"""How much it counts by how many balls one wins. (The second wins with best play: by winning alone the first would
learn that nothing matters.)"""
_OPENINGS = 6
"""Games begin with fewer random moves than that: else it would know only the ways it likes."""
_SLICES, _ROUNDS = 4, 3


class Experience(NamedTuple):
    """Moments that were played, a row each."""

    planes: Floats
    legal: NDArray[np.bool_]
    actions: NDArray[np.int64]
    chances: Floats
    """How likely the action was when it was drawn."""
    ends: Floats
    """How the game ended for who moved, from -1 to 1."""
    surprise: Floats
    """How much better that was than expected."""

    def those(self, which: NDArray[np.int64]) -> Experience:
        """Some of the moments."""
        planes, legal, actions = self.planes[which], self.legal[which], self.actions[which]
        return Experience(planes, legal, actions, self.chances[which], self.ends[which], self.surprise[which])


def experienced(weights: Weights, games: int, rng: np.random.Generator) -> Experience:
    """Plays so many games at once, all seats by the network, and remembers every moment."""
    many = lt.batch(GAME, games, seed=int(rng.integers(1 << 62)), **OPTIONS)
    for _ in range(rng.integers(_OPENINGS)):
        many.step(many.random_actions())
    played = []
    while not many.over.all():
        planes, legal = _inputs(many.observe()), many.legal.copy()
        judged = judge(weights, planes, legal)
        actions = (judged.chances.cumsum(axis=1) > rng.random((games, 1))).argmax(axis=1)
        actions = np.where(np.take_along_axis(legal, actions[:, None], 1)[:, 0], actions, judged.chances.argmax(axis=1))
        chosen = np.take_along_axis(judged.chances, actions[:, None], 1)[:, 0]
        played.append((planes, legal, actions, chosen, many.seat.copy(), judged.values))
        many.step(actions)
    lead = 2 * many.scores - many.scores.sum(axis=1, keepdims=True)
    outcome = ((1 - _MARGIN) * np.sign(lead) + _MARGIN * lead / many.actions).astype(np.float32)
    ends = np.concatenate([outcome[np.arange(games), seat] for *_, seat, _ in played])
    values = np.concatenate([value for *_, value in played])
    return Experience(
        planes=np.concatenate([each[0] for each in played]),
        legal=np.concatenate([each[1] for each in played]),
        actions=np.concatenate([each[2] for each in played]),
        chances=np.concatenate([each[3] for each in played]),
        ends=ends,
        surprise=ends - values,
    )


def _inputs(planes: NDArray[np.int8]) -> Floats:
    return planes.reshape(len(planes), -1).astype(np.float32)


def taught(weights: Weights, adam: Adam, known: Experience, rng: np.random.Generator) -> Weights:
    """The weights after going through an experience a few times, in slices."""
    surprise = (known.surprise - known.surprise.mean()) / (known.surprise.std() + 1e-6)
    for _ in range(_ROUNDS):
        for slice_ in np.array_split(rng.permutation(len(known.actions)), _SLICES):
            part = known.those(slice_)
            judged = judge(weights, part.planes, part.legal)
            of_scores, of_values = losses(judged.chances, judged.values, part, surprise[slice_])
            weights = adam.step(weights, gradient(weights, judged.seen, of_scores, of_values))
    return weights


def losses(chances: Floats, values: Floats, part: Experience, surprise: Floats) -> tuple[Floats, Floats]:
    """How scores and values change the loss: moves that surprised well become likelier unless they have become much
    likelier already, values come nearer to the ends, and no move is given up too soon."""
    size, rows = len(part.actions), np.arange(len(part.actions))
    ratio = chances[rows, part.actions] / part.chances
    clipped = ((surprise > 0) & (ratio > 1 + _CLIP)) | ((surprise < 0) & (ratio < 1 - _CLIP))
    pull = np.where(clipped, 0, surprise * ratio)
    of_scores = chances * pull[:, None]
    of_scores[rows, part.actions] -= pull
    logs = np.log(np.maximum(chances, 1e-9))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    of_scores += _CURIOSITY * chances * (logs + entropy)
    of_values = (values - part.ends) * (1 - values**2)
    return (of_scores / size).astype(np.float32), (of_values / size).astype(np.float32)


def score_against(weights: Weights, opponent: str, games: int) -> float:
    """What part of the points the network gets against a bot, from both seats after the same opening; drawn games count
    half."""
    points = 0.0
    for number in range(games):
        rng, mine, state = random.Random(number // 2), number % 2, lt.start(GAME, **OPTIONS)
        for _ in range(4):
            state = state.play(rng.choice(state.moves()))
        bots = {mine: Learner(state.game, weights=weights), 1 - mine: lt.bot(GAME, opponent)}
        while not state.over:
            seat = state.acting[0]
            state = state.play(bots[seat].choose(state.view(seat), state.moves(seat), rng), seat)
        assert state.outcome is not None
        points += (mine in state.outcome.winners) / max(1, len(state.outcome.winners))
    return points / games


def main() -> None:
    """Teaches, tells how it goes, and keeps what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=480)
    parser.add_argument("--games", type=int, default=1024, help="in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    chosen = parser.parse_args()
    rng, start = np.random.default_rng(chosen.seed), lt.batch(GAME, 1, **OPTIONS)
    weights = untaught(int(np.prod(start.observe().shape[1:])), _HIDDEN, start.actions, chosen.seed)
    adam, began = Adam(weights, 1e-3), time.perf_counter()
    for number in range(chosen.rounds + 1):
        if number % 40 == 0:
            score = score_against(weights, "greedy", 200)
            spent = time.perf_counter() - began
            print(f"{number * chosen.games:8} games, {spent:5.0f} s: {100 * score:5.1f} % against greedy", flush=True)
        if number < chosen.rounds:
            adam.rate = 1e-3 * (1 - number / chosen.rounds)
            weights = taught(weights, adam, experienced(weights, chosen.games, rng), rng)
    save(weights, chosen.out)
    print(f"{chosen.out}: {100 * score_against(load(chosen.out), 'greedy', 1000):.1f} % of 1000 games against greedy")


if __name__ == "__main__":
    main()
