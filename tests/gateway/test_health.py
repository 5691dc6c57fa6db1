from __future__ import annotations

from collections.abc import Callable

import aiohttp
import pytest

from gateway.errors import BadRequest
from gateway.health import MetricsServer
from gateway.metrics import patterns_only_total
from tests.support.ports import free_ports


async def get(ready: Callable[[], bool], path: str, embedded_broker: str | None = None) -> tuple[int, str, str]:
    (port,) = free_ports(1)
    server = MetricsServer("127.0.0.1", port, ready, embedded_broker)
    await server.start()
    try:
        async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}{path}") as response:
            return response.status, response.headers["content-type"], await response.text()
    finally:
        await server.stop()


async def test_the_metrics_of_the_process_are_served() -> None:
    patterns_only_total.inc(0)
    status, content_type, text = await get(lambda: True, "/metrics")
    assert (status, content_type.split(";")[0]) == (200, "text/plain")
    assert "canarygate_patterns_only_total" in text


@pytest.mark.parametrize(("ready", "status"), [(True, 200), (False, 503)])
async def test_readiness_is_that_of_the_process(ready: bool, status: int) -> None:
    assert (await get(lambda: ready, "/health/ready"))[0] == status


async def test_a_process_that_is_not_ready_lives() -> None:
    assert (await get(lambda: False, "/health/live"))[0] == 200


async def test_commands_on_the_same_host_find_the_broker_inside_the_process_if_there_is_one() -> None:
    status, _, text = await get(lambda: False, "/broker", "127.0.0.1:40001")
    assert (status, text) == (200, '{"bootstrap": "127.0.0.1:40001"}')
    assert (await get(lambda: True, "/broker"))[0] == 404


async def test_nothing_else_is_served() -> None:
    assert (await get(lambda: True, "/v1/models"))[0] == 404


async def test_a_port_that_is_taken_is_an_error_that_says_where_to_name_another() -> None:
    (port,) = free_ports(1)
    first, second = (MetricsServer("127.0.0.1", port, lambda: True) for _ in range(2))
    await first.start()
    with pytest.raises(BadRequest, match=rf"metrics\.listen: .*:{port} \(it is taken\).* --metrics-listen HOST:PORT"):
        await second.start()
    for server in (first, second):
        await server.stop()


async def test_an_address_that_is_not_of_this_host_is_an_error() -> None:
    server = MetricsServer("192.0.2.1", free_ports(1)[0], lambda: True)
    with pytest.raises(BadRequest, match=r"metrics\.listen: cannot listen at 192\.0\.2\.1"):
        await server.start()
    await server.stop()


async def test_a_server_that_never_started_can_be_stopped() -> None:
    await MetricsServer("127.0.0.1", 0, lambda: True).stop()
