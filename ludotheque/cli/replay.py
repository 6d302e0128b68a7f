"""The command `ludotheque replay`: a saved game, board by board, and what there is to say about its moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ludotheque.bots.judging import Judgement, judged
from ludotheque.core.record import Record
from ludotheque.core.text import Language, Text
from ludotheque.drawing.drawn import Drawn


def told(record: Record, language: Language, *, coloured: bool, analyse: bool) -> Iterator[str]:
    """The game line by line; analysed, each move with its value, and what was better where it was a mistake."""
    yield from (f"{seat}: {name}" for seat, name in record.names.items())
    if record.date:
        yield record.date.isoformat()
    judgements = judged(record) if analyse else iter(())
    judgement = next(judgements, None)
    for number, state in enumerate(record.states()):
        if number:
            played = record.moves[number - 1]
            yield f"\n{number}. {played.seat} {played.move}"
            if judgement and judgement.number == number:
                yield from _verdict(judgement, language)
                judgement = next(judgements, None)
        board = cast(Drawn, state).text(None, language)
        yield board.coloured() if coloured else board.plain()
    yield record.result


def _verdict(judgement: Judgement, language: Language) -> Iterator[str]:
    value = f"{judgement.value:+.2f}"
    yield Text(f"   valeur {value}", f"   value {value}").to(language)
    if not judgement.mark:
        return
    mark, best = judgement.mark, f"{judgement.best} ({judgement.value + judgement.loss:+.2f})"
    if mark == "??":
        yield Text(f"   {mark} gaffe ; mieux : {best}", f"   {mark} a blunder; better: {best}").to(language)
    else:
        yield Text(f"   {mark} faute ; mieux : {best}", f"   {mark} a mistake; better: {best}").to(language)
