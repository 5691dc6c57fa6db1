"""Scanners full of canaries."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from streams.canaries.folding import letters
from streams.canaries.forms import Canary
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.canaries.scanner import Scanner

AT_ONCE = 500

name = TypeVar("name")


def never(value: str) -> bool:
    """No value is taken."""
    return False


def merge_all(scanner: Scanner[name]) -> None:
    """Merges segments until none are due."""
    while merge := scanner.due():
        scanner.replace(merge, merge.build())


def planted(count: int, seed: int = 1) -> tuple[Scanner[str], dict[str, Canary]]:
    """A scanner with so many canaries, kind after kind, and these by their names."""
    scanner, random = Scanner[str](), Random(seed)
    canaries: dict[str, Canary] = {}
    taken: set[bytes] = set()
    while len(canaries) < count:
        fresh: dict[str, Canary] = {}
        for number in range(len(canaries), min(count, len(canaries) + AT_ONCE)):
            kind = list(KINDS)[number % len(KINDS)]
            canary = mint(kind, random, lambda value: letters(value) in taken or scanner.clashes(value))
            fresh[f"c{number}"] = canary
            taken.add(letters(canary.value))
        scanner.add(fresh)
        canaries |= fresh
        merge_all(scanner)
    return scanner, canaries
