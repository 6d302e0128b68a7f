"""Scenes, and what turns them into pictures and text. Knows no game."""
