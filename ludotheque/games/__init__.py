"""The shelf: one folder per game, found by listing it."""
