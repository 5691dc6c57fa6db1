"""Fixtures of the tests of the whole product: one gateway and one recording upstream for each module."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.support.gateway import Gateway, running_gateway
from tests.support.upstream import Upstream


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def upstream() -> AsyncIterator[Upstream]:
    """An upstream that keeps all that it receives; every test of a module shares it."""
    async with Upstream() as upstream:
        yield upstream


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream) -> AsyncIterator[Gateway]:
    """The product in front of the upstream. The policy ``retain`` lets everything through."""
    # Hundreds of turns at once, with their broker, upstream and clients in one process, may wait for long.
    limits = {"max_in_flight": 400, "max_in_flight_per_key": 400, "accept_seconds": 60}
    async with running_gateway(upstream, edge=limits, policies={"retain": {"actions": {"*": "RETAIN"}}}) as gateway:
        yield gateway
