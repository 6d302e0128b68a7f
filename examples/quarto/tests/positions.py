"""Games of Quarto that the rulebooks show."""

from __future__ import annotations

import ludotheque as lt

from quarto.rules import QuartoState

ROW = "LTRH B1 DSRS D4 DTQS B2 LSQH A3 LTQS B3"
"""Three tall pieces in row B, and player 2 must choose."""
DIAGONAL = "DSRS A1 DTQH A2 LTQS B2 LSQH C1 DTRS C3 LSRS D4"
SMALL_SQUARE = "LTRH B2 DSRS A1 DSQH B3 LTQS D4 LSRH C2 DTQH C3"
DRAW = (
    "LTQS B4 LSQH C1 DTQS B1 DSRS C4 DSQS A2 DTRS C3 LSRS C2 LTRH A3 "
    "LSRH B2 LTRS D3 DTRH D2 LSQS D4 DSQH B3 LTQH A4 DTQH A1 DSRH D1"
)


def played(moves: str, **options: object) -> QuartoState:
    """The state after these moves."""
    state = lt.start("quarto", **options)
    for move in moves.split():
        state = state.play(move)
    assert isinstance(state, QuartoState)
    return state
