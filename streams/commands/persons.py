"""Who decides, where nobody says so."""

from __future__ import annotations

from getpass import getuser

from gateway.errors import BadRequest


def own_name() -> str:
    """Returns the name of the host's user who runs this; raises BadRequest where there is none."""
    try:
        return getuser()
    except (KeyError, OSError):
        raise BadRequest("the user of this process has no name here: say who decides with --as NAME") from None
