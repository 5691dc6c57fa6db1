"""Finds the deployments for a model. As in LiteLLM, names may repeat, hold wildcards and have fallbacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gateway.errors import NotFound
from gateway.providers.provider import Provider
from gateway.types import JsonObject


@dataclass(frozen=True, slots=True)
class WitnessShare:
    """Whose turns a witness gets: those of these tenants, and a share of all others."""

    tenants: frozenset[str]
    share: float

    def takes(self, tenant: str, draw: float) -> bool:
        """Whether a turn of this tenant is the witness's; ``draw`` is any number from 0 up to 1, drawn for the turn.

        >>> share = WitnessShare(frozenset({"audit"}), 0.02)
        >>> share.takes("audit", 0.99), share.takes("support", 0.01), share.takes("support", 0.02)
        (True, True, False)
        """
        return tenant in self.tenants or draw < self.share


@dataclass(frozen=True, slots=True)
class Deployment:
    """One entry of ``model_list``.

    ``model_name`` is the name that clients use and ``model`` the provider's name for it. ``*`` in ``model_name``
    matches any text, which replaces the ``*`` in ``model``. A witness has a ``witness`` that says whose turns it gets.
    """

    model_name: str
    model: str
    provider: Provider
    num_retries: int = 2
    witness: WitnessShare | None = None


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
        self._ordinary = tuple(each for each in self._deployments if each.witness is None)
        self._fallbacks = {model: tuple(others) for model, others in fallbacks.items()}

    def find(self, model: str, tenant: str = "", draw: float = 1.0) -> Route:
        """Returns the route of a turn for a client's model; raises NotFound if no deployment fits.

        A turn that the model's witness takes goes there, and nowhere else if it fails. Nothing but the tenant and
        ``draw``, a number from 0 up to 1, decides that.
        """
        for deployment in _best(self._deployments, model):
            if deployment.witness and deployment.witness.takes(tenant, draw):
                return Route(((_target(deployment, model),),))
        names = (model, *self._fallbacks.get(model, ()))
        groups = tuple(group for name in names if (group := self._group(name)))
        if not groups:
            raise NotFound("No model of this name is configured; GET /v1/models lists them.", code="model_not_found")
        return Route(groups)

    def _group(self, model: str) -> tuple[Target, ...]:
        return tuple(_target(deployment, model) for deployment in _best(self._ordinary, model))


def _best(deployments: Iterable[Deployment], model: str) -> list[Deployment]:
    """Returns the deployments of the most exact pattern that fits the model."""
    fitting = [each for each in deployments if wildcard_part(each.model_name, model) is not None]
    best = max((exactness(each.model_name) for each in fitting), default=None)
    return [each for each in fitting if exactness(each.model_name) == best]


def _target(deployment: Deployment, model: str) -> Target:
    part = wildcard_part(deployment.model_name, model) or ""
    upstream_model = deployment.model.replace("*", part)
    return Target(deployment.model_name, upstream_model, deployment.provider, deployment.num_retries)


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
