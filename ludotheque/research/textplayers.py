"""Players that read and write: language models, or whatever else answers a prompt with a reply, as bots."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludotheque.bots.player import Bot
from ludotheque.core.contract import Game, IllegalMove, Move, View
from ludotheque.core.text import Refusal, verbatim
from ludotheque.research.prompts import answer_among, moment_like, prompt_of

Reply = Callable[[str], str]
"""What a prompt is answered with."""


class Replies(NamedTuple):
    """How a player answered: all its replies, and those that named no legal move."""

    given: int = 0
    refused: int = 0


class TextPlayer(Bot):
    """A bot that is told all it may know in words, as `lt.prompt` tells it, and answers in words.

    A reply that names no legal move is refused: the next prompt says what was wrong with it. After so many `tries` for
    one move a legal one is drawn at random in its place, so that the game goes on; `replies` counts all of this. Where
    cards are hidden, prompts repeat what the seat was shown before. It does not interrupt: it is asked when the game
    waits for it.
    """

    def __init__(self, game: Game, *, tries: int = 3) -> None:
        super().__init__(game)
        if not isinstance(tries, int) or tries < 1:
            raise Refusal(verbatim(f"tries={tries}: a whole number, one or more"))
        self.replies = Replies()
        self._tries = tries
        self._past: list[View] = []

    @abstractmethod
    def reply(self, prompt: str) -> str:
        """What it answers."""

    def watch(self, view: View) -> None:
        if self.game.hidden:
            self._past.append(view)

    def choose(self, view: View, moves: Sequence[Move], rng: random.Random) -> Move:
        asked = prompt_of(view, moves, past=(each for each in self._past if each != view))
        like, complaint = moment_like(view), ""
        for _ in range(self._tries):
            given = self.reply(asked + complaint)
            if not isinstance(given, str):
                raise TypeError(f"a reply is a text, not {given!r}")
            try:
                move = answer_among(like, moves, given)
            except IllegalMove as error:
                self.replies = Replies(self.replies.given + 1, self.replies.refused + 1)
                complaint = f"\n\nYou replied:\n{given}\nThat cannot be played: {error.message}. Reply again."
            else:
                self.replies = Replies(self.replies.given + 1, self.replies.refused)
                return move
        return rng.choice(moves)


def text_player(reply: Reply) -> type[TextPlayer]:
    """The bot that answers with a function from prompt to reply.

    >>> import ludotheque as lt
    >>> stubborn = lt.text_player(lambda prompt: "MOVE: D4")
    >>> state = lt.start("rolit", size=4)
    >>> str(stubborn(state.game).choose(state.view(0), state.moves(0), random.Random(1)))
    'D4'
    """

    class Answering(TextPlayer):
        def reply(self, prompt: str) -> str:
            return reply(prompt)

    Answering.__name__ = Answering.__qualname__ = getattr(reply, "__name__", "Answering")
    return Answering
