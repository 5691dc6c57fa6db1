"""A file can be loaded for no role: commands on the broker or the file itself need no role's secrets."""

from __future__ import annotations

import pytest

from gateway.settings import Kafka, SettingsError, load_file

HASH = "sha256:" + "0" * 64
FILE = f"""
broker: {{bootstrap: "kafka-1:9092", partitions: 3}}
sealing: {{keys: os.environ/SEALING}}
hashing: {{key: os.environ/HASHING}}
api_keys: [{{name: bot, hash: "{HASH}"}}]
model_list: [{{model_name: gpt, litellm_params: {{model: openai/gpt, api_key: os.environ/PROVIDER}}}}]
"""


def test_a_file_for_several_roles_is_right_without_any_of_their_secrets() -> None:
    settings = load_file(FILE, {})

    assert isinstance(settings.broker, Kafka)
    assert settings.broker.partitions == 3
    assert settings.roles == frozenset()


def test_secrets_in_the_environment_are_not_read() -> None:
    settings = load_file(FILE, {"SEALING": "k1:secret", "PROVIDER": "secret"})

    assert settings.sealing.keys is None
    assert settings.model_list[0].litellm_params.api_key is None


def test_every_mistake_of_the_file_is_named() -> None:
    with pytest.raises(SettingsError) as refused:
        load_file(FILE.replace("partitions: 3", "partitions: -1").replace("hashing", "hashes"), {})

    places = {mistake.place for mistake in refused.value.mistakes}
    assert places >= {"hashing.key", "broker.partitions", "hashes"}


def test_the_broker_s_credentials_are_needed_by_everyone() -> None:
    secured = FILE.replace(
        "partitions: 3",
        "security_protocol: SASL_SSL, sasl_mechanism: PLAIN, sasl_username: gate, sasl_password: os.environ/SASL",
    )
    with pytest.raises(SettingsError, match="SASL is not set"):
        load_file(secured, {})
