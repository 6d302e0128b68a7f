"""Our games as PettingZoo knows games: seat after seat (`TableEnv`), or all at once (`ParallelTableEnv`).

env = table_env("plic_plac", players=3)      # with PettingZoo's usual wrappers
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.core.encoding import encoding_of, name_of
from ludotheque.research.questions import Question, count_of, first_question


def table_env(game: str, **given: Any) -> Any:
    """A `TableEnv` with PettingZoo's usual wrappers: an action that is not legal loses."""
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(TableEnv(game, **given), illegal_reward=-1))


class _Spaces:
    """What both kinds of environments have in common: agents, spaces, rendering."""

    game: Game
    question: Question
    render_mode: str | None

    def _set_up(self, game: str, render_mode: str | None, options: dict[str, object]) -> None:
        self.game, self.options, self.render_mode = find(game), options, render_mode
        self.question = first_question(self.game, options)
        state, encoding = self.question.state, encoding_of(self.game)
        self.metadata = {
            "name": name_of(self.game),
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(len(state.seats))]
        self.agents = list(self.possible_agents)
        planes = spaces.Box(0, 127, encoding.shape(state), np.int8)
        actions = count_of(state)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self._seen = {each: spaces.Dict({"observation": planes, "action_mask": mask}) for each in self.agents}
        self._done = {each: spaces.Discrete(actions) for each in self.agents}

    def observation_space(self, agent: str) -> Any:
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        return self._done[agent]

    def render(self) -> str | None:
        """The table as somebody sees it who only watches."""
        shown = str(self.question.state)
        if self.render_mode == "ansi":
            return shown
        if self.render_mode == "human":
            print(shown)
        return None

    def close(self) -> None:
        """Nothing is held."""


class TableEnv(_Spaces, AECEnv):  # type: ignore[misc]  # PettingZoo's classes have no types of their own
    """A table where one seat is asked after the other. Chance is drawn in between, from the seed of `reset`."""

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> None:
        AECEnv.__init__(self)
        self._set_up(game, render_mode, options)
        self.max_cycles = max_cycles

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._rng = random.Random(seed)
        self.question = first_question(self.game, self.options).rolled(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        seat = self.question.seat
        return self.agents[0] if seat is None else self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.question.observe(seat), "action_mask": self.question.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "somebody who is asked answers"
        self._cumulative_rewards[agent] = 0
        self.question = self.question.answered(int(action)).rolled(self._rng)
        self.steps += 1
        self.rewards = dict(zip(self.possible_agents, self.question.rewards, strict=True))
        if self.question.seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.steps >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._asked()
        self._accumulate_rewards()


class ParallelTableEnv(_Spaces, ParallelEnv):  # type: ignore[misc]  # likewise
    """A table where all answer at once: for games in which people act at the same time. Who has nothing to do waits.
    What several do is played in the order in which the rules name them; what is not legal (any more) is not played,
    and `infos` says so (`refused`)."""

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> None:
        self._set_up(game, render_mode, options)
        if not self.question.encoding.waits:
            raise ValueError(f"{game} is played in turns: take TableEnv")
        self.max_cycles = max_cycles

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._rng = random.Random(seed)
        self.question = first_question(self.game, self.options).rolled(self._rng)
        self.agents = list(self.possible_agents)
        self.steps = 0
        return self._told(), {agent: {} for agent in self.agents}

    def _told(self) -> dict[str, Any]:
        return {agent: self._observed(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observed(self, seat: int) -> dict[str, Any]:
        mask = np.zeros(count_of(self.question.state), np.int8)
        mask[list(self.question.open_to(seat))] = 1
        return {"observation": self.question.observe(seat), "action_mask": mask}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        state, refused = self.question.state, []
        for seat in state.acting:
            agent = self.possible_agents[seat]
            action = int(actions[agent])
            now = Question(self.question.state)
            if action == now.wait:
                continue
            if seat in now.state.acting and action in now.open_to(seat):
                self.question = Question(now.state.play(now.encoding.decode(now.state, seat, action), seat))
            else:
                refused.append(agent)
        self.question = self.question.rolled(self._rng)
        self.steps += 1
        over = self.question.seat is None
        late = not over and self.max_cycles is not None and self.steps >= self.max_cycles
        rewards = dict(zip(self.possible_agents, self.question.rewards, strict=True))
        infos = {agent: {"refused": agent in refused} for agent in self.possible_agents}
        told = self._told(), rewards, dict.fromkeys(rewards, over), dict.fromkeys(rewards, late), infos
        if over or late:
            self.agents = []
        return told
