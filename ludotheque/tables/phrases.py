"""What people can say to each other at a table: a few friendly phrases instead of free chat, for children play here."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.text import Text

PHRASES: Mapping[str, Text] = {
    "hello": Text("Hello!"),
    "luck": Text("Good luck!"),
    "folded": Text("Hop, it's folded!"),
    "bravo": Text("Well played!"),
    "oops": Text("Oops…"),
    "think": Text("I am thinking…"),
    "turn": Text("Your turn!"),
    "again": Text("Another one?"),
    "thanks": Text("Thanks for the game!"),
    "bye": Text("Goodbye!"),
}
"""By the key that the log and the protocol use."""
