"""Backups: made while people play, brought back whole or not at all, from either database into either."""

from __future__ import annotations

import gzip
import json
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result
from websockets.exceptions import ConnectionClosed

from ludotheque.cli.commands import app
from ludotheque.core.text import Refusal
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.store import backups, migrations
from ludotheque.server.store.database import Store
from ludotheque.server.store.outages import Unkept
from tests.server.house import ME, OPEN, Guest, in_a_loop, ok, open_house, settings, until
from tests.server.test_kill import Game, Server

KINDS = ("sqlite", "postgres")


def at(kind: str, folder: Path, request: pytest.FixtureRequest) -> Settings:
    database = "" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    return settings(folder, database=database)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A house where somebody has played, and has a name, a token and a device to come. Nobody changes it."""
    chosen = settings(tmp_path_factory.mktemp("filled"))
    with open_house(chosen) as house:
        ada = house.guest("Ada")
        ada.opens("rolit", ME, OPEN, public=True, token=True)
        table = ada.opens("hopsy", ME, ME)
        for seat in (0, 1, 0):
            ok(ada.plays(table, seat, ada.sees(table, plain=1)["moves"][0]))
        ok(ada.post("/api/me/devices"))
    return chosen


def contents(chosen: Settings, folder: Path) -> bytes:
    """All there is in a database, without what says of which moment it is."""
    backups.save(chosen, folder / "compared.backup")
    lines = gzip.decompress((folder / "compared.backup").read_bytes()).splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith(b"{")]
    for first, after in zip(heads, [*heads[1:], len(lines)], strict=True):
        lines[first + 1 : after] = sorted(lines[first + 1 : after])
    return b"\n".join(lines[1:-1]).replace(b"true", b"1").replace(b"false", b"0")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_comes_back_in_either_database(
    filled: Settings, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """From SQLite to the other, and back again: the same rows, and a server that goes on with them."""
    before = contents(filled, tmp_path)
    saved = backups.save(filled, tmp_path / "one.backup")
    assert saved["tables"] == 2
    assert (tmp_path / "one.backup").stat().st_mode & 0o777 == 0o600
    other = at(kind, tmp_path / "other", request)
    assert backups.restore(other, tmp_path / "one.backup", replace=kind == "postgres") == saved
    assert contents(other, tmp_path) == before
    backups.save(other, tmp_path / "two.backup")
    third = settings(tmp_path / "third")
    backups.restore(third, tmp_path / "two.backup")
    assert contents(third, tmp_path) == before
    with pytest.raises(Refusal, match="holds tables already"):
        backups.restore(other, tmp_path / "one.backup")


def test_a_file_that_is_no_whole_backup_changes_nothing(filled: Settings, tmp_path: Path) -> None:
    path, before = tmp_path / "one.backup", contents(filled, tmp_path)
    backups.save(filled, path)
    whole = path.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    spoilt = {
        "cut": whole[: len(whole) // 2],
        "empty": b"",
        "text": b"not a backup",
        "shorter": gzip.compress(b"".join(lines[:-1])),
        "changed": gzip.compress(b"".join(lines).replace(b"rolit", b"hopsy", 1)),
        "longer": gzip.compress(b"".join([*lines, lines[2]])),
    }
    for name, content in spoilt.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(Refusal, match="no backup, or not a whole one"):
            backups.restore(filled, tmp_path / name, replace=True)
    newer = gzip.compress(b"".join(lines).replace(b"m0004_house", b"m9999_future"))
    (tmp_path / "newer").write_bytes(newer)
    with pytest.raises(Refusal, match="newer version"):
        backups.restore(filled, tmp_path / "newer", replace=True)
    with pytest.raises(Refusal, match="no such file"):
        backups.save(settings(tmp_path / "nowhere"), tmp_path / "x")
    assert contents(filled, tmp_path) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from ludotheque.server.settings import Settings
from ludotheque.server.store import backupfile, backups

at, data, database, path = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
passed = 0
def count(*_):
    global passed
    passed += 1
    if passed == at:
        os.kill(os.getpid(), signal.SIGKILL)
chosen = Settings(data=data, database=database)
if sys.argv[5] == "restore":
    backups._check = lambda path: None
    add, new = backups._Put.add, backups.new_epoch
    backups._Put.add = lambda self, row: (count(), add(self, row), self.flush())
    backups.new_epoch = lambda connection: (count(), new(connection))
    backups.restore(chosen, path, replace=True)
else:
    row, end = backupfile.Writer.row, backupfile.Writer.end
    backupfile.Writer.row = lambda self, given: (count(), row(self, given))
    backupfile.Writer.end = lambda self: (end(self), count())
    backups.save(chosen, path)
print(passed)
"""


def killed_at(number: int, chosen: Settings, path: Path, what: str) -> int:
    """Runs it in a process that is killed at the so-manieth row; how many there were, if it was not."""
    command = [sys.executable, "-c", KILLED, str(number), str(chosen.data), chosen.database, str(path), what]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return int(done.stdout) if done.returncode == 0 else -1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_killed_in_the_middle_it_is_the_old_or_the_whole(
    filled: Settings, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    path, chosen = tmp_path / "one.backup", at(kind, tmp_path / "old", request)
    backups.save(filled, path)
    whole = contents(filled, tmp_path)
    with open_house(chosen) as house:
        house.guest("Bo").opens("hopsy", ME, ME)
    old = contents(chosen, tmp_path)
    rows = sum(backups.save(filled, path).values())
    for number in (rows // 2, rows + 1):
        assert killed_at(number, chosen, path, "restore") == -1
        assert contents(chosen, tmp_path) == old
    assert killed_at(0, chosen, path, "restore") == rows + 1
    assert contents(chosen, tmp_path) == whole


@pytest.mark.slow
def test_a_backup_that_is_killed_leaves_the_one_before(filled: Settings, tmp_path: Path) -> None:
    path = tmp_path / "one.backup"
    backups.save(filled, path)
    before, rows = path.read_bytes(), sum(backups.save(filled, path).values())
    before = path.read_bytes()
    for number in (rows, rows + 1):
        assert killed_at(number, filled, path, "save") == -1
        assert path.read_bytes() == before
    fresh = settings(tmp_path / "fresh")
    backups.restore(fresh, path)


@pytest.mark.slow
def test_a_backup_while_people_play_and_the_server_is_killed(tmp_path: Path) -> None:
    """Whatever was acknowledged before it began is in it, and every log in it is one that was."""
    server = Server(tmp_path / "playing")
    server.start()
    chosen, games = settings(tmp_path / "playing"), [Game(server, "rolit") for _ in range(6)]
    stop = threading.Event()

    def play(game: Game) -> None:
        client = httpx.Client(base_url=server.address, headers=game.headers, timeout=5)
        while not stop.is_set():
            try:
                seen = client.get(f"/api/tables/{game.id}?plain=1").json()
                if seen["over"]:
                    return
                game.sent = seen["moves"][0]
                move = {"seat": seen["seat"], "move": game.sent, "key": str(len(game.acknowledged))}
                client.post(f"/api/tables/{game.id}/moves", json=move).raise_for_status()
            except httpx.HTTPError:
                return
            game.acknowledged.append(game.sent)

    threads = [threading.Thread(target=play, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    until(lambda: all(len(game.acknowledged) > 3 for game in games))
    before = [len(game.acknowledged) for game in games]
    killing = threading.Timer(0.02, server.kill)
    killing.start()
    backups.save(chosen, tmp_path / "one.backup")
    killing.join()
    stop.set()
    for thread in threads:
        thread.join()
    after = settings(tmp_path / "after")
    backups.restore(after, tmp_path / "one.backup")
    server.close()
    with open_house(after) as house:
        for game, least in zip(games, before, strict=True):
            told = ok(httpx.get(f"{house.address}/api/tables/{game.id}"))
            moves = [move["text"] for move in told["moves"]]
            assert len(moves) >= least
            assert moves == [*game.acknowledged, game.sent][: len(moves)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_runs_begins_anew_with_what_was_restored(
    filled: Settings, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Its sockets are told to begin anew, and the game goes on from what was restored."""
    chosen, path = at(kind, tmp_path / "serving", request), tmp_path / "early.backup"
    with open_house(chosen) as house:
        ada = house.guest("Ada")
        table = ada.opens("hopsy", ME, ME)
        backups.save(chosen, path)
        for seat in (0, 1):
            ok(ada.plays(table, seat, ada.sees(table, plain=1)["moves"][0]))
        with ada.live(table) as live:
            assert live.next("table")["number"] == 2
            backups.restore(chosen, path, replace=True)
            with pytest.raises(ConnectionClosed) as closed:
                [live.next() for _ in range(1000)]
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4205
        again = Guest(house.address)
        again.http.cookies = ada.http.cookies
        again.csrf = ada.csrf
        assert len(again.sees(table)["moves"]) == 0
        ok(again.plays(table, 0, again.sees(table, plain=1)["moves"][0]))
        assert len(again.sees(table)["moves"]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_follows_on_what_was_replaced_is_written(
    filled: Settings, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    chosen, path = at(kind, tmp_path / "serving", request), tmp_path / "one.backup"
    backups.save(filled, path)

    async def appended(store: Store, after: int, entries: int, epoch: str = "") -> bool:
        try:
            await store.append("abcdefghijkm", after, [{"kind": "phrase", "at": 1}] * entries, epoch=epoch)
        except Unkept:
            return False
        return True

    async def work() -> list[bool]:
        store = Store(chosen, Metrics())
        await store.open()
        old = store.epoch
        backups.restore(chosen, path, replace=True)
        done = [await appended(store, 7, 1), await appended(store, 7, 2)]
        store.epoch = await store.epoch_now()
        done += [await appended(store, 7, 1, old), await appended(store, 0, 1), await appended(store, 1, 2)]
        await store.close()
        return done

    assert in_a_loop(work()) == [False, False, False, True, True]


# Shapes


def without_notes(saved: bytes) -> list[str]:
    """What was saved, line by line, without what lists note of a table: it is made anew when it is asked for."""
    kept, columns = [], list[str]()
    for line in saved.splitlines():
        told = json.loads(line)
        if isinstance(told, dict):
            columns = told["columns"]
            kept.append(told["table"])
        else:
            kept.append(json.dumps([cell for name, cell in zip(columns, told, strict=True) if name != "note"]))
    return kept


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_shape_leads_back_and_forth(
    filled: Settings, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Down to each earlier shape and up again: what that shape can hold is still there, and the server runs."""
    chosen, path = at(kind, tmp_path / "shaped", request), tmp_path / "one.backup"
    backups.save(filled, path)
    for last in migrations.steps():
        backups.restore(chosen, path, replace=True)
        before = without_notes(contents(chosen, tmp_path))
        made, taken = backups.reshape(chosen, last)
        assert (made, taken) == ([], [name for name in reversed(migrations.steps()) if name > last])
        assert backups.shape(chosen) == [name for name in migrations.steps() if name <= last]
        backups.save(chosen, tmp_path / f"{last}.backup")
        with open_house(chosen) if kind == "sqlite" else nullcontext():
            backups.reshape(chosen, migrations.steps()[-1])
        after = without_notes(contents(chosen, tmp_path))
        if last >= "m0003":
            assert after == before
        assert str(after).count("hopsy") == str(before).count("hopsy")
        backups.restore(chosen, tmp_path / f"{last}.backup", replace=True)
        assert backups.shape(chosen) == migrations.steps(), "an earlier backup is brought to the newest shape"
    with pytest.raises(Refusal, match="no shape"):
        migrations.step_named("m9")


def test_what_an_earlier_version_kept_goes_up_and_down_again(tmp_path: Path) -> None:
    """The database of version 0.1: all it holds is there after each step up, and after the way back."""
    shutil.copy(Path(__file__).parents[1] / "earlier" / "tables.sqlite", tmp_path)
    chosen = settings(tmp_path)
    released, before = backups.shape(chosen)[-1], without_notes(contents(chosen, tmp_path))
    for last in [name for name in migrations.steps() if name > released]:
        assert backups.reshape(chosen, last) == ([last], [])
    assert set(before) <= set(without_notes(contents(chosen, tmp_path)))
    backups.reshape(chosen, released)
    assert backups.shape(chosen)[-1] == released
    assert without_notes(contents(chosen, tmp_path)) == before


def test_the_commands_say_what_they_do(filled: Settings, tmp_path: Path) -> None:
    def run(*words: str) -> Result:
        return CliRunner().invoke(app, [*words, "--data", str(data)], env={"LUDOTHEQUE_LANG": "en"})

    path, data = tmp_path / "one.backup", filled.data
    assert "2 tables" in run("backup", str(path)).output
    data = tmp_path / "data"
    assert "2 tables" in run("restore", str(path)).output
    refused = run("restore", str(path))
    assert refused.exit_code == 2
    assert "--replace" in refused.output
    assert "2 tables" in run("restore", str(path), "--replace").output
    assert run("shape").output.splitlines() == [f"x {name}" for name in migrations.steps()]
    refused = run("shape", "m0003")
    assert refused.exit_code == 2
    assert "m0004_house" in refused.output
    assert "- m0004_house" in run("shape", "m0003", "--yes").output.splitlines()
