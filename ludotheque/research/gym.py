"""Our games as Gymnasium knows environments: playing alone (`SoloEnv`), and many games at once (`BatchEnv`)."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludotheque.core.cupboard import find
from ludotheque.core.encoding import encoding_of, name_of
from ludotheque.core.solo import is_alone, score
from ludotheque.research.batches import batch
from ludotheque.research.questions import Question, count_of, first_question


class SoloEnv(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's classes are generic without defaults
    """A game played alone. The reward comes in the end: the score, where the game is won. `info["action_mask"]` tells
    what is legal; what is not is not played, and `info["refused"]` says so."""

    def __init__(self, game: str, *, render_mode: str | None = None, **options: object) -> None:
        found = find(game)
        if found.solo is None:
            raise ValueError(f"{game} is not played alone")
        self.game, self.options, self.render_mode = found, {**found.solo.options, **options}, render_mode
        self.question = first_question(found, self.options)
        if not is_alone(self.question.state):
            raise ValueError(f"with these options several play {game}")
        self.metadata = {"name": name_of(found), "render_modes": ["ansi"], "render_fps": 2}
        self.observation_space = spaces.Box(0, 127, encoding_of(found).shape(self.question.state), np.int8)
        self.action_space = spaces.Discrete(count_of(self.question.state))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._rng = random.Random(int(self.np_random.integers(1 << 62)))
        self.question = first_question(self.game, self.options).rolled(self._rng)
        return self._seen(), self._info(refused=False)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        refused = int(action) not in self.question.actions
        if not refused:
            self.question = self.question.answered(int(action)).rolled(self._rng)
        state = self.question.state
        won = state.outcome is not None and bool(state.outcome.winners)
        reward = float(score(state)) if won else 0.0
        return self._seen(), reward, self.question.seat is None, False, self._info(refused=refused)

    def _seen(self) -> Any:
        return self.question.observe(self._seat())

    def _seat(self) -> int:
        return self.question.seat or 0

    def _info(self, *, refused: bool) -> dict[str, Any]:
        return {"action_mask": self.question.mask(self._seat()), "refused": refused, "seat": self._seat()}

    def render(self) -> Any:
        """The table as text."""
        return str(Question(self.question.state).state) if self.render_mode == "ansi" else None


class BatchEnv(VectorEnv):  # type: ignore[misc]  # likewise
    """Many games at once. In each, whoever is to move acts: `info["seat"]` says who, `info["action_mask"]` what is
    legal. The reward is that of the seat that has just moved: 1 for a win, -1 for a loss, alone the score. A game that
    ends begins anew in the same step; `info["final_scores"]` has the scores of those that ended. Actions that are not
    legal are refused: `IllegalAction` names the game."""

    def __init__(self, game: str, num_envs: int, *, device: str = "cpu", seed: int = 0, **options: object) -> None:
        self._made: dict[str, Any] = {"game": game, "games": num_envs, "device": device, "reset": True, **options}
        state = find(game).start(**options)
        self.num_envs = num_envs
        self.metadata = {"name": name_of(find(game)), "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.Box(0, 127, encoding_of(find(game)).shape(state), np.int8)
        self.single_action_space = spaces.Discrete(count_of(state))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._alone = len(state.seats) == 1
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.batch = batch(seed=seed, **self._made)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        if seed is None:
            self.batch.reset()
        else:
            self._begin(seed)
        return self.batch.observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        games = self.batch
        moved = np.array(games.seat)
        games.step(np.asarray(actions))
        over, scores = np.array(games.over), np.array(games.scores)
        info = self._info() | {"final_scores": scores}
        return games.observe(), self._rewards(moved, over, scores), over, np.zeros_like(over), info

    def _rewards(self, moved: Any, over: Any, scores: Any) -> Any:
        if self._alone:
            return np.where(over, scores[:, 0], 0.0)
        best = scores.max(axis=1)
        won = scores[np.arange(self.num_envs), moved] == best
        level = (scores == best[:, None]).all(axis=1)
        return np.where(over & ~level, np.where(won, 1.0, -1.0), 0.0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.legal, "seat": np.array(self.batch.seat)}
