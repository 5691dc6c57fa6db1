"""What clients send never becomes a label of a metric."""

from __future__ import annotations

import asyncio

from aiohttp import ClientSession
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from gateway.metrics import REGISTRY, UNKNOWN_MODEL
from tests.gateway.test_metrics import CLOSED
from tests.support.gateway import running_gateway
from tests.support.upstream import Upstream

PLANTED = "zqplantedlabel"
CONFIGURED = {"model": {"*", "echo", UNKNOWN_MODEL}, "tenant": {"default"}, "partition": {str(n) for n in range(4)}}


def exposed() -> set[tuple[str, str, str]]:
    """Every series' name and each of its labels, as a scrape reads them now."""
    families = text_string_to_metric_families(generate_latest(REGISTRY).decode())
    ours = [family for family in families if family.name.startswith("canarygate_")]
    return {(sample.name, *label) for family in ours for sample in family.samples for label in sample.labels.items()}


async def ask(session: ClientSession, path: str, model: str, key: str | None = None) -> int:
    body = {"model": model, "user": PLANTED, "messages": [{"role": "user", "content": PLANTED, "name": PLANTED}]}
    headers = {"idempotency-key": PLANTED, "x-request-id": PLANTED, "user-agent": PLANTED}
    if key is not None:
        headers["authorization"] = f"Bearer {key}"
    async with session.post(path, json=body, headers=headers) as answer:
        await answer.read()
        return answer.status


async def test_whatever_a_client_sends_every_label_stays_of_its_closed_set_or_of_the_configuration() -> None:
    before = exposed()
    async with Upstream() as upstream, running_gateway(upstream) as gateway, gateway.session() as session:
        asked = [
            ask(session, "/v1/chat/completions", PLANTED),
            ask(session, "/v1/chat/completions", f"{PLANTED}?status=500"),
            ask(session, "/v1/chat/completions", PLANTED, key=PLANTED),
            ask(session, f"/v1/{PLANTED}", PLANTED),
            ask(session, "/v1/inspect", PLANTED),
        ]
        assert {200, 401, 404} <= {*await asyncio.gather(*asked)}
        after = exposed()
    assert not any(PLANTED in value for _, _, value in after)
    known = CLOSED | CONFIGURED
    assert [each for each in after - before if each[1] in known and each[2] not in known[each[1]]] == []
