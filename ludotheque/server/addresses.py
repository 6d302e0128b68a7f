"""Where people find the server: by the address that was set, else by the one they use, else by the machine's own on the
local network, so that an invitation made on this machine works on a phone too."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from ludotheque.core.text import Text
from ludotheque.server.settings import Settings

_SOMEWHERE = ("192.0.2.1", 9)
"""An address nobody has (it is kept for documentation), and nothing is sent to it."""
_COMMAND = "ludotheque serve --host 0.0.0.0"
_LISTENS_HERE = Text(
    "This link works on this computer only. For phones and other computers, start the server so: {command}",
    command=_COMMAND,
)
_CALLED_HERE = Text(
    "This link works on this computer only. For phones and other computers, open this page by the computer's address on"
    " the network."
)


@dataclass(frozen=True, slots=True)
class Address:
    """What links begin with, and why they do not work elsewhere, if so."""

    url: str
    problem: Text | None = None


def address(settings: Settings, used: str, client: str) -> Address:
    """Where others find us, for a visitor who comes from an address (`client`) and uses one (`used`)."""
    if settings.public_url:
        return Address(settings.public_address)
    used = used.rstrip("/")
    parts = urlsplit(used)
    if not is_here(parts.hostname or ""):
        return Address(used)
    if is_here(settings.host):
        return Address(used, _LISTENS_HERE)
    own = on_network() if is_here(client) else None  # who sits elsewhere learns nothing of this machine's network
    if own is None:
        return Address(used, _CALLED_HERE)
    return Address(f"{parts.scheme}://{own}" + (f":{parts.port}" if parts.port else "") + settings.root)


def is_here(host: str) -> bool:
    """Whether a name or an address means the machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def on_network() -> str | None:
    """This machine's address on its network, if it has one. A datagram socket that is connected sends nothing, but
    knows from where it would."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
        except OSError:
            return None
        own = str(probe.getsockname()[0])
    return None if is_here(own) or own == "0.0.0.0" else own
