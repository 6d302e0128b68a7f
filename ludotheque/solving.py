"""The command `ludotheque solve`: what is certain of a position, in words."""

from __future__ import annotations

from ludotheque.bots.solver import Solution, solve
from ludotheque.core.contract import State
from ludotheque.core.text import Language, Text


def told(state: State, depth: int | None, seconds: float | None, language: Language) -> list[str]:
    """Solves a position, and tells what was found line by line."""
    found = solve(state, depth, seconds)
    lines = [_verdict(state, found)]
    if found.scores is not None:
        each = zip(state.seats, found.scores, strict=True)
        points = ", ".join(f"{seat.name.to(language)} {score:g}" for seat, score in each)
        lines.append(Text(f"score : {points}", f"score: {points}"))
    if found.line:
        way = " ".join(found.line)
        lines.append(Text(f"par exemple : {way}", f"for instance: {way}"))
    lines.append(Text(f"positions cherchées : {found.nodes}", f"positions searched: {found.nodes}"))
    if found.checked is not None:
        lines.append(
            Text(
                f"vérifié contre toutes les défenses : {found.checked} positions",
                f"checked against every defence: {found.checked} positions",
            )
        )
    elif found.winners and found.scores is None:
        lines.append(Text("pas vérifié : le temps a manqué", "not checked: there was no time left"))
    return [line.to(language) for line in lines]


def _verdict(state: State, found: Solution) -> Text:
    if found.winners is None:
        return Text(
            f"rien n'est forcé jusqu'à {found.moves} coups", f"nothing is forced up to {found.moves} moves ahead"
        )
    if not found.winners:
        return Text("la partie est nulle", "the game is a draw")
    names = [state.seats[seat].name for seat in found.winners]
    if len(names) > 1:
        return Text(
            f"{' et '.join(name.fr for name in names)} partagent la victoire",
            f"{' and '.join(name.en for name in names)} share the win",
        )
    return Text(
        f"{names[0].fr} gagne, en {found.moves} coups au plus", f"{names[0].en} wins, in {found.moves} moves at most"
    )
