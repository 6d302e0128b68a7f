"""Our games as OpenSpiel knows games: chance is explicit, and what a seat has seen is its information state.

import ludotheque.research.spiel
game = pyspiel.load_game("ludotheque_rolit(options=players:4;size:8)")
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.cupboard import games
from ludotheque.core.encoding import encoding_of
from ludotheque.core.parts import has_part
from ludotheque.research.questions import Question, count_of, first_question

PREFIX = "ludotheque_"
"""Before the name of a game, where OpenSpiel knows it."""
_UNBOUNDED = 1_000_000
"""So many moves are told to be the most where nothing bounds a game."""


def _type_of(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=str(game.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=(
            pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
            if game.chance
            else pyspiel.GameType.ChanceMode.DETERMINISTIC
        ),
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.hidden
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


def _info_of(question: Question) -> Any:
    state = question.state
    low, high = (-1.0, 1.0) if len(state.seats) > 1 else state.score_range
    longest = state.longest or _UNBOUNDED
    return pyspiel.GameInfo(
        num_distinct_actions=count_of(state),
        max_chance_outcomes=question.encoding.most_chances,
        num_players=len(state.seats),
        min_utility=float(low),
        max_utility=float(high),
        max_game_length=longest * len(state.seats),  # those who may interrupt are asked too
    )


def _options_in(text: str) -> dict[str, object]:
    """Options as `players:4;size:8`: OpenSpiel keeps the other signs for itself."""
    pairs = (each.partition(":") for each in text.split(";") if each)
    return {name: value for name, _, value in pairs}


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """A game with its options."""

    box: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.first = first_question(self.box, _options_in(str(given.get("options", ""))))
        super().__init__(_type_of(self.box), _info_of(self.first), given)

    def new_initial_state(self) -> SpielState:
        """The table before the first move."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What makes tensors and texts of what a seat sees."""
        return SpielObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.first.state, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # likewise
    """A table at one moment, and all it came from."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.question = game.first
        self.past: tuple[State, ...] = (game.first.state,)

    def current_player(self) -> int:
        """Who is asked."""
        seat = self.question.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.question.actions) if player == self.question.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can draw, with probabilities."""
        return list(self.question.encoding.chances(self.question.state, self.question.drawn))

    def _apply_action(self, action: int) -> None:
        self.question = self.question.answered(int(action))
        if self.question.state is not self.past[-1]:
            self.past = (*self.past, self.question.state)

    def _action_to_string(self, player: int, action: int) -> str:
        question = self.question
        if player == int(pyspiel.PlayerId.CHANCE):
            drawn = (*question.drawn, action)
            done = not question.encoding.chances(question.state, drawn)
            return str(question.encoding.drawn(question.state, drawn)) if done else f"chance draws {action}"
        if question.encoding.waits and action == question.wait:
            return "wait"
        return str(question.encoding.decode(question.state, player, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.question.seat is None

    def returns(self) -> list[float]:
        """What each seat has in the end."""
        return list(self.question.rewards)

    def __str__(self) -> str:
        state = self.question.state
        asked = "" if self.question.seat is None else f"\nasked: {self.question.seat}, waited: {self.question.waited}"
        return f"{json.dumps(state.view(None), sort_keys=True)}{asked}, drawn: {len(self.question.drawn)}"


class SpielObserver:
    """Makes tensors and texts of what a seat sees."""

    def __init__(self, iig_obs_type: Any, state: State, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters; given: {params}")
        self.recalls = iig_obs_type.perfect_recall
        shape = encoding_of(state.game).shape(state)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a seat sees."""
        self.dict["observation"][:] = state.question.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, or with perfect recall all that it has seen, as text."""
        seen = state.past if self.recalls else state.past[-1:]
        return "\n".join(json.dumps(each.view(player), sort_keys=True) for each in seen)


def _register(game: Game) -> None:
    made = type(f"Spiel_{game.id}", (SpielGame,), {"box": game})
    pyspiel.register_game(_type_of(game), made)


for _game in games().values():
    if has_part(_game.package, "encoding"):
        _register(_game)
