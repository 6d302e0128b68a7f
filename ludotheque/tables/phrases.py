"""What people can say to each other at a table: a few friendly phrases instead of free chat, for children play here."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.text import Text

PHRASES: Mapping[str, Text] = {
    "hello": Text("Bonjour !", "Hello!"),
    "luck": Text("Bonne chance !", "Good luck!"),
    "folded": Text("Hop, c'est plié !", "Hop, it's folded!"),
    "bravo": Text("Bravo, bien joué !", "Well played!"),
    "oops": Text("Oups…", "Oops…"),
    "think": Text("Je réfléchis…", "I am thinking…"),
    "turn": Text("À toi de jouer !", "Your turn!"),
    "again": Text("On en refait une ?", "Another one?"),
    "thanks": Text("Merci pour la partie !", "Thanks for the game!"),
    "bye": Text("Au revoir !", "Goodbye!"),
}
"""By the key that the log and the protocol use."""
