"""The environment of a process, in which a secret may also be the content of a file.

Orchestrators mount secrets as files: where ``NAME`` is not set, ``NAME_FILE`` may say where its value is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_FILE = "_FILE"


@dataclass(frozen=True, slots=True, repr=False)
class Environment(Mapping[str, str]):
    """Variables, each with its own value or with what the file of ``NAME_FILE`` holds, without the last line break.

    A file is read whenever its variable is asked for, so that a new content counts. Raises OSError where it cannot be
    read.

    >>> Environment({"A": "1", "A_FILE": "/nowhere"})["A"], Environment({}).get("B")
    ('1', None)
    """

    variables: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        if name in self.variables or name + _FILE not in self.variables:
            return self.variables[name]
        return Path(self.variables[name + _FILE]).read_text(encoding="utf-8", errors="surrogateescape").rstrip("\r\n")

    def __iter__(self) -> Iterator[str]:
        yield from self.variables
        files = (name.removesuffix(_FILE) for name in self.variables if name.endswith(_FILE))
        yield from (name for name in files if name and name not in self.variables)

    def __len__(self) -> int:
        return sum(1 for _ in self)
