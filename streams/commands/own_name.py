"""Who types a command."""

from __future__ import annotations

from getpass import getuser

from gateway.errors import BadRequest


def own_name() -> str:
    """Returns the name of the user of this process; raises BadRequest where it has none."""
    try:
        return getuser()
    except (KeyError, OSError):
        raise BadRequest("the user of this process has no name here: say who decides with --as NAME") from None
