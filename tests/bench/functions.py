"""Which functions of a program the time goes to, as cProfile sees it."""

from __future__ import annotations

import pstats
from pathlib import Path

from tests.bench.results import table

TOP = 25


def functions(name: str, profile: Path) -> str:
    """The functions with the most time of their own, in percent of all that the program did (waiting left out)."""
    found: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(str(profile)).stats  # type: ignore[attr-defined]
    working = {place: figures for place, figures in found.items() if not _is_waiting(place[2])}
    whole = sum(own for _, _, own, _, _ in working.values())
    top = sorted(working.items(), key=lambda item: item[1][2], reverse=True)[:TOP]
    lines = [(_place(place), f"{own / whole:.1%}", f"{calls:,}") for place, (_, calls, own, _, _) in top]
    return table(f"{name}: functions by their own time, {whole:.1f} s", ("", "own", "calls"), lines)


def _is_waiting(function: str) -> bool:
    return "run_until_complete" in function or "run_forever" in function or "'select.epoll'" in function


def _place(place: tuple[str, int, str]) -> str:
    file, line, function = place
    return f"{'/'.join(Path(file).parts[-3:])}:{line} {function}" if line else function
