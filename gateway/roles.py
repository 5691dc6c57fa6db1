"""The roles that a process can take."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a process does; one process may have several."""

    EDGE = "edge"
    MINIMIZER = "minimizer"
    DISPATCHER = "dispatcher"
    SEARCHER = "searcher"
    ANALYST = "analyst"
    AUDITOR = "auditor"


ALL_ROLES = frozenset(Role)
ANSWERING = frozenset({Role.EDGE, Role.MINIMIZER, Role.DISPATCHER})

# These read raw text, so none of them may share a process with the dispatcher, which reaches providers.
READ_RAW_TEXT = frozenset({Role.EDGE, Role.MINIMIZER, Role.SEARCHER})
