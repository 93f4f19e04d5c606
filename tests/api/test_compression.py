"""Frames are small on the wire, and a small frame cannot be blown up into a large one."""

import contextlib
import json
import os
import tracemalloc
import zlib
from dataclasses import replace

import pytest
import websockets
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from app.web.compression import SMALL_FRAME, Deflate, DeflateFactory
from tests.api.conftest import Player, Running, closed_with
from tests.api.test_live import answer, receive
from tests.sockets import socket_at


class Packed(Extension):
    """Marks what is packed already."""

    def encode(self, frame: Frame) -> Frame:
        return replace(frame, rsv1=True)


def agreed(*offer: tuple[str, str | None]) -> Deflate:
    """What the server packs and unpacks with after that offer."""
    _answer, extension = DeflateFactory().process_request_params(list(offer), [])
    assert isinstance(extension, Deflate)
    return extension


def packed(data: bytes) -> bytes:
    """As a browser packs a message."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (pack.compress(data) + pack.flush(zlib.Z_SYNC_FLUSH))[:-4]


async def test_the_terms_of_browsers_and_programs_are_taken(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        header = socket.response.headers["Sec-WebSocket-Extensions"]
        assert header == "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        assert (await receive(socket))["seat"] == 0


async def test_who_offers_nothing_gets_plain_frames(running: Running) -> None:
    ann, _ben = await running.table.started()
    headers = {"Authorization": f"Bearer {ann.token}"}
    url = f"ws://127.0.0.1:{running.port}/api/rooms/{ann.code}/live"
    async with socket_at(url, additional_headers=headers, compression=None) as socket:
        assert "Sec-WebSocket-Extensions" not in socket.response.headers
        assert (await receive(socket))["seat"] == 0


def test_large_frames_are_packed_and_small_ones_are_not() -> None:
    both = agreed(("client_max_window_bits", None))
    large = b"<div>" * 2000
    sent = both.encode(Frame(Opcode.TEXT, large))
    assert sent.rsv1
    assert len(sent.data) < 200
    reader = ClientPerMessageDeflateFactory().process_response_params(
        [("server_no_context_takeover", None), ("client_no_context_takeover", None)], []
    )
    assert reader.decode(sent).data == large
    small = Frame(Opcode.TEXT, b"x" * (SMALL_FRAME - 1))
    assert both.encode(small) is small
    assert both.encode(Frame(Opcode.PING, b"")).rsv1 is False


@pytest.mark.parametrize("bits", [9, 12, 15])
@pytest.mark.parametrize(
    "data", [b"<div>" * 9000, os.urandom(90_000), os.urandom(3000) * 30], ids=("alike", "noise", "far")
)
def test_who_has_little_room_to_unpack_gets_what_fits(bits: int, data: bytes) -> None:
    sent = agreed(("server_max_window_bits", str(bits))).encode(Frame(Opcode.TEXT, data))
    assert zlib.decompressobj(-bits).decompress(sent.data + b"\x00\x00\xff\xff") == data


def test_nothing_is_kept_between_frames() -> None:
    both = agreed()
    both.encode(Frame(Opcode.TEXT, os.urandom(5000)))
    both.decode(Frame(Opcode.TEXT, packed(b"{}"), rsv1=True))
    assert not hasattr(both, "encoder")
    assert not hasattr(both, "decoder")


@pytest.mark.parametrize("size", [4097, 5_000_000, 300_000_000])
async def test_a_frame_that_unpacks_to_too_much_is_refused_and_not_unpacked(running: Running, size: int) -> None:
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"".join(pack.compress(b" " * min(1_000_000, size - at)) for at in range(0, size, 1_000_000))
    bomb += pack.flush(zlib.Z_SYNC_FLUSH)[:-4]
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        assert (await receive(socket))["seat"] == 0
        tracemalloc.start()
        try:
            with contextlib.suppress(websockets.ConnectionClosed):
                await send_packed(socket, bomb)
            assert (await answer(socket))["error"]["code"] == "too_large"
            assert await closed_with(socket) == 4413
            assert tracemalloc.get_traced_memory()[1] < 2_000_000 + 2 * len(bomb)
        finally:
            tracemalloc.stop()


async def test_a_packed_frame_is_answered_like_any_other(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket:
        await send_packed(socket, packed(json.dumps({"ping": "x" * 4000}).encode()))
        assert len((await answer(socket))["pong"]) == 4000


async def test_what_cannot_be_unpacked_ends_the_socket_and_nothing_else(running: Running) -> None:
    ann, _ben = await running.table.started()
    async with running.live(ann) as socket, running.live(Player(ann.http, ann.code)) as other:
        await send_packed(socket, b"\x07" * 500)  # the first block is of a kind that there is not
        assert await closed_with(socket) == 1002
        await other.send('{"ping": 1}')
        assert (await answer(other))["pong"] == 1


async def send_packed(socket: websockets.ClientConnection, data: bytes) -> None:
    """Send `data` as it is, marked as packed."""
    socket.protocol.extensions, agreed = [Packed()], socket.protocol.extensions
    await socket.send(data, text=True)
    socket.protocol.extensions = agreed
