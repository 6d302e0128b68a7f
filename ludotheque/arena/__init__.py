"""Bots against bots: matches with balanced seats, ratings with their uncertainty, tournaments on many cores."""
