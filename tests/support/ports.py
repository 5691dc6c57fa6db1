"""Ports for servers of tests."""

from __future__ import annotations

import random
import socket

# Below the range that Linux and macOS take client ports from: so a port may be given back and taken again, and no
# client that knocks there meanwhile can end up connected to itself.
_PORTS = range(20_000, 30_000)

_held: list[socket.socket] = []


def free_ports(count: int) -> list[int]:
    """That many different ports of the loopback interface, which no other caller gets while this process lives.

    So a server of a test may end and start again where it was, while tests beside it start theirs. A server that
    asks for ``SO_REUSEADDR``, as asyncio, Java and Go do, may listen there; until one does, nobody answers.
    """
    return [_hold() for _ in range(count)]


def _hold() -> int:
    """One port, bound by a socket that does not listen."""
    while True:
        holder = socket.socket()
        try:
            holder.bind(("127.0.0.1", random.choice(_PORTS)))
        except OSError:
            holder.close()
            continue
        # Only now: asked for before, it would let two holders of one port in.
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _held.append(holder)
        return int(holder.getsockname()[1])
