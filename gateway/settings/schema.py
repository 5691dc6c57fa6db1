"""The schema of the configuration file, and the frozen value made from it."""

from __future__ import annotations

from types import MappingProxyType

from pydantic import Field

from gateway.policy import Policy
from gateway.settings.detection import DetectionSettings
from gateway.settings.models import Model, RouterSettings
from gateway.settings.policies import Policies
from gateway.settings.predictor import Predictor
from gateway.settings.roles import ANSWERING, Role
from gateway.settings.search import Search
from gateway.settings.sections import (
    ApiKey,
    Broker,
    Edge,
    Embedded,
    Hashing,
    Metrics,
    Sealing,
    Section,
)


class File(Section):
    """The sections of a configuration file."""

    edge: Edge = Field(default_factory=Edge)
    metrics: Metrics = Field(default_factory=Metrics)
    broker: Broker = Field(default_factory=Embedded)
    sealing: Sealing = Field(default_factory=Sealing)
    hashing: Hashing = Field(default_factory=Hashing)
    api_keys: tuple[ApiKey, ...] = ()
    model_list: tuple[Model, ...] = ()
    router_settings: RouterSettings = Field(default_factory=RouterSettings)
    detection: DetectionSettings = Field(default_factory=DetectionSettings)
    predictor: Predictor = Field(default_factory=Predictor)
    trusted_models: tuple[Model, ...] = ()
    search: Search = Field(default_factory=Search)
    policies: Policies = Field(default_factory=lambda: MappingProxyType({"default": Policy()}))

    @property
    def configured_roles(self) -> frozenset[Role]:
        """The roles that have work: those that answer turns, and the searcher where a tenant has opted in."""
        return ANSWERING | ({Role.SEARCHER} if self.search.tenants else set())


class Settings(File):
    """The configuration of one process: a file's sections, with the secrets of this process's roles only.

    ``warnings`` are for the process to print when it starts.
    """

    roles: frozenset[Role]
    warnings: tuple[str, ...]
