"""Width and height of a picture, read from the first bytes of its file."""

from __future__ import annotations

import struct
from typing import NamedTuple

_PNG = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """A picture's media type and its size in pixels."""

    content_type: str
    width: int
    height: int


def look_at(data: bytes) -> Picture | None:
    """Return the kind of a picture, or None when `data` is no PNG, GIF or WebP."""
    if data[:8] == _PNG and data[12:16] == b"IHDR" and len(data) >= 24:
        return Picture("image/png", *struct.unpack(">II", data[16:24]))
    if data[:6] in {b"GIF87a", b"GIF89a"} and len(data) >= 10:
        return Picture("image/gif", *struct.unpack("<HH", data[6:10]))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _look_at_webp(data)
    return None


def _look_at_webp(data: bytes) -> Picture | None:
    kind = data[12:16]
    if kind == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
        return Picture("image/webp", width, height)
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return Picture("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return Picture("image/webp", width & 0x3FFF, height & 0x3FFF)
    return None
