"""The section ``detection``: what finds spans, for which languages, and how long it may take."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, Field, model_validator

from gateway.settings.recognizers import CustomRecognizer
from gateway.settings.sections import Name, Positive, Section

MOST_PROCESSES: Final = 4  # by default: each takes about 140 MB
LANGUAGES: Final = frozenset(
    {
        "ar", "bn", "de", "el", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr",
        "uk", "zh",
    }
)  # fmt: skip


def _language(code: str) -> str:
    if code not in LANGUAGES:
        raise ValueError(f"should be one of {', '.join(sorted(LANGUAGES))}")
    return code


def _spare_cores() -> int:
    return min(MOST_PROCESSES, max(1, (os.cpu_count() or 1) - 1))


class SecondLookSettings(Section):
    """The model for the second look: one in a folder, or an installed spaCy pipeline."""

    model: Path | None = None
    spacy: Name | None = None

    @model_validator(mode="after")
    def _is_one(self) -> SecondLookSettings:
        if (self.model is None) == (self.spacy is None):
            raise ValueError("should have either model (a folder) or spacy (the name of an installed pipeline)")
        return self


class DetectionSettings(Section):
    """How spans are detected. ``names_model`` is a file; the default is the shipped model.

    ``cache_bytes`` limits the cache of results for texts seen before (0 turns it off), ``seconds`` the detection of one
    turn, and ``queue`` the number of turns that may wait for it. ``processes`` is how many long requests are minimized
    at once; by default one core is left to the event loop.
    """

    recognizers: tuple[CustomRecognizer, ...] = ()
    languages: frozenset[Annotated[str, AfterValidator(_language)]] = LANGUAGES
    names_model: Path | None = None
    second_look: SecondLookSettings | None = None
    cache_bytes: Annotated[int, Field(ge=0)] = 64 << 20
    seconds: Annotated[float, Field(gt=0, le=60)] = 2.0
    queue: Positive = 64
    processes: Annotated[int, Field(ge=1, le=64)] = Field(default_factory=_spare_cores)
