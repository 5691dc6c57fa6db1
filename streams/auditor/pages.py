"""Pages of metrics, read as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import aiohttp

READ_SECONDS: Final = 5.0
LINES_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class MetricsPages:
    """The pages at these addresses."""

    addresses: Sequence[str]

    async def read(self) -> tuple[dict[str, str], bool]:
        """Returns the pages that could be read, by address, and whether that was all of them."""
        pages: dict[str, str] = {}
        timeout = aiohttp.ClientTimeout(total=READ_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            for address in self.addresses:
                try:
                    async with session.get(address) as response:
                        text = (await response.read()).decode("utf-8", "replace")
                except (aiohttp.ClientError, TimeoutError):
                    continue
                if response.status == 200 and text:
                    pages[address] = text
        return pages, len(pages) == len(set(self.addresses))


def in_pieces(text: str) -> Iterator[str]:
    r"""Yields a long text in pieces of whole lines.

    >>> list(in_pieces("a 1\nb 2"))
    ['a 1\nb 2']
    """
    lines = iter(text.splitlines(keepends=True))
    while piece := "".join(islice(lines, LINES_AT_ONCE)):
        yield piece
