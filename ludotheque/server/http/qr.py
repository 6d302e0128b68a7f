"""Addresses as QR codes."""

from __future__ import annotations

import io

import segno


def qr(address: str) -> str:
    """An address as a QR code, dark on white so that any camera reads it."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()
