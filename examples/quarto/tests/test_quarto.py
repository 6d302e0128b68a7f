"""Quarto: the laws every game keeps."""

from ludotheque.testing.suite import TestLaws as TestLaws

GAMES = ["quarto"]
"""The game whose laws are tried."""
