"""Plic-Plac once more, naively: one table that changes as people speak; cards are their codes, moves are texts."""

from __future__ import annotations

from itertools import combinations

WORTHLESS = ("null", "traitor")


def linked(a: str, b: str) -> bool:
    """Whether two cards are a plic-plac."""
    if a in WORTHLESS or b in WORTHLESS or (a[0] == "*" and b[0] == "*"):
        return False
    return a[1] == b[1] or (a[0] == b[0] and a[0] != "*")


class Table:
    """A game under way."""

    def __init__(self, players: int, links: int, stall: int, first: int, cards: list[str]) -> None:
        self.players, self.links, self.stall = players, links, stall
        self.pot = dict(enumerate(cards, 1))
        self.dealt_to = {place: place for place in self.pot}
        self.pockets: list[list[tuple[int, str]]] = [[] for _ in range(players)]
        self.turn, self.phase = first, "look"
        self.secret = 0
        self.up: list[int] = []
        self.out: set[int] = set()
        self.idle = [0] * players
        self.pocketed = False
        self.may_cut: list[int] = []
        self.cutter: int | None = None
        self.named = 0
        self.trying = ""
        self.traitor = 0
        self.finder: int | None = None
        self.plocs = 0
        self.end = ""

    @property
    def actor(self) -> int:
        return self.turn if self.cutter is None else self.cutter

    def moves(self, seat: int) -> set[str]:
        """What a seat may say or do."""
        if self.end or seat in self.out:
            return set()
        swaps = {f"swap {place}" for owner in range(self.players) if owner != seat for place, _ in self.pockets[owner]}
        if self.phase == "look":
            return {"blocage"} | ({f"look {place}" for place in self.pot} if seat == self.turn else set())
        if self.phase == "announce":
            return {"blocage"} | (self._announcements(swaps) if seat == self.turn else set())
        if self.phase == "cut":
            return {"let-go", *(f"cut {place}" for place in self.up)} if seat in self.may_cut else set()
        if self.phase == "take":
            free = {f"take {place}" for place, card in self.pot.items() if card not in WORTHLESS}
            return free if seat == self.finder else set()
        if seat != self.actor:
            return set()
        if self.phase == "traitor":
            return swaps | {"let-go"}
        return {"abandon", *(f"turn {place}" for place in self.pot if place not in self.up)}

    def _announcements(self, swaps: set[str]) -> set[str]:
        said = {"pass", *(f"plic-plac {place}" for place in self.pot if place != self.secret)}
        if len(self.pot) >= 3:
            said.add("plic-plac-ploc")
        return said | swaps if self.pot[self.secret] == "traitor" else said

    def faces(self, seat: int | None) -> dict[str, str]:
        """The cards of the pot that a seat sees (None: a spectator)."""
        seen = {place for place in self.up if place in self.pot}
        if seat is not None and seat == self.turn and self.secret:
            seen.add(self.secret)
        if seat is not None and seat == self.finder:
            seen = set(self.pot)
        return {str(place): self.pot[place] for place in seen}

    def scores(self) -> list[int]:
        if self.players == 1:
            return [0 if self.pot else self.plocs]
        return [len(pocket) for pocket in self.pockets]

    def play(self, text: str, seat: int) -> None:
        """What one move does."""
        verb, _, number = text.partition(" ")
        self.finder = None
        getattr(self, "_" + verb.replace("-", "_"))(int(number or 0), seat)

    def _look(self, place: int, seat: int) -> None:
        self.secret, self.up, self.phase = place, [], "announce"

    def _pass(self, place: int, seat: int) -> None:
        self._turn_ends(self.turn)

    def _plic_plac(self, place: int, seat: int) -> None:
        self.up, self.secret, self.trying = [self.secret, place], 0, "two"
        self._turned(place)

    def _plic_plac_ploc(self, place: int, seat: int) -> None:
        self.up, self.secret, self.trying, self.phase = [self.secret], 0, "three", "turn"

    def _turn(self, place: int, seat: int) -> None:
        self.up.append(place)
        self._turned(place)

    def _abandon(self, place: int, seat: int) -> None:
        self._failed()

    def _cut(self, place: int, seat: int) -> None:
        self.cutter, self.named, self.trying, self.phase, self.may_cut = seat, place, "three", "turn", []

    def _let_go(self, place: int, seat: int) -> None:
        if self.phase == "traitor":
            self.traitor = 0
            self._judge()
            return
        self.may_cut.remove(seat)
        if not self.may_cut:
            self._pocket(self.turn, self.up)
            self._turn_ends(self.turn)

    def _swap(self, place: int, seat: int) -> None:
        target = self.traitor or self.secret
        for pocket in self.pockets:
            for held in [held for held in pocket if held[0] == place]:
                pocket.remove(held)
                self.pot[target], self.dealt_to[target] = held[1], place
        if self.traitor:
            self.traitor = 0
            self._judge()
        else:
            self.up = [target]

    def _blocage(self, place: int, seat: int) -> None:
        self.finder = seat
        if not any(linked(a, b) for a, b in combinations(self.pot.values(), 2)):
            self.phase, self.secret, self.up = "take", 0, list(self.pot)
            if not self.moves(seat):
                self.end = "blocage"
            return
        self.out.add(seat)
        if len(self.out) == self.players:
            self.end, self.secret = "out", 0
        elif seat == self.turn:
            self._turn_ends(self.turn)

    def _take(self, place: int, seat: int) -> None:
        self._pocket(seat, [place])
        self.end = "blocage"

    def _turned(self, place: int) -> None:
        others = any(pocket for owner, pocket in enumerate(self.pockets) if owner != self.actor)
        if self.pot[place] == "traitor" and others:
            self.traitor, self.phase = place, "traitor"
        else:
            self._judge()

    def _judge(self) -> None:
        if self.trying == "two":
            self._judge_two()
            return
        tried = self.up if self.cutter is None else [self.named, *self.up[2:]]
        if len(tried) < 3:
            self.phase = "turn"
            return
        pairs = combinations([self.pot[place] for place in tried], 2)
        if sum(linked(a, b) for a, b in pairs) < self.links:
            self._failed()
            return
        self.plocs += 1
        self._pocket(self.actor, tried)
        self._turn_ends(self.actor)

    def _judge_two(self) -> None:
        self.may_cut = [seat for seat in range(self.players) if seat not in self.out and seat != self.turn]
        if not linked(*(self.pot[place] for place in self.up)):
            self._turn_ends(self.turn)
        elif self.may_cut and len(self.pot) >= 4:
            self.phase = "cut"
        else:
            self._pocket(self.turn, self.up)
            self._turn_ends(self.turn)

    def _failed(self) -> None:
        if self.cutter is not None:
            self._pocket(self.turn, self.up[:2])
        self._turn_ends(self.turn)

    def _pocket(self, seat: int, places: list[int]) -> None:
        self.pockets[seat] += [(self.dealt_to[place], self.pot.pop(place)) for place in places]
        self.idle, self.pocketed = [0] * self.players, True

    def _turn_ends(self, last: int) -> None:
        if not self.pocketed:
            self.idle[self.turn] += 1
        self.pocketed = False
        self.turn = (last + 1) % self.players
        while self.turn in self.out:
            self.turn = (self.turn + 1) % self.players
        self.phase, self.secret, self.cutter, self.named, self.may_cut = "look", 0, None, 0, []
        if len(self.pot) < 2:
            self.end = "pot"
        elif all(self.idle[seat] >= self.stall for seat in range(self.players) if seat not in self.out):
            self.end = "stall"
