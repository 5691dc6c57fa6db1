"""The trusted model that writes sentences: loaded only where one is configured, so no other analyst reaches a model."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.providers.client import Providers
from gateway.settings import ModelSettings, Settings
from streams.analytics.sentences import SentenceWriter, question
from streams.models import ProviderModel


class ModelWriter(SentenceWriter):
    """The model that ``publication.writer`` names, of ``trusted_models``; it works from ``start`` to ``stop``."""

    def __init__(self, settings: Settings, name: str) -> None:
        self._name = name
        self._providers = Providers(self._own(settings), settings.router_settings)
        self._model = ProviderModel(name, self._providers)

    def _own(self, settings: Settings) -> Sequence[ModelSettings]:
        return [model for model in settings.trusted_models if model.model_name == self._name]

    async def start(self) -> None:
        """Makes its connections possible; the model itself is not asked."""
        await self._providers.start()

    async def stop(self) -> None:
        """Closes its connections."""
        await self._providers.stop()

    def use_keys(self, settings: Settings) -> None:
        """Calls the model with its key in these settings from now on."""
        self._providers.use(self._own(settings))

    async def write(self, title: str, terms: Sequence[str]) -> str:
        """Returns what the model answers; raises GatewayError if it does not."""
        return await self._model.complete(question(title, terms))
