"""Records: read, written, replayed, and refused with the line at fault."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.core.record import Played

GOOD = (Path(__file__).parent / "playthroughs" / "hopsy.txt").read_text(encoding="utf-8")


def test_tags_and_moves_survive() -> None:
    record = lt.Record(
        "rolit",
        {"players": "3", "size": "8"},
        {"red": "Zoé : « la reine »", "yellow": "1. red A1", "green": "O'Neil; #1"},
        datetime.date(2026, 11, 15),
    )
    record = record.add("red", "D6")
    assert lt.Record.loads(record.dumps()) == record
    assert record.replay().acting == (1,)


def test_options_are_written_once_and_in_canonical_form() -> None:
    record = lt.Record("hopsy", {"max_plies": "off", "setup": "facing"})
    assert record.options == {"max_plies": "off"}
    assert lt.Record.loads(record.dumps()) == record


def test_comments_and_empty_lines_mean_nothing() -> None:
    spaced = GOOD.replace("\n\n", "\n; a comment\n\n\n")
    assert lt.Record.loads(spaced) == lt.Record.loads(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("Ludotheque record 1", "PGN", 1, "begins with"),
        ("Game: hopsy", "Game: chess", 2, "no game 'chess'"),
        ("Game: hopsy", "Gam: hopsy", 2, "not a tag"),
        ("Seat red: Ada", "Option colour: blue", 3, "no option 'colour'"),
        ("Seat red: Ada", "Date: yesterday", 3, "not a date"),
        ("Seat red: Ada", "Seat red Ada", 3, "neither a tag"),
        ("  1. red", "  2. red", 7, "where move 1 should"),
        ("  2. black", "  2. blue", 8, "no seat 'blue'"),
        ("  2. black", "  2. red", 8, "it is not the turn of red, but of black"),
        ("  1. red ", "  1. red A1-A2 ", 7, "not a move"),
    ],
)
def test_the_first_bad_line_is_named(old: str, new: str, line: int, why: str) -> None:
    assert old in GOOD
    with pytest.raises(lt.RecordError, match=why) as error:
        lt.Record.loads(GOOD.replace(old, new, 1)).replay()
    assert error.value.line == line
    assert str(error.value).startswith(f"line {line}: ")


def test_a_wrong_result_is_noticed() -> None:
    result = next(line for line in GOOD.splitlines() if line.startswith("Result"))
    with pytest.raises(lt.RecordError, match="but the game ends 'red 1"):
        lt.Record.loads(GOOD.replace(result, "Result: red 0, black 1 (line)")).replay()
    cut = GOOD.rsplit("\n", 2)[0] + "\n"
    with pytest.raises(lt.RecordError, match="but the game ends 'unfinished'"):
        lt.Record.loads(cut).replay()
    with pytest.raises(lt.RecordError, match="over"):
        lt.Record.loads(GOOD + f"{len(lt.Record.loads(GOOD).moves) + 1:3}. black A1-A2\n").replay()


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": {"red": "two\nlines"}},
        {"names": {"red": " spaces "}},
        {"names": {"red one": "Ada"}},
        {"result": ""},
        {"result": "a\nb"},
        {"moves": ("F1-E1",)},
        {"moves": (Played("red", "F1-E1\n"),)},
    ],
)
def test_what_would_not_come_back_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(lt.Refusal):
        lt.Record("hopsy", **wrong)


def test_what_looks_odd_comes_back() -> None:
    record = lt.Record("hopsy", names={"red": "Jean\u00a0Luc 👩\u200d🚀"}, date=datetime.datetime(2026, 11, 15, 9, 30))
    record = record.add("red", "  F1-E1 ")
    assert lt.Record.loads(record.dumps()) == record
    assert hash(lt.Record.loads(record.dumps())) == hash(record)


@pytest.mark.parametrize(
    ("tag", "line", "why"),
    [
        ("Option position: xx r", 3, "1 rows"),
        ("Option blocked: perhaps", 3, "blocked"),
        ("Seat blue: Cy", 3, "no seat 'blue'"),
    ],
)
def test_a_bad_tag_is_named_with_its_line(tag: str, line: int, why: str) -> None:
    with pytest.raises(lt.RecordError, match=why) as error:
        lt.Record.loads(GOOD.replace("Seat red: Ada", tag)).replay()
    assert error.value.line == line


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for attempt in (text, GOOD[:60] + text, GOOD + text):
        try:
            record = lt.Record.loads(attempt)
        except lt.RecordError:
            continue
        assert lt.Record.loads(record.dumps()) == record
