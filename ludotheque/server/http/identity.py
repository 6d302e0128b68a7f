"""Who is asking: a visitor's signed cookie, or the token of one seat. Accounts there are none.

A visitor is a random id. The cookie holds it with a signature, so that nobody can make up or change one; the key is
kept in the data folder. What proves a cross-site request false (the CSRF token) is computed from the same key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

COOKIE = "visitor"
COOKIE_SECONDS = 400 * 86_400
_KEY_FILE = "signing.key"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Those of recovery codes: none that look alike."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is asking."""

    id: str
    known: bool = True
    """The id was proved; else it was made up just now, and a cookie is given with the answer."""
    table: str = ""
    """The only table a token speaks for; empty: all of the visitor's tables."""

    def at(self, table: str) -> str:
        """The id this visitor has at a table; nobody's where their token is for another one."""
        return self.id if not self.table or self.table == table else ""


def key_file(folder: Path) -> Path:
    """Where the server's secret is kept."""
    return folder / _KEY_FILE


def signing_key(folder: Path) -> bytes:
    """The server's secret, made on the first start and readable by its owner only."""
    path = key_file(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        fresh = path.with_name(f"{_KEY_FILE}.{secrets.token_hex(4)}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
        try:
            os.link(fresh, path)  # of several workers the first one wins
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_bytes()


class Signer:
    """Signs and checks what is handed to visitors."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _sign(self, purpose: str, text: str) -> str:
        digest = hmac.new(self._key, f"{purpose}:{text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()

    def cookie(self, visitor: str) -> str:
        """What the cookie of a visitor holds."""
        return f"{visitor}.{self._sign('visitor', visitor)}"

    def visitor(self, cookie: str) -> str | None:
        """The visitor a cookie proves, or nobody."""
        visitor, dot, signature = cookie.partition(".")
        if not dot or not visitor or len(cookie) > 200 or not cookie.isascii():
            return None
        return visitor if hmac.compare_digest(signature, self._sign("visitor", visitor)) else None

    def csrf(self, visitor: str) -> str:
        """What only a page of ours can send along: another one each time, so that it cannot be guessed piece by piece
        from how long packed pages are."""
        salt = secrets.token_urlsafe(6)
        return f"{salt}.{self._sign('csrf', f'{salt}.{visitor}')}"

    def csrf_proved(self, visitor: str, given: str) -> bool:
        salt, _, signature = given.rpartition(".")
        signed = f"{salt}.{visitor}" if salt else visitor  # pages of earlier versions have one without salt
        return given.isascii() and hmac.compare_digest(signature, self._sign("csrf", signed))


def new_visitor() -> Visitor:
    return Visitor(secrets.token_urlsafe(12), known=False)


def new_token() -> str:
    """The secret of one seat, for a program."""
    return "seat_" + secrets.token_urlsafe(24)


def new_key() -> str:
    """What lets another device ask to be this visitor: a link nobody guesses."""
    return secrets.token_urlsafe(24)


def new_number() -> str:
    """Three digits, to be compared on two screens."""
    return f"{secrets.randbelow(900) + 100}"


def new_code() -> str:
    """A recovery code: 80 bits that can be read aloud."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(16))
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def tidy_code(given: str) -> str:
    """A code as people type it: without dashes and spaces, in any case."""
    letters = "".join(letter for letter in given.upper() if letter.isalnum())
    return "-".join(letters[at : at + 4] for at in range(0, 16, 4))


def fingerprint(secret: str) -> str:
    """What is stored of a token or a code: enough to know it again, not enough to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()
