"""What hostile clients send to a websocket: bytes as they go over the wire, by name."""

import json
import struct
import zlib
from random import Random

from websockets.frames import Opcode

from tests.api.test_fuzz import content

TEXT, BINARY, CONT, PING, PONG, CLOSE = (
    Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.PONG, Opcode.CLOSE,
)  # fmt: skip
ONE_GB = 1_000_000_000
DONE = {"ping": "done"}


def frame(data: bytes, opcode: Opcode = TEXT, fin: bool = True, packed: bool = False, masked: bool = True) -> bytes:
    """One frame; `packed`: its data is said to be deflated. Made by hand: the library makes no wrong ones."""
    first = opcode | (0x80 if fin else 0) | (0x40 if packed else 0)
    size, long = len(data), b""
    if size >= 65536:
        size, long = 127, struct.pack("!Q", size)
    elif size >= 126:
        size, long = 126, struct.pack("!H", size)
    # With a mask of zeros the data stays as it is.
    return bytes((first, size | (0x80 if masked else 0))) + long + (bytes(4) if masked else b"") + data


def text(value: object) -> bytes:
    """A frame of JSON."""
    return frame(json.dumps(value).encode())


def in_parts(data: bytes, size: int, finished: bool = True) -> bytes:
    """A message in frames of that size."""
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    last = len(parts) - 1
    return b"".join(
        frame(part, TEXT if at == 0 else CONT, fin=finished and at == last) for at, part in enumerate(parts)
    )


def bomb(size: int) -> bytes:
    """Deflated data of a thousandth of that size, made from one block that is repeated: making it costs nothing."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = pack.compress(b" " * 1_000_000) + pack.flush(zlib.Z_FULL_FLUSH)
    return first * (size // 1_000_000)


def hostile(rng: Random) -> dict[str, bytes]:
    """Name to bytes. What is random in them comes from `rng`."""
    blown = bomb(ONE_GB)
    noise = rng.randbytes(300)
    return {
        "no JSON": b"".join(frame(data) for data in (b"", b"{", b"nul", b"\xef\xbb\xbf{}", b"{}{}", b"NaN", b"'a'")),
        "spoilt JSON": b"".join(frame(content(rng)[:4000].decode(errors="ignore").encode()) for _ in range(40)),
        "deep lists": frame(b"[" * 4000) + frame(b"[" * 1900 + b"]" * 1900),
        "deep objects": frame(b'{"move":' * 450 + b"1" + b"}" * 450) + text({"at": 0, "move": nested(900)}),
        "deep pings": text({"ping": nested(900)}) + text({"token": nested(30)}),
        "huge numbers": b"".join(
            frame(b'{"at": %s, "undo": true}' % number)
            for number in (b"9" * 3900, b"-" + b"9" * 3900, b"1e999", b"1e-999", b"1E400", b"0." + b"1" * 3000, b"2.0")
        ),
        "wrong types": b"".join(
            text(value)
            for value in (None, True, 7, "at", [], [[]], {}, {"at": "0", "undo": True}, {"at": True, "undo": True},
                          {"at": 0, "undo": 1}, {"at": 0, "move": []}, {"at": 0, "move": None}, {"token": 7},
                          {"token": None}, {"at": [], "move": {}}, {"at": 0, "move": {}, "undo": True}, {"id": {}},
                          {"at": 0, "move": {"type": ["one"]}}, {"at": 2**80, "move": {"type": "one"}, "id": [[]]})
        ),
        "strange texts": b"".join(
            frame(data)
            for data in (b'{"token": "\\ud800"}', b'{"ping": "\\u0000"}', b'{"at": 0, "at": 1, "undo": true}',
                         b'{"\\u0000": 1}', "{\"token\": \"\u202e\U0001f3e0\"}".encode(),
                         b'{"token": "' + b"x" * 3000 + b'"}')
        ),
        "another's token": text({"token": "N" * 22}),
        "text that is not UTF-8": frame(b'{"ping": "\xff\xfe"}'),
        "text cut in a character": frame(b"\xe2\x82") + frame(b"\xac"),
        "binary": frame(b"{}", BINARY) + frame(noise, BINARY) + frame(b"", BINARY),
        "parts of a byte": in_parts(json.dumps(DONE).encode() + b" " * 500, 1),
        "a message without an end": in_parts(b" " * 3_000_000, 1000, finished=False),
        "parts of no message": frame(b"{}", CONT),
        "a message in a message": frame(b"{", TEXT, fin=False) + text({}),
        "control frames": b"".join(frame(b"x" * 125, PING) for _ in range(500)) + frame(b"", PONG) * 500,
        "a control frame in parts": frame(b"x", PING, fin=False),
        "an opcode that is none": b"\x83\x80" + bytes(4),
        "bits that mean nothing": b"\xb1\x82" + bytes(4) + b"{}",
        "not masked": frame(b"{}", masked=False),
        "a length beyond all memory": b"\x81\xff" + struct.pack("!Q", 2**63 - 1) + b"\0\0\0\0",
        "a control frame that is too long": frame(b"x" * 300, PING),
        "a close that says nonsense": frame(b"\x00", CLOSE),
        "too large": frame(b" " * 5000),
        "much too large": frame(b" " * 2_000_000),
        "a bomb": frame(blown, packed=True),
        "a bomb in parts": b"".join(
            frame(blown[at : at + 60_000], CONT if at else TEXT, fin=False, packed=not at)
            for at in range(0, 600_000, 60_000)
        ),
        "small bombs": b"".join(frame(bomb(1_000_000), packed=True) for _ in range(20)),
        "said to be packed": frame(noise, packed=True),
        "thousands of tiny frames": frame(b"{}") * 5000,
        "thousands of empty frames": frame(b"") * 3000,
        "thousands of empty parts": frame(b"", TEXT, fin=False) + frame(b"", CONT, fin=False) * 20_000,
    }  # fmt: skip


def nested(depth: int) -> object:
    """A list in a list in a list ..."""
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value
