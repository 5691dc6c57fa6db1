"""A detection process: it runs steps one after the other until its parent is gone.

Its standard input is the socket to the parent. It prints nothing, and what a step raises stays here, unless it is an
error that a client may see.
"""

from __future__ import annotations

import os
import signal
import socket
import traceback
from collections.abc import Mapping
from dataclasses import replace
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, Final

from gateway import memory
from gateway.errors import GatewayError, Unavailable
from gateway.minimization import Detectors
from streams.detecting.messages import LENGTH_BYTES, Answer, Setup, WorkOrder, framed, opened
from streams.detecting.steps import result_of
from streams.detecting.warming import warm_up

if TYPE_CHECKING:
    from gateway.detectors import PolicyDetectors

NICER: Final = 5  # than its parent, whose event loop goes first


class Lookups:
    """Counts the look-ups in the cache."""

    def __init__(self) -> None:
        self._found = [0, 0]

    def add(self, found: bool) -> None:
        """Counts one."""
        self._found[found] += 1

    def taken(self) -> tuple[int, int]:
        """Returns the hits and misses since the last call."""
        misses, hits = self._found
        self._found = [0, 0]
        return hits, misses


def main() -> None:
    """Serves the socket on standard input until its other end is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the parent drains, and closes the socket when it needs nothing more
    os.nice(NICER)
    connected = socket.socket(fileno=0)
    orders: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(connected.makefile("rb"), orders), daemon=True).start()
    lookups = Lookups()
    setup = opened(orders.get())
    with memory.loading():
        detectors = _loaded(setup, lookups)
    memory.settle()
    answer = framed(Answer())
    while True:
        for part in answer:
            connected.sendall(part)
        answer = answered(orders.get(), detectors, lookups)


def _receive(pipe: BinaryIO, orders: SimpleQueue[bytes]) -> None:
    while head := pipe.read(LENGTH_BYTES):
        orders.put(pipe.read(int.from_bytes(head)))
    os._exit(0)  # also from the middle of a step: nobody waits for it


def _loaded(setup: Setup, lookups: Lookups) -> Mapping[str, PolicyDetectors]:
    from gateway.detectors import load_detectors  # noqa: PLC0415 - nothing is collected while it is imported

    detectors = load_detectors(setup.detection, setup.policies, looked=lookups.add)
    warm_up(setup.warm_ups, detectors)
    lookups.taken()
    return detectors


def answered(order: bytes, detectors: Mapping[str, PolicyDetectors], lookups: Lookups) -> tuple[bytes, bytes]:
    """Returns the frame of the answer to an order, whatever becomes of it."""
    answer = _done(order, detectors)
    hits, misses = lookups.taken()
    try:
        return framed(replace(answer, hits=hits, misses=misses))
    except Exception as error:
        return framed(Answer(failed_at=_place(error)))


def _done(data: bytes, detectors: Mapping[str, PolicyDetectors]) -> Answer:
    try:
        order: WorkOrder = opened(data)
        return Answer(result_of(order.step, _asked_for(order, detectors)))
    except GatewayError as error:
        return Answer(error=error)
    except Exception as error:
        return Answer(failed_at=_place(error))


def _asked_for(order: WorkOrder, detectors: Mapping[str, PolicyDetectors]) -> Detectors:
    own = detectors[order.policy].of(order.tenant)
    asked = own.full if order.full else own.rest
    if asked is None:
        raise Unavailable("the names model is missing: nothing that has to be inspected can pass")
    return asked


def _place(error: Exception) -> str:
    """Returns an exception's type and the line that raised it, without its message."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename}:{last.lineno}"


if __name__ == "__main__":
    main()
