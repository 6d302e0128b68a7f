"""What happens at a table when a time has run out, without anybody asking for it."""

from __future__ import annotations

from ludotheque.bots.levels import STAND_IN
from ludotheque.core.text import Text
from ludotheque.tables.actions import Draft
from ludotheque.tables.refusals import not_now, refused


def time_out(draft: Draft) -> None:
    """A clock has run out, or the time to decide is over; refuses where there is time left."""
    flagged, pressed = draft.table.flag_due(), draft.table.hurry_due()
    if flagged is not None and flagged[0] <= draft.at:
        draft.add("flagged", seat=draft.table.match.seating.index(flagged[1]), bot=STAND_IN)
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
