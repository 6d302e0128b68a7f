"""What a bot may spend on a move, and what comes of its thinking. Defined in the core: games' brains think too."""

from __future__ import annotations

from ludotheque.core.thought import Budget, Thought

__all__ = ["Budget", "Thought"]
