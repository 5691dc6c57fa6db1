"""Which deployments answer for a model, in LiteLLM's vocabulary: several of one name, wildcards, fallbacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gateway.errors import NotFound
from gateway.providers.provider import Provider
from gateway.types import JsonObject


@dataclass(frozen=True, slots=True)
class Deployment:
    """One entry of ``model_list``.

    ``model_name`` is what clients ask for and ``model`` what the provider is asked for; ``*`` in ``model_name`` stands
    for any text, which takes the place of ``*`` in ``model``.
    """

    model_name: str
    model: str
    provider: Provider
    num_retries: int = 2


@dataclass(frozen=True, slots=True)
class Target:
    """A deployment and the model that it is asked for. ``label`` comes from the configuration, never from a request."""

    label: str
    model: str = field(repr=False)  # with a wildcard it is what a client typed
    provider: Provider
    num_retries: int

    def addressed(self, body: JsonObject) -> JsonObject:
        """The body that leaves: as it is, but for the model's name."""
        return {**body, "model": self.model}


@dataclass(frozen=True, slots=True)
class Route:
    """Who may answer, best first: groups of equally good targets, for the model and then for each of its fallbacks."""

    groups: tuple[tuple[Target, ...], ...]


class RoutingTable:
    """Finds the route of a model. ``fallbacks`` names, for a model, those to be asked when it fails."""

    def __init__(self, deployments: Iterable[Deployment], fallbacks: Mapping[str, Sequence[str]]) -> None:
        self._deployments = tuple(deployments)
        self._fallbacks = {model: tuple(others) for model, others in fallbacks.items()}

    def find(self, model: str) -> Route:
        """The route of the model that a client asks for; raises ``NotFound`` where nobody answers for it."""
        names = (model, *self._fallbacks.get(model, ()))
        groups = tuple(group for name in names if (group := self._group(name)))
        if not groups:
            raise NotFound("No model of this name is configured; GET /v1/models lists them.", code="model_not_found")
        return Route(groups)

    def _group(self, model: str) -> tuple[Target, ...]:
        """The targets of the most exact name that fits the model."""
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
    """What the pattern's ``*`` stands for in this model's name, None if the name does not fit.

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
    """A key that is greater for the more exact of two patterns.

    >>> exactness("gpt-4.1") > exactness("gpt-4*") > exactness("*")
    True
    """
    return "*" not in pattern, len(pattern)
