"""A trial run without a file: generates what the embedded broker needs and the configuration lacks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import SecretStr

from gateway.keys import RANDOM_BYTES, hash_key, new_key
from gateway.settings.analytics import AnalyticsSettings, PublicationSettings
from gateway.settings.audit import ClientSettings
from gateway.settings.key_ring import KEY_BYTES, entry_of
from gateway.settings.schema import Settings
from gateway.settings.sections import ApiKey, Embedded
from gateway.types import JsonObject, JsonValue

ECHO = "echo"
AUDITOR = "auditor"

# So small that one person sees summaries within minutes: nobody is hidden in a crowd of two.
TRIAL_ANALYTICS = AnalyticsSettings(window_hours=0.05, grace_seconds=5, k_min=2, trusted_tenants=("default",))
TRIAL_PUBLICATION = PublicationSettings(
    audit="none", review="none", sensitive_k_min=2, max_share=0.5, epsilon_budget=500, retention_days=1
)


def trial_models(environment: Mapping[str, str]) -> list[JsonValue]:
    """Returns the model list of a trial run: ``echo``, and all OpenAI models if ``OPENAI_API_KEY`` is set.

    >>> trial_models({})
    [{'model_name': 'echo', 'litellm_params': {'model': 'echo'}}]
    """
    echo: JsonObject = {"model_name": ECHO, "litellm_params": {"model": ECHO}}
    if not environment.get("OPENAI_API_KEY"):
        return [echo]
    params: JsonObject = {"model": "openai/*", "api_key": "os.environ/OPENAI_API_KEY"}
    if environment.get("OPENAI_BASE_URL"):
        params["api_base"] = "os.environ/OPENAI_BASE_URL"
    return [echo, {"model_name": "*", "litellm_params": params}]


@dataclass(frozen=True, slots=True, repr=False)
class Trial:
    """Complete settings and the API key made for them, or None if the file has its own keys."""

    settings: Settings
    api_key: str | None


def trial(settings: Settings, random_bytes: Callable[[int], bytes]) -> Trial:
    """Returns the settings with fresh sealing, hashing and API keys where the embedded broker has none.

    Settings for a real broker are unchanged, because there all processes need the same keys.
    """
    if not isinstance(settings.broker, Embedded):
        return Trial(settings, None)
    sealing = SecretStr(entry_of("trial", random_bytes(KEY_BYTES)))
    api_key = None if settings.api_keys else new_key(random_bytes(RANDOM_BYTES))
    auditor_key = new_key(random_bytes(RANDOM_BYTES))
    update = {
        "sealing": settings.sealing.model_copy(update={"keys": settings.sealing.keys or sealing}),
        "hashing": settings.hashing.model_copy(update={"key": settings.hashing.key or _secret(random_bytes)}),
        "analytics": _with_keys(settings.analytics or TRIAL_ANALYTICS, random_bytes),
        "publication": settings.publication if settings.analytics else TRIAL_PUBLICATION,
        "audit": settings.audit.model_copy(update=_audit(settings, auditor_key, random_bytes)),
        "api_keys": settings.api_keys or _api_keys(api_key or "", auditor_key),
    }
    return Trial(settings.model_copy(update=update), api_key)


def _api_keys(api_key: str, auditor_key: str) -> tuple[ApiKey, ...]:
    auditor = ApiKey(name=AUDITOR, hash=hash_key(auditor_key), tenant=AUDITOR)
    return (ApiKey(name="trial", hash=hash_key(api_key)), auditor)


def _audit(settings: Settings, auditor_key: str, random_bytes: Callable[[int], bytes]) -> dict[str, object]:
    """What the audit lacks; it plants where the keys are made here and the model ``echo`` answers."""
    key = settings.audit.key or _secret(random_bytes)
    built_in = [each for each in settings.model_list if each.model_name == each.litellm_params.model == ECHO]
    if settings.api_keys or settings.audit.model or not built_in:
        return {"key": key}
    return {"key": key, "clients": (ClientSettings(api_key=SecretStr(auditor_key)),), "model": ECHO}


def _with_keys(analytics: AnalyticsSettings, random_bytes: Callable[[int], bytes]) -> AnalyticsSettings:
    keys = {"key": analytics.key or _secret(random_bytes), "noise_key": analytics.noise_key or _secret(random_bytes)}
    return analytics.model_copy(update=keys)


def _secret(random_bytes: Callable[[int], bytes]) -> SecretStr:
    return SecretStr(b64encode(random_bytes(KEY_BYTES)).decode("ascii"))
