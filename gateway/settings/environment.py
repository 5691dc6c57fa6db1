"""The environment of a process, in which a secret may also be the content of a file.

Orchestrators mount secrets as files: where ``NAME`` is not set, ``NAME_FILE`` may say where its value is, or
``CANARYGATE_SECRETS`` a folder in which a file ``NAME`` has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = "CANARYGATE_SECRETS"
_FILE = "_FILE"


@dataclass(frozen=True, slots=True, repr=False)
class Environment(Mapping[str, str]):
    """Variables, each with its own value or with what its file holds, without the last line break.

    A file is read whenever its variable is asked for, so that a new content counts. Raises OSError where it cannot be
    read.

    >>> Environment({"A": "1", "A_FILE": "/nowhere"})["A"], Environment({}).get("B")
    ('1', None)
    """

    variables: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        path = self.files().get(name)
        if path is None:
            return self.variables[name]
        return path.read_text(encoding="utf-8", errors="surrogateescape").rstrip("\r\n")

    def __iter__(self) -> Iterator[str]:
        yield from {**self.variables, **self.files()}

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def files(self) -> dict[str, Path]:
        """Returns the variables whose value is the content of a file, each with its path.

        >>> Environment({"A": "1", "B_FILE": "/run/secrets/b"}).files()
        {'B': PosixPath('/run/secrets/b')}
        """
        folder = self.variables.get(FOLDER)
        # Kubernetes keeps the versions of a mounted folder beside the files, under names that begin with a dot.
        mounted = (path for path in Path(folder).iterdir() if not path.name.startswith(".")) if folder else ()
        named = {
            name.removesuffix(_FILE): Path(path)
            for name, path in self.variables.items()
            if name.endswith(_FILE) and name != _FILE
        }
        files = {**{path.name: path for path in mounted}, **named}
        return {name: path for name, path in files.items() if name not in self.variables}
