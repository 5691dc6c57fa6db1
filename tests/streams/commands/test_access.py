"""How a command finds the broker, and what it says where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web

from gateway.cli import main
from gateway.health import MetricsServer
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT
from tests.support.commands import Beside
from tests.support.ports import free_ports


def test_without_a_trial_run_it_is_said_what_to_start_or_to_name(capsys: pytest.CaptureFixture[str]) -> None:
    (port,) = free_ports(1)
    assert main(["summaries", "list", "--metrics-listen", f"127.0.0.1:{port}"]) == 1
    said = capsys.readouterr().err
    assert f"no gateway with an embedded broker runs on this host, or not with its metrics at 127.0.0.1:{port}" in said
    assert "canarygate run" in said
    assert "--config" in said


async def test_a_gateway_on_a_real_broker_names_no_broker_at_its_metrics_port(trial: Beside) -> None:
    (port,) = free_ports(1)
    server = MetricsServer("127.0.0.1", port, lambda: True)
    await server.start()
    trial.metrics = f"127.0.0.1:{port}"
    assert await trial.run("summaries", "list") == 1
    await server.stop()
    assert "no gateway with an embedded broker" in trial.err


@pytest.mark.parametrize("answer", ["", "{}", "[]", '{"bootstrap": 1}', '{"bootstrap": "elsewhere"}'])
async def test_a_stranger_at_the_metrics_port_is_not_believed(trial: Beside, answer: str) -> None:
    async def stranger(request: web.Request) -> web.Response:
        return web.Response(text=answer, content_type="application/json")

    (port,) = free_ports(1)
    app = web.Application()
    app.router.add_get("/broker", stranger)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    trial.metrics = f"127.0.0.1:{port}"
    assert await trial.run("summaries", "list") == 1
    await runner.cleanup()
    assert "no gateway with an embedded broker" in trial.err


async def test_the_metrics_port_of_a_configuration_is_asked(trial: Beside, tmp_path: Path) -> None:
    config = tmp_path / "trial.yaml"
    config.write_text(f"metrics: {{listen: '{trial.metrics}'}}")
    assert await trial.run("summaries", "list", "--config", str(config)) == 0
    assert trial.out == "nothing is published or withheld yet\n"


async def test_a_real_broker_that_does_not_answer_is_named(trial: Beside, tmp_path: Path) -> None:
    for name, value in ENVIRONMENT.items():
        trial.monkeypatch.setenv(name, value)
    (port,) = free_ports(1)
    config = tmp_path / "canarygate.yaml"
    config.write_text(EMBEDDED.replace("broker: embedded", f"broker: {{bootstrap: '127.0.0.1:{port}'}}"))
    assert await trial.run("summaries", "list", "--config", str(config)) == 1
    assert f"127.0.0.1:{port} does not answer" in trial.err


async def test_a_port_that_is_none_is_refused(trial: Beside) -> None:
    trial.metrics = "9464"
    assert await trial.run("review", "list") == 2
    assert "should be HOST:PORT" in trial.err
