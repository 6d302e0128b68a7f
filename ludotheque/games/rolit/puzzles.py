"""Puzzles of Rolit: endings of two, three and four colours that one move wins."""

from ludotheque.core.puzzle import Finding
from ludotheque.games.rolit import PLAYERS

PUZZLES = Finding(({}, {PLAYERS.name: "3"}, {PLAYERS.name: "4"}), plies=range(22, 29))
