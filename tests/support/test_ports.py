"""Ports for tests: each is its owner's, whether a server listens on it at the moment or not."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from tests.support.ports import free_ports

ANOTHER_PROCESS = """
import socket, sys
with socket.socket() as taker:
    taker.bind(("127.0.0.1", int(sys.argv[1])))
"""


def test_a_port_goes_to_one_owner_whether_a_server_listens_there_or_not() -> None:
    (port,) = free_ports(1)
    for _ in range(2):
        with socket.create_server(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)):
            assert not _another_process_gets(port)
        assert not _another_process_gets(port)


def test_nobody_answers_on_a_port_before_its_server_listens() -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_ports(1)[0]))


def _another_process_gets(port: int) -> bool:
    taker = subprocess.run([sys.executable, "-c", ANOTHER_PROCESS, str(port)], capture_output=True, check=False)
    return taker.returncode == 0
