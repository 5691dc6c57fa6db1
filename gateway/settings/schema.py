"""The schema of the configuration file, and the frozen value made from it."""

from __future__ import annotations

from types import MappingProxyType

from pydantic import Field

from gateway.policy import Policy
from gateway.roles import ANSWERING, Role
from gateway.settings.analytics import AnalyticsSettings, PublicationSettings
from gateway.settings.audit import AuditSettings
from gateway.settings.detection import DetectionSettings
from gateway.settings.models import ModelSettings, RouterSettings
from gateway.settings.policies import Policies
from gateway.settings.predictor import PredictorSettings
from gateway.settings.search import SearchSettings
from gateway.settings.sections import (
    ApiKey,
    Broker,
    DispatcherSettings,
    EdgeSettings,
    Embedded,
    HashingSettings,
    MetricsSettings,
    MinimizerSettings,
    SealingSettings,
    Seconds,
    Section,
)


class File(Section):
    """The sections of a configuration file. A process that is told to stop has ``drain_seconds`` for its open turns."""

    edge: EdgeSettings = Field(default_factory=EdgeSettings)
    minimizer: MinimizerSettings = Field(default_factory=MinimizerSettings)
    dispatcher: DispatcherSettings = Field(default_factory=DispatcherSettings)
    drain_seconds: Seconds = 600.0
    metrics: MetricsSettings = Field(default_factory=MetricsSettings)
    broker: Broker = Field(default_factory=Embedded)
    sealing: SealingSettings = Field(default_factory=SealingSettings)
    hashing: HashingSettings = Field(default_factory=HashingSettings)
    api_keys: tuple[ApiKey, ...] = ()
    model_list: tuple[ModelSettings, ...] = ()
    router_settings: RouterSettings = Field(default_factory=RouterSettings)
    detection: DetectionSettings = Field(default_factory=DetectionSettings)
    predictor: PredictorSettings = Field(default_factory=PredictorSettings)
    trusted_models: tuple[ModelSettings, ...] = ()
    search: SearchSettings = Field(default_factory=SearchSettings)
    analytics: AnalyticsSettings | None = None
    publication: PublicationSettings = Field(default_factory=PublicationSettings)
    audit: AuditSettings = Field(default_factory=AuditSettings)
    policies: Policies = Field(default_factory=lambda: MappingProxyType({"default": Policy()}))

    @property
    def configured_roles(self) -> frozenset[Role]:
        """The roles that have work: those that answer turns, and searcher, analyst and auditor if they are wanted."""
        searching = {Role.SEARCHER} if self.search.tenants else set()
        auditing = {Role.AUDITOR} if self.audit.model else set()
        return ANSWERING | searching | auditing | ({Role.ANALYST} if self.analytics else set())


class Settings(File):
    """The configuration of one process: a file's sections, with the secrets of this process's roles only.

    ``warnings`` are for the process to print when it starts; ``fingerprint`` stands for what the file says.
    """

    roles: frozenset[Role]
    warnings: tuple[str, ...]
    fingerprint: str
