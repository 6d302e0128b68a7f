"""Strong solutions: every position of a small enough game, from the end backwards."""
