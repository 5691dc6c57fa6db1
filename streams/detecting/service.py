"""What looks for spans in a process, policy by policy: loaded once; nothing leaves while a part of it is missing."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Final, Literal, TypeVar

from gateway import metrics
from gateway.detection.assembly import full_detector, pattern_detector
from gateway.detection.cache import KEY_BYTES, CachedDetector, PieceCache
from gateway.detection.deny import denying
from gateway.detection.detector import Detector
from gateway.detection.names.artefact import ArtefactError
from gateway.detection.names.installed import SHIPPED, load
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.names.tagger import Tagger
from gateway.detection.second_look import installed, spacy_model
from gateway.detection.second_look.second_look import Classifier, SecondLook
from gateway.logs import fields
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import Detection as Wanted
from gateway.settings import SecondLook as WantedSecondLook
from gateway.settings import Settings
from streams.detecting.pools import NamesUnavailable, Steps, Threads

log = logging.getLogger(__name__)

SENTENCES: Final[tuple[Literal["doubtful", "always"], ...]] = ("doubtful", "always")

result_type = TypeVar("result_type")


@dataclass(frozen=True, slots=True)
class Looks:
    """The detectors of one policy: all that it asks for, None where a part is missing, and what there is in any case.

    ``slow`` says that all of them together are too slow for the event loop.
    """

    full: Detectors | None
    rest: Detectors
    slow: bool = False


@dataclass(frozen=True, slots=True)
class Detection:
    """Detects for a minimizer; as a part of its process it is not ready as long as a model is missing."""

    looks: Mapping[str, Looks]
    threads: Threads
    seconds: float
    steps: Steps = field(default_factory=Steps)
    alive: ClassVar[bool] = True

    @property
    def ready(self) -> bool:
        """Whether every policy has all detectors that it asks for."""
        return all(look.full is not None for look in self.looks.values())

    async def run(
        self, policy: Policy, step: Callable[[Detectors], result_type], *, short: bool, seconds: float
    ) -> result_type:
        """What the step returns or raises, given the policy's detectors; ``short`` if it is, without slow ones.

        Slow detectors have the configured time, and no more than ``seconds``. Past it, or where a model is missing,
        the policy's ``on_unavailable`` says what happens: NamesUnavailable is raised, or the step is done with what
        there is in any case, and counted.
        """
        look = self.looks[policy.name]
        try:
            if look.full is None:
                raise NamesUnavailable("the names model is missing: nothing that has to be inspected can pass")
            if look.slow:
                return await self.threads.run(partial(step, look.full), min(self.seconds, seconds))
            return await self.steps.run(partial(step, look.full), short=short)
        except NamesUnavailable:
            if policy.on_unavailable == "block":
                raise
        metrics.patterns_only_total.inc()
        return await self.steps.run(partial(step, look.rest), short=short)

    async def start(self) -> None:
        """Nothing: what is there was loaded before."""

    async def drain(self, seconds: float) -> None:
        """Nothing: who asked for detection waits for it."""

    async def stop(self) -> None:
        """Begins no further detection."""
        self.threads.stop()
        self.steps.stop()


def detection(settings: Settings, *, few_texts: bool = False) -> Detection:
    """The detection that the settings describe; a model that is missing is told in the log.

    ``few_texts`` makes one that is ready sooner, for a command that looks at a text or two.
    """
    wanted = settings.detection
    cache = PieceCache(os.urandom(KEY_BYTES), wanted.cache_bytes, _count)
    patterns = pattern_detector(wanted.recognizers, wanted.languages, few_texts=few_texts)
    by_look = tiers(wanted, few_texts=few_texts)

    def looks(policy: Policy) -> Looks:
        words = _denying("patterns", patterns, policy, cache)
        by_tier = {
            tier: Detectors(_denying(tier, detector, policy, cache), words) for tier, detector in by_look.items()
        }
        slow = policy.second_look != "never"
        rest = by_tier.get("never") if slow else None
        return Looks(by_tier.get(policy.second_look), rest or Detectors(words, words), slow)

    by_policy = {name: looks(policy) for name, policy in settings.policies.items()}
    return Detection(by_policy, Threads(wanted.queue), wanted.seconds)


def tiers(wanted: Wanted, *, few_texts: bool = False) -> Mapping[str, Detector]:
    """The detectors with names, by the second look that they take; without those of which a model is missing."""
    full = partial(full_detector, languages=wanted.languages, few_texts=few_texts)
    by_look: dict[str, Detector] = {}
    try:
        weights = load(wanted.names_model or SHIPPED)
        by_look["never"] = full(wanted.recognizers, weights=weights)
        if wanted.second_look is not None:
            tagger, classifier = Tagger(weights), _classifier(wanted.second_look, weights.lexicon)
            for sentences in SENTENCES:
                look = SecondLook(tagger, classifier, weights.lexicon, sentences)
                by_look[sentences] = full((*wanted.recognizers, look), weights=weights)
    except ArtefactError as error:
        log.critical("a model is missing: policies that block refuse all turns", extra=fields(reason=error.message))
    return by_look


def _classifier(wanted: WantedSecondLook, lexicon: Lexicon) -> Classifier:
    if wanted.model is not None:
        return installed.load(wanted.model, lexicon)
    assert wanted.spacy is not None  # the settings have one of the two
    return spacy_model.load(wanted.spacy)


def _denying(name: str, detector: Detector, policy: Policy, cache: PieceCache) -> Detector:
    """The detector with the policy's deny list, cached: under one name for all policies that have none."""
    known_as = f"{name} for {policy.name}" if policy.deny_list else name
    return CachedDetector(known_as, denying(detector, policy.deny_list), cache)


def _count(found: bool) -> None:
    metrics.detection_cache_total.labels("hit" if found else "miss").inc()
