"""What users may type after ``canarygate verify``. The command loads its code when it runs."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING

from gateway.command_line import typed_address

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands) -> None:
    """Adds ``verify``."""
    parser = commands.add_parser("verify", help="plant values in a gateway's requests, and look what its upstream gets")
    parser.add_argument("--url", required=True, metavar="URL", help="of the gateway")
    parser.add_argument("--key", required=True, metavar="KEY", help="for the gateway, or os.environ/NAME")
    parser.add_argument(
        "--witness", required=True, type=typed_address, metavar="HOST:PORT", help="where to listen as the upstream"
    )
    parser.add_argument("--model", metavar="NAME", help="whose upstream is the witness (default: the only one)")
    parser.add_argument("--kinds", type=_names, default=(), metavar="NAME,…", help="(default: those of the audit)")
    parser.add_argument("--positions", type=_names, default=(), metavar="NAME,…", help="(default: all)")
    parser.add_argument("--disguises", type=_names, default=(), metavar="NAME,…", help="(default: plain)")
    parser.add_argument("--everywhere", action="store_true", help="values also where nothing tells what they are")
    parser.add_argument(
        "--probes",
        type=_count,
        metavar="N",
        help="at most (default: each kind once in each place, as JSON and as a stream)",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="(default: drawn)")
    parser.add_argument("--concurrency", type=_count, default=8, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--timeout", type=_seconds, default=60.0, metavar="SECONDS", help="a request (default: 60)")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=_verify)


def _verify(options: argparse.Namespace) -> int:
    status: int = import_module("streams.verify.verifying").verify(options)
    return status


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("should be a whole number from 1")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError("should be a number of seconds above 0")
    return seconds
