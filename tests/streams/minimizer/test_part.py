from __future__ import annotations

from pathlib import Path

import pytest

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection
from gateway.roles import Role
from gateway.settings import load
from streams.process import Process, assemble
from tests.gateway.settings.samples import ENVIRONMENT, REAL
from tests.streams.test_process import SECRETS

CONNECTION = Connection(("unused:1",), 7_000_000, max_bytes_in_flight=5_000)


def minimizer(folder: Path, on_unavailable: str) -> Process:
    """A minimizer that is not started and whose names model is not there."""
    text = REAL.replace("on_unavailable: block", f"on_unavailable: {on_unavailable}")
    text += f"detection: {{processes: 1, names_model: {folder / 'missing.npz'}}}\n"
    secrets = {name: ENVIRONMENT[name] for name in {"KAFKA_PASSWORD", *SECRETS[Role.MINIMIZER]}}
    return assemble(load(text, secrets, [Role.MINIMIZER]), CONNECTION)


async def test_a_minimizer_that_could_only_refuse_turns_does_not_start(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="a model is missing"):
        minimizer(tmp_path, "block")


async def test_it_starts_without_its_model_where_a_policy_goes_on_without(tmp_path: Path) -> None:
    assert not minimizer(tmp_path, "patterns_only").ready
