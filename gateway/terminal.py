"""What is printed for a person: text that does nothing to a terminal, and columns that stand below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set


def harmless(text: str) -> str:
    """Returns the text with ``·`` for every character that a terminal would act on or not show.

    >>> harmless("a\\x1b[2Jb\\tc\\n")
    'a·[2Jb\\tc\\n'
    """
    return "".join(character if character.isprintable() or character in "\n\t" else "·" for character in text)


def one_line(text: str) -> str:
    """Returns the text as `harmless` does, with ``·`` for line ends and tabs too.

    >>> one_line("a\\nb")
    'a·b'
    """
    return "".join(character if character.isprintable() else "·" for character in text)


def columns(rows: Sequence[Sequence[str]], right: Set[int] = frozenset()) -> Iterator[str]:
    """Yields the rows with their cells in columns; those numbered in ``right`` end below each other.

    >>> list(columns([("kind", "count"), ("a", "9")], right={1}))
    ['kind  count', 'a         9']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
