"""`ludotheque games`: the boxes and their options."""

from __future__ import annotations

from ludotheque.cli.words import Lang, said
from ludotheque.core.cupboard import games as all_games
from ludotheque.core.text import Text, counted


def games(lang: Lang = None) -> None:
    list_games()
    for game in all_games().values():
        print(f"\n{said(game.title)} ({game.id})")
        for option in game.options:
            given = f"-o {option.name}={option.write(option.default)}"
            print(f"  {given:28} {said(option.label)} — {said(option.allowed)}")


def list_games() -> None:
    """The boxes, numbered."""
    for number, game in enumerate(all_games().values(), 1):
        low, high = game.players[0], game.players[-1]
        if low < high:
            players = Text("{low}–{high} players", low=low, high=high)
        else:
            players = counted("{n} player", "{n} players", n=low)
        facts = Text(
            "{players}, from age {age}, {minutes} minutes", players=players, age=game.age, minutes=game.minutes
        )
        print(f"{number}. {said(game.title)} ({game.id}) — {said(game.blurb)} {said(facts)}.")
