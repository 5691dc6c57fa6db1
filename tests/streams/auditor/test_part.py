from __future__ import annotations

from gateway.kafka.connection import Connection
from gateway.keys import hash_key
from gateway.settings import ALL_ROLES, load
from streams.auditor.part import parts
from streams.auditor.service import Auditor
from tests.gateway.settings.samples import EMBEDDED, ENVIRONMENT
from tests.gateway.wires import RecordingProducer


def asked_for(text: str) -> tuple[list[str], str]:
    """The tenants and the model of the probes of a configuration."""
    settings = load(text, ENVIRONMENT, ALL_ROLES)
    (auditor,) = parts(settings, Connection(("unused:1",), 1, embedded=True), RecordingProducer())
    assert isinstance(auditor, Auditor)
    return [each.tenant for each in auditor.planter.clients], auditor.planter.model


def test_probes_are_of_the_tenant_of_their_key_and_of_the_model_that_serves_them() -> None:
    own = hash_key(ENVIRONMENT["CANARYGATE_AUDITOR_API_KEY"])
    text = EMBEDDED.replace("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", own)
    assert asked_for(text) == (["support"], "gpt-4.1")
    assert asked_for(text.replace("model_name: gpt-4.1", 'model_name: "gpt-*"')) == (["support"], "gpt-*")
    assert asked_for(EMBEDDED) == ([""], "gpt-4.1")
