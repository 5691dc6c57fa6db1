"""Ports for servers of tests."""

from __future__ import annotations

import random
import socket

# Below the range that Linux and macOS take client ports from: so a port may be given back and taken again, and no
# client that knocks there meanwhile can end up connected to itself.
_PORTS = range(20_000, 30_000)


def free_ports(count: int) -> list[int]:
    """That many different ports of the loopback interface on which nobody listens now."""
    free: list[int] = []
    while len(free) < count:
        port = random.choice(_PORTS)
        if port not in free and _is_free(port):
            free.append(port)
    return free


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
