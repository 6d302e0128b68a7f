"""What the service worker unpacks by itself, beside Python's own library."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from ludotheque.app.memory import node
from ludotheque.app.pressing import pressed, unpressed
from ludotheque.pages.rendering import WEB

_UNPACK = """
import { readFileSync, writeFileSync } from "node:fs";
const [script, list] = process.argv.slice(1);
const { Unpacked } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(script))}`);
for (const [from, to, size, piece] of JSON.parse(list)) {
  const [content, unpacked] = [new Uint8Array(readFileSync(from)), new Unpacked(size)];
  for (let at = 0; at < content.length; at += piece) unpacked.push(content.subarray(at, at + piece));
  writeFileSync(to, unpacked.end());
}
"""


def _contents() -> list[bytes]:
    """Of every kind that such a file can be made of: noise, nothing, what comes again near and far, words."""
    rng = random.Random(5)
    noise, words = rng.randbytes(30_000), [b"hop", b"plic", b"plac", b"rolit", b"\0\0\0\1"]
    text = b"".join(rng.choice(words) for _ in range(20_000))
    numbers = b"".join((rng.randrange(1 << 12) * 8).to_bytes(4, "little") for _ in range(20_000))
    return [
        b"",
        b"a",
        noise,
        bytes(300_000),
        text,
        numbers,
        noise + bytes(200_000) + noise[100:],
        text + noise + numbers,
    ]


def test_what_is_pressed_is_unpacked_as_it_was_in_whatever_pieces_it_comes(tmp_path: Path) -> None:
    contents, told = _contents(), []
    for number, content in enumerate(contents):
        (tmp_path / f"{number}").write_bytes(smaller := pressed(content))
        assert unpressed(smaller) == content
        told += [[f"{tmp_path}/{number}", f"{tmp_path}/{number}-{piece}", len(content), piece] for piece in (7, 4096)]
    script = str(WEB / "app" / "pressed.js")
    command = [node(), "--input-type=module", "-e", _UNPACK, "--", script, str(told).replace("'", '"')]
    subprocess.run(command, check=True)
    for number, content in enumerate(contents):
        for piece in (7, 4096):
            assert (tmp_path / f"{number}-{piece}").read_bytes() == content


@pytest.mark.parametrize("harm", ["cut", "changed"])
def test_what_is_not_whole_comes_to_something_else_and_to_an_end(tmp_path: Path, harm: str) -> None:
    """A file that is not what it should be is known by its hash; unpacking it must come to an end all the same."""
    content = _contents()[-1]
    smaller = bytearray(pressed(content))
    if harm == "cut":
        del smaller[len(smaller) // 2 :]
    else:
        smaller[len(smaller) // 2] ^= 255
    (tmp_path / "from").write_bytes(smaller)
    told = f'[["{tmp_path}/from", "{tmp_path}/to", {len(content)}, 5000]]'
    script = str(WEB / "app" / "pressed.js")
    subprocess.run([node(), "--input-type=module", "-e", _UNPACK, "--", script, told], check=True, timeout=60)
    assert (tmp_path / "to").read_bytes() != content
