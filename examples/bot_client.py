"""A bot that takes a seat at a table of the server and plays at random: over WebSocket, or over HTTP alone.

    python examples/bot_client.py http://127.0.0.1:8000/t/abcd…          # takes the first open seat
    python examples/bot_client.py http://127.0.0.1:8000/t/abcd… --http --seat 1

Nothing of the games is known here: the server tells the view and the legal moves. Replace `choose` by something better.
The protocol is described in docs/web.md; any language will do.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import connect


def choose(view: dict[str, Any], moves: list[str]) -> str:
    """What to play, given all the seat sees and all it may do."""
    return random.choice(moves)


class Seat:
    """A seat at a table, held by a token."""

    def __init__(self, address: str, wanted: int | None = None, nickname: str = "Robot") -> None:
        parts = urlsplit(address)
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.table = parts.path.rstrip("/").rpartition("/")[2]
        self.token = ""
        seats = self.ask("GET", "")["seats"]
        open_seats = [each["seat"] for each in seats if each["kind"] == "open"]
        self.seat = open_seats[0] if wanted is None else wanted
        sat = self.ask("POST", f"/seats/{self.seat}", {"nickname": nickname, "token": True})
        self.token = sat["token"]

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """One request to the table."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api/tables/{self.table}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def play_over_http(self, pause: float = 0.2) -> dict[str, Any]:
        """Asks again and again whether it may move; returns the table when the game is over."""
        while True:
            table: dict[str, Any] = self.ask("GET", "?plain=1")
            if table["over"]:
                return table
            if table["seat"] in table["waiting"]:
                move = choose(table["view"], table["moves"])
                self.ask("POST", "/moves", {"seat": table["seat"], "move": move, "key": str(table["sequence"])})
            else:
                time.sleep(pause)

    def play_over_websocket(self) -> dict[str, Any]:
        """Is told whenever something happens; returns the table when the game is over."""
        address = f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.table}/live?plain=1"
        headers = {"Authorization": f"Bearer {self.token}"}
        with connect(address, additional_headers=headers) as socket:
            table: dict[str, Any] = {}
            settled, waits = 0, False  # the entry that our last move became, and whether we still wait to hear it
            for text in socket:
                message = json.loads(text)
                if message["type"] == "refused":
                    raise RuntimeError(message["error"]["message"]["en"])
                if message["type"] == "moved":
                    settled, waits = message["sequence"], False
                elif message["type"] == "table":
                    table = message
                if table.get("over"):
                    return table
                if not table or waits or table["sequence"] < settled:
                    continue  # where all play at once, others move before we hear that we have
                if table["seat"] in table["waiting"]:
                    move, key = choose(table["view"], table["moves"]), str(table["sequence"])
                    socket.send(json.dumps({"type": "move", "seat": table["seat"], "move": move, "key": key}))
                    waits = True
        raise ConnectionError("the connection was closed before the game was over")


def main() -> None:
    """Plays one game."""
    parser = argparse.ArgumentParser(description="A bot that plays at random at a table of the server.")
    parser.add_argument("address", help="the table's address, as in an invitation")
    parser.add_argument("--seat", type=int, help="the seat to take; else the first open one")
    parser.add_argument("--nickname", default="Robot")
    parser.add_argument("--http", action="store_true", help="play over HTTP alone")
    options = parser.parse_args()
    seat = Seat(options.address, options.seat, options.nickname)
    table = seat.play_over_http() if options.http else seat.play_over_websocket()
    outcome = table["outcome"]
    print("won" if table["seat"] in outcome["winners"] else "lost", outcome["scores"], outcome["reason"])


if __name__ == "__main__":
    main()
