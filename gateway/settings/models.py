"""The models that clients may name and the providers' models behind them, in LiteLLM's vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    JsonValue,
    Secret,
    SecretStr,
    model_validator,
)
from pydantic_core import core_schema

from gateway.settings.sections import FrozenMapping, Name, Seconds, Section

Retries = Annotated[int, Field(ge=0, le=10)]


def _wildcard_at_the_end(name: str) -> str:
    if "*" in name[:-1]:
        raise ValueError("a wildcard is one * at the end")
    return name


def _api_base(url: str) -> str:
    parts = _parts(url)
    if parts is None or parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("should be a URL that begins with http:// or https://")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("should hold no credentials, query or fragment: it is shown in logs")
    return url


def _parts(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:  # its message repeats the URL
        return None


ApiBase = Annotated[str, AfterValidator(_api_base)]
ModelName = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_wildcard_at_the_end)]
ParameterName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]


def name_in_list(model: str, names: Iterable[str]) -> str | None:
    """Returns which ``model_name`` serves what a client asks for: the same one, or the longest that ends in ``*``.

    >>> name_in_list("gpt-4.1", ["*", "gpt-*"]), name_in_list("gpt-*", ["gpt-4.1"])
    ('gpt-*', None)
    """
    longest_first = sorted(names, key=len, reverse=True)
    if model in longest_first:
        return model
    return next((name for name in longest_first if name.endswith("*") and model.startswith(name[:-1])), None)


class LitellmParams(Section):
    """How to reach a model. Further parameters for litellm are passed on as ``extra`` and never printed."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[ParameterName, Secret[JsonValue]]

    model: ModelName
    api_base: ApiBase | None = None
    api_key: SecretStr | None = None
    timeout: Seconds | None = None
    stream_timeout: Seconds | None = None
    max_retries: Retries | None = None
    extra_headers: FrozenMapping[SecretStr] = Field(default_factory=lambda: MappingProxyType({}))

    @property
    def extra(self) -> dict[str, JsonValue]:
        """The further parameters for litellm in clear text; some may be secrets."""
        return {name: value.get_secret_value() for name, value in self.__pydantic_extra__.items()}


class WitnessSettings(Section):
    """Whose turns a witness gets: all of these ``tenants``, and a ``share`` of all others, whatever they say."""

    tenants: tuple[Name, ...] = ()
    share: Annotated[float, Field(gt=0, le=1)] | None = None

    @model_validator(mode="after")
    def _has_turns(self) -> WitnessSettings:
        if not self.tenants and self.share is None:
            raise ValueError("should say whose turns it gets: tenants, a share of all turns, or both")
        return self


class ModelSettings(Section):
    """A model that clients may ask for. Models with the same name share its turns; a final ``*`` matches any ending.

    A ``witness`` gets only the turns that it says, and what it gets goes nowhere else.
    """

    model_name: ModelName
    litellm_params: LitellmParams
    witness: WitnessSettings | None = None

    @model_validator(mode="after")
    def _wildcard_has_a_source(self) -> ModelSettings:
        if self.litellm_params.model.endswith("*") and not self.model_name.endswith("*"):
            raise ValueError("litellm_params.model ends with *, so model_name must, too")
        return self


def _by_model(fallbacks: tuple[Mapping[str, tuple[str, ...]], ...]) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({source: targets for entry in fallbacks for source, targets in entry.items()})


Fallbacks = Annotated[
    Mapping[str, tuple[str, ...]],
    GetPydanticSchema(
        lambda _, handler: core_schema.no_info_after_validator_function(
            _by_model, handler(tuple[dict[str, tuple[str, ...]], ...])
        )
    ),
]


class RouterSettings(Section):
    """How the dispatcher retries: ``num_retries`` times, then the model's ``fallbacks`` in their order.

    ``timeout`` limits one call, ``stream_timeout`` a pause within a stream, in seconds; models may have their own.
    """

    fallbacks: Fallbacks = Field(default_factory=lambda: MappingProxyType({}))
    num_retries: Retries = 2
    timeout: Seconds = 540.0
    stream_timeout: Seconds = 120.0
