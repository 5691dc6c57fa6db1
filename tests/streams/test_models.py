from __future__ import annotations

from pathlib import Path

import pytest

from gateway.errors import BadRequest, NotFound, ProviderFailed, TooManyInFlight
from gateway.settings import SettingsError
from streams.models import ProviderModel, configured, started, text_of
from tests.support.upstream import Upstream

KEY = {"OPENAI_API_KEY": "secret"}


async def test_a_model_answers_with_the_text_of_its_first_choice() -> None:
    async with Upstream() as upstream:
        models, router = configured("some-model", None, upstream.url, {})
        async with started(models, router) as providers:
            answer = await ProviderModel("some-model", providers).complete([("system", "Be brief."), ("user", "Hi.")])
        assert answer == "Be brief.\nHi."
        assert upstream.requests[0].json["messages"] == [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hi."},
        ]


@pytest.mark.parametrize("fault", ["status=429&retry_after=0", "status=503", "html=1", "ending=half_json"])
async def test_a_failure_that_clears_within_the_retries_is_not_seen(fault: str) -> None:
    async with Upstream() as upstream:
        name = f"m?{fault}&times=2"
        models, router = configured(name, None, upstream.url, {})
        async with started(models, router) as providers:
            assert await ProviderModel(name, providers).complete([("user", "Hi.")]) == "Hi."
        assert len(upstream.requests) == 3


@pytest.mark.parametrize(("asked_for", "waits"), [("11", [11.0]), ("120", [120.0]), ("121", None)])
async def test_a_provider_that_asks_for_time_gets_up_to_two_minutes(asked_for: str, waits: list[float] | None) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with Upstream() as upstream:
        name = f"m?status=429&retry_after={asked_for}&times=1"
        async with started(*configured(name, None, upstream.url, {})) as providers:
            model = ProviderModel(name, providers, sleep)
            if waits is None:
                with pytest.raises(TooManyInFlight):
                    await model.complete([("user", "Hi.")])
            else:
                assert await model.complete([("user", "Hi.")]) == "Hi."
        assert slept == (waits or [])


async def test_a_provider_that_asks_for_time_again_and_again_is_given_up() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with Upstream() as upstream:
        name = "m?status=429&retry_after=30"
        async with started(*configured(name, None, upstream.url, {})) as providers:
            with pytest.raises(TooManyInFlight):
                await ProviderModel(name, providers, sleep).complete([("user", "Hi.")])
    assert slept == [30.0] * 3


def test_the_key_of_openai_goes_where_openais_protocol_is_spoken_and_nowhere_else() -> None:
    def key(name: str, api_base: str | None) -> str | None:
        secret = configured(name, None, api_base, KEY)[0][0].litellm_params.api_key
        return secret.get_secret_value() if secret else None

    assert [key("openai/m", None), key("m", None), key("hosted_vllm/m", "http://127.0.0.1:1")] == ["secret"] * 3
    assert key("anthropic/m", None) is None


def test_a_wrong_address_is_the_users_mistake_and_not_repeated() -> None:
    with pytest.raises(BadRequest) as raised:
        configured("m", None, "ftp://ann", {})
    assert "ann" not in raised.value.message


def test_a_configuration_says_where_models_are(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("model_list: [{model_name: m, litellm_params: {model: openai/x, api_key: os.environ/THEIRS}}]")
    models, _ = configured("m", path, None, {"THEIRS": "secret"})
    assert [model.model_name for model in models] == ["m"]
    path.write_text("models: []")
    with pytest.raises(SettingsError):
        configured("m", path, None, {})


async def test_a_model_that_is_not_configured_is_not_found() -> None:
    async with started(*configured("m", None, "http://127.0.0.1:9", {})) as providers:
        with pytest.raises(NotFound):
            await ProviderModel("another", providers).complete([("user", "Hi.")])


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"choices": [{"message": {"content": None}}]}])
def test_an_answer_without_text_is_the_providers_failure(answer: dict[str, object]) -> None:
    with pytest.raises(ProviderFailed):
        text_of(answer)  # type: ignore[arg-type]
