"""How tests are shared out among processes: those that share fixtures stay together, and what takes longest begins.

pytest-xdist's own marks for this do nothing beside pytest 9.2 (https://github.com/pytest-dev/pytest-xdist/issues/1386).
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

BROKER = "tests/kafka/"
SURVIVAL = f"{BROKER}test_survival.py"
LIVE = "tests/deploy/live/test_live.py"
LONGEST_FIRST = (SURVIVAL, LIVE, BROKER, "tests/lab/search/", "tests/e2e/", "tests/streams/")


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """Gives the tests of a group to one process, in their order."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)


def group(nodeid: str) -> str:
    """What has to be run in one process: a file, or all that only uses a real broker.

    So at most two processes have installations with brokers at a time.

    >>> group("tests/gateway/test_keys.py::test_a_key[1]")
    'tests/gateway/test_keys.py'
    >>> group("tests/kafka/test_endings.py::test_an_end"), group("tests/kafka/test_survival.py::test_a_death")
    ('tests/kafka/', 'tests/kafka/test_survival.py')
    >>> group("tests/deploy/live/test_live.py::test_a_page")
    'tests/kafka/test_survival.py'
    """
    file = nodeid.partition("::")[0]
    if file == LIVE:
        return SURVIVAL
    return BROKER if file.startswith(BROKER) and file != SURVIVAL else file


def rank(nodeid: str) -> int:
    """Where a test stands in the order, the lowest first.

    >>> rank("tests/kafka/test_survival.py::test_a_death") < rank("tests/e2e/test_sdk.py::test_an_answer")
    True
    """
    ranks = (rank for rank, beginning in enumerate(LONGEST_FIRST) if nodeid.startswith(beginning))
    return next(ranks, len(LONGEST_FIRST))
