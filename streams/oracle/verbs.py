"""The commands of ``canarygate minimize``: they read, compute, and write whole or not at all."""

from __future__ import annotations

import argparse
import asyncio
import platform
import sys
from importlib.metadata import version
from typing import Final

import msgspec

from gateway.errors import BadRequest
from streams.oracle import comparing
from streams.oracle.pairs import read as read_pairs
from streams.reporting.files import refuse_existing, write_lines

_PACKAGES: Final = ("canarygate", "numpy", "scikit-learn")


def compare(options: argparse.Namespace) -> int:
    """Prints how well each comparator agrees with people; writes the learned one's weights where asked to."""
    if options.fit:
        refuse_existing(options.fit)
    pairs = list(read_pairs(options.data))
    if not pairs:
        raise BadRequest(f"{options.data.name}: there is no pair in it")
    comparison = asyncio.run(comparing.compare(options.data.name, pairs, options.seed, versions(), {}))
    if options.fit:
        write_lines(options.fit, [encoded(comparing.fit(pairs, options.data.name))])
    sys.stdout.write(encoded(comparison).decode() if options.json else comparing.told(comparison))
    return 0


def versions() -> dict[str, str]:
    """The versions of what computes."""
    return {"python": platform.python_version(), **{package: version(package) for package in _PACKAGES}}


def encoded(value: object) -> bytes:
    """A result as JSON that reads well, with its line's end."""
    return msgspec.json.format(msgspec.json.encode(value)) + b"\n"
