"""Turns one strict YAML file and the environment into one frozen value; reports all mistakes at once."""

from gateway.roles import ALL_ROLES, Role
from gateway.settings.analytics import AnalyticsSettings, PublicationSettings
from gateway.settings.audit import AuditSettings
from gateway.settings.detection import DetectionSettings, SecondLookSettings
from gateway.settings.effective import effective
from gateway.settings.key_ring import key_ring
from gateway.settings.loading import check, load, load_file, reload_api_keys
from gateway.settings.mistakes import Mistake, SettingsError
from gateway.settings.models import LitellmParams, ModelSettings, RouterSettings, name_in_list
from gateway.settings.predictor import PredictorSettings
from gateway.settings.rotation import Rotation, rotate
from gateway.settings.schema import Settings
from gateway.settings.search import SearchSettings
from gateway.settings.sections import (
    Address,
    ApiKey,
    DispatcherSettings,
    EdgeSettings,
    Embedded,
    HashingSettings,
    Kafka,
    MetricsSettings,
    MinimizerSettings,
    SealingSettings,
)
from gateway.settings.trial import Trial, trial

__all__ = [
    "ALL_ROLES",
    "Address",
    "AnalyticsSettings",
    "ApiKey",
    "AuditSettings",
    "DetectionSettings",
    "DispatcherSettings",
    "EdgeSettings",
    "Embedded",
    "HashingSettings",
    "Kafka",
    "LitellmParams",
    "MetricsSettings",
    "MinimizerSettings",
    "Mistake",
    "ModelSettings",
    "PredictorSettings",
    "PublicationSettings",
    "Role",
    "Rotation",
    "RouterSettings",
    "SealingSettings",
    "SearchSettings",
    "SecondLookSettings",
    "Settings",
    "SettingsError",
    "Trial",
    "check",
    "effective",
    "key_ring",
    "load",
    "load_file",
    "name_in_list",
    "reload_api_keys",
    "rotate",
    "trial",
]
