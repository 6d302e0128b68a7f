"""Documents over the network: made beside the event loop, once for all who ask, and not for those who ask too much."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from ludotheque.core.cupboard import find
from ludotheque.core.text import Refusal
from ludotheque.server.think.printing import Printing, Wish, wish_of
from ludotheque.tables.refusals import Refused
from tests.server.house import House, in_a_loop

_SHEETS = Path(__file__).parents[2] / "ludotheque" / "games" / "hop_plie" / "sheets"


def test_a_box_is_printed_and_others_are_served_meanwhile(house: House) -> None:
    with httpx.Client(base_url=house.address, timeout=60) as guest:
        page = guest.get("/games/hopsy", params={"lang": "de"}).text
        assert "/games/hopsy/paper.pdf?paper=letter&amp;what=rules&amp;lang=de" in page
        other = "/games/rolit/paper.pdf?paper=a4&amp;what=box&amp;size=8&amp;lang=de"
        assert other in guest.get("/games/rolit?lang=de").text, "each board that there is can be printed"
        answer = guest.get("/games/hopsy/paper.pdf", params={"paper": "letter", "what": "box", "lang": "de"})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
        began = time.perf_counter()
        again = guest.get("/games/hopsy/paper.pdf", params={"paper": "letter", "what": "box", "lang": "de"})
        assert again.content == answer.content
        assert time.perf_counter() - began < 0.5, "it is kept"


def test_a_sheet_of_ones_own_is_printed_and_a_wrong_one_explained(house: House) -> None:
    text = " | ".join((_SHEETS / "level1.txt").read_text(encoding="utf-8").splitlines())
    with httpx.Client(base_url=house.address, timeout=60) as guest:
        sheet = {"what": "box", "sheet": text, "lang": "en"}
        assert guest.get("/games/hop_plie/paper.pdf", params=sheet).content.startswith(b"%PDF")
        wrong = guest.get("/games/hop_plie/paper.pdf", params={**sheet, "sheet": text.replace("level: 1", "level: 7")})
        assert wrong.status_code == 422
        assert "levels are 1 to 4" in wrong.text
        for name in ("/etc/passwd", str(_SHEETS / "level1.txt")):
            assert guest.get("/games/hop_plie/paper.pdf", params={"sheet": name}).status_code == 422
        assert guest.get("/games/hop_plie/paper.pdf", params={"paper": "a0"}).status_code == 422
        assert guest.get("/games/nothing/paper.pdf").status_code == 404


def test_the_same_wish_is_made_once_and_too_many_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[Wish] = []

    async def run(self: object, key: str, work: object, wish: Wish) -> bytes | Refusal:
        wishes.append(wish)
        await asyncio.sleep(0.05)
        return b"%PDF"

    monkeypatch.setattr("ludotheque.server.think.processes.Thinkers.run", run)

    async def ask() -> int:
        printing = Printing()
        same = wish_of(find("rolit"), "A4", "box", "fr", {"size": "8"})
        assert same == wish_of(find("rolit"), "a4", "box", "fr", {"size": 8, "players": 2})
        assert await asyncio.gather(*(printing.pdf(same) for _ in range(20))) == [b"%PDF"] * 20
        others = [Wish("rolit", "a4", "box", "fr", (("n", str(n)),)) for n in range(40)]
        answers = await asyncio.gather(*(printing.pdf(each) for each in others), return_exceptions=True)
        await printing.close()
        return sum(isinstance(each, Refused) for each in answers)

    assert in_a_loop(ask()) == 32
    assert len(wishes) == 1 + 8
