"""The PNG files of a browser: read, and made smaller by fewer shades and better packing."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _shade(value: int) -> int:
    """Of dark colours every third shade is left, of the others every sixth: steps that nobody sees."""
    step = 3 if value < 96 else 6
    return min(255, round(value / step) * step)


SHADE = bytes(map(_shade, range(256)))


def smaller(data: bytes) -> bytes:
    """The same picture in fewer shades, without transparency."""
    rows = pixels(data)
    packed = _pack([row.translate(SHADE) for row in rows], 3)
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def pixels(data: bytes) -> list[bytes]:
    """The rows of a picture: red, green and blue of each pixel."""
    assert data.startswith(SIGNATURE)
    chunks: list[tuple[bytes, bytes]] = []
    at = len(SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += size + 12
    width, height, depth, kind, *_ = struct.unpack(">IIBBBBB", chunks[0][1])
    assert depth == 8 and kind in (2, 6), "8 bits of red, green, blue, and perhaps transparency"
    step = 3 if kind == 2 else 4
    rows = _rows(zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT")), width * step, step)
    assert len(rows) == height
    return [_without_alpha(row) if step == 4 else row for row in rows]


def _without_alpha(row: bytes) -> bytes:
    out = bytearray(len(row) // 4 * 3)
    for colour in range(3):
        out[colour::3] = row[colour::4]
    return bytes(out)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _rows(raw: bytes, length: int, step: int) -> list[bytes]:
    """Takes the filters of PNG off."""
    rows: list[bytes] = []
    above = bytes(length)
    for at in range(0, len(raw), length + 1):
        how, row = raw[at], bytearray(raw[at + 1 : at + 1 + length])
        if how == 1:
            for i in range(step, length):
                row[i] = (row[i] + row[i - step]) & 255
        elif how == 2:
            for i in range(length):
                row[i] = (row[i] + above[i]) & 255
        elif how == 3:
            for i in range(length):
                row[i] = (row[i] + ((row[i - step] if i >= step else 0) + above[i]) // 2) & 255
        elif how == 4:
            for i in range(length):
                left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
                row[i] = (row[i] + _paeth(left, above[i], corner)) & 255
        above = bytes(row)
        rows.append(above)
    return rows


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
    return left if a <= b and a <= c else up if b <= c else corner


def _pack(rows: list[bytes], step: int) -> bytes:
    """With no filter, or what is left of the row above: whichever packs all better."""
    plain = b"".join(b"\0" + row for row in rows)
    above, over = bytes(len(rows[0])), bytearray()
    for row in rows:
        over += b"\2" + bytes((a - b) & 255 for a, b in zip(row, above, strict=True))
        above = row
    return min((zlib.compress(bytes(data), 9) for data in (plain, over)), key=len)
