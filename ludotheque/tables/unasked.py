"""What happens at a table without anybody asking for it: bots move, times run out."""

from __future__ import annotations

from ludotheque.bots.levels import USUAL
from ludotheque.core.text import Text
from ludotheque.tables.actions import not_going_on
from ludotheque.tables.draft import Draft
from ludotheque.tables.refusals import NOT_YOURS, not_now, refused
from ludotheque.tables.timing import flag_due, hurry_due


def bot_move(draft: Draft, seat: int, text: str, seen: int) -> None:
    """Plays what a bot chose when the log had so many entries; a bot does not move on what it has not seen."""
    if draft.table.player(seat).kind != "bot":
        raise refused(NOT_YOURS)
    if draft.table.sequence != seen:
        raise refused(not_now(Text("The table has changed.")))
    if (problem := not_going_on(draft.table)) is not None:
        raise refused(problem)
    draft.play(seat, text)
    draft.settle()


def time_out(draft: Draft) -> None:
    """A clock has run out, or the time to decide is over; refuses where there is time left."""
    flagged, pressed = flag_due(draft.table), hurry_due(draft.table)
    if flagged is not None and flagged[0] <= draft.at:
        draft.add("flagged", seat=draft.table.match.seating.index(flagged[1]), bot=USUAL)
    elif pressed is not None and pressed <= draft.at:
        _decide(draft)
    else:
        raise refused(not_now(Text("There is time left.")))
    draft.settle()


def _decide(draft: Draft) -> None:
    """What the game says is decided for all who have not."""
    for seat in draft.table.acting:
        hurry = draft.table.state.hurry
        if hurry is not None and seat in draft.table.acting:
            draft.play(seat, str(hurry.move))
