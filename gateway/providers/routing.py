"""Finds the deployments for a model. As in LiteLLM, names may repeat, hold wildcards and have fallbacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gateway.errors import NotFound
from gateway.providers.provider import Provider
from gateway.types import JsonObject


@dataclass(frozen=True, slots=True)
class Deployment:
    """One entry of ``model_list``.

    ``model_name`` is the name that clients use and ``model`` the provider's name for it. ``*`` in ``model_name``
    matches any text, which replaces the ``*`` in ``model``.
    """

    model_name: str
    model: str
    provider: Provider
    num_retries: int = 2


@dataclass(frozen=True, slots=True)
class Target:
    """A deployment and the model to ask it for. ``label`` comes from the configuration, never from a request."""

    label: str
    model: str = field(repr=False)  # with a wildcard, it contains what a client typed
    provider: Provider
    num_retries: int

    def addressed(self, body: JsonObject) -> JsonObject:
        """Returns the body with the model's name replaced by the provider's."""
        return {**body, "model": self.model}


@dataclass(frozen=True, slots=True)
class Route:
    """Groups of equally good targets, best first: one for the model, then one for each of its fallbacks."""

    groups: tuple[tuple[Target, ...], ...]


class RoutingTable:
    """Finds the route of a model. ``fallbacks`` maps a model to those to ask when it fails."""

    def __init__(self, deployments: Iterable[Deployment], fallbacks: Mapping[str, Sequence[str]]) -> None:
        self._deployments = tuple(deployments)
        self._fallbacks = {model: tuple(others) for model, others in fallbacks.items()}

    def find(self, model: str) -> Route:
        """Returns the route of a client's model; raises NotFound if no deployment fits."""
        names = (model, *self._fallbacks.get(model, ()))
        groups = tuple(group for name in names if (group := self._group(name)))
        if not groups:
            raise NotFound("No model of this name is configured; GET /v1/models lists them.", code="model_not_found")
        return Route(groups)

    def _group(self, model: str) -> tuple[Target, ...]:
        """Returns the targets of the most exact pattern that fits the model."""
        fitting = list(self._fitting(model))
        best = max((exactness(target.label) for target in fitting), default=None)
        return tuple(target for target in fitting if exactness(target.label) == best)

    def _fitting(self, model: str) -> Iterator[Target]:
        for deployment in self._deployments:
            part = wildcard_part(deployment.model_name, model)
            if part is not None:
                upstream_model = deployment.model.replace("*", part)
                yield Target(deployment.model_name, upstream_model, deployment.provider, deployment.num_retries)


def wildcard_part(pattern: str, model: str) -> str | None:
    """Returns the text that the pattern's ``*`` matches in a model's name, or None if the name does not fit.

    >>> wildcard_part("anthropic/*", "anthropic/claude-x"), wildcard_part("gpt-4.1", "gpt-4.1")
    ('claude-x', '')
    >>> wildcard_part("gpt-4.1", "gpt-4.1-mini")
    """
    head, star, tail = pattern.partition("*")
    if not star:
        return "" if pattern == model else None
    fits = model.startswith(head) and model.endswith(tail) and len(model) >= len(head) + len(tail)
    return model[len(head) : len(model) - len(tail)] if fits else None


def exactness(pattern: str) -> tuple[bool, int]:
    """Returns a sort key that is greater for the more exact of two patterns.

    >>> exactness("gpt-4.1") > exactness("gpt-4*") > exactness("*")
    True
    """
    return "*" not in pattern, len(pattern)
