"""A table in the terminal: people type moves, bots answer, everything can be taken back, hinted and saved."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludotheque.bots.analysis import analyst
from ludotheque.bots.levels import Level
from ludotheque.bots.player import Bot
from ludotheque.bots.turns import next_move, show
from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE, IllegalMove, Move, some
from ludotheque.core.files import unusable
from ludotheque.core.record import Record
from ludotheque.core.text import Text, capital, decimal, joined, meant
from ludotheque.drawing.drawn import Drawn

_WORDS = {
    "hint": meant("typed at the terminal", "hint"),
    "undo": meant("typed at the terminal", "undo"),
    "save": meant("typed at the terminal", "save"),
    "board": meant("typed at the terminal", "board"),
    "quit": meant("typed at the terminal", "quit"),
    "?": meant("typed at the terminal", "help"),
}
"""What one can type besides moves, by what it does; the sign ? and the English words are understood too."""
_COMMANDS = ("?", "hint", "undo", "board", "save")
_IN_WORDS = 40
"""So many moves are listed one by one, with what they say; of more, the others as one types them."""
_SHOWN = 3
"""How many moves a hint tells of."""


@dataclass(frozen=True)
class Step:
    """The table at one moment of the game: the state and the record that led to it."""

    state: Drawn
    record: Record


class TerminalTable:
    """One game at a terminal. In a seat sits a person (`None`), or what makes a bot."""

    def __init__(
        self,
        state: Drawn,
        players: Sequence[Callable[[], Bot] | None],
        record: Record,
        *,
        rng: random.Random,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        language: Language,
        colour: bool,
    ) -> None:
        self.players = players
        self.past: list[Step] = []
        self.now = Step(state, record)
        self._rng = rng
        self._ask = ask
        self._say = say
        self._language = language
        self._colour = colour
        self._at_the_screen: int | None = None
        self._advisers: dict[int, Level] = {}
        self._bots = self._seated_bots()

    def run(self) -> Record:
        """Plays until the game is over or somebody leaves; returns the record so far."""
        self._tell(
            Text(
                "Type a move, or: ? (legal moves), {hint}, {undo}, {save} FILE, {board}, {quit}",
                **{name: word for name, word in _WORDS.items() if name != "?"},
            )
        )
        self._show()
        while not self.now.state.over or self._after_the_end():
            if self.now.state.over:
                continue
            try:
                turn = next_move(self.now.state, self._bots, self._rng)
            except KeyboardInterrupt:  # they leave while a bot thinks: the game so far is kept
                break
            if turn is not None:
                self._play(turn[1], turn[0])
            elif not self._person(self.now.state.waiting[0]):
                break
        return self.now.record

    def _after_the_end(self) -> bool:
        """Lets people take back or save a finished game; False when they are done."""
        if None not in self.players:
            return False
        self._tell(Text("The game is over: {undo}, {save} FILE, or Enter", undo=_WORDS["undo"], save=_WORDS["save"]))
        try:
            word, _, rest = self._ask("> ").strip().partition(" ")
        except (EOFError, KeyboardInterrupt):
            return False
        command = self._understood(word)
        if command in ("undo", "save", "board"):
            self._command(command, rest.strip(), 0)
        return bool(command) and command != "quit"

    def _understood(self, word: str) -> str:
        """What a word typed does: in the person's language, or in English."""
        known = {text.to(self._language): name for name, text in _WORDS.items()}
        return known.get(word.lower(), word.lower())

    def _person(self, seat: int) -> bool:
        """Lets the person in a seat type one thing; False when they leave."""
        who = self.now.state.seat_name(seat).to(self._language)
        try:
            self._hand_over(seat, who)
            typed = self._ask(f"{who} > ").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        seat, typed = self._speaker(seat, typed)
        word, _, rest = typed.partition(" ")
        command = self._understood(word)
        if command == "quit":
            return False
        if command in _COMMANDS:
            self._command(command, rest.strip(), seat)
        elif typed:
            try:
                self._play(typed, seat)
            except IllegalMove as error:
                self._tell(error.message)
                if error.legal:
                    self._tell(Text("Legal moves: {moves}", moves=some(list(map(self._named, error.legal)))))
        return True

    def _speaker(self, seat: int, typed: str) -> tuple[int, str]:
        """Who says something and what: another person interrupts by giving their seat first, as in `2: blocage`."""
        before, colon, after = typed.partition(":")
        for other, each in enumerate(self.now.state.seats):
            if colon and before.strip() == each.id and self._is_a_person(other):
                word = after.split()[0].lower() if after.split() else ""
                return (seat if self._understood(word) in _COMMANDS else other), after.strip()
        return seat, typed

    def _command(self, command: str, rest: str, seat: int) -> None:
        state = self.now.state
        if command == "?":
            self._list(state.moves(seat))
        elif command == "hint":
            self._hint(seat)
        elif command == "undo":
            self._undo()
        elif command == "board":
            self._show()
        else:
            self._save(rest)

    def _list(self, moves: Sequence[Move]) -> None:
        """Moves as one types them, and what they say beside it."""
        told, others = moves[:_IN_WORDS], moves[_IN_WORDS:]
        width = max((len(str(move)) for move in told), default=0)
        for move in told:
            self._say(f"{move!s:{width}}  {self._words(move)}")
        if others:
            self._say("  ".join(map(str, others)))

    def _words(self, move: Move) -> str:
        return self.now.state.describe(move).to(self._language)

    def _named(self, move: Move) -> str:
        return f"{move} ({self._words(move)})"

    def _hint(self, seat: int) -> None:
        """The move the adviser would make, how the game may go on, and what else there is."""
        state = self.now.state
        thought = self._advisers[seat].think(state.view(seat), state.moves(seat), self._rng, wide=True)
        self._tell(Text("Try {move} ({words})", move=str(thought.move), words=state.describe(thought.move)))
        if len(thought.line) > 1:
            self._tell(Text("and so on: {moves}", moves=", ".join(thought.line)))
        if len(thought.candidates) > 1:
            values = [joined(" ", [move, _in_brackets(value)]) for move, value in thought.candidates[:_SHOWN]]
            self._tell(Text("from -1 (lost) to 1 (won): {moves}", moves=joined(", ", values)))

    def _undo(self) -> None:
        """Back to the last moment at which a person was to move. Where cards are hidden nothing is taken back: what was
        seen cannot be unseen."""
        if self.now.state.game.hidden:
            self._tell(Text("Seen is seen: nothing is taken back here"))
            return
        turns = [at for at, moment in enumerate(self.past) if self._is_a_person(moment.state.waiting[0])]
        if not turns:
            self._tell(Text("Nothing to take back"))
            return
        self.now = self.past[turns[-1]]
        del self.past[turns[-1] :]
        self._bots = self._seated_bots()
        self._show()

    def _is_a_person(self, seat: int) -> bool:
        return seat != CHANCE and seat not in self._bots

    def _seated_bots(self) -> dict[int, Bot]:
        """New bots in the bots' seats, and behind the people's chairs to advise them. They have watched the game up to
        now, and nothing that was taken back."""
        bots = {seat: made() for seat, made in enumerate(self.players) if made is not None}
        self._advisers = {seat: analyst(self.now.state.game) for seat, made in enumerate(self.players) if made is None}
        for moment in (*self.past, self.now):
            show(moment.state, bots | self._advisers)
        return bots

    def _save(self, name: str) -> None:
        if not name:
            self._tell(Text("Say which file: save game.txt"))
            return
        try:
            Path(name).write_text(self.now.record.public().dumps(), encoding="utf-8")
        except OSError as error:
            self._tell(unusable(name, error).message)
        else:
            self._tell(Text("Game saved in {file}", file=name))

    def _play(self, said: Move | str, seat: int) -> None:
        before = self.now
        after = before.state.play(said, seat)
        move = before.state.parse(said) if isinstance(said, str) else said
        self.past.append(before)
        if self._at_the_screen is not None and after.waiting[:1] != (self._at_the_screen,):
            self._at_the_screen = None  # what is shown next is for all to see
        self.now = Step(after, before.record.played(before.state, move, seat, after))
        show(after, self._bots | self._advisers)
        words = before.state.public_words(move)
        notation = f"({move})" if before.state.is_public(move) else ""
        said = Text("{player}: {move}", player=before.state.seat_name(seat), move=words)
        self._tell(joined(" ", [capital(said), notation]))
        self._show()

    def _show(self) -> None:
        board = self.now.state.text(self._watching(), self._language)
        self._say("\n" + (board.coloured() if self._colour else board.plain()) + "\n")

    def _hand_over(self, seat: int, who: str) -> None:
        """Where something is hidden and several people share the screen: waits until the right one looks at it."""
        if not self.now.state.game.hidden or self.players.count(None) < 2 or seat == self._at_the_screen:
            return
        self._say("\n" * 50)
        self._ask(Text("Hand over the screen: {player}, Enter.", player=who).to(self._language))
        self._at_the_screen = seat
        self._show()

    def _watching(self) -> int | None:
        """Whose view the screen shows: the only person's, the one's who has the screen, or nobody's in particular."""
        if self.players.count(None) == 1:
            return self.players.index(None)
        return self._at_the_screen

    def _tell(self, text: Text) -> None:
        self._say(text.to(self._language))


def _in_brackets(value: float) -> Text:
    return joined("", ["(", decimal(value, signed=True), ")"])
