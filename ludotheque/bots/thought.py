"""What a bot may spend on a move, and what comes of its thinking. Games' brains think too: it is defined in the core."""

from __future__ import annotations

from ludotheque.core.thought import Budget, Thought

__all__ = ["Budget", "Thought"]
