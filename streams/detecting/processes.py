"""Child processes for long work: it competes with the event loop neither for the interpreter nor for a core.

A process does one order at a time. One that dies fails its order, and another takes its place.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Final

from gateway.errors import TimedOut, Unavailable
from gateway.logs import fields
from streams.detecting.messages import LENGTH_BYTES, Answer, Setup, WorkOrder, framed, opened

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
LATE_SECONDS: Final = 5.0  # that an order may go on after nobody waits for it: to start a process takes a second or two
_READ_BYTES: Final = 1 << 20


class Processes:
    """A fixed number of processes, which begin to load at once. Orders wait for a free one in the order they came."""

    def __init__(self, count: int, setup: Setup) -> None:
        self._setup = framed(setup)
        self._idle: asyncio.Queue[_Child] = asyncio.Queue()
        self._count = count
        self._children = [_Child(self._setup) for _ in range(count)]
        self._warm: set[_Child] = set()
        self._all_warm = asyncio.Event()
        self._supervising: list[asyncio.Task[None]] = []

    @property
    def ready(self) -> bool:
        """Whether a process can take orders."""
        return bool(self._warm)

    async def start(self) -> None:
        """Returns when every process has loaded its detectors and is warm."""
        self._supervising = [asyncio.create_task(self._supervise(child)) for child in self._children]
        await self._all_warm.wait()

    async def run(self, order: WorkOrder, seconds: float) -> Answer:
        """Returns what became of the order; raises TimedOut after ``seconds``, and Unavailable if its process dies."""
        try:
            async with asyncio.timeout(seconds):
                await asyncio.sleep(0)  # a long request is opened, sent and received in turns of the loop of their own
                child = await self._free()
                data = await child.ask(framed(order))
                await asyncio.sleep(0)
        except TimeoutError:
            raise TimedOut("the turn's time was over before it was minimized") from None
        answer: Answer = opened(data)
        return answer

    async def stop(self) -> None:
        """Ends the processes."""
        for task in self._supervising:
            task.cancel()
        await asyncio.gather(*self._supervising, return_exceptions=True)
        for child in self._children:
            child.end()

    async def _free(self) -> _Child:
        while (child := await self._idle.get()) not in self._warm:
            pass
        return child

    async def _supervise(self, child: _Child) -> None:
        while True:
            was_warm = await self._serve(child)
            log.warning("a detection process has ended: another is started", extra=fields(status=child.status))
            if not was_warm:
                await asyncio.sleep(RETRY_SECONDS)
            self._children.remove(child)
            child = await self._started()
            self._children.append(child)

    async def _started(self) -> _Child:
        while True:
            try:
                return _Child(self._setup)
            except OSError:
                log.warning("no detection process can be started: trying again")
                await asyncio.sleep(RETRY_SECONDS)

    async def _serve(self, child: _Child) -> bool:
        """Connects to a process until it ends; returns whether it ever became warm."""
        try:
            await child.connect()
            while True:
                await child.receive()
                self._warm.add(child)
                self._idle.put_nowait(child)
                if len(self._warm) == self._count:
                    self._all_warm.set()
        except (EOFError, OSError):
            return child in self._warm
        finally:
            self._warm.discard(child)
            child.end()


class _Child:
    """One process, this end of the socket to it, and the order that it works on.

    It is sent its setup at once, so that it loads while its parent does.
    """

    _process: subprocess.Popen[bytes]

    def __init__(self, setup: tuple[bytes, bytes]) -> None:
        self._socket, theirs = socket.socketpair()
        self._writer: asyncio.StreamWriter | None = None
        self._answer: asyncio.Future[bytes] | None = None
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "streams.detecting.child"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                process_group=0,  # not a session: Linux shares CPUs among sessions, and niceness counts within one only
            )

        with suppress(OSError):  # of a process that has ended: it is noticed where it is connected to
            for part in setup:
                self._socket.sendall(part)

    @property
    def status(self) -> int | None:
        """Its exit status, negative for a signal; None while it runs."""
        return self._process.returncode

    async def connect(self) -> None:
        """Makes it ready to answer."""
        self._reader, self._writer = await asyncio.open_unix_connection(sock=self._socket, limit=_READ_BYTES)

    async def receive(self) -> None:
        """Returns when the process says that it is warm, or has answered; raises EOFError or OSError at its end."""
        length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES))
        data = await self._reader.readexactly(length)
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(data)
        self._answer = None

    async def ask(self, order: tuple[bytes, bytes]) -> bytes:
        """Returns the process's answer; raises Unavailable if it ends before."""
        assert self._writer is not None  # only a process that is warm is asked
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()
        self._answer = answer
        self._writer.writelines(order)
        try:
            return await answer
        finally:
            if answer.cancelled():
                loop.call_later(LATE_SECONDS, self._kill_unless_answered, answer)

    def end(self) -> None:
        """Kills the process if it still runs, and fails its order."""
        self._process.kill()
        self._process.wait()
        if self._writer is not None:
            self._writer.transport.abort()
        self._socket.close()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(
                Unavailable("the process that inspects the request died: try again", retry_after=RETRY_SECONDS)
            )

    def _kill_unless_answered(self, answer: asyncio.Future[bytes]) -> None:
        if self._answer is answer:
            self._process.kill()
